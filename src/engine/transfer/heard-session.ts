/** What a gateway heard of a program's sessions: the program's own transcript tells it once more, and it must not be in the log twice. */
import { countHeardWords, type HeardList, type HeardWords } from "../../core/importing/heard-words.js";
import type { ImportedRecord } from "../../core/importing/importer.js";
import type { Entry } from "../../core/log/entry.js";
import type { HostItem } from "../../core/log/host-message.js";
import type { LaneKey, LaneRef, SessionKey, TurnId } from "../../core/log/keys.js";
import type { Engine } from "../engine.js";
import { isAnewMark } from "../intake/sync-mark.js";

type HeardEngine = Pick<Engine, "store" | "owner" | "fns">;

/**
 * Tells of each record, in their order, whether a gateway heard it, or the program said it to itself beside what was heard. What is
 * noted of a message goes with it.
 */
export function makeHeardFinder(
  engine: HeardEngine,
  isOfClient: (item: HostItem) => boolean,
): (record: ImportedRecord) => Promise<boolean> {
  const sessions = new Map<SessionKey, HeardWords | null>();
  let isHeard = false;
  return async (record) => {
    const { session } = record;
    if (!sessions.has(session)) sessions.set(session, await readHeardWords(engine, session));
    const heard = sessions.get(session) ?? null;
    if (heard === null || record.kind === "withdrawn") return false;
    if (record.kind === "item") {
      isHeard = heard.take(record.item) || record.isSummary === true || isOfClient(record.item);
    }
    return isHeard;
  };
}

/** A gateway names its lanes by topics. */
export function isGatewayLane(lane: LaneKey): boolean {
  return lane.startsWith("topic:");
}

const page = 500;

/** Null where no gateway heard anything. */
async function readHeardWords(engine: HeardEngine, session: SessionKey): Promise<HeardWords | null> {
  const { store, owner, fns } = engine;
  const lanes: (readonly HeardList[])[] = [];
  for (const { ref } of await store.lanes({ owner, session })) {
    if (isGatewayLane(ref.lane)) lanes.push(await readLists(engine, ref));
  }
  return lanes.length === 0 ? null : countHeardWords(lanes, fns.hash);
}

interface OpenList extends HeardList {
  readonly repeated: Entry[];
  readonly said: Entry[];
}

/** A list that its client began anew repeats some of the one before: turns of which no call was made since. */
async function readLists({ store }: HeardEngine, ref: LaneRef): Promise<readonly HeardList[]> {
  const lists: OpenList[] = [{ repeated: [], said: [] }];
  const answered = new Map<TurnId, boolean>();
  for (let from = 1, last = page; last === page; from += page) {
    const entries = await store.range(ref, from, from + page - 1);
    for (const entry of entries) {
      if (isAnewMark(entry)) lists.push({ repeated: [], said: [] });
      const { turn } = entry;
      if (turn !== null && !answered.has(turn)) answered.set(turn, (await store.receiptsOf(ref, turn)).length > 0);
      const isSaid = turn !== null && answered.get(turn) === true;
      lists.at(-1)?.[isSaid ? "said" : "repeated"].push(entry);
    }
    last = entries.length;
  }
  return lists;
}
