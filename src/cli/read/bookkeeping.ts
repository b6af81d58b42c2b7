import type { ExplainedVerdict, LogLine } from "../../engine/read/inspect.js";

/** Entries that no model is ever shown: what a call used, what was sent, that something was withdrawn. */
export function isBookkeeping({ verdict }: ExplainedVerdict): boolean {
  return verdict.rule === "bookkeeping";
}

/** The same for a line of the log, where a withdrawal stays, because a person made it. */
export function isNote({ kind, text }: LogLine): boolean {
  return kind === "noted" && isNoteHeadline(text);
}

/** No other entry's line consists of one of these words. */
export function isNoteHeadline(text: string | undefined): boolean {
  return text === "usage" || text === "sent";
}
