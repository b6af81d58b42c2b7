import type { CommandDetails } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import { printRows } from "./print-rows.js";

const shownAtFirst = 20;

export const sessions: CommandDetails = {
  example: "clew sessions --json",
  most: 0,
  options: [{ name: "all", line: `all of them, not only the newest ${shownAtFirst} (a pipe gets all)` }],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const { screen } = input;
      const all = await clew.sessions();
      if (input.json) for (const each of all) screen.data({ ...each, newest: formatIsoTime(each.newest) });
      else if (all.length === 0) screen.line("The log has no session yet.");
      else {
        const shown = screen.columns === null || input.has("all") ? all : all.slice(0, shownAtFirst);
        const rows = shown.map((each): [string, string, string, string] => [
          each.session,
          formatNumber(each.lanes),
          formatNumber(each.entries),
          formatMoment(each.newest),
        ]);
        printRows(input, "sessions", [["session", "lanes", "entries", "newest"], ...rows], all.length - shown.length);
      }
      return 0;
    }),
};
