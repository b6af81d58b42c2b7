import { ClewError } from "@clewline/core/errors.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../../engine.js";

/**
 * Ends the turn of a list that got no whole answer. The lane keeps nothing of the answer, because the model gets the
 * host's list. A turn that another request has ended meanwhile stays as it is.
 */
export async function endListTurn(
  { store, clock }: Engine,
  { ref, id }: TurnRecord,
  state: "failed" | "cancelled",
): Promise<void> {
  const stored = await store.turn(ref, id);
  if (stored === null) return;
  try {
    await store.write({ ref, turn: { ...stored, state, ended: clock.now() } });
  } catch (error) {
    if (!(error instanceof ClewError) || error.code !== "turn/not-running") throw error;
  }
}
