import type { ExplainedVerdict, LogLine } from "@clewline/engine/read/inspect.js";

/** Entries that no model is ever shown: what a call used, what was sent, that something was withdrawn. */
export function isBookkeeping({ verdict }: ExplainedVerdict): boolean {
  return verdict.rule === "bookkeeping";
}

/** The same in the log, where a withdrawal is something that a person did and stays. */
export function isNote({ note }: LogLine): boolean {
  return note === "usage" || note === "sent";
}
