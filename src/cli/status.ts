import { existsSync } from "node:fs";
import type { Input } from "./command.js";
import { isoOf, momentOf } from "./moment.js";
import { locationOf, withLog } from "./open-log.js";
import type { Screen } from "./screen.js";
import { aligned, count, counted, oneLine } from "./text.js";

/** Bare `clew`: which log, what is in it, and what to type next. */
export async function status(input: Input): Promise<number> {
  const { screen } = input;
  const { path, because } = locationOf(input);
  const exists = existsSync(path);
  const sessions = exists ? await withLog(input, (clew) => clew.sessions(), { store: path, window: undefined }) : [];
  const [newest] = sessions;
  if (input.json) {
    const newestAsData = newest === undefined ? null : { ...newest, newest: isoOf(newest.newest) };
    screen.line(JSON.stringify({ store: path, because, exists, sessions: sessions.length, newest: newestAsData }));
    return 0;
  }
  screen.line(`${screen.paint("bold", "log")}       ${path} (${because})`);
  if (!exists) screen.line("          not there yet: the first message makes it");
  if (exists) screen.line(`${screen.paint("bold", "sessions")}  ${count(sessions.length)}`);
  if (newest !== undefined) {
    const facts = `${counted(newest.entries, "entry", "entries")} in ${counted(newest.lanes, "lane", "lanes")}`;
    screen.line(
      `${screen.paint("bold", "newest")}    ${oneLine(newest.session, 44)}, ${facts}, ${momentOf(newest.newest)}`,
    );
  }
  screen.line();
  nextSteps(screen, newest === undefined ? first : onward);
  return 0;
}

const first = [
  ["clew demo", "a month of conversation, one question; no key, seconds"],
  ["clew help", "all commands, and the lines that make a log of your own"],
  ["clew help context", "how one command is used, with an example"],
];

const onward = [
  ["clew context", "what the model gets on the next message, by layer"],
  ["clew why", "what became of every entry on the last call, and why"],
  ["clew log", "the newest turns with their ids"],
];

function nextSteps(screen: Screen, steps: readonly (readonly string[])[]): void {
  screen.line(screen.paint("bold", "next"));
  for (const line of aligned(steps)) screen.line(`  ${line}`);
}
