import type { IndexReport } from "@clewline/engine/read/meaning/index-report.js";
import type { CommandDetails, Input } from "../program/command.js";
import { runWithLog } from "../program/open-log.js";
import { rebuildCommand } from "../program/rebuild-command.js";
import { hushWarnings } from "../terminal/hush-warnings.js";
import { runInterruptible } from "../terminal/interrupt.js";
import { makeShareBar } from "../terminal/progress-bar.js";
import { printSentence, printSentenceAndCommand } from "../terminal/prose.js";
import { formatCount, formatNumber, makePrintable } from "../terminal/text.js";

export const indexLog: CommandDetails = {
  example: "clew index --wait",
  most: 0,
  options: [{ name: "wait", line: "makes what is missing, and shows how far it is" }],
  run: async (input) => {
    const { live } = input.screen;
    const draw = makeShareBar(live, Date.now);
    const onProgress = ({ indexed, of }: IndexReport) => draw("vectors", { done: indexed, of });
    // Vectors made before an interruption stay.
    const report = await hushWarnings(() =>
      runInterruptible(
        () => live?.clear(),
        () => runWithLog(input, (log) => log.index({ finish: input.has("wait"), onProgress })),
      ),
    );
    live?.clear();
    if (input.json) input.screen.data(report);
    else print(input, report);
    return report.because === undefined ? 0 : 1;
  },
};

/** As `clew doctor` has it: 3,200 of 10,000 messages (minilm). */
export function describeIndex({ embedder, indexed, of, because }: IndexReport): string {
  if (because !== undefined) return `none: ${because}`;
  return embedder === null
    ? "none: no embedder is installed"
    : `${formatNumber(indexed)} of ${formatCount(of, "message", "messages")} (${embedder})`;
}

function print(input: Input, report: IndexReport): void {
  const { screen } = input;
  printSentence(screen, makePrintable(`vectors: ${describeIndex(report)}`));
  const isMissing = report.embedder === null && report.because === undefined;
  if (isMissing) printSentence(screen, "Search goes by words. docs/models.md tells how one is installed.");
  if (report.indexed < report.of && !input.has("wait"))
    printSentenceAndCommand(
      screen,
      "The rest is made in the background, or now:",
      rebuildCommand("index", input, "--wait"),
    );
}
