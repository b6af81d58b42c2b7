import { existsSync } from "node:fs";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { SessionSummary } from "@clewline/core/ports/index.js";
import { findLastReceipt } from "../explain/last-call.js";
import type { Input } from "../program/command.js";
import { suggestOtherPlace } from "../program/missing-log.js";
import { findLocation, loadInputConfig, runWithLog } from "../program/open-log.js";
import { buildCommand } from "../program/rebuild-command.js";
import { printSentence, renderGlossary } from "../terminal/prose.js";
import { fitLine, formatCount, formatNumber, makePrintable } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";

/** Prints what bare `clew` shows: which log, what is in it, and what to type next. */
export async function printStatus(input: Input): Promise<number> {
  const { screen } = input;
  const location = await findLocation(input);
  const { file, ignored } = await loadInputConfig(input);
  const { path, because } = location;
  const exists = existsSync(path);
  const opening = { store: path, window: undefined };
  const { sessions, called } = exists
    ? await runWithLog(input, readStanding, opening)
    : { sessions: [], called: false };
  const [newest] = sessions;
  if (input.json) {
    const newestAsData = newest === undefined ? null : { ...newest, newest: formatIsoTime(newest.newest) };
    screen.data({
      store: path,
      because,
      exists,
      config: file?.path ?? null,
      ignored: ignored?.keys ?? [],
      sessions: sessions.length,
      newest: newestAsData,
    });
    return 0;
  }
  const fact = (name: string, text: string) => printSentence(screen, screen.paint("bold", name) + text, 10);
  fact("log", `       ${makePrintable(path)} (${because})`);
  if (!exists) {
    printSentence(screen, "          not there yet: an import or the first message makes it");
    printSentence(screen, `          ${makePrintable(suggestOtherPlace(location))}`, 10);
  }
  if (file !== null) fact("config", `    ${makePrintable(file.path)} (${file.because})`);
  if (exists) fact("sessions", `  ${formatNumber(sessions.length)}`);
  if (newest !== undefined) {
    const facts = `${formatCount(newest.entries, "entry", "entries")} in ${formatCount(newest.lanes, "lane", "lanes")}`;
    fact("newest", `    ${fitLine(newest.session, 44)}, ${facts}, ${formatMoment(newest.newest, screen)}`);
  }
  screen.line();
  printNextSteps(input, newest === undefined ? first : called ? onward : imported);
  return 0;
}

/** Reads the sessions of the log, and whether its newest lane has had a call. */
async function readStanding(clew: OpenLog): Promise<{ sessions: readonly SessionSummary[]; called: boolean }> {
  const sessions = await clew.sessions({ which: "all" });
  return { sessions, called: sessions.length > 0 && (await findLastReceipt(clew, {})) !== null };
}

type Steps = readonly (readonly [command: string, sentence: string])[];

const first: Steps = [
  ["import FILE", "a history that you have: coding agents, chats, mail"],
  ["demo", "a month of conversation, one question; no key, seconds"],
  ["chat", "talk: with the model that this machine has, or with none"],
];

const imported: Steps = [
  ["log", "the newest turns with their ids"],
  ["context", "what the model would get on the next message, by layer"],
  ["search WORDS", "finds entries by their words, in all sessions"],
];

const onward: Steps = [
  ["context", "what the model gets on the next message, by layer"],
  ["why", "what became of every entry on the last call, and why"],
  ["log", "the newest turns with their ids"],
];

function printNextSteps(input: Input, steps: Steps): void {
  const { screen } = input;
  screen.line(screen.paint("bold", "next"));
  const rows = steps.map(([command, text]) => [`  ${buildStepCommand(input, command)}`, text] as const);
  screen.line(renderGlossary(screen, rows));
}

function buildStepCommand(input: Input, command: string): string {
  const [name = "", ...words] = command.split(" ");
  return name === "demo" || name === "help" ? `clew ${name}` : buildCommand(input, name, ...words);
}
