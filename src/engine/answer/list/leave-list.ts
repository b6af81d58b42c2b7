/** A list takes the place of what was imported of the same conversation: its history stands in the log once. */

import { countHeardWords, type HeardWords } from "../../../core/importing/heard-words.js";
import type { Entry } from "../../../core/log/entry.js";
import type { LaneRef } from "../../../core/log/keys.js";
import type { Engine } from "../../engine.js";
import { makeIngest } from "../../intake/ingest.js";
import type { ListedMessage } from "./listed-message.js";
import { isMark, keepStanding, readAfter } from "./stored-prefix.js";

/** What these messages say is withdrawn from the other lanes of the session that no list has written. */
export async function leaveToList(engine: Engine, ref: LaneRef, messages: readonly ListedMessage[]): Promise<void> {
  const heard = countHeardWords([messages.flatMap(({ items }) => items)]);
  for (const { ref: other, entries } of await engine.store.lanes(ref)) {
    if (other.lane !== ref.lane && isImported(other)) await leaveLane(engine, other, entries, heard);
  }
}

/** An import names a conversation by its session, and a subagent by its own name; what was spilled is kept for its length. */
function isImported({ lane }: LaneRef): boolean {
  return /^(?:root:|child:(?!spilled-))/.test(lane);
}

async function leaveLane(engine: Engine, ref: LaneRef, last: number, heard: HeardWords): Promise<void> {
  const entries = await readAfter(engine, ref, 0, last);
  if (entries.some(isMark)) return;
  const told = (await keepStanding(engine, ref, entries)).filter((entry: Entry) => heard.take(entry));
  if (told.length === 0) return;
  const ingest = makeIngest(engine);
  await engine.store.write({ ref, entries: told.map(({ id }) => ingest.withdrawn(id)) });
}
