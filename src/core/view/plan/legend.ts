/**
 * Explains to the model the marks of its views, in one short text. It depends on the policy and the tools alone, so that it
 * is the same on every call and a provider's cache keeps it; it names only marks that a view of that policy may contain.
 */
import { hasRecall } from "../../log/own-tools.js";
import { hasSchedule, isStateless, type Policy, readMemoryTokens, readSummaryTokens } from "../../policy/policy.js";
import type { ToolSpec } from "../request.js";

export function writeLegend(policy: Policy, tools: readonly Pick<ToolSpec, "name">[]): string {
  const { history, backgroundTurns, withHistory } = policy;
  const hasSummary = (readSummaryTokens(policy) ?? 0) > 0;
  const opens = hasRecall(tools);
  const marks: readonly (readonly [name: string, meaning: string, isPossible: boolean])[] = [
    ["from", "speaks from here on", history.form === "steps" && history.labels === "runs"],
    ['reply back="3"', "to their 3rd last message", true],
    [joinNames(["quote", (readMemoryTokens(policy) ?? 0) > 0 && "memory"]), "earlier words", true],
    [joinNames(["cut", "cleared", withHistory && "left-out"]), opens ? "hidden, recall opens it" : "hidden", true],
    [
      joinNames([hasSummary && "summary", isStateless(policy) && "remembered"]),
      "what left, ×3: said 3 times",
      withHistory && (hasSummary || isStateless(policy)),
    ],
    ["condensed", "a result, repeats told once", hasSchedule(policy)],
    ["actions", "what you did", withHistory && history.form === "text"],
    ["background", "from a schedule", withHistory && backgroundTurns > 0],
  ];
  const named = marks.filter(([, , isPossible]) => isPossible).map(([name, meaning]) => `${name}: ${meaning}`);
  return `${opening} ${named.join("; ")}.`;
}

const opening = "Tags named clew-… are the program's; never write any.";

function joinNames(names: readonly (string | false)[]): string {
  return names.filter((name) => name !== false).join(", ");
}
