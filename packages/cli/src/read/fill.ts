/** `clew status`: the fill of a chat's context in a line, for people, status bars and hooks. */
import { isExpensive } from "@clewline/core/model/cold-call.js";
import { pickAlertLevel } from "@clewline/core/model/usage.js";
import { renderStatus } from "@clewline/engine/commands/status-text.js";
import type { CommandDetails } from "../program/command.js";
import { readLaneChoice, readWindow, runWithLog } from "../program/open-log.js";
import { printSentence } from "../terminal/prose.js";
import { fitLine } from "../terminal/text.js";
import { formatIsoTime } from "../terminal/time-text.js";

export const fill: CommandDetails = {
  example: "clew status telegram:chat:42 --json",
  most: 1,
  heeds: ["lane", "window"],
  options: [{ name: "session", value: "KEY", line: "the same as SESSION" }],
  run: async (input) => {
    const { screen } = input;
    const choice = readLaneChoice(input, input.arguments[0]);
    const opening = { store: input.text("store"), window: undefined };
    const report = await runWithLog(input, (clew) => clew.context({ ...choice, window: readWindow(input) }), opening);
    const { session, lane, window, reply, tokens, compactions, cold, verdicts } = report;
    if (input.json) {
      const countOf = (...kinds: readonly string[]) =>
        verdicts
          .filter(({ verdict }) => kinds.includes(verdict.kind))
          .reduce((sum, { verdict }) => sum + verdict.to - verdict.from + 1, 0);
      screen.data({
        session,
        lane,
        tokens,
        window,
        free: Math.max(0, window - reply - tokens),
        part: tokens / window,
        level: pickAlertLevel(tokens / window),
        compactions: compactions.count,
        compacted: compactions.last === null ? null : formatIsoTime(compactions.last),
        entries: { shown: countOf("kept", "stubbed"), summarised: countOf("summarised"), left: countOf("omitted") },
        cold: cold === null ? null : { ...cold, expensive: isExpensive(cold) },
      });
      return 0;
    }
    screen.line(fitLine(`${session}, lane ${lane}`, screen.columns));
    for (const line of renderStatus(report)) printSentence(screen, line);
    return 0;
  },
};
