import { type UsageKey, usageKeys } from "@clewline/core/model/usage-rows.js";
import { makeUsageError } from "../program/arguments.js";
import { checkSession } from "../program/check-session.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { isDay } from "../terminal/time-text.js";
import { printAdvice } from "./advice-lines.js";
import { makeUsageData, printUsage } from "./usage-lines.js";

export const usage: CommandDetails = {
  example: "clew usage --by model --since 2026-11-01",
  most: 0,
  options: [
    { name: "by", value: "WHAT", line: `${usageKeys.join(", ")}; day by default` },
    { name: "session", value: "KEY", line: "only this chat" },
    { name: "advise", line: "the largest avoidable costs, each with its price and what would have saved it" },
    { name: "since", value: "DAY", line: "from this day on, as 2026-11-15" },
  ],
  run: (input) => {
    const by = readUsageKey(input);
    const since = input.text("since");
    if (input.has("advise") && (since !== undefined || input.has("by")))
      throw makeUsageError("--advise looks at all days", "Leave out --since and --by; --session narrows it");
    if (since !== undefined && !isDay(since)) {
      throw makeUsageError(`--since is ${JSON.stringify(since)}`, "Write the day as 2026-11-15");
    }
    return runWithLog(input, async (clew) => {
      const session = input.text("session");
      if (session !== undefined) await checkSession(input, clew, session);
      const report = await clew.usage({ session, since, by, advise: input.has("advise") });
      if (report.advice !== undefined) {
        printAdvice(input, report.advice, report.total);
        return 0;
      }
      if (input.json) for (const row of report.rows) input.screen.data(makeUsageData(by, row));
      else printUsage(input, by, report);
      return 0;
    });
  },
};

function readUsageKey(input: Input): UsageKey {
  const typed = input.text("by") ?? "day";
  const found = usageKeys.find((key) => key === typed);
  if (found !== undefined) return found;
  throw makeUsageError(`--by is ${JSON.stringify(typed)}`, `Use one of: ${usageKeys.join(", ")}`);
}
