import type { UnsentReply } from "@clewline/engine/read/unsent.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { readLaneChoice, runWithLog } from "../program/open-log.js";
import { fitLine } from "../terminal/text.js";
import { formatIsoTime, formatMoment } from "../terminal/time-text.js";

export const unsent: CommandDetails = {
  example: "clew unsent telegram:chat:42",
  most: 1,
  options: [{ name: "session", value: "KEY", line: "the same as SESSION" }],
  run: (input) =>
    runWithLog(input, async (clew) => {
      const { screen } = input;
      const { session } = readLaneChoice(input, input.arguments[0]);
      if (session !== undefined) await checkSession(input, clew, session);
      const replies = await clew.unsent({ session });
      if (input.json) for (const each of replies) screen.data({ ...each, at: formatIsoTime(each.at) });
      else if (replies.length === 0) screen.line("Every reply was sent.");
      else for (const each of replies) printReply(input, each);
      return 0;
    }),
};

function printReply({ screen }: Input, { turn, session, lane, text, at, answers }: UnsentReply): void {
  const { columns } = screen;
  const asked = answers.length === 0 ? "" : `, answers ${answers.join(", ")}`;
  screen.line(screen.paint("bold", fitLine(`${formatMoment(at, screen)}  ${session} ${lane}`, columns)));
  screen.line(`  ${fitLine(`turn ${turn}${asked}`, columns === null ? null : columns - 2)}`);
  screen.line(`  ${fitLine(text, columns === null ? null : columns - 2)}`);
}
