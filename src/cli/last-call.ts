import type { LaneChoice } from "../compose/clew.js";
import { ClewError } from "../core/errors.js";
import { presets } from "../core/policies/presets.js";
import type { Receipt } from "../core/receipt.js";
import type { Input } from "./command.js";
import { lastReceipt } from "./last-receipt.js";
import { type Opening, windowOf, withLog } from "./open-log.js";

/** The last call of a lane, and how to open the log so that the next one is like it. */
export interface LastCall {
  readonly last: Receipt | null;
  readonly opening: Opening;
}

/** The last call's window and policy are the best guess for the next one's. A program's own policy is not known here. */
export async function lastCallOf(input: Input, choice: LaneChoice): Promise<LastCall> {
  return withLog(input, async (clew) => {
    const last = await lastReceipt(clew, choice);
    const policy = last !== null && Object.hasOwn(presets, last.policy.name) ? last.policy.name : undefined;
    return { last, opening: { store: clew.location, window: windowOf(input) ?? last?.window, policy } };
  });
}

/** Reductions belong to a policy and a window: made for another they would never be seen. */
export function refuseOwnPolicy({ last }: LastCall, instead: string): void {
  if (last === null || Object.hasOwn(presets, last.policy.name)) return;
  throw new ClewError("policy/bad", `The last call had the policy ${last.policy.name}, which only your program knows`, {
    hint: `Write ${instead} in the chat instead`,
  });
}
