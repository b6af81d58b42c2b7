import { makeUsageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { makePrintable } from "../terminal/text.js";
import { formatDay, isDay } from "../terminal/time-text.js";

export const journal: CommandDetails = {
  example: "clew journal --day 2026-11-15 > 2026-11-15.md",
  most: 0,
  options: [
    { name: "day", value: "DAY", line: "as 2026-11-15; today by default" },
    { name: "session", value: "KEY", line: "only this chat" },
  ],
  run: (input) => {
    const named = input.text("day");
    if (named !== undefined && !isDay(named))
      throw makeUsageError(`--day is ${JSON.stringify(named)}`, "Write it as 2026-11-15");
    return runWithLog(input, async (clew) => {
      const day = named ?? formatDay(Date.now(), input.screen);
      const session = input.text("session");
      if (session !== undefined) await checkSession(input, clew, session);
      const text = await clew.journal({ session, day });
      if (input.json) input.screen.data({ day, session: session ?? null, text });
      else if (text !== "") input.screen.line(makePrintable(text));
      else return reportNothing(input, day);
      return 0;
    });
  },
};

function reportNothing({ screen }: Input, day: string): number {
  screen.aside(`clew: nothing was summarised on ${day}; --day DAY looks at another day`);
  return 1;
}
