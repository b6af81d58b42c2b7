import type { EntryId, LaneRef, TurnId } from "../../core/log/keys.js";
import type { TurnOrigin, TurnRecord } from "../../core/log/turn.js";
import { countAvailableTokens } from "../../core/policy/budget.js";
import type { Engine } from "../engine.js";

/** A turn as it begins. Texts above half of the room are attachments from the start. */
export function makeTurnRecord(
  engine: Engine,
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
    began: engine.clock.now(),
    ended: null,
    messages,
    attachOver: Math.floor(countAvailableTokens(engine.budget) / 2),
    asides: [],
  };
}
