import type { LaneRef } from "@clewline/core/log/keys.js";
import { type Change, placesPerPage, type UnindexedPage, type VectorPage } from "@clewline/core/ports/index.js";
import { readStoredEntry } from "./damage/stored-entries.js";
import { type Fields, readFields } from "./fields.js";
import { findLane, normaliseLimit } from "./read.js";
import { readNumberColumn } from "./rows/columns.js";
import type { LaneRow } from "./rows/place-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeText } from "./stored-text.js";

export function writeVectors({ vectors: statements }: Statements, lane: LaneRow, { vectors: change }: Change): void {
  if (change === undefined) return;
  const key = { laneId: lane.id, embedder: encodeText(change.embedder) };
  statements.addIndex.run(key);
  const index = readNumberColumn(statements.findIndex.get(key), "number");
  for (const { seq, bytes } of change.vectors) {
    const stored = bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    statements.put.run({ laneId: lane.id, index, seq, bytes: stored });
  }
  if (change.through !== undefined) {
    statements.moveMark.run({ index, through: Math.min(change.through, lane.nextSeq - 1) });
  }
}

export function readVectors(
  statements: Statements,
  ref: LaneRef,
  embedder: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): VectorPage {
  const found = findIndex(statements, ref, embedder);
  if (found === null) return { vectors: [], through: 0, last: 0 };
  const { index, through, last } = found;
  const rows = index === 0 ? [] : statements.vectors.after.all({ index, after, limit: normaliseLimit(limit) });
  return { vectors: rows.flatMap((row) => readVector(statements, readFields(row))), through, last };
}

/** A damaged one is as good as none: the words of its entry are still searched. */
function readVector({ unread }: Statements, { number, seq, bytes }: Fields): VectorPage["vectors"] {
  if (typeof number === "number" && typeof seq === "number" && (bytes === null || Buffer.isBuffer(bytes))) {
    const plain = bytes === null ? null : new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return [{ number, seq, bytes: plain }];
  }
  unread.meet({ table: "vectors", key: { number }, reason: "its columns are not those of a vector" });
  return [];
}

export function listUnindexed(
  statements: Statements,
  ref: LaneRef,
  embedder: string,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): UnindexedPage {
  const page = findPage(statements, ref, embedder, before);
  if (page === null) return { entries: [], next: null, last: 0 };
  const { next, last, ...places } = page;
  const most = normaliseLimit(limit);
  const rows = statements.vectors.waiting.all({ ...places, limit: most + 1 });
  const entries = rows.slice(0, most).flatMap((row) => readStoredEntry(statements, row) ?? []);
  const reached = rows.length > most ? rows[most - 1] : undefined;
  const left = rows.length > most ? (reached === undefined ? places.to + 1 : readNumberColumn(reached, "seq")) : next;
  return { entries, next: left, last };
}

export function countUnindexed(
  statements: Statements,
  ref: LaneRef,
  embedder: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  const found = findIndex(statements, ref, embedder);
  if (found === null) return 0;
  const { laneId, index, through } = found;
  const places = { from: Math.max(from, through + 1), to: Math.min(to, Math.max(1, from) + placesPerPage - 1) };
  return readNumberColumn(statements.vectors.countWaiting.get({ laneId, index, ...places }), "count");
}

/** The places that one page looks at. */
function findPage(statements: Statements, ref: LaneRef, embedder: string, before: number | null) {
  const found = findIndex(statements, ref, embedder);
  if (found === null) return null;
  const { laneId, index, through, last } = found;
  const to = Math.min(last, (before ?? last + 1) - 1);
  const from = Math.max(through, to - placesPerPage) + 1;
  return { laneId, index, from, to, last, next: from > through + 1 ? from : null };
}

/** Index 0 for a lane without vectors under this name. */
function findIndex(statements: Statements, ref: LaneRef, embedder: string) {
  const lane = findLane(statements, ref);
  if (lane === null) return null;
  const row = statements.vectors.findIndex.get({ laneId: lane.id, embedder: encodeText(embedder) });
  const { number, through } = row === undefined ? { number: 0, through: 0 } : readFields(row);
  const last = lane.nextSeq - 1;
  const isSound = typeof number === "number" && Number.isSafeInteger(through) && Number(through) <= last;
  // A damaged mark only means that all of the lane is looked at.
  return { laneId: lane.id, index: Number(number), through: isSound ? Math.max(0, Number(through)) : 0, last };
}
