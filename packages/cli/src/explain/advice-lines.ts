/** Prints what a history could have saved: each cost with its price and what would have avoided it. */

import type { Advice } from "@clewline/core/model/advice/advise.js";
import type { UsageRow } from "@clewline/core/model/usage-rows.js";
import { formatPercent } from "@clewline/text/percent.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import type { Input } from "../program/command.js";
import { buildCommand } from "../program/rebuild-command.js";
import { formatDollars } from "../terminal/dollars.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatCount, makePrintable } from "../terminal/text.js";

const shownAtMost = 8;
/** Less than this part of what was paid is not worth a line. */
const leastPart = 0.005;

export function printAdvice(input: Input, advice: readonly Advice[], total: UsageRow): void {
  const { screen } = input;
  if (input.json) {
    for (const each of advice) screen.data({ ...each, ...explainRemedy(each) });
    return;
  }
  const shown = advice.filter(({ part }) => part >= leastPart).slice(0, shownAtMost);
  if (shown.length === 0) {
    const none = total.calls === 0 ? "No call of a model is in this log yet." : "Nothing that is worth a line.";
    printSentence(screen, none);
    return;
  }
  printSentence(screen, screen.paint("bold", "What could have been saved, the dearest first; these overlap"));
  const told = new Set<string>();
  for (const each of shown) {
    const { remedy } = explainRemedy(each);
    screen.line();
    const cost = screen.paint("bold", `${formatDollars(each.dollars)} (${formatPercent(each.part, 1)})`);
    printSentence(screen, `${cost}  ${describeCost(each)}`);
    // Several costs may have one remedy: it stands with the dearest of them.
    if (!told.has(remedy)) printSentence(screen, `  ${remedy}`, 2);
    told.add(remedy);
  }
  screen.line();
  printSentenceAndCommand(screen, "What each policy would have cost:", buildCommand(input, "try", "SESSION"));
}

function describeCost({ kind, of, count, tokens, again }: Advice): string {
  const [size, resent] = [formatShortNumber(Math.round(tokens)), formatShortNumber(Math.round(again))];
  switch (kind) {
    case "results": {
      const times = Math.round(again / Math.max(1, tokens));
      const what = formatCount(count, "result or long input", "results and long inputs");
      return `${what} of ${makePrintable(of ?? "a tool")}, ${size} tokens, sent again ${formatCount(times, "time", "times")} on average: ${resent} tokens`;
    }
    case "breaks":
      return `${formatCount(count, "break", "breaks")} of the prefix ${causes[of ?? ""] ?? ""}: ${resent} tokens paid anew`;
    case "instructions":
      return `instructions and tools, ${formatShortNumber(Math.round(again / Math.max(1, count)))} tokens above 10k, in ${formatCount(count, "call", "calls")}: ${resent} tokens`;
    case "window":
      return `${formatCount(count, "call", "calls")} above 100k tokens, by ${size} at most: ${resent} tokens`;
    default:
      return kind satisfies never;
  }
}

const causes: Readonly<Record<string, string>> = {
  idle: "because the cache's lifetime was over",
  model: "because another model answered",
  compaction: "by a compaction",
  uncached: "because nothing was put into a cache",
  changed: "because its beginning had changed",
};

/** The setting that avoids a cost, and how to use it. */
function explainRemedy({ kind, of }: Advice): { readonly setting: string | null; readonly remedy: string } {
  switch (kind) {
    case "results":
      return {
        setting: "clear_at",
        remedy: "clear_at clears old results earlier, 0.3 for example; recall opens what was cleared.",
      };
    case "breaks":
      return of === "idle"
        ? {
            setting: "max_tokens",
            remedy: "clew status tells when the cache is cold; /compact before going on, or set max_tokens.",
          }
        : {
            setting: of === "compaction" ? "max_tokens" : null,
            remedy: breakRemedies[of ?? ""] ?? "clew why --cache tells which block changed, and whose change it was.",
          };
    case "instructions":
      return {
        setting: null,
        remedy: "Shorten them, or move what is seldom needed into skills of the agent's folder.",
      };
    case "window":
      return { setting: "max_tokens", remedy: "max_tokens limits what a view may take, 100000 for example." };
    default:
      return kind satisfies never;
  }
}

const breakRemedies: Readonly<Record<string, string>> = {
  model: "Let one model answer a chat; the fast model does the short tasks.",
  compaction: "A larger window, or a larger max_tokens where that is set, makes compactions fewer.",
  uncached: "Use a provider with a cache, and let Clew place the marks for it.",
};
