/** Reads requests back as they left, byte by byte. */
import { ClewError } from "@clewline/core/errors.js";
import type { Instant, LaneRef, ReceiptId, TurnId } from "@clewline/core/log/keys.js";
import type { KeptBody, LaneRecord } from "@clewline/core/log/record.js";
import { joinNames, packedPiece, resolvePieces } from "@clewline/core/receipt/body-pieces.js";
import { isErasedPiece, listErasedSources, withheldPiece } from "@clewline/core/receipt/erased-piece.js";
import { listFolded, unfoldText } from "@clewline/core/receipt/folded-text.js";
import type { Engine } from "../../engine.js";
import { readStoredPieces } from "./stored-pieces.js";

/** A request of the gateway as it left. */
export interface SentBody {
  /** The turn that it was made in. */
  readonly turn: TurnId;
  /** The receipt of its view; of a request that left as its client wrote it, that of the view that it was sent instead of. */
  readonly receipt: ReceiptId | null;
  /** When it was kept, which is after its answer. */
  readonly at: Instant;
  /** The status that it was answered with. */
  readonly status: number;
  /** Whether it left as its client wrote it. */
  readonly own: boolean;
  /** How its client had packed it, as in `content-encoding`; left out where it was not. The body is what was packed. */
  readonly packing?: string;
  /** The body. */
  readonly bytes: Uint8Array;
}

export type BodyRecord = Extract<LaneRecord, { readonly kind: "body" }>;

const everything = Number.MAX_SAFE_INTEGER;

/** The requests of a turn, in the order in which they left. */
export async function listBodies({ store }: Engine, ref: LaneRef, turn: string | null): Promise<readonly BodyRecord[]> {
  const records = await store.records(ref, "body", turn, everything);
  return records.filter((record) => record.kind === "body").toReversed();
}

/** `others` are bodies of the lane that the caller has read. */
export async function readBody(
  engine: Engine,
  ref: LaneRef,
  record: BodyRecord,
  others: readonly BodyRecord[],
): Promise<SentBody> {
  const { receipt, status, isOwn, packing, root } = record.body;
  const names = resolvePieces(await readChain(engine, ref, record, others));
  if (names.includes(withheldPiece)) throw makeWithheldError(record);
  const gone = names.filter(isErasedPiece);
  if (gone.length > 0) throw makeErasedError(record, gone);
  const folded = await readStoredPieces(engine.store, ref, names);
  const inner = [...folded.values()].flatMap(listFolded);
  const stored = await readStoredPieces(engine.store, ref, inner);
  const { hash } = engine.fns;
  const isThere = (name: string) => hash(folded.get(name) ?? stored.get(name) ?? "") === name;
  const isWhole = [...new Set([...names, ...inner])].every(isThere);
  if (!isWhole || hash(joinNames(names)) !== root) throw makeDamagedError(record);
  const texts = names.map((name) => unfoldText(folded.get(name) ?? "", stored));
  return {
    ...{ turn: record.name as TurnId, receipt, at: record.at, status, own: isOwn },
    ...(packing === undefined ? {} : { packing }),
    bytes: joinBytes(texts.map(readBytes)),
  };
}

/** Those that it builds on, the whole one first. One that is lost leaves a gap, which the hash reveals. */
async function readChain(
  engine: Engine,
  ref: LaneRef,
  record: BodyRecord,
  others: readonly BodyRecord[],
): Promise<readonly KeptBody[]> {
  const chain: KeptBody[] = [record.body];
  let known = others;
  for (let base = record.body.base; base !== null; ) {
    const { id, name } = base;
    const find = () => known.find((each) => each.id === id);
    if (find() === undefined) known = await listBodies(engine, ref, name);
    const body = find()?.body;
    if (body !== undefined) chain.unshift(body);
    base = body?.base ?? null;
  }
  return chain;
}

function readBytes(text: string): Uint8Array {
  if (!text.startsWith(packedPiece)) return new TextEncoder().encode(text);
  return Uint8Array.from(atob(text.slice(packedPiece.length)), (character) => character.charCodeAt(0));
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const part of parts) {
    whole.set(part, place);
    place += part.length;
  }
  return whole;
}

function describe({ name, body }: BodyRecord): string {
  return body.receipt === null ? `The request of turn ${name}` : `The request of receipt ${body.receipt}`;
}

function makeErasedError(record: BodyRecord, gone: readonly string[]): ClewError {
  const sources = [...new Set(gone.flatMap(listErasedSources))];
  const named = sources.length === 0 ? "" : `: ${sources.join(", ")}`;
  return new ClewError("receipt/erased", `${describe(record)} held words of entries that were erased${named}`, {
    hint: "It can't be read any more; clew why still tells what its view showed of all others",
  });
}

function makeWithheldError(record: BodyRecord): ClewError {
  return new ClewError("receipt/erased", `${describe(record)} held secrets, which this log does not keep`, {
    hint: "clew replay --view prints the view that it was made from",
  });
}

function makeDamagedError(record: BodyRecord): ClewError {
  return new ClewError("store/damaged", `${describe(record)} is not all there`, {
    hint: "It can't be read any more, and the log itself is not affected; clew doctor --thorough names all such requests",
  });
}
