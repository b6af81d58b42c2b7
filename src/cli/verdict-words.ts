import type { Verdict } from "../core/verdict.js";
import type { Explained } from "../engine/inspect.js";
import type { Style } from "./screen.js";
import { count } from "./text.js";

/** What became of an entry, as a mark. */
export function markOf(verdict: Verdict): { readonly mark: string; readonly style: Style } {
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

/** Which entries a verdict is about: #12, or #1–140. */
export function placeOf({ from, to }: Pick<Verdict, "from" | "to">): string {
  return from === to ? `#${from}` : `#${from}–${to}`;
}

/** The rule that decided, as a sentence for somebody who never saw the code. */
export function reasonOf({ verdict, line }: Explained): string {
  switch (verdict.rule) {
    case "fits":
      return "in full";
    case "message":
      return "in full: the message to answer";
    case "bookkeeping":
      return "nothing to show: a note for the log only";
    case "attachment":
    case "spill.over":
      return `first and last lines only: over ${limitOf(verdict)} tokens`;
    case "spill":
      return `first and last lines only ${toFit(verdict)}`;
    case "clear":
      return `cleared ${toFit(verdict)}${line === null ? "" : `: ${clearedWhat(line.kind)}`}`;
    case "leave-out":
      return `left out ${toFit(verdict)}`;
    case "edited":
      return "an edit: shown in the place of the message";
    case "withdrawn":
      return "left out: its sender deleted it";
    case "queued":
      return "left out: it waits for a turn of its own";
    case "orphan":
      return "left out: a call or a result without its other half";
    default:
      return verdict.rule satisfies never;
  }
}

/** The same in a word or two, without what forced it. */
export function briefOf({ rule }: Verdict): string {
  switch (rule) {
    case "fits":
    case "message":
      return "in full";
    case "bookkeeping":
      return "a note for the log only";
    case "attachment":
    case "spill.over":
    case "spill":
      return "first and last lines only";
    case "clear":
      return "cleared";
    case "edited":
      return "an edit";
    case "leave-out":
    case "withdrawn":
    case "queued":
    case "orphan":
      return "left out";
    default:
      return rule satisfies never;
  }
}

function clearedWhat(kind: string): string {
  if (kind === "called") return "the long input of an old call";
  return kind === "said" ? "old reasoning" : "old result";
}

function toFit(verdict: Verdict): string {
  return `to fit the window of ${limitOf(verdict)}`;
}

/** The number in `name=value`. */
function limitOf({ limit }: Verdict): string {
  const value = Number(limit?.split("=")[1]);
  return limit !== null && Number.isFinite(value) ? count(value) : "the budget";
}
