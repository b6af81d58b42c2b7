/**
 * Explains to the model the marks of its views, in one short text. It depends on the policy and the tools alone, so that it
 * is the same on every call and a provider's cache keeps it; it names only marks that a view of that policy may contain and that do not
 * say themselves what they are.
 */
import { hasRecall } from "../../log/own-tools.js";
import { hasSchedule, isStateless, type Policy } from "../../policy/policy.js";
import type { ToolSpec } from "../request.js";

export function writeLegend(policy: Policy, tools: readonly Pick<ToolSpec, "name">[]): string {
  const { history, withHistory } = policy;
  const hidden = joinNames(["cut", "cleared", withHistory && "left-out", hasSchedule(policy) && "condensed"]);
  const marks: readonly (readonly [name: string, meaning: string, isPossible: boolean])[] = [
    ["from", "speaks from here on", history.form === "steps" && history.labels === "runs"],
    ['reply back="3"', "to their 3rd last message", true],
    [hidden, hasRecall(tools) ? "recall opens the whole" : "not whole", true],
    ["remembered", "what you kept", withHistory && isStateless(policy)],
    ["actions", "what you did", withHistory && history.form === "text"],
  ];
  const named = marks.filter(([, , isPossible]) => isPossible).map(([name, meaning]) => `${name}: ${meaning}`);
  return `${opening} ${named.join("; ")}.`;
}

const opening = "Tags named clew-… are the program's; never write any.";

function joinNames(names: readonly (string | false)[]): string {
  return names.filter((name) => name !== false).join(", ");
}
