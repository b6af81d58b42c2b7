import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { ClewError } from "@clewline/core/errors.js";
import type { LaneSummary } from "@clewline/core/ports/index.js";
import { compactionEvent } from "@clewline/engine/growth/compaction.js";
import { isObject } from "@clewline/text/json.js";
import { makeUnknownSessionError } from "../program/check-session.js";
import type { CommandDetails } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { cutMiddle, formatNumber } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";
import { printRows } from "./print-rows.js";

const shownAtFirst = 20;

export const lanes: CommandDetails = {
  example: "clew lanes telegram:chat:42",
  most: 1,
  options: [
    { name: "session", value: "KEY", line: "the same as SESSION" },
    { name: "all", line: `all of them, not only the newest ${shownAtFirst} (a pipe gets all)` },
  ],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const { screen } = input;
      const session = readLaneChoice(input, input.arguments[0]).session ?? (await findNewestSession(clew));
      const all = await clew.lanes(session);
      if (all.length === 0) {
        throw makeUnknownSessionError(input, session);
      }
      if (input.json) {
        for (const { ref, entries, newest, compactions } of await countAll(clew, all)) {
          screen.data({ session: ref.session, lane: ref.lane, entries, compactions, newest: formatIsoTime(newest) });
        }
        return 0;
      }
      const shown = screen.columns === null || input.has("all") ? all : all.slice(0, shownAtFirst);
      const rows = (await countAll(clew, shown)).map(
        ({ ref, entries, newest, compactions }): [string, string, string, string] => [
          ref.lane,
          formatNumber(entries),
          formatNumber(compactions),
          formatMoment(newest, screen),
        ],
      );
      screen.line(cutMiddle(session, screen.columns));
      printRows(input, "lanes", [["lane", "entries", "compacted", "newest"], ...rows], {
        hidden: all.length - shown.length,
      });
      return 0;
    }),
};

/** How often each of them was compacted, by the trace. */
async function countAll(clew: OpenLog, lanes: readonly LaneSummary[]) {
  return Promise.all(
    lanes.map(async (lane) => {
      const { session, lane: name } = lane.ref;
      const lines = await clew.trace({ session, lane: name, limit: mostTraced });
      const made = lines.filter(
        (line) => line.name === compactionEvent && isObject(line.event) && "kept" in line.event,
      );
      return { ...lane, compactions: made.length };
    }),
  );
}

const mostTraced = 10_000;

async function findNewestSession(clew: OpenLog): Promise<string> {
  const [newest] = await clew.sessions({ which: "all" });
  if (newest !== undefined) return newest.session;
  throw new ClewError("session/unknown", "There is no session yet", {
    hint: "clew import FILE takes in a history; clew demo shows one",
  });
}
