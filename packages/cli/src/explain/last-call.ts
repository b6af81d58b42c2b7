import type { LaneSelector } from "@clewline/agent/answer-options.js";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { isPolicy } from "@clewline/clewline/config/find-policy.js";
import { ClewError } from "@clewline/core/errors.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { Input } from "../program/command.js";
import { loadInputConfig, type Opening, readWindow, runWithLog } from "../program/open-log.js";

/** The last call of a lane, and how to open the log so that the next one resembles it. */
export interface LastCall {
  readonly last: Receipt | null;
  readonly opening: Opening;
  /** Whether the command line knows its policy too. */
  readonly isKnown: boolean;
}

/** Takes from the last call what clew.toml leaves open. A policy that only a program defines is not known here. */
export async function findLastCall(input: Input, choice: LaneSelector): Promise<LastCall> {
  const config = await loadInputConfig(input);
  return runWithLog(input, async (clew) => {
    const last = await findLastReceipt(clew, choice);
    const isKnown = last === null || isPolicy(last.policy.name, config);
    const policy = config.policy ?? (isKnown ? last?.policy.name : undefined);
    const window = readWindow(input) ?? (config.window === undefined ? last?.window : undefined);
    return { last, isKnown, opening: { store: clew.location, window, policy } };
  });
}

/** Reductions belong to a policy and a window; made for another policy, no view would use them. */
export function refuseOwnPolicy({ last, isKnown }: LastCall, instead: string): void {
  if (last === null || isKnown) return;
  throw new ClewError("policy/bad", `The last call had the policy ${last.policy.name}, which only your program knows`, {
    hint: `Write ${instead} in the chat instead`,
  });
}

/** The receipt of a lane's last call; null if there was none yet. */
export async function findLastReceipt(clew: OpenLog, choice: LaneSelector): Promise<Receipt | null> {
  try {
    return (await clew.why(choice)).receipt;
  } catch (error) {
    if (error instanceof ClewError && error.code === "receipt/unknown") return null;
    throw error;
  }
}
