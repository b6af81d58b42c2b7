import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LogLine, LogPage } from "@clewline/engine/read/inspect.js";
import type { TraceLine } from "@clewline/engine/read/trace.js";
import { isObject, type Json } from "@clewline/text/json.js";
import { shortenTurn } from "../explain/short-turn.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import type { Screen, Style } from "../terminal/screen.js";
import { fitLine, formatCount, formatNumber, placeRight } from "../terminal/text.js";
import { formatDay, formatIsoTime, formatMoment, formatTime } from "../terminal/time-text.js";
import { isNote } from "./bookkeeping.js";

/** Reads so many times the limit, because notes are not shown; a turn has at least as many other entries. */
const notesApart = 3;

export const log: CommandDetails = {
  example: "clew log telegram:chat:42 --limit 100",
  most: 1,
  heeds: ["lane"],
  options: [
    { name: "session", value: "KEY", line: "the same as SESSION" },
    { name: "limit", value: "N", line: "entries to show, 20 by default (50 in a pipe), at most 1000" },
    { name: "all", line: "notes for the log only too; --json always has them" },
    { name: "events", line: "instead: calls of models with their cost, and compactions" },
  ],
  run: (input) => {
    const limit = input.number("limit", 1, 1_000) ?? (input.screen.columns === null ? 50 : 20);
    const complete = input.json || input.has("all");
    if (input.has("events")) return runWithLog(input, (clew) => printEvents(input, clew, limit));
    return runWithLog(input, async (clew) => {
      const page = await clew.log({
        ...readLaneChoice(input, input.arguments[0]),
        limit: complete ? limit : limit * notesApart,
      });
      if (input.json) printData(input.screen, page);
      else print(input, page, complete ? page.lines : page.lines.filter((line) => !isNote(line)).slice(-limit));
      return 0;
    });
  },
};

async function printEvents(input: Input, clew: OpenLog, limit: number): Promise<number> {
  const { screen } = input;
  const events = await clew.trace({ ...readLaneChoice(input, input.arguments[0]), limit });
  if (input.json) {
    for (const { name, at, event } of events) screen.data({ name, at: formatIsoTime(at), event });
    return 0;
  }
  if (events.length === 0) printSentence(screen, "Nothing has happened here yet: no call of a model, no compaction");
  for (const line of events) screen.line(renderEvent(screen, line));
  return 0;
}

function printData(screen: Screen, { ref, lines, turns }: LogPage): void {
  const states = new Map(turns.map((turn) => [turn.id, turn.state]));
  for (const { seq, pointer, at, kind, turn, text } of lines) {
    const state = turn === null ? null : (states.get(turn) ?? null);
    const { session, lane } = ref;
    screen.data({ session, lane, seq, pointer, at: formatIsoTime(at), kind, turn, state, text });
  }
}

function print(input: Input, { ref, total, lines, turns }: LogPage, listed: readonly LogLine[]): void {
  const { screen } = input;
  const from = listed[0]?.seq ?? 1;
  const notes = lines.filter(({ seq }) => seq >= from).length - listed.length;
  const shown = listed.length + notes < total ? `, the newest ${formatNumber(listed.length)}` : "";
  const where = fitLine(`${ref.session}, lane ${ref.lane}`, null);
  printSentence(screen, `${where}: ${formatCount(total, "entry", "entries")}${shown}`);
  const records = new Map(turns.map((turn) => [turn.id, turn]));
  for (const group of groupLines(screen, listed)) {
    const [first] = group;
    if (first === undefined) continue;
    screen.line();
    screen.line(renderHeading(screen, first, first.turn === null ? undefined : records.get(first.turn)));
    for (const line of group) screen.line(renderEntry(screen, line, formatNumber(total).length));
  }
  if (notes === 0) return;
  screen.line();
  const named = `${formatCount(notes, "note", "notes")} for the log only (usage, sent)`;
  printSentenceAndCommand(screen, `Not listed: ${named}:`, rebuildCommand("log", input, "--all"));
}

