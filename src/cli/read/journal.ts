import { usageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { withLog } from "../program/open-log.js";
import { dayOf, isDay } from "../terminal/moment.js";
import { printable } from "../terminal/text.js";

export const journal: CommandDetails = {
  example: "clew journal --day 2026-11-15 > 2026-11-15.md",
  most: 0,
  options: [
    { name: "day", value: "DAY", line: "as 2026-11-15; today unless told" },
    { name: "session", value: "KEY", line: "only this chat" },
  ],
  run: (input) => {
    const day = input.text("day") ?? dayOf(Date.now());
    if (!isDay(day)) throw usageError(`--day is ${JSON.stringify(day)}`, "Write it as 2026-11-15");
    return withLog(input, async (clew) => {
      const session = input.text("session");
      if (session !== undefined) await checkSession(input, clew, session);
      const text = await clew.journal({ session, day });
      if (input.json) input.screen.data({ day, session: session ?? null, text });
      else if (text !== "") input.screen.line(printable(text));
      else return nothing(input, day);
      return 0;
    });
  },
};

function nothing({ screen }: Input, day: string): number {
  screen.aside(`clew: nothing was summarised on ${day}; --day DAY looks at another day`);
  return 1;
}
