import type { Note } from "@clewline/core/log/entry.js";
import type { Ending } from "./open-turn.js";

/** The notes that a turn's ending leaves in the log: its cost, and why it was not completed. */
export function makeEndingNotes({ state, reason, usage }: Ending): readonly Note[] {
  const cost: readonly Note[] = usage === null ? [] : [{ kind: "usage", usage }];
  return state === "completed" ? cost : [...cost, { kind: "turn-ended", state, reason: formatReason(reason) }];
}

function formatReason(reason: string | null): string {
  return (reason ?? "").replace(/\s+/g, " ").trim().slice(0, 300);
}
