/**
 * Explains to the model the marks of its views, in one short text. It depends on the policy and the tools alone, so that it
 * is the same on every call and a provider's cache keeps it; it names only marks that a view of that policy may contain.
 */
import { isRecall } from "../../log/own-tools.js";
import { hasSchedule, isStateless, type Policy, readMemoryTokens, readSummaryTokens } from "../../policy/policy.js";
import type { ToolSpec } from "../request.js";

export function writeLegend(policy: Policy, tools: readonly Pick<ToolSpec, "name">[]): string {
  const { history, backgroundTurns, withHistory } = policy;
  const hasSummary = (readSummaryTokens(policy) ?? 0) > 0;
  const opens = tools.some(({ name }) => isRecall(name));
  const marks: readonly (readonly [name: string, meaning: string, isPossible: boolean])[] = [
    ["from", history.form === "steps" && history.labels === "runs" ? "who speaks from here on" : "who speaks", true],
    ['reply back="3"', "replies to that speaker's 3rd message from the end", true],
    ["answers", "the open question that it answers, and how", true],
    ["edit", "replaces an earlier message", withHistory],
    [joinNames(["quote", (readMemoryTokens(policy) ?? 0) > 0 && "memory"]), "earlier words, shown again", true],
    [
      joinNames(["cut", "cleared", withHistory && "left-out"]),
      opens ? "hidden here; recall opens the pointer" : "hidden here",
      true,
    ],
    [
      joinNames([hasSummary && "summary", isStateless(policy) && "remembered"]),
      "notes of what left: [who, day] heads its lines, (×3) was said 3 times",
      withHistory && (hasSummary || isStateless(policy)),
    ],
    ["condensed", "a result, with what its lines share told once", hasSchedule(policy)],
    ["actions", "what you did in that turn", withHistory && history.form === "text"],
    ["past", "an earlier message", withHistory && history.form === "tagged"],
    ["background", "begun by a schedule, not by a person", withHistory && backgroundTurns > 0],
  ];
  const named = marks.filter(([, , isPossible]) => isPossible).map(([name, meaning]) => `${name}: ${meaning}.`);
  return `${opening} ${named.join(" ")}`;
}

const opening = "Tags named clew-… are marks of the program, no speaker's words; never write any.";

function joinNames(names: readonly (string | false)[]): string {
  return names.filter((name) => name !== false).join(", ");
}
