/** The whole log as lines of JSON, in an order in which each line needs only those before it. */
import { type Entry, partsOf, type Text } from "../core/entry.js";
import { canonical } from "../core/json.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "../core/keys.js";
import { isFraming } from "../core/layout.js";
import type { KeptReceipt } from "../core/receipt-delta.js";
import type { TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";

export const exportVersion = 1;
const page = 500;

/**
 * Two exports of one log are equal, whenever they are made. Each lane is exported as it was when its turn came: what is
 * written while the caller takes the lines belongs to the next export, and nothing here speaks of it.
 */
export async function* exportLines(house: House, session: string | null): AsyncGenerator<string> {
  yield canonical({ clew: "export", version: exportVersion, owner: house.owner });
  for (const each of [...(await house.store.sessions(house.owner))].reverse()) {
    if (session !== null && each.session !== session) continue;
    for (const { ref } of [...(await house.store.lanes(house.owner, each.session))].reverse()) {
      yield canonical({ kind: "lane", session: ref.session, lane: ref.lane });
      const moment = await momentOf(house, ref);
      yield* entryLines(house, ref, moment);
      for (const turn of moment.turns) yield canonical({ kind: "turn", turn });
      yield* receiptLines(house, ref, moment);
    }
  }
}

/** What a lane held when its export began. */
interface Moment {
  readonly last: number;
  /** Oldest first. */
  readonly turns: readonly TurnRecord[];
}

async function momentOf(house: House, ref: LaneRef): Promise<Moment> {
  const { last } = await house.store.read(ref, 0, null);
  const turns = await house.store.turns(ref, Number.MAX_SAFE_INTEGER);
  const late = await namesAfter(house, ref, last);
  const isLate = ({ id, messages }: TurnRecord) => late.has(id) || messages.some((message) => late.has(message));
  return { last, turns: turns.filter((turn) => !isLate(turn)).reverse() };
}

/** Entries that came since, and the turns that they are of: usually none. */
async function namesAfter(house: House, ref: LaneRef, last: number): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (let from = last + 1; ; from += page) {
    const entries = await house.store.range(ref, from, from + page - 1);
    for (const { id, turn } of entries) {
      names.add(id);
      if (turn !== null) names.add(turn);
    }
    if (entries.length < page) return names;
  }
}

async function* entryLines(house: House, ref: LaneRef, { last }: Moment): AsyncGenerator<string> {
  const written = new Set<BlobId>();
  for (let from = 1; from <= last; from += page) {
    for (const entry of await house.store.range(ref, from, Math.min(last, from + page - 1))) {
      const wanted = blobsOf(entry).filter((id) => !written.has(id));
      for (const [id, content] of wanted.length === 0 ? [] : await house.store.blobs(house.owner, wanted)) {
        written.add(id);
        yield canonical({ kind: "blob", id, content });
      }
      const derived = (await house.store.derivedFrom(house.owner, entry.id)).toSorted(byKey);
      yield canonical(derived.length === 0 ? { kind: "entry", entry } : { kind: "entry", entry, derived });
    }
  }
}

/** A store gives them in any order, and the export has one. */
function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : 1;
}

async function* receiptLines(house: House, ref: LaneRef, { last, turns }: Moment): AsyncGenerator<string> {
  const written = new Set<string>();
  const known = new Set<TurnId>(turns.map(({ id }) => id));
  let after: ReceiptId | null = null;
  for (;;) {
    const receipts: readonly KeptReceipt[] = await house.store.receipts(ref, after, page);
    for (const receipt of receipts) {
      if (lastOf(receipt) > last || (await isOfLaterTurn(house, receipt, known))) return;
      const wanted = chunksOf(receipt).filter((hash) => !isFraming(hash) && !written.has(hash));
      for (const [hash, content] of wanted.length === 0 ? [] : await house.store.chunks(house.owner, wanted)) {
        written.add(hash);
        yield canonical({ kind: "chunk", hash, content });
      }
      yield canonical({ kind: "receipt", receipt });
    }
    after = receipts.at(-1)?.id ?? null;
    if (receipts.length < page) return;
  }
}

/** How far it reaches by itself: a delta has a verdict on whatever its base did not know. */
function lastOf(receipt: KeptReceipt): number {
  const { verdicts } = "delta" in receipt ? receipt.delta : receipt;
  return verdicts.reduce((last, { to }) => Math.max(last, to), 0);
}

/** A turn that the log has lost is no reason to leave its views out. */
async function isOfLaterTurn(house: House, { turn }: KeptReceipt, known: ReadonlySet<TurnId>): Promise<boolean> {
  return !known.has(turn) && (await house.store.turn(house.owner, turn)) !== null;
}

function chunksOf(receipt: KeptReceipt): readonly string[] {
  return "delta" in receipt ? receipt.delta.chunks.flatMap(({ insert }) => insert) : receipt.chunks;
}

function blobsOf(entry: Entry): readonly BlobId[] {
  const ofText = (text: Text) => (typeof text === "string" ? [] : [text.blob]);
  const ofFiles = partsOf(entry).flatMap((part) =>
    part.kind !== "file" ? ofText(part.text) : part.source.kind === "blob" ? [part.source.blob] : [],
  );
  if (entry.kind === "called") return ofText(entry.input);
  if (entry.kind === "returned" && entry.output.kind !== "content") return ofText(entry.output.text);
  if (entry.kind === "noted" && entry.note.kind === "instructions") return ofText(entry.note.text);
  return ofFiles;
}
