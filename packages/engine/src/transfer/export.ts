/** Writes the whole log as lines of JSON, each of which needs only those before it. */

import type { ExportLine } from "@clewline/core/importing/export-line.js";
import { listBlobIds } from "@clewline/core/log/entry.js";
import { type BlobId, type LaneRef, memorySession, type ReceiptId, type SessionKey } from "@clewline/core/log/keys.js";
import { listOwnPieces } from "@clewline/core/receipt/body-pieces.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { listFolded } from "@clewline/core/receipt/folded-text.js";
import { type KeptReceipt, listOwnChunks } from "@clewline/core/receipt/receipt-delta.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { listBodies } from "../read/pieces/read-bodies.js";
import { readStoredPieces } from "../read/pieces/stored-pieces.js";
import { listAllSessions } from "../read/sessions/all-sessions.js";
import { findEpoch, isLater, type Moment, readMoment } from "./export-moment.js";

/** Version 2 added records, epochs, and the settings of a lane and its session. */
export const exportVersion = 2;

/** Grows with rules that keep something else. Memories of an export that was made with lower ones, or names none, are rebuilt. */
export const learningRules = 1;
const page = 500;

/**
 * Two exports of one log are equal, whenever they are made. Each lane is exported as of the moment when the export
 * reaches it; what is written to it later belongs to the next export.
 */
export async function* exportLines(engine: Engine, chosen: readonly SessionKey[] | null): AsyncGenerator<string> {
  yield encodeCanonicalJson({ clew: "export", version: exportVersion, owner: engine.owner, rules: learningRules });
  const all = async () => (await listAllSessions(engine)).toReversed().map((each) => each.session);
  // Memories first: so it is known who speaks where before anything that was said is restored.
  for (const each of chosen ?? [memorySession, ...(await all())]) {
    const { owner } = engine;
    for (const { ref } of (await engine.store.lanes({ owner, session: each })).toReversed()) {
      const moment = await readMoment(engine, ref);
      yield encodeCanonicalJson(makeLaneLine(ref, moment));
      const files = yield* exportEntries(engine, ref, moment);
      for (const turn of moment.turns) yield encodeCanonicalJson({ kind: "turn", turn });
      for (const record of moment.records) yield encodeCanonicalJson({ kind: "record", record });
      yield* exportEpochsAndReceipts(engine, ref, moment, files);
    }
  }
}

function makeLaneLine({ session, lane }: LaneRef, { cleared, settings }: Moment): ExportLine {
  return {
    kind: "lane",
    session,
    lane,
    ...(cleared > 0 ? { cleared } : {}),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  };
}

/** Returns the blobs that it wrote. */
async function* exportEntries(
  engine: Engine,
  ref: LaneRef,
  { last }: Moment,
): AsyncGenerator<string, ReadonlySet<string>> {
  const written = new Set<BlobId>();
  for (let from = 1; from <= last; from += page) {
    const entries = await engine.store.range(ref, from, Math.min(last, from + page - 1));
    const derived = await engine.store.derivedFrom(
      ref,
      entries.map(({ id }) => id),
    );
    for await (const { item: entry, contents } of pairContents(
      entries,
      (each) => listBlobIds(each).filter((id) => !written.has(id)),
      (ids) => engine.store.blobs(ref, ids),
    )) {
      for (const [id, content] of contents) {
        if (written.has(id)) continue;
        written.add(id);
        yield encodeCanonicalJson({ kind: "blob", id, content });
      }
      const kept = (derived.get(entry.id) ?? []).filter(({ kind }) => kind !== "vector");
      const lines = kept.toSorted(compareDerivations);
      yield encodeCanonicalJson(
        lines.length === 0 ? { kind: "entry", entry } : { kind: "entry", entry, derived: lines },
      );
    }
  }
  return written;
}

/** Contents to read at once, so that a page of large ones need not fit into memory. */
const mostContents = 32;

