import type { CommandDetails } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { printSentenceAndCommand } from "../terminal/prose.js";
import { formatKeyedRows, formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";

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
        const [head = "", ...lines] = formatKeyedRows(
          screen.columns,
          [["session", "lanes", "entries", "newest"], ...rows],
          [1, 2],
        );
        screen.line(screen.paint("bold", head));
        for (const line of lines) screen.line(line);
        if (shown.length < all.length) {
          printSentenceAndCommand(
            screen,
            `and ${formatNumber(all.length - shown.length)} more:`,
            rebuildCommand("sessions", input, "--all"),
          );
        }
      }
      return 0;
    }),
};
