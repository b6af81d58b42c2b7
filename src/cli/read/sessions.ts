import { again } from "../program/again.js";
import type { CommandDetails } from "../program/command.js";
import { withLog } from "../program/open-log.js";
import { isoOf, momentOf } from "../terminal/moment.js";
import { sentenceWith } from "../terminal/prose.js";
import { count, keyed } from "../terminal/text.js";

const shownAtFirst = 20;

export const sessions: CommandDetails = {
  example: "clew sessions --json",
  most: 0,
  options: [{ name: "all", line: `all of them, not only the newest ${shownAtFirst} (a pipe gets all)` }],
  run: (input) =>
    withLog(input, async (clew) => {
      const { screen } = input;
      const all = await clew.sessions();
      if (input.json) for (const each of all) screen.data({ ...each, newest: isoOf(each.newest) });
      else if (all.length === 0) screen.line("The log has no session yet.");
      else {
        const shown = screen.columns === null || input.has("all") ? all : all.slice(0, shownAtFirst);
        const rows = shown.map((each): [string, string, string, string] => [
          each.session,
          count(each.lanes),
          count(each.entries),
          momentOf(each.newest),
        ]);
        const [head = "", ...lines] = keyed(
          screen.columns,
          [["session", "lanes", "entries", "newest"], ...rows],
          [1, 2],
        );
        screen.line(screen.paint("bold", head));
        for (const line of lines) screen.line(line);
        if (shown.length < all.length) {
          sentenceWith(screen, `and ${count(all.length - shown.length)} more:`, again("sessions", input, "--all"));
        }
      }
      return 0;
    }),
};
