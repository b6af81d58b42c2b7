import { listParts, renderPlainText } from "../../log/entry.js";
import type { Snapshot } from "../../view/snapshot.js";
import { collectWithdrawnIds } from "../../view/withdrawn.js";

/** The current text of the messages to answer: with edits, without withdrawals. */
export function joinMessageTexts({ turn, entries }: Pick<Snapshot, "turn" | "entries">): string {
  const own = new Set(turn?.messages);
  const gone = collectWithdrawnIds(entries);
  const said = entries.filter(({ id }) => own.has(id) && !gone.has(id));
  const newest = said.map((first) => {
    const edits = entries.filter((entry) => entry.kind === "revised" && entry.target === first.id);
    return edits.findLast(({ id }) => !gone.has(id)) ?? first;
  });
  return newest.map((entry) => renderPlainText(listParts(entry))).join("\n");
}
