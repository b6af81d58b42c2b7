/** Summaries without what was forgotten, undone or worded anew since it was said. */
import { anySource, type TakenBack } from "../log/memories/taken-back.js";
import type { Summary, SummaryItem } from "../log/summary.js";
import { countShared, listContentWords } from "../text/content-words.js";
import { normaliseText } from "../text/normalise-text.js";

export function isTakenBack({ sources, text }: SummaryItem, takenBack: TakenBack): boolean {
  if (takenBack.size === 0) return false;
  return (
    sources.some((source) => (takenBack.get(source) ?? []).some((words) => tells(text, words))) ||
    (takenBack.get(anySource) ?? []).some((words) => normaliseText(text).includes(words))
  );
}

/** Whatever stands between and around the words: an item may say more than what was taken back, or a part of it. */
function tells(text: string, words: string): boolean {
  const own = normaliseText(text);
  if (own.includes(words) || words.includes(own)) return true;
  const [told, gone] = [readStems(text), readStems(words)];
  const shared = countShared(told, gone);
  return shared > 0 && (shared === gone.size || (shared === told.size && shared >= leastShared));
}

/** Whoever has only one word of it may mean anything. */
const leastShared = 2;

/** With figures: another date or sum is another matter. */
function readStems(text: string): ReadonlySet<string> {
  return new Set(listContentWords(text).map(({ stem }) => stem));
}

/** The same value if it tells nothing of the kind. Nobody can tell whether a model's words do, so these go too. */
export function dropTakenBack(summary: Summary, takenBack: TakenBack): Summary {
  const items = summary.items.filter((item) => !isTakenBack(item, takenBack));
  if (items.length === summary.items.length) return summary;
  const shown = Math.min(summary.shown, items.length);
  return { ...summary, items, shown, prose: null };
}
