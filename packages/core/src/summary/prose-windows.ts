/** Prepares a model's text for comparison with items: by lines, and by every two neighbouring lines. */

import { foldWord, readContentStems } from "@clewline/text/content-words.js";
import { rememberByText } from "@clewline/text/remember.js";
import { type SectionName, type SummaryProse, sectionNames } from "../log/summary.js";
import { type HardToken, listHardTokens } from "./rules/hard-tokens.js";
import { readStance, type Stance } from "./rules/stance.js";

/** A line, or two neighbouring ones. */
export interface Window {
  readonly section: SectionName;
  readonly text: string;
  readonly keys: ReadonlySet<string>;
  readonly figures: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
  readonly stance: Stance;
  readonly lines: readonly Pick<Window, "figures" | "stems">[];
}

/** A parsed prose, and which items it was found to say. */
export interface Reading {
  readonly windows: readonly Window[];
  readonly said: Map<string, boolean>;
}

/** By object, because one prose is compared with many lists of items while it is fitted into its room. */
const known = new WeakMap<SummaryProse, Reading>();
/** By text, because every view reads the prose from the store again. */
const recallByText = rememberByText((text) => readProse(JSON.parse(text) as SummaryProse), {
  texts: 16,
  characters: 400_000,
});

export function recallReading(prose: SummaryProse): Reading {
  const before = known.get(prose);
  if (before !== undefined) return before;
  const reading = recallByText(JSON.stringify(prose));
  known.set(prose, reading);
  return reading;
}

function readProse(prose: SummaryProse): Reading {
  return { windows: sectionNames.flatMap((section) => makeWindows(section, prose[section] ?? [])), said: new Map() };
}

function makeWindows(section: SectionName, lines: readonly string[]): readonly Window[] {
  const single = lines.map((line) => ({ section, ...readLine(line) }));
  return [...single, ...single.slice(1).map((window, index) => joinWindows(single[index] ?? window, window))];
}

/** Cached, because a model repeats most lines unchanged. */
const readLine = rememberByText(readLineWindow, { texts: 400, characters: 100_000 });

function readLineWindow(text: string): Omit<Window, "section"> {
  const tokens = listHardTokens(text);
  return {
    text,
    keys: new Set(tokens.map(({ key }) => key)),
    figures: pickFigures(tokens),
    words: new Set((text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(foldWord)),
    stems: readContentStems(text),
    stance: readStance(text),
    lines: [],
  };
}

function joinWindows(first: Window, second: Window): Window {
  const [a, b] = [first.stance, second.stance];
  return {
    section: first.section,
    text: `${first.text}\n${second.text}`,
    keys: new Set([...first.keys, ...second.keys]),
    figures: [...first.figures, ...second.figures],
    words: new Set([...first.words, ...second.words]),
    stems: new Set([...first.stems, ...second.stems]),
    stance: {
      denials: [...a.denials, ...b.denials],
      upper: a.upper || b.upper,
      lower: a.lower || b.lower,
      binds: a.binds || b.binds,
      promises: a.promises || b.promises,
    },
    lines: [first, second],
  };
}

export function pickFigures(tokens: readonly HardToken[]): readonly string[] {
  return tokens.filter(({ kind }) => kind === "number").map(({ key }) => key);
}