/** Groups neighbours of one turn; entries without a turn by day. */
function groupLines(screen: Screen, lines: readonly LogLine[]): readonly (readonly LogLine[])[] {
  const groups: LogLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    const together =
      before !== undefined &&
      before.turn === line.turn &&
      (line.turn !== null || formatDay(before.at, screen) === formatDay(line.at, screen));
    if (together) group?.push(line);
    else groups.push([line]);
  }
  return groups;
}

const stateStyles: Readonly<Record<TurnRecord["state"], Style>> = {
  running: "yellow",
  waiting: "yellow",
  completed: "green",
  failed: "red",
  cancelled: "red",
};

function renderHeading(screen: Screen, line: LogLine, turn: TurnRecord | undefined): string {
  if (line.turn === null) return `${screen.paint("bold", "no turn")}  ${formatDay(line.at, screen)}`;
  const id = screen.paint("bold", `turn ${shortenTurn(line.turn)}`);
  const when = formatMoment(line.at, screen);
  if (turn === undefined) return `${id}  ${when}`;
  const origin = turn.origin === "interactive" ? "" : `  ${turn.origin}`;
  // Its process is gone, and nobody has recorded an end: it can still be taken up.
  const state = turn.state === "failed" && turn.ended === null ? "cut off" : turn.state;
  return `${id}  ${when}  ${screen.paint(stateStyles[turn.state], state)}${origin}`;
}

function renderEntry(screen: Screen, { seq, at, text }: LogLine, digits: number): string {
  const start = `  ${placeRight(`#${seq}`, digits + 1)}  ${formatTime(at, screen)}  `;
  const room = screen.columns === null ? null : Math.max(20, screen.columns - start.length);
  return screen.paint("dim", start) + fitLine(markEmpty(text), room);
}

/** A message may have no text, such as a sticker, and so may a tool's result. */
function markEmpty(text: string): string {
  return text === "" || text.endsWith(": ") ? `${text}(empty)` : text;
}

/** One event of the trace as a line for people; --json has all of it. */
function renderEvent(screen: Screen, { name, at, event }: TraceLine): string {
  const facts = isObject(event) ? event : {};
  const words = { model_usage: describeCall, context_compaction: describeCompaction, model_limit: describeLimit }[name];
  const text = words === undefined ? JSON.stringify(event) : words(facts);
  const start = `${formatMoment(at, screen)}  ${name.padEnd(18)}  `;
  return screen.paint("dim", start) + fitLine(text, screen.columns === null ? null : screen.columns - start.length);
}

type Facts = Readonly<Record<string, Json>>;

function describeCall({ role, model, outcome, spent, dollars, durationMs, failed }: Facts): string {
  const tokens = isObject(spent) ? describeSpentTokens(spent) : "tokens unknown";
  const cost = typeof dollars === "number" ? `, $${dollars.toFixed(4)}` : "";
  const trouble = typeof failed === "string" ? `: ${failed}` : "";
  const took = `${(Number(durationMs ?? 0) / 1_000).toFixed(1)} s`;
  return `${String(role)} by ${String(model ?? "an unnamed model")}, ${String(outcome ?? "answered")}${trouble}, ${tokens}${cost}, ${took}`;
}

function describeSpentTokens(spent: Facts): string {
  const figure = (name: string) => Number(spent[name] ?? 0);
  const sent = figure("fresh") + figure("read") + figure("written") + figure("writtenLong");
  return `${formatNumber(sent)} in (${formatNumber(figure("read"))} from the cache), ${formatNumber(figure("output"))} out`;
}

function describeCompaction({ manual, summarised, kept, tokens, failed }: Facts): string {
  if (typeof failed === "string") return `a summary by the model failed: ${failed}`;
  const who = manual === true ? "asked for" : "by itself";
  return `${who}: ${formatNumber(Number(summarised ?? 0))} entries summarised, ${formatNumber(Number(kept ?? 0))} kept, ${formatNumber(Number(tokens ?? 0))} tokens`;
}

function describeLimit({ model, limit }: Facts): string {
  return `${String(model)} said that it takes ${formatNumber(Number(limit))} tokens`;
}
