import { existsSync } from "node:fs";
import type { OpenLog } from "../../compose/log-verbs.js";
import type { SessionSummary } from "../../core/ports/index.js";
import { lastReceipt } from "../explain/last-receipt.js";
import { next } from "../program/again.js";
import type { Input } from "../program/command.js";
import { whereElse } from "../program/missing-log.js";
import { configOf, locationOf, withLog } from "../program/open-log.js";
import { isoOf, momentOf } from "../terminal/moment.js";
import { glossary, sentence } from "../terminal/prose.js";
import { count, counted, oneLine, printable } from "../terminal/text.js";

/** Bare `clew`: which log, what is in it, and what to type next. */
export async function status(input: Input): Promise<number> {
  const { screen } = input;
  const location = await locationOf(input);
  const { file } = await configOf(input);
  const { path, because } = location;
  const exists = existsSync(path);
  const opening = { store: path, window: undefined };
  const { sessions, called } = exists ? await withLog(input, standing, opening) : { sessions: [], called: false };
  const [newest] = sessions;
  if (input.json) {
    const newestAsData = newest === undefined ? null : { ...newest, newest: isoOf(newest.newest) };
    screen.data({
      store: path,
      because,
      exists,
      config: file?.path ?? null,
      sessions: sessions.length,
      newest: newestAsData,
    });
    return 0;
  }
  const fact = (name: string, text: string) => sentence(screen, screen.paint("bold", name) + text, 10);
  fact("log", `       ${printable(path)} (${because})`);
  if (!exists) {
    sentence(screen, "          not there yet: an import or the first message makes it");
    sentence(screen, `          ${printable(whereElse(location))}`, 10);
  }
  if (file !== null) fact("config", `    ${printable(file.path)} (${file.because})`);
  if (exists) fact("sessions", `  ${count(sessions.length)}`);
  if (newest !== undefined) {
    const facts = `${counted(newest.entries, "entry", "entries")} in ${counted(newest.lanes, "lane", "lanes")}`;
    fact("newest", `    ${oneLine(newest.session, 44)}, ${facts}, ${momentOf(newest.newest)}`);
  }
  screen.line();
  nextSteps(input, newest === undefined ? first : called ? onward : imported);
  return 0;
}

/** What is in the log, and whether its newest lane has had a call. */
async function standing(clew: OpenLog): Promise<{ sessions: readonly SessionSummary[]; called: boolean }> {
  const sessions = await clew.sessions();
  return { sessions, called: sessions.length > 0 && (await lastReceipt(clew, {})) !== null };
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

function nextSteps(input: Input, steps: Steps): void {
  const { screen } = input;
  screen.line(screen.paint("bold", "next"));
  const rows = steps.map(([command, text]) => [`  ${inLog(input, command)}`, text] as const);
  screen.line(glossary(screen, rows));
}

function inLog(input: Input, command: string): string {
  const [name = "", ...words] = command.split(" ");
  return name === "demo" || name === "help" ? `clew ${name}` : next(input, name, ...words);
}