/** Each item with the stored contents that it names, which are read for several items at once. */
async function* pairContents<Item, Id>(
  items: readonly Item[],
  idsOf: (item: Item) => readonly Id[],
  read: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, string>>,
): AsyncGenerator<{ readonly item: Item; readonly contents: ReadonlyMap<Id, string> }> {
  let group: { readonly item: Item; readonly ids: readonly Id[] }[] = [];
  const give = async function* () {
    const wanted = [...new Set(group.flatMap(({ ids }) => ids))];
    const found = wanted.length === 0 ? new Map<Id, string>() : await read(wanted);
    for (const { item, ids } of group) {
      const own = ids.map((id) => [id, found.get(id)] as const);
      yield { item, contents: new Map(own.flatMap(([id, text]) => (text === undefined ? [] : [[id, text] as const]))) };
    }
    group = [];
  };
  let count = 0;
  for (const item of items) {
    const ids = idsOf(item);
    if (count > 0 && count + ids.length > mostContents) {
      yield* give();
      count = 0;
    }
    group.push({ item, ids });
    count += ids.length;
  }
  yield* give();
}

/** Gives the export one order, because a store returns them in any. */
function compareDerivations(a: Omit<Derivation, "sources">, b: Omit<Derivation, "sources">): number {
  return a.key === b.key ? (a.kind < b.kind ? -1 : 1) : a.key < b.key ? -1 : 1;
}

/**
 * An epoch comes before the first receipt of its key, so that restoring the receipts knows where they lead. `files` are the
 * blobs of the lane, whose bytes receipts share.
 */
async function* exportEpochsAndReceipts(
  engine: Engine,
  ref: LaneRef,
  moment: Moment,
  files: ReadonlySet<string>,
): AsyncGenerator<string> {
  const keys = new Set<string>();
  const epochLine = async function* (key: string) {
    const epoch = keys.has(key) ? null : await findEpoch(engine, ref, moment, key);
    keys.add(key);
    if (epoch !== null) yield encodeCanonicalJson({ kind: "epoch", epoch });
  };
  for (const record of moment.records) if (record.kind === "summary") yield* epochLine(record.name);
  const written = new Set(files);
  for await (const { item: receipt, contents } of walkReceipts(engine, ref, written)) {
    if (findReceiptEnd(receipt) > moment.last || (await isLater(engine, ref, moment, receipt))) break;
    yield* epochLine(receipt.epoch.key);
    for (const [hash, content] of contents) {
      if (written.has(hash)) continue;
      written.add(hash);
      yield encodeCanonicalJson({ kind: "chunk", hash, content });
    }
    yield encodeCanonicalJson({ kind: "receipt", receipt });
  }
  yield* exportBodies(engine, ref, moment, written);
}

/** Requests, each with its pieces and those that these name. */
async function* exportBodies(
  engine: Engine,
  ref: LaneRef,
  { ids }: Moment,
  written: Set<string>,
): AsyncGenerator<string> {
  const kept = (await listBodies(engine, ref, null)).filter(({ name }) => ids.has(name));
  const read = (hashes: readonly string[]) => readStoredPieces(engine.store, ref, hashes);
  const fresh = (hashes: readonly string[]) => hashes.filter((hash) => !written.has(hash));
  for await (const { item: record, contents } of pairContents(kept, ({ body }) => fresh(listOwnPieces(body)), read)) {
    const inner = await read(fresh([...contents.values()].flatMap(listFolded)));
    for (const [hash, content] of [...inner, ...contents]) {
      if (written.has(hash)) continue;
      written.add(hash);
      yield encodeCanonicalJson({ kind: "chunk", hash, content });
    }
    yield encodeCanonicalJson({ kind: "record", record });
  }
}

/** All receipts, each with its chunks that were not written yet. */
async function* walkReceipts(engine: Engine, ref: LaneRef, written: ReadonlySet<string>) {
  let after: ReceiptId | null = null;
  for (;;) {
    const receipts: readonly KeptReceipt[] = await engine.store.receipts(ref, after, page);
    yield* pairContents(
      receipts,
      (receipt) => listOwnChunks(receipt).filter((hash) => !isFraming(hash) && !written.has(hash)),
      (hashes) => readStoredPieces(engine.store, ref, hashes),
    );
    after = receipts.at(-1)?.id ?? null;
    if (receipts.length < page) return;
  }
}

/** The last place that a receipt itself covers: a delta has a verdict on everything that its base did not know. */
function findReceiptEnd(receipt: KeptReceipt): number {
  const { verdicts } = "delta" in receipt ? receipt.delta : receipt;
  return verdicts.reduce((last, { to }) => Math.max(last, to), 0);
}
