/** Commands that every channel shares. They are about the log and never become part of it. */

import type { TypedCommand } from "../../core/conversation/typed-command.js";
import { ClewError } from "../../core/errors.js";
import type { LaneRef } from "../../core/log/keys.js";
import type { Engine } from "../engine.js";
import { clearLane } from "../growth/compact-lane.js";
import { readZone } from "../growth/session-zone.js";
import { compactAsCalled } from "./call-context.js";
import { renderConfig } from "./config-text.js";
import { describeClearing, describeCompaction } from "./done-text.js";
import { joinSentence } from "./sentence.js";
import { changeSettings, readSettings } from "./settings.js";
import { measureUsage } from "./usage.js";
import { renderUsage } from "./usage-text.js";

/** Answers a command with a text for any chat. */
export async function runCommand(
  engine: Engine,
  ref: LaneRef,
  command: TypedCommand,
  signal?: AbortSignal,
): Promise<string> {
  try {
    return await answerCommand(engine, ref, command, signal);
  } catch (error) {
    if (error instanceof ClewError && fixableCodes.has(error.code)) return joinSentence(error.message, error.hint);
    throw error;
  }
}

/** Errors that the person who typed the command can fix: their text is the answer. */
const fixableCodes: ReadonlySet<string> = new Set(["lane/busy", "setting/bad", "view/too-small"]);

async function answerCommand(
  engine: Engine,
  ref: LaneRef,
  { name, words }: TypedCommand,
  signal: AbortSignal | undefined,
): Promise<string> {
  switch (name) {
    case "compact":
      if (words.length > 0) return "Write /compact alone: older messages become a summary.";
      return describeCompaction(await compactAsCalled(engine, ref, signal));
    case "context":
      if (words.length === 0) return renderUsage(await measureUsage(engine, ref), await readZone(engine, ref));
      if (words.length === 1 && words[0]?.toLowerCase() === "clear")
        return describeClearing(await clearLane(engine, ref));
      return "Write /context, or /context clear to start afresh.";
    case "config":
      return answerConfig(engine, ref, words);
    default:
      return name satisfies never;
  }
}

async function answerConfig(engine: Engine, ref: LaneRef, [setting, ...words]: readonly string[]): Promise<string> {
  if (setting === undefined) return renderConfig(await readSettings(engine, ref), null);
  if (words.length === 0) return renderConfig(await readSettings(engine, ref), setting);
  return renderConfig(await changeSettings(engine, ref, { [setting]: words.join(" ") }), setting);
}
