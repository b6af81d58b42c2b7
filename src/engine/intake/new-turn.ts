import type { EntryId, LaneRef, TurnId } from "../../core/log/keys.js";
import type { TurnOrigin, TurnRecord } from "../../core/log/turn.js";
import { availableIn } from "../../core/policy/budget.js";
import type { House } from "../engine.js";

/** A turn as it begins. Texts above half of the room are attachments from the start. */
export function newTurn(
  house: House,
  ref: LaneRef,
  id: TurnId,
  origin: TurnOrigin,
  messages: readonly EntryId[],
): TurnRecord {
  return {
    id,
    ref,
    state: "running",
    origin,
    began: house.clock.now(),
    ended: null,
    messages,
    attachOver: Math.floor(availableIn(house.budget) / 2),
    asides: [],
  };
}
