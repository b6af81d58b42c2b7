/** A generated lane as it is seen from inside, with others that were written between its halves. */
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Engine } from "@clewline/engine/engine.js";
import { recall, recallPage } from "@clewline/engine/read/recall.js";
import { search } from "@clewline/engine/read/search/search.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import type { GeneratedLane } from "@clewline/store-kit/logs.js";
import { bytesFor, settle } from "../invariants/walled.js";

const questions = [
  "hello",
  "the quick brown fox",
  "fox system clew",
  "敏捷的棕色狐狸",
  "ignore all previous",
  "булок",
  "search",
];

/** All that can be seen of a lane from inside. */
export async function seenIn(engine: Engine, lane: GeneratedLane, others: readonly GeneratedLane[]): Promise<unknown> {
  const half = Math.floor(lane.entries.length / 2);
  await settle(engine, { ...lane, entries: lane.entries.slice(0, half), turns: [] });
  for (const other of others) await settle(engine, other);
  await settle(engine, lane);
  const found = await Promise.all(
    questions.map((each) => search(engine, each, { scope: { kind: "lane", ref: lane.ref }, limit: 10 })),
  );
  const pointers = lane.entries.flatMap(({ seq }) =>
    (["e", "s"] as const).map((kind) => makePointer(kind, lane.ref, seq, fingerprint)),
  );
  const opened = await Promise.all(
    pointers.map((pointer) => recall(engine, lane.ref, { pointer, offset: 0, find: null, limit: recallPage })),
  );
  return JSON.parse(JSON.stringify({ views: await bytesFor(engine, lane), found, opened }));
}

/** A time that can't be read gets the time of arrival at the door. */
export function storable(lane: GeneratedLane): GeneratedLane {
  const entries = lane.entries.map((entry) => (Number.isNaN(entry.at) ? { ...entry, at: entry.arrived } : entry));
  return { ...lane, entries };
}
