/** Prints the verdicts on standing memories. */
import type { ExplainedStanding } from "@clewline/engine/read/memories/explain-standing.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, formatNumber, measureRoom } from "../terminal/text.js";

/** A line for its fate, and one with the pointer and the words. */
export function renderStanding(
  { paint, columns }: Pick<Screen, "paint" | "columns">,
  standing: readonly ExplainedStanding[],
): readonly string[] {
  return standing.flatMap(({ verdict, text }) => {
    const { kind, pointer, tokens } = verdict;
    const mark = kind === "kept" ? paint("green", "●") : paint("red", "○");
    const size = tokens === 0 ? "" : `, ${formatNumber(tokens)} tokens`;
    const words = fitLine(text ?? "(forgotten since)", measureRoom(columns, pointer.length + 6));
    return [
      `  ${mark} standing: ${explainStandingVerdict(verdict)}${size}`,
      `    ${paint("cyan", pointer)}  ${paint("dim", words)}`,
    ];
  });
}

function explainStandingVerdict({ rule, limit }: ExplainedStanding["verdict"]): string {
  switch (rule) {
    case "standing":
      return "told in every view of its scope";
    case "said":
      return "told by its message, which the view has";
    case "no-room":
      return `left out: more than there is room for (${limit})`;
    default:
      return rule satisfies never;
  }
}

export function makeStandingData({ verdict, name, text }: ExplainedStanding) {
  const { kind, rule, limit, tokens, pointer } = verdict;
  return { name, verdict: kind, rule, limit, tokens, pointer, text };
}
