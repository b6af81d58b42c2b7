import { type Entry, isFromModel } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";

/** Further on than people write before they are answered. */
const lookedAt = 64;

/**
 * Whether a host's list brought a message in together with an answer behind it: that was said before, elsewhere or in another lane,
 * and nobody says it now. What a view was made for was said here.
 */
export async function isListedHistory({ store }: Engine, ref: LaneRef, entry: Entry): Promise<boolean> {
  const turn = entry.turn === null ? null : await store.turn(ref, entry.turn);
  if (turn?.hosted !== true || (await store.receiptsOf(ref, turn.id)).length > 0) return false;
  const behind = await store.range(ref, entry.seq, entry.seq + lookedAt);
  return behind.some((each) => each.arrived === entry.arrived && isFromModel(each));
}
