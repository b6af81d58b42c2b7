import type { TurnRecord } from "@clewline/core/log/turn.js";
import { countAvailableTokens } from "@clewline/core/policy/budget.js";
import type { Engine } from "../engine.js";

interface NewTurn extends Pick<TurnRecord, "ref" | "id">, Partial<Pick<TurnRecord, "origin" | "messages">> {}

/** Makes the record of a turn that begins now. Texts above half of the available tokens count as attachments. */
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
