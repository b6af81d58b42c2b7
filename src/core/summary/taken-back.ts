/** Summaries without what was forgotten, undone or worded anew since it was said. */
import type { TakenBack } from "../log/memories/taken-back.js";
import type { Summary, SummaryItem } from "../log/summary.js";
import { normaliseText } from "../text/normalise-text.js";

export function isTakenBack({ sources, text }: SummaryItem, takenBack: TakenBack): boolean {
  if (takenBack.size === 0) return false;
  const own = normaliseText(text);
  return sources.some((source) =>
    (takenBack.get(source) ?? []).some((words) => own.includes(words) || words.includes(own)),
  );
}

/** The same value if it tells nothing of the kind. Nobody can tell whether a model's words do, so these go too. */
export function dropTakenBack(summary: Summary, takenBack: TakenBack): Summary {
  const items = summary.items.filter((item) => !isTakenBack(item, takenBack));
  if (items.length === summary.items.length) return summary;
  const shown = Math.min(summary.shown, items.length);
  return { ...summary, items, shown, prose: null };
}
