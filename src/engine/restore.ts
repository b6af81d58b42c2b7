/** Reads back what `exportLines` wrote: the same entries in the same places, so that every receipt holds again. */
import { bodyOf } from "../core/delivery.js";
import type { Derivation } from "../core/derivation.js";
import type { Draft, Entry } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import { type BlobId, type LaneRef, laneKey, type OwnerKey, ownerKey, sessionKey } from "../core/keys.js";
import type { KeptReceipt } from "../core/receipt-delta.js";
import type { TurnRecord } from "../core/turn.js";
import { exportVersion } from "./export.js";
import type { House } from "./house.js";

/** What came of it. */
export interface Restored {
  readonly added: number;
  readonly known: number;
  readonly sessions: readonly string[];
  readonly lanes: number;
  readonly receipts: number;
}

type Line =
  | { readonly kind: "lane"; readonly session: string; readonly lane: string }
  | { readonly kind: "blob"; readonly id: BlobId; readonly content: string }
  | { readonly kind: "entry"; readonly entry: Entry; readonly derived?: readonly Omit<Derivation, "sources">[] }
  | { readonly kind: "turn"; readonly turn: TurnRecord }
  | { readonly kind: "chunk"; readonly hash: string; readonly content: string }
  | { readonly kind: "receipt"; readonly receipt: KeptReceipt };

const batchSize = 1_000;

export async function restore(
  house: House,
  lines: AsyncIterable<{ readonly number: number; readonly text: string }>,
  onProgress: (records: number) => void,
): Promise<Restored> {
  const bench = benchFor(house);
  let owner: OwnerKey | null = null;
  for await (const { number, text } of lines) {
    if (text.trim() === "") continue;
    const line = parsed(number, text);
    if (owner === null) owner = ownerOf(number, line);
    else await bench.add(number, owner, line as unknown as Line);
    if (number % batchSize === 0) onProgress(number);
  }
  await bench.flush();
  return { ...bench.sums, sessions: [...bench.sessions] };
}

function parsed(number: number, text: string): Record<string, unknown> {
  try {
    const line: unknown = JSON.parse(text);
    if (isObject(line)) return line;
  } catch (cause) {
    throw damaged(number, "is not JSON", cause);
  }
  throw damaged(number, "is not an object", undefined);
}

function ownerOf(number: number, line: Record<string, unknown>): OwnerKey {
  if (line.clew !== "export" || typeof line.owner !== "string")
    throw damaged(number, "is not the head of an export", undefined);
  if (line.version === exportVersion) return ownerKey(line.owner);
  throw new ClewError("import/bad", `This export has version ${String(line.version)}`, {
    hint: `This version of clew reads exports of version ${exportVersion}: use the one that wrote it, or a newer one`,
  });
}

/** Half of an export is not a log: what was read before is kept, and a whole file completes it. */
function damaged(number: number, what: string, cause: unknown): ClewError {
  return new ClewError("import/bad", `Line ${number} of the export ${what}`, {
    hint: "Export again; importing the whole file then completes what came in so far",
    cause,
  });
}

interface Bench {
  readonly sums: { added: number; known: number; lanes: number; receipts: number };
  readonly sessions: Set<string>;
  add(number: number, owner: OwnerKey, line: Line): Promise<void>;
  flush(): Promise<void>;
}

function benchFor(house: House): Bench {
  const sums = { added: 0, known: 0, lanes: 0, receipts: 0 };
  const sessions = new Set<string>();
  let ref: LaneRef | null = null;
  let entries: Entry[] = [];
  let derived: Derivation[] = [];
  const blobs = new Map<BlobId, string>();
  const chunks = new Map<string, string>();
  const flush = async () => {
    if (ref === null || entries.length === 0) return;
    const { last } = await house.store.read(ref, 0, null);
    const known = entries.filter(({ seq }) => seq <= last);
    await checkSame(house, ref, known);
    await house.store.write({ ref, entries: entries.map(withoutSeq), blobs, derived });
    sums.known += known.length;
    sums.added += entries.length - known.length;
    [entries, derived] = [[], []];
    blobs.clear();
  };
  const receive = async (lane: LaneRef, line: Exclude<Line, { kind: "lane" }>) => {
    switch (line.kind) {
      case "blob":
        blobs.set(line.id, line.content);
        return;
      case "entry":
        entries.push(line.entry);
        for (const each of line.derived ?? []) derived.push({ ...each, sources: [line.entry.id] });
        return entries.length >= batchSize ? flush() : undefined;
      case "turn":
        await flush();
        await house.store.write({ ref: lane, history: [line.turn] });
        return;
      case "chunk":
        chunks.set(line.hash, line.content);
        return;
      case "receipt":
        await flush();
        await writeReceipt(house, lane, line.receipt, chunks);
        sums.receipts += 1;
        chunks.clear();
        return;
      default:
        line satisfies never;
    }
  };
  return {
    sums,
    sessions,
    flush,
    async add(number, owner, line) {
      if (line.kind === "lane") {
        await flush();
        ref = { owner, session: sessionKey(line.session), lane: laneKey(line.lane) };
        sums.lanes += 1;
        sessions.add(ref.session);
      } else if (ref === null) throw damaged(number, "comes before its lane", undefined);
      else await receive(ref, line);
    },
  };
}

/** Every compaction was written with the receipt of its view, so the receipts bring the boundaries back as well. */
async function writeReceipt(
  house: House,
  ref: LaneRef,
  receipt: KeptReceipt,
  chunks: ReadonlyMap<string, string>,
): Promise<void> {
  const epoch = receipt.compacted ? { epoch: receipt.epoch } : {};
  await house.store.write({ ref, receipt: { receipt, chunks: new Map(chunks) }, ...epoch });
}

/** Receipts speak of places, so an entry must come to stand where it stood. */
async function checkSame(house: House, ref: LaneRef, entries: readonly Entry[]): Promise<void> {
  const first = entries[0];
  if (first === undefined) return;
  const there = await house.store.range(ref, first.seq, first.seq + entries.length - 1);
  const same = there.every((entry, index) => {
    const wanted = entries[index];
    return wanted !== undefined && wanted.id === entry.id && bodyOf(withoutSeq(wanted)) === bodyOf(withoutSeq(entry));
  });
  if (same) return;
  throw new ClewError("import/bad", `Lane ${ref.lane} of ${ref.session} has other entries in the same places`, {
    hint: "Import the export into a log of its own: clew --store NEW-FILE import …",
  });
}

function withoutSeq({ seq: _seq, ...draft }: Entry): Draft {
  return draft as Draft;
}
