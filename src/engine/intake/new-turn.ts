import type { TurnRecord } from "../../core/log/turn.js";
import { countAvailableTokens } from "../../core/policy/budget.js";
import type { Engine } from "../engine.js";

interface NewTurn extends Pick<TurnRecord, "ref" | "id">, Partial<Pick<TurnRecord, "origin" | "messages">> {}

/** A turn as it begins. Texts above half of the room are attachments from the start. */
export function makeTurnRecord(
  engine: Engine,
  { ref, id, origin = "interactive", messages = [] }: NewTurn,
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
