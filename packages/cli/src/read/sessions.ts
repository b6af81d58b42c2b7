import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { ListedSession } from "@clewline/engine/read/sessions/first-words.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import { printRows } from "./print-rows.js";
import { tellArchived } from "./tell-archived.js";

const shownAtFirst = 20;

export const sessions: CommandDetails = {
  example: "clew sessions --json",
  most: 0,
  options: [
    { name: "all", line: `all of them, not only the newest ${shownAtFirst} (a pipe gets all)` },
    { name: "archived", line: "those that are archived, because nothing was said there for retention_days" },
  ],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const isArchived = input.has("archived");
      const begins = input.json || isWhole(input) ? true : shownAtFirst;
      const listed = await clew.sessions({ which: isArchived ? "archived" : "active", begins });
      if (input.json) for (const each of listed) input.screen.data({ ...each, newest: formatIsoTime(each.newest) });
      else if (listed.length > 0) print(input, listed);
      else if (isArchived) input.screen.line("No session is archived.");
      else await printNone(input, clew);
      if (!isArchived) await tellArchived(input, clew, "sessions");
      return 0;
    }),
};

function isWhole({ screen, has }: Input): boolean {
  return screen.columns === null || has("all");
}

function print(input: Input, all: readonly ListedSession[]): void {
  const shown = isWhole(input) ? all : all.slice(0, shownAtFirst);
  const rows = shown.map((each): [string, string, string, string] => [
    each.session,
    formatNumber(each.lanes),
    formatNumber(each.entries),
    formatMoment(each.newest, input.screen),
  ]);
  const table: typeof rows = [["session", "lanes", "entries", "newest"], ...rows];
  const texts = ["begins", ...shown.map((each) => each.begins ?? "")];
  printRows(input, "sessions", table, { hidden: all.length - shown.length, texts });
}

async function printNone({ screen }: Input, clew: OpenLog): Promise<void> {
  const isEmpty = (await clew.sessions({ which: "all" })).length === 0;
  screen.line(isEmpty ? "The log has no session yet." : "Every session is archived.");
}
