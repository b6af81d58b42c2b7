import type { OpenLog } from "../../compose/log-verbs.js";
import { ClewError } from "../../core/errors.js";
import { makeUnknownSessionError } from "../program/check-session.js";
import type { CommandDetails } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { cutMiddle, formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import { printRows } from "./print-rows.js";

const shownAtFirst = 20;

export const lanes: CommandDetails = {
  example: "clew lanes telegram:chat:42",
  most: 1,
  options: [{ name: "all", line: `all of them, not only the newest ${shownAtFirst} (a pipe gets all)` }],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const { screen } = input;
      const session = input.arguments[0] ?? (await findNewestSession(clew));
      const all = await clew.lanes(session);
      if (all.length === 0) {
        throw makeUnknownSessionError(input, session);
      }
      if (input.json) {
        for (const { ref, entries, newest } of all) {
          screen.data({ session: ref.session, lane: ref.lane, entries, newest: formatIsoTime(newest) });
        }
        return 0;
      }
      const shown = screen.columns === null || input.has("all") ? all : all.slice(0, shownAtFirst);
      const rows = shown.map(({ ref, entries, newest }): [string, string, string] => [
        ref.lane,
        formatNumber(entries),
        formatMoment(newest),
      ]);
      screen.line(cutMiddle(session, screen.columns));
      printRows(input, "lanes", [["lane", "entries", "newest"], ...rows], all.length - shown.length);
      return 0;
    }),
};

async function findNewestSession(clew: OpenLog): Promise<string> {
  const [newest] = await clew.sessions();
  if (newest !== undefined) return newest.session;
  throw new ClewError("session/unknown", "There is no session yet", {
    hint: "clew import FILE takes in a history; clew demo shows one",
  });
}
