/** Commands that every channel shares. They are about the log and never become part of it. */

import type { TypedCommand } from "@clewline/core/conversation/typed-command.js";
import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { groupSetting, resolveSettingName } from "@clewline/core/policy/settings.js";
import type { Engine } from "../engine.js";
import { type CompactResult, clearLane } from "../growth/compact-lane.js";
import { readZone } from "../growth/session-zone.js";
import { compactAsCalled } from "./call-context.js";
import { changeRanges, type RangeVerb } from "./change-ranges.js";
import { renderConfig } from "./config-text.js";
import { describeClearing, describeCompaction, describeRangeChange } from "./done-text.js";
import { joinSentence } from "./sentence.js";
import { changeSettings, readSettings } from "./settings.js";
import { isTypedRange, readTypedRange } from "./typed-range.js";
import { undoCompaction } from "./undo-compaction.js";
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
const fixableCodes: ReadonlySet<string> = new Set([
  "lane/busy",
  "options/bad",
  "pointer/unknown",
  "setting/bad",
  "view/too-small",
]);

async function answerCommand(
  engine: Engine,
  ref: LaneRef,
  { name, words }: TypedCommand,
  signal: AbortSignal | undefined,
): Promise<string> {
  switch (name) {
    case "compact":
      if (words.length === 1 && words[0]?.toLowerCase() === "undo")
        return describeCompaction(await undoCompaction(engine, ref), true);
      return describeCompaction(await compactWanted(engine, ref, words, signal));
    case "context":
      if (words.length === 0) return renderUsage(await measureUsage(engine, ref), await readZone(engine, ref));
      if (words.length === 1 && words[0]?.toLowerCase() === "clear")
        return describeClearing(await clearLane(engine, ref));
      return answerRanges(engine, ref, words);
    case "config":
      return answerConfig(engine, ref, words);
    default:
      return name satisfies never;
  }
}

/** All older messages, or a range of them; any other words are the summary's focus. */
async function compactWanted(
  engine: Engine,
  ref: LaneRef,
  words: readonly string[],
  signal: AbortSignal | undefined,
): Promise<CompactResult> {
  const typed = words.join(" ");
  const [first = "", ...rest] = words;
  const [range, focus] = isTypedRange(typed)
    ? [typed, ""]
    : isTypedRange(first)
      ? [first, rest.join(" ")]
      : ["", typed];
  const wish = {
    ...(range === "" ? {} : { range: await readTypedRange(engine, ref, range) }),
    ...(focus === "" ? {} : { focus }),
  };
  return compactAsCalled(engine, ref, wish, signal);
}

const rangeVerbs: readonly RangeVerb[] = ["hide", "show", "pin", "unpin"];

async function answerRanges(engine: Engine, ref: LaneRef, [typed = "", ...rest]: readonly string[]): Promise<string> {
  const verb = rangeVerbs.find((each) => each === typed.toLowerCase());
  if (verb === undefined || rest.length === 0)
    return "Write /context, /context clear to start afresh, or /context hide 20-30, show, pin or unpin.";
  return describeRangeChange(verb, await changeRanges(engine, ref, verb, rest.join(" ")));
}

async function answerConfig(engine: Engine, ref: LaneRef, [setting, ...words]: readonly string[]): Promise<string> {
  if (setting === undefined) return renderConfig(await readSettings(engine, ref), null);
  if (words.length === 0) return renderConfig(await readSettings(engine, ref), setting);
  if (resolveSettingName(setting) === groupSetting) {
    throw new ClewError("setting/bad", "group can't be changed from the chat, whose readers it is about", {
      hint: `The owner sets it: clew config group false --session ${ref.session}`,
    });
  }
  return renderConfig(await changeSettings(engine, ref, { [setting]: words.join(" ") }), setting);
}
