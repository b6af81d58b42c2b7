import { rememberByText } from "@clewline/text/remember.js";
import { findCharacterTraits } from "@clewline/text/traits.js";
import { isInWord, type Phrase, readPhrase } from "./phrase.js";

/** The languages of the cue tables. Numbers, dates, paths and names are found in any language. */
type Language = "en" | "de" | "fr" | "es" | "ru" | "pt" | "it" | "ar" | "hi" | "ko" | "zh";

/**
 * Phrases by language, separated by `|`: `*` matches any letters, `…` up to four words between. Case and the kind of
 * apostrophe are ignored. Chinese and Japanese have no spaces between words, so their phrases, under `zh`, match anywhere;
 * they must come last. Every phrase begins with a letter or with `*`.
 */
export type Phrases = Readonly<Partial<Record<Language, string>>>;

/** The phrases that may begin at a word, by table; null if there are none, as for most words. */
export type Beginnings = readonly (readonly Phrase[] | undefined)[] | null;

/** Looks up words, and single characters of scripts without spaces, in all tables at once. */
export interface PhraseIndex {
  findWord(word: string): Beginnings;
  /** For a word before a combining mark, whose end is therefore unknown. */
  findOpenWord(word: string): Beginnings;
  findCharacter(character: string): Beginnings;
}

type Tail = readonly [end: string, phrase: Phrase];

/** Phrases grouped by what their first word must be. */
interface PhraseGroups {
  readonly words: ReadonlyMap<string, readonly Phrase[]>;
  /** By the beginning of the word, with its possible lengths for each first letter. */
  readonly heads: ReadonlyMap<string, readonly Phrase[]>;
  readonly headLengths: ReadonlyMap<string, ReadonlySet<number>>;
  /** By the last letter of the word, each phrase with its ending. */
  readonly tails: ReadonlyMap<string, readonly Tail[]>;
  readonly characters: ReadonlyMap<string, readonly Phrase[]>;
}

export function indexPhrases(tables: readonly Phrases[]): PhraseIndex {
  const shelves = groupPhrases(tables);
  const { characters } = shelves;
  const everyTail = [...shelves.tails.values()].flat();
  return {
    findWord: rememberByText(
      (word) => groupByTable(findBeginnings(word, shelves, shelves.tails.get(word.slice(-1)) ?? [])),
      {
        texts: 20_000,
        characters: 300_000,
      },
    ),
    findOpenWord: rememberByText(
      (word) =>
        groupByTable(
          findBeginnings(
            word,
            shelves,
            everyTail.map(([, phrase]) => ["", phrase]),
          ),
        ),
      { texts: 4_000, characters: 60_000 },
    ),
    findCharacter: rememberByText((word) => groupByTable(characters.get(word) ?? []), {
      texts: 10_000,
      characters: 10_000,
    }),
  };
}

function findBeginnings(
  word: string,
  { words, heads, headLengths }: PhraseGroups,
  tails: readonly Tail[],
): readonly Phrase[] {
  const found = [...(words.get(word) ?? [])];
  for (const length of headLengths.get(word.charAt(0)) ?? []) {
    if (length <= word.length) found.push(...(heads.get(word.slice(0, length)) ?? []));
  }
  for (const [end, phrase] of tails) if (word.endsWith(end)) found.push(phrase);
  return found;
}

/** Of several phrases at one place the first of its table wins. */
function groupByTable(phrases: readonly Phrase[]): Beginnings {
  if (phrases.length === 0) return null;
  const found: Phrase[][] = [];
  for (const phrase of phrases.toSorted((a, b) => a.rank - b.rank)) {
    const list = found[phrase.table];
    if (list === undefined) found[phrase.table] = [phrase];
    else list.push(phrase);
  }
  return found;
}

/** Longer phrases come before shorter ones, language by language. */
function groupPhrases(tables: readonly Phrases[]): PhraseGroups {
  const words = new Map<string, Phrase[]>();
  const heads = new Map<string, Phrase[]>();
  const characters = new Map<string, Phrase[]>();
  const tails = new Map<string, Tail[]>();
  const headLengths = new Map<string, Set<number>>();
  for (const [source, phrase] of listPhrases(tables)) {
    const [first, second] = phrase.parts;
    const head = readFirstWord(first);
    if (phrase.anywhere) add(characters, source.charAt(0), phrase);
    else if (first?.kind !== "literal") {
      const end = first?.kind === "past" ? "ed" : readFirstWord(second);
      add(tails, end.slice(-1), [end, phrase]);
    } else if (head === first.text && (second?.kind === "letters" || second?.kind === "past")) {
      add(heads, head, phrase);
      headLengths.set(head.charAt(0), new Set([...(headLengths.get(head.charAt(0)) ?? []), head.length]));
    } else add(words, head, phrase);
  }
  return { words, heads, headLengths, tails, characters };
}

function listPhrases(tables: readonly Phrases[]): readonly (readonly [source: string, phrase: Phrase])[] {
  let rank = 0;
  return tables.flatMap((languages, table) =>
    Object.entries(languages).flatMap(([language, list]) => {
      const sources = list.split("|").sort((a, b) => b.length - a.length);
      return sources.map((source) => {
        rank += 1;
        return [source, readPhrase(source, { table, rank, anywhere: language === "zh" })] as const;
      });
    }),
  );
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function readFirstWord(part: Phrase["parts"][number] | undefined): string {
  if (part?.kind !== "literal") return "";
  let end = 0;
  while (isInWord(findCharacterTraits(part.text, end))) end += 1;
  return part.text.slice(0, end);
}
