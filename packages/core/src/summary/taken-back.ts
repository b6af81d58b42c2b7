/** Removes statements from summaries that were forgotten, undone or reworded later. */

import { countShared, listContentWords } from "@clewline/text/content-words.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import { anySource, type TakenBack } from "../log/memories/taken-back.js";
import type { Summary, SummaryItem } from "../log/summary.js";

export function isTakenBack({ sources, text }: SummaryItem, takenBack: TakenBack): boolean {
  if (takenBack.size === 0) return false;
  return (
    sources.some((source) => (takenBack.get(source) ?? []).some((words) => tells(text, words))) ||
    (takenBack.get(anySource) ?? []).some((words) => normaliseText(text).includes(words))
  );
}

/** Ignores the words between and around: an item may say more than the words taken back, or a part of them. */
function tells(text: string, words: string): boolean {
  const own = normaliseText(text);
  if (own.includes(words) || words.includes(own)) return true;
  const [told, gone] = [readStems(text), readStems(words)];
  const shared = countShared(told, gone);
  return shared > 0 && (shared === gone.size || (shared === told.size && shared >= leastShared));
}

/** An item that shares only one word may mean anything. */
const leastShared = 2;

/** With figures: another date or sum is another matter. */
function readStems(text: string): ReadonlySet<string> {
  return new Set(listContentWords(text).map(({ stem }) => stem));
}

/** Returns the same value if no item is taken back. A model's prose may repeat such an item, so it goes too. */
export function dropTakenBack(summary: Summary, takenBack: TakenBack): Summary {
  const items = summary.items.filter((item) => !isTakenBack(item, takenBack));
  if (items.length === summary.items.length) return summary;
  const shown = Math.min(summary.shown, items.length);
  return { ...summary, items, shown, prose: null };
}
