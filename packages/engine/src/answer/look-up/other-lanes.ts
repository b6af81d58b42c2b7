/** Picks the entries that a view shows of the session's other lanes. */
import { isSkipped } from "@clewline/core/log/background-runs.js";
import { type Entry, resolveMessageId } from "@clewline/core/log/entry.js";
import { isSameLane, type LaneRef } from "@clewline/core/log/keys.js";
import type { RetrievedEntry, Snapshot } from "@clewline/core/view/snapshot.js";
import type { Engine } from "../../engine.js";
import { pickRanges, rangesRequest } from "../../growth/lane-ranges.js";
import { isPrompt, isSaid, makeRetrieved } from "./retrieved-entries.js";

/** The newest messages of a session that a view of the whole session considers. */
const sessionMessages = 60;
const dayMs = 86_400_000;

interface PlacedEntry {
  readonly ref: LaneRef;
  readonly entry: Entry;
}

/** Drops entries from before their lane's context was cleared, and hidden ones. No view of any lane shows these. */
export async function dropCleared<Hit extends PlacedEntry>(
  { store }: Engine,
  { ref: own, cleared: ownCleared, ranges }: Snapshot,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const others = new Map(hits.flatMap(({ ref }) => (isSameLane(ref, own) ? [] : [[ref.lane, ref]])));
  const states = await Promise.all(
    [...others].map(async ([lane, ref]) => {
      const { cleared, records } = await store.read(ref, { limit: 0, records: [rangesRequest] });
      return [lane, { cleared, hidden: pickRanges(records[0]).hidden }] as const;
    }),
  );
  const lanes = new Map([[own.lane, { cleared: ownCleared, hidden: ranges?.hidden ?? [] }], ...states]);
  return hits.filter(({ ref, entry }) => {
    const { cleared, hidden } = lanes.get(ref.lane) ?? { cleared: 0, hidden: [] };
    return entry.seq > cleared && !isSkipped(entry.seq, hidden);
  });
}

/** Other lanes of a session that a view of the whole session looks into. */
const mostLanes = 4;

/** The newest messages of the session's other lanes, newest first, as last edited. */
export async function retrieveOtherLanes(
  engine: Engine,
  snapshot: Snapshot,
  days: number,
): Promise<readonly RetrievedEntry[]> {
  const newest = await engine.store.recentSaid(snapshot.ref, sessionMessages);
  const oldest = snapshot.now - days * dayMs;
  const others = newest
    .filter(({ ref, entry }) => !isSameLane(ref, snapshot.ref) && isSaid(entry))
    .filter(({ entry: { at } }) => at >= oldest && at <= snapshot.now)
    .toReversed();
  const lanes = [...new Map(others.map(({ ref }) => [ref.lane, ref])).values()].slice(0, mostLanes);
  const changes = await Promise.all(lanes.map((ref) => readLaneChanges(engine, ref, others)));
  const changed = new Map(changes.flat().map((change) => [resolveMessageId(change), change]));
  const near = others.filter(({ ref }) => lanes.some((lane) => isSameLane(lane, ref)));
  const retrieved = await Promise.all(
    (await dropCleared(engine, snapshot, near)).map(async ({ ref, entry }) => {
      const change = changed.get(entry.id);
      if (change?.kind === "withdrawn" || (await isPrompt(engine, snapshot, ref, entry))) return [];
      const found = { ref, entry: change ?? entry, first: entry };
      return [makeRetrieved(engine, snapshot.ref, found, "in another lane of this session")];
    }),
  );
  return retrieved.flat();
}

function readLaneChanges({ store }: Engine, ref: LaneRef, said: readonly PlacedEntry[]) {
  const own = said.filter((each) => isSameLane(each.ref, ref));
  return store.changesOf(
    ref,
    own.map(({ entry }) => entry.id),
  );
}
