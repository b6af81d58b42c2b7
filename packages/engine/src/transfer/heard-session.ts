/** Finds records of a transcript that a gateway has logged already, so that an import does not log them twice. */
import { countHeardWords, type HeardList, type HeardWords } from "@clewline/core/importing/heard-words.js";
import type { ImportedRecord } from "@clewline/core/importing/importer.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { LaneKey, LaneRef, SessionKey, TurnId } from "@clewline/core/log/keys.js";
import type { Engine } from "../engine.js";
import { isAnewMark } from "../intake/sync-mark.js";

type HeardEngine = Pick<Engine, "store" | "owner" | "fns">;

/**
 * Checks records in their order: true if a gateway logged it, or the program added it by itself. A record about a
 * message goes with its message.
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

/** Null if no gateway logged a lane of the session. */
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

/** A restarted list repeats some of the one before: its turns without a call of their own are repetitions. */
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
