/** What a person wants a summary to keep above all: the statements that are about it, whether a rule would keep them or not. */
import type { SummaryItem } from "../log/summary.js";
import { countShared, readContentStems } from "../text/content-words.js";
import type { SpokenEntry } from "./extract.js";
import { splitItemTexts } from "./item-text.js";
import { splitSentences } from "./rules/sentences.js";

/** In the order in which it was said, as `found` is. */
export function focusItems(
  found: readonly SummaryItem[],
  spoken: readonly SpokenEntry[],
  focus: string,
): readonly SummaryItem[] {
  const wanted = readFocusStems(focus);
  if (wanted.size === 0) return found;
  const isAbout = (text: string) => countShared(wanted, readContentStems(text)) > 0;
  const marked = found.map((item) => (isAbout(item.text) ? { ...item, focused: true as const } : item));
  const known = new Set(found.flatMap(({ text, sources }) => sources.map((source) => `${source} ${text}`)));
  const more = spoken.flatMap((entry) => {
    if (entry.kind !== "said") return [];
    const texts = splitSentences(entry.text).filter(isAbout).slice(0, mostOfOne).flatMap(splitItemTexts);
    return texts.flatMap((text) => (known.has(`${entry.id} ${text}`) ? [] : [makeItem(entry, text)]));
  });
  return [...marked, ...more].sort((a, b) => a.at - b.at);
}

/** Sentences of one message at most: an article about the subject is not kept whole. */
const mostOfOne = 8;

function makeItem({ id, at, by }: SpokenEntry, text: string): SummaryItem {
  return { section: "facts", text, sources: [id], at, by, pinned: false, focused: true };
}

/** Words that say that something is to be kept, and not what. */
const asking = /\b(?:keep|focus|preserve|remember|retain|concentrate|everything|summari[sz]e)\b/giu;

function readFocusStems(focus: string): ReadonlySet<string> {
  const about = readContentStems(focus.replace(asking, " "));
  return about.size > 0 ? about : readContentStems(focus);
}
