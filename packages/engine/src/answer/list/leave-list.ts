/** A list replaces the imported part of the same conversation, so that its history is in the log once. */

import { findToldAgain, type KnownWords } from "@clewline/core/importing/heard-order.js";
import { listHeardKeys } from "@clewline/core/importing/heard-words.js";
import { hasStableId } from "@clewline/core/importing/stable-id.js";
import { type Entry, isFromModel } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { makeIngest } from "../../intake/ingest.js";
import type { ListedMessage } from "./listed-message.js";
import { isMark, keepStanding, readAfter } from "./stored-prefix.js";

/** Withdraws the imported copies of these messages from other lanes of the session that no list has written. */
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
  /** How many of its entries the list repeats. */
  readonly count: number;
}

type ImportedWords = KnownWords<{ readonly entry: Entry["id"]; readonly isReply: boolean }>;

/** An import names a conversation's lane by its session, a subagent's by its own name. Spilled texts are kept whole. */
function isImported({ lane }: LaneRef): boolean {
  return /^(?:root:|child:(?!spilled-))/.test(lane);
}

/** Reads the imported words of a lane that still stand; none if a list has written the lane. */
async function readWords(engine: Engine, ref: LaneRef, last: number): Promise<readonly ImportedWords[]> {
  const entries = await readAfter(engine, ref, 0, last);
  if (entries.some(isMark)) return [];
  return (await keepStanding(engine, ref, entries.filter(hasStableId))).map((entry) => ({
    id: { entry: entry.id, isReply: isFromModel(entry) },
    keys: listHeardKeys(entry, engine.fns.hash),
  }));
}
