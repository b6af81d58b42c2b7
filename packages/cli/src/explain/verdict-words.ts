import type { Rule, Verdict } from "@clewline/core/view/verdict.js";
import type { ExplainedVerdict } from "@clewline/engine/read/inspect.js";
import { formatPercent } from "@clewline/text/percent.js";
import type { Style } from "../terminal/screen.js";
import { formatNumber } from "../terminal/text.js";

export function pickMark(verdict: Verdict): { readonly mark: string; readonly style: Style } {
  if (verdict.rule === "bookkeeping") return { mark: "·", style: "dim" };
  switch (verdict.kind) {
    case "kept":
    case "retrieved":
      return { mark: "●", style: "green" };
    case "stubbed":
    case "summarised":
      return { mark: "◐", style: "yellow" };
    case "omitted":
      return { mark: "○", style: "red" };
    default:
      return verdict.kind satisfies never;
  }
}

/** As #12, or #1–140. */
export function formatPlace({ from, to }: Pick<Verdict, "from" | "to">): string {
  return from === to ? `#${from}` : `#${from}–${to}`;
}

/** The rule that decided, in words that need no knowledge of the code. */
export function explainVerdict({ verdict, line }: ExplainedVerdict): string {
  switch (verdict.rule) {
    case "fits":
      return "in full";
    case "message":
      return "in full: the message to answer";
    case "bookkeeping":
      return "nothing to show: a note for the log only";
    case "attachment":
    case "spill.over":
      return `first and last lines only: over ${formatLimit(verdict)} tokens`;
    case "outline.over":
      return `its ends and the lines that name most: over ${formatLimit(verdict)} tokens`;
    case "value.over":
      return `first and last lines only: over ${formatLimit(verdict)} characters`;
    case "shape":
      return "as a terminal would leave it, without the frames that were overwritten";
    case "condense":
      return "all its values, and what they share told once";
    case "cap":
      return `beginning and end only: a past result over ${formatLimit(verdict)} characters`;
    case "spill":
    case "emergency":
      return `first and last lines only ${explainLimit(verdict)}`;
    case "clear":
    case "clear-last":
    case "retire":
      return `cleared ${explainLimit(verdict)}${line === null ? "" : `: ${describeCleared(line.kind)}`}`;
    case "text-only":
      return `left out ${explainLimit(verdict)}: a step between a message and its answer`;
    case "summary":
      return `told by the summary ${explainLimit(verdict)}`;
    case "leave-out":
      return `left out ${explainLimit(verdict)}`;
    case "cleared":
      return "left out: the context was cleared";
    case "edited":
      return "an edit: shown in the place of the message";
    case "withdrawn":
      return "left out: it was deleted, or said or answered anew";
    case "hidden":
      return "left out: somebody hid it";
    case "pinned":
      return "in full: somebody pinned it";
    case "bound":
      return "without its reasoning: the model reads that where it was made alone, and in no past turn without tools";
    case "queued":
      return "left out: it waits for a turn of its own";
    case "late":
      return "left out: it was said when its turn had ended, or another answered it";
    case "orphan":
      return "left out: a call or a result without its other half";
    case "erased":
      return "left out: it was erased for good";
    case "unreadable":
      return "left out: the file is damaged here, and the entry can't be read";
    default:
      return explainPast(verdict, verdict.rule);
  }
}

type Sorting = "private" | "no-history" | "narrow" | "lookback" | "recency" | "selection" | "tier" | "age";

/** Why a part of the past is shown in another form, or not at all. */
function explainPast(
  verdict: Verdict,
  rule: Sorting | "background" | "actions" | "reply.over" | "memory" | "provider",
): string {
  switch (rule) {
    case "provider":
      return verdict.kind === "summarised"
        ? "sent, and replaced by the provider's own summary"
        : "sent, and cleared by the provider before the model read it";
    case "private":
      return "left out: private to another surface";
    case "no-history":
      return "left out: past turns are switched off";
    case "narrow":
      return "left out: the message replies to a notification, and the view is about that alone";
    case "lookback":
      return `left out: only the newest ${formatLimit(verdict)} turns are looked at`;
    case "recency":
      return `left out: older than ${formatLimit(verdict)} hours`;
    case "selection":
      return "left out: not chosen for this message";
    case "tier":
      return "told by the summary of its days";
    case "age":
      return "left out: from an earlier day";
    case "background":
      return verdict.kind === "stubbed" ? "first and last lines of a notification" : "left out: from a background turn";
    case "actions":
      return verdict.kind === "stubbed" ? "its words only" : "only named in the line of what was done";
    case "reply.over":
      return `shown by its first and last lines: over ${formatLimit(verdict)} characters`;
    case "memory":
      return "looked up for this message";
    default:
      return rule satisfies never;
  }
}

/** The same in a word or two, without its limit. */
export function summariseVerdict({ rule }: Verdict): string {
  if (rule === "provider") return "removed by the provider";
  return rule === "condense" ? "what its lines share told once" : summariseRule(rule);
}

function summariseRule(rule: Exclude<Rule, "provider" | "condense">): string {
  switch (rule) {
    case "fits":
    case "message":
    case "pinned":
      return "in full";
    case "bookkeeping":
      return "a note for the log only";
    case "attachment":
    case "spill.over":
    case "value.over":
    case "spill":
    case "cap":
    case "emergency":
    case "reply.over":
      return "first and last lines only";
    case "outline.over":
      return "ends and naming lines only";
    case "shape":
      return "as a terminal would leave it";
    case "clear":
    case "clear-last":
    case "retire":
    case "bound":
      return "cleared";
    case "summary":
      return "told by the summary";
    case "edited":
      return "an edit";
    case "tier":
      return "told by a summary";
    case "actions":
      return "named as done";
    case "memory":
      return "looked up";
    case "private":
    case "no-history":
    case "narrow":
    case "lookback":
    case "recency":
    case "selection":
    case "age":
    case "background":
    case "text-only":
    case "leave-out":
    case "cleared":
    case "withdrawn":
    case "hidden":
    case "queued":
    case "late":
    case "orphan":
      return "left out";
    case "erased":
      return "erased";
    case "unreadable":
      return "can't be read";
    default:
      return rule satisfies never;
  }
}

function describeCleared(kind: string): string {
  if (kind === "called") return "the long input of an old call";
  return kind === "said" ? "old reasoning" : "old result";
}

function explainLimit(verdict: Verdict): string {
  const value = formatLimit(verdict);
  switch (verdict.limit?.split("=")[0]) {
    case "maxTokens":
      return `to stay within ${value} tokens`;
    case "compactMessages":
      return `because there were more than ${value} messages`;
    case "compactTokens":
      return `because the older messages were over ${value} tokens`;
    case "compactHours":
      return `because the last summary was over ${value} hours old`;
    case "conversation":
      return `because it is older than the conversation at hand, of at most ${value} tokens`;
    case "maxTurns":
      return `because there are more than ${value} turns`;
    case "asked":
      return "because a compaction was asked for";
    case "summariseAt":
      return `because the room was ${formatPercent(Number(verdict.limit?.split("=")[1]), 1)} full`;
    case "missCost":
      return "because nothing has quoted it for long, and it can be opened again";
    case "clearAt":
      return "because the room was filling up";
    case "refusals":
    case "refused":
      return "because the model refused the view as too large";
    default:
      return `to fit the window of ${value}`;
  }
}

/** The number in `name=value`. */
function formatLimit({ limit }: Verdict): string {
  const value = Number(limit?.split("=")[1]);
  return limit !== null && Number.isFinite(value) ? formatNumber(value) : "the budget";
}
