/** Commands that every channel shares, as text. They are about the log and never become part of it. */

import type { TypedCommand } from "../../core/conversation/typed-command.js";
import { ClewError } from "../../core/errors.js";
import type { LaneRef } from "../../core/log/keys.js";
import type { House } from "../engine.js";
import { clearLane } from "../growth/compact-lane.js";
import { compactAsCalled } from "./as-called.js";
import { configText } from "./config-text.js";
import { clearedText, compactedText } from "./done-text.js";
import { sentence } from "./sentence.js";
import { changeSettings, settingsIn } from "./settings.js";
import { measureUsage } from "./usage.js";
import { usageText } from "./usage-text.js";

/** The answer to a command, as a text for any chat. */
export async function runCommand(
  house: House,
  ref: LaneRef,
  command: TypedCommand,
  signal?: AbortSignal,
): Promise<string> {
  try {
    return await answerTo(house, ref, command, signal);
  } catch (error) {
    if (error instanceof ClewError && told.has(error.code)) return sentence(error.message, error.hint);
    throw error;
  }
}

/** What whoever typed the command can mend is an answer, not a failure. */
const told: ReadonlySet<string> = new Set(["lane/busy", "setting/bad", "view/too-small"]);

async function answerTo(
  house: House,
  ref: LaneRef,
  { name, words }: TypedCommand,
  signal: AbortSignal | undefined,
): Promise<string> {
  switch (name) {
    case "compact":
      if (words.length > 0) return "Write /compact alone: older messages become a summary.";
      return compactedText(await compactAsCalled(house, ref, signal));
    case "context":
      if (words.length === 0) return usageText(await measureUsage(house, ref), house.zone);
      if (words.length === 1 && words[0]?.toLowerCase() === "clear") return clearedText(await clearLane(house, ref));
      return "Write /context, or /context clear to start afresh.";
    case "config":
      return configured(house, ref, words);
    default:
      return name satisfies never;
  }
}

async function configured(house: House, ref: LaneRef, [setting, ...words]: readonly string[]): Promise<string> {
  if (setting === undefined) return configText(await settingsIn(house, ref), null);
  if (words.length === 0) return configText(await settingsIn(house, ref), setting);
  return configText(await changeSettings(house, ref, { [setting]: words.join(" ") }), setting);
}
