import type { LaneSelector } from "../../agent/answer-options.js";
import type { OpenLog } from "../../compose/log-verbs.js";
import { ClewError } from "../../core/errors.js";
import type { Receipt } from "../../core/receipt/receipt.js";

/** The receipt of a lane's last call; null if there was none yet. */
export async function findLastReceipt(clew: OpenLog, choice: LaneSelector): Promise<Receipt | null> {
  try {
    return (await clew.why(choice)).receipt;
  } catch (error) {
    if (error instanceof ClewError && error.code === "receipt/unknown") return null;
    throw error;
  }
}
