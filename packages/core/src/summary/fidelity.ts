/** Checks whether a model's text says what the rules found. In doubt an item is missing and shown in its own words. */

import { countShared, foldWord, isCommon, readContentStems } from "@clewline/text/content-words.js";
import type { SectionName, SummaryItem, SummaryProse } from "../log/summary.js";
import { readItemPath } from "./artifacts.js";
import { pickFigures, recallReading, type Window } from "./prose-windows.js";
import { order } from "./rules/cues.js";
import type { HardToken } from "./rules/hard-tokens.js";
import { recallItemMeaning } from "./rules/meaning.js";
import type { Stance } from "./rules/stance.js";

export function findMissingItems(prose: SummaryProse, items: readonly SummaryItem[]): readonly SummaryItem[] {
  const { windows, said } = recallReading(prose);
  return items.filter((item) => {
    const key = `${item.section} ${item.text}`;
    const isKnown = said.get(key) ?? isSaid(item, windows);
    said.set(key, isKnown);
    return !isKnown;
  });
}

function isSaid(item: SummaryItem, windows: readonly Window[]): boolean {
  if (item.section === "artifacts") return windows.some((window) => window.keys.has(readItemPath(item)));
  const { tokens, stems, stance } = recallItemMeaning(item);
  const first = findSubject(item.text);
  return windows.some(
    (window) =>
      canTellSection(item.section, window) &&
      tokens.every((token) => holds(window, token)) &&
      hasFiguresInOrder(pickFigures(tokens), window.figures) &&
      (first === null || window.stems.has(first)) &&
      isAbout(window, stems, tokens.length > 0) &&
      window.lines.every((line) => stance.denials.length === 0 && isPartOfItem(line, stems, pickFigures(tokens))) &&
      hasSameStance(stance, window, stems),
  );
}

/** Whether a section may cover an item: outcomes don't cover open matters, nor the other way round. */
function canTellSection(section: SectionName, { section: told, stance }: Window): boolean {
  if (section === "pending") return told === "pending" || told === "goals" || (told === "facts" && stance.promises);
  if (section === "goals") return told !== "outcomes" && told !== "artifacts";
  return section !== "outcomes" || (told !== "goals" && told !== "pending");
}

function holds({ keys, words, text }: Window, { kind, key }: HardToken): boolean {
  if (keys.has(key)) return true;
  switch (kind) {
    case "number":
    case "exact":
      return false;
    case "date":
      return words.has(key);
    case "name":
      return words.has(key) || (/[^\p{L}\p{M}\p{N}]|\p{sc=Han}/u.test(key) && foldWord(text).includes(key));
    case "code":
      return holdsWholeKey(text, key);
    default:
      return kind satisfies never;
  }
}

function holdsWholeKey(text: string, key: string): boolean {
  const place = text.indexOf(key);
  if (place === -1) return false;
  return !/[\p{L}\p{N}_]$/u.test(text.slice(0, place)) && !/^[\p{L}\p{N}_]/u.test(text.slice(place + key.length));
}

/** Three of these and five of those differs from five of these and three of those. */
function hasFiguresInOrder(figures: readonly string[], told: readonly string[]): boolean {
  let place = 0;
  for (const figure of figures) {
    const found = told.indexOf(figure, place);
    if (found === -1) return false;
    place = found + 1;
  }
  return true;
}

/** The first word of an item if it may be a name: its capital proves nothing at the start. */
function findSubject(text: string): string | null {
  const first = text.match(/^\p{Lu}[\p{Ll}\p{M}]+(?=[\s,'’])/u)?.[0];
  return first === undefined || isCommon(first) || order.test(text) || leading.has(first)
    ? null
    : ([...readContentStems(first)][0] ?? null);
}

const leading: ReadonlySet<string> = new Set(["Use", "Keep", "Never", "Always", "Only", "At", "Nobody", "Nothing"]);

function isAbout(window: Window, stems: ReadonlySet<string>, hard: boolean): boolean {
  if (stems.size === 0) return hard;
  const needed = hard ? halfOfThem : [...stems].some((stem) => unspacedPair.test(stem)) ? mostPairs : mostOfThem;
  return countShared(stems, window.stems) >= stems.size * needed;
}

const unspacedPair = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Hang}]/u;

/** Of two lines each must be about the item and nothing else: a neighbour's figure or denial is not the item's. */
function isPartOfItem(
  line: Pick<Window, "figures" | "stems">,
  stems: ReadonlySet<string>,
  figures: readonly string[],
): boolean {
  return (
    countShared(line.stems, stems) >= line.stems.size * halfOfThem &&
    line.figures.every((figure) => figures.includes(figure))
  );
}

const halfOfThem = 0.5;
const mostOfThem = 0.8;
/** Pairs across two words change with the order of words. */
const mostPairs = 0.65;

/** Whether every denial still denies its word, nothing else is denied, bounds are the same, and obligations remain. */
function hasSameStance(stance: Stance, { stance: told }: Window, stems: ReadonlySet<string>): boolean {
  if (stance.upper && !told.upper) return false;
  if (stance.lower && !told.lower) return false;
  if (stance.binds && !told.binds && told.denials.length === 0) return false;
  if (stance.denials.length === 0) return !told.denials.some(({ reach }) => countShared(reach, stems) > 0);
  return (
    told.denials.length >= stance.denials.length &&
    stance.denials.every(({ first }) => first === null || told.denials.some(({ reach }) => reach.has(first)))
  );
}
