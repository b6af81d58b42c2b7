import type { Clew } from "../compose/clew.js";
import { ClewError } from "../core/errors.js";
import type { Command } from "./command.js";
import { isoOf, momentOf } from "./moment.js";
import { withLog } from "./open-log.js";
import { aligned, count, oneLine, roomFor } from "./text.js";

export const lanes: Command = {
  name: "lanes",
  line: "the threads of a session, newest first",
  usage: "[SESSION]",
  example: "clew lanes telegram:chat:42",
  most: 1,
  options: [],
  run: (input) =>
    withLog(input, async (clew) => {
      const { screen } = input;
      const session = input.arguments[0] ?? (await newestSession(clew));
      const all = await clew.lanes(session);
      if (all.length === 0) {
        throw new ClewError("session/unknown", `There is no session ${session}`, { hint: "clew sessions lists them" });
      }
      if (input.json) {
        for (const { ref, entries, newest } of all) {
          screen.line(JSON.stringify({ session: ref.session, lane: ref.lane, entries, newest: isoOf(newest) }));
        }
        return 0;
      }
      const rows = all.map(({ ref, entries, newest }) => [
        oneLine(ref.lane, roomFor(screen.columns, 27)),
        count(entries),
        momentOf(newest),
      ]);
      const [head = "", ...lines] = aligned([["lane", "entries", "newest"], ...rows], [1]);
      screen.line(oneLine(session, screen.columns));
      screen.line(screen.paint("bold", head));
      for (const line of lines) screen.line(line);
      return 0;
    }),
};

async function newestSession(clew: Clew): Promise<string> {
  const [newest] = await clew.sessions();
  if (newest !== undefined) return newest.session;
  throw new ClewError("session/unknown", "There is no session yet", { hint: "Begin a turn first, or run clew demo" });
}
