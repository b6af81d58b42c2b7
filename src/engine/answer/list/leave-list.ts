/** A list takes the place of what was imported of the same conversation: its history stands in the log once. */

import { findToldAgain, type KnownWords } from "../../../core/importing/heard-order.js";
import { listHeardKeys } from "../../../core/importing/heard-words.js";
import { hasStableId } from "../../../core/importing/stable-id.js";
import { type Entry, isFromModel } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import type { Engine } from "../../engine.js";
import { makeIngest } from "../../intake/ingest.js";
import type { ListedMessage } from "./listed-message.js";
import { isMark, keepStanding, readAfter } from "./stored-prefix.js";

/** What these messages say is withdrawn from the other lanes of the session that no list has written. */
export async function leaveToList(engine: Engine, ref: LaneRef, messages: readonly ListedMessage[]): Promise<void> {
  let heard: readonly string[] = messages.flatMap(({ items }) =>
    items.flatMap((item) => listHeardKeys(item, engine.fns.hash)),
  );
  const lanes: ImportedLane[] = [];
  for (const { ref: other, entries } of await engine.store.lanes(ref)) {
    if (other.lane === ref.lane || !isImported(other)) continue;
    const words = await readWords(engine, other, entries);
    lanes.push({ ref: other, words, count: findToldAgain(words, heard).told.length });
  }
  // The conversation itself has more of it than a subagent that used the same words.
  for (const lane of lanes.sort((one, other) => other.count - one.count)) {
    const { told, left } = findToldAgain(lane.words, heard);
    // Words of a person alone, such as "go on", are no sign of the same conversation.
    if (!told.some(({ isReply }) => isReply)) continue;
    heard = left;
    const ingest = makeIngest(engine);
    await engine.store.write({ ref: lane.ref, entries: told.map(({ entry }) => ingest.withdrawn(entry)) });
  }
}

interface ImportedLane {
  readonly ref: LaneRef;
  readonly words: readonly ImportedWords[];
  /** How much of it the list tells. */
  readonly count: number;
}

type ImportedWords = KnownWords<{ readonly entry: Entry["id"]; readonly isReply: boolean }>;

/** An import names a conversation by its session, and a subagent by its own name; what was spilled is kept for its length. */
function isImported({ lane }: LaneRef): boolean {
  return /^(?:root:|child:(?!spilled-))/.test(lane);
}

/** What stands in a lane as it was imported, not what was said there since; nothing of one that a list has written. */
async function readWords(engine: Engine, ref: LaneRef, last: number): Promise<readonly ImportedWords[]> {
  const entries = await readAfter(engine, ref, 0, last);
  if (entries.some(isMark)) return [];
  return (await keepStanding(engine, ref, entries.filter(hasStableId))).map((entry) => ({
    id: { entry: entry.id, isReply: isFromModel(entry) },
    keys: listHeardKeys(entry, engine.fns.hash),
  }));
}
