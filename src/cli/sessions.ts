import type { Command } from "./command.js";
import { isoOf, momentOf } from "./moment.js";
import { withLog } from "./open-log.js";
import { aligned, count, oneLine, roomFor } from "./text.js";

export const sessions: Command = {
  name: "sessions",
  line: "all chats in the log, newest first",
  usage: "",
  example: "clew sessions --json",
  most: 0,
  options: [],
  run: (input) =>
    withLog(input, async (clew) => {
      const { screen } = input;
      const all = await clew.sessions();
      if (input.json) for (const each of all) screen.line(JSON.stringify({ ...each, newest: isoOf(each.newest) }));
      else if (all.length === 0) screen.line("The log has no session yet.");
      else {
        const rows = all.map((each) => [
          oneLine(each.session, roomFor(screen.columns, 34)),
          count(each.lanes),
          count(each.entries),
          momentOf(each.newest),
        ]);
        const [head = "", ...lines] = aligned([["session", "lanes", "entries", "newest"], ...rows], [1, 2]);
        screen.line(screen.paint("bold", head));
        for (const line of lines) screen.line(line);
      }
      return 0;
    }),
};
