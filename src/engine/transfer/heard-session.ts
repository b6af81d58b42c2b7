/** What a gateway heard of a program's sessions: the program's own transcript tells it once more, and it must not be in the log twice. */
import { countHeardWords, type HeardWords } from "../../core/importing/heard-words.js";
import type { ImportedRecord } from "../../core/importing/importer.js";
import type { Entry } from "../../core/log/entry.js";
import type { HostItem } from "../../core/log/host-message.js";
import type { LaneKey, SessionKey } from "../../core/log/keys.js";
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
    if (record.kind === "item") isHeard = heard.take(record.item) || isOfClient(record.item);
    return isHeard;
  };
}

/** A gateway names its lanes by topics. */
export function isGatewayLane(lane: LaneKey): boolean {
  return lane.startsWith("topic:");
}

const page = 500;

/** Null where no gateway heard anything. A list that its client began anew repeats some of the one before, so each counts by itself. */
async function readHeardWords({ store, owner, fns }: HeardEngine, session: SessionKey): Promise<HeardWords | null> {
  const lists: Entry[][] = [];
  for (const { ref } of await store.lanes({ owner, session })) {
    if (!isGatewayLane(ref.lane)) continue;
    lists.push([]);
    for (let from = 1, last = page; last === page; from += page) {
      const entries = await store.range(ref, from, from + page - 1);
      for (const entry of entries) {
        if (isAnewMark(entry)) lists.push([]);
        lists.at(-1)?.push(entry);
      }
      last = entries.length;
    }
  }
  return lists.length === 0 ? null : countHeardWords(lists, fns.hash);
}
