import { rememberByText } from "../text/remember.js";
import { traitsAt } from "../text/traits.js";
import { isInWord, type Phrase, readPhrase } from "./phrase.js";

/** The languages that the cue tables know. Numbers, dates, paths and names are found in any. */
type Language = "en" | "de" | "fr" | "es" | "ru" | "zh";

/**
 * Phrases parted by `|`, by language: `*` stands for any letters, `…` for up to four words between. Upper and lower case
 * are one, and so are both apostrophes. Chinese puts no space between words, so its phrases are found anywhere; it stands
 * last. Every phrase begins with a letter or with `*`.
 */
export type Phrases = Readonly<Partial<Record<Language, string>>>;

/** The phrases that may begin at a word, by table; null where there are none, as with most words. */
export type Beginnings = readonly (readonly Phrase[] | undefined)[] | null;

/** Looks up words, and single characters of scripts without spaces, in all tables at once. */
export interface PhraseIndex {
  ofWord(word: string): Beginnings;
  /** For a word that goes on with a mark of accent, so that nobody can tell here how it ends. */
  ofOpenWord(word: string): Beginnings;
  ofCharacter(character: string): Beginnings;
}

/** By what the word at the beginning of a phrase has to be. */
interface Shelves {
  readonly words: ReadonlyMap<string, readonly Phrase[]>;
  /** By how the word begins, with the lengths that there are. */
  readonly heads: ReadonlyMap<string, readonly Phrase[]>;
  readonly headLengths: readonly number[];
  /** By how it ends. */
  readonly tails: readonly (readonly [end: string, phrase: Phrase])[];
  readonly characters: ReadonlyMap<string, readonly Phrase[]>;
}

export function indexPhrases(tables: readonly Phrases[]): PhraseIndex {
  const shelves = shelve(tables);
  const { words, heads, headLengths, tails, characters } = shelves;
  const find = (word: string, isOpen: boolean) => {
    const found = [...(words.get(word) ?? [])];
    for (const length of headLengths) {
      if (length <= word.length) found.push(...(heads.get(word.slice(0, length)) ?? []));
    }
    for (const [end, phrase] of tails) if (isOpen || word.endsWith(end)) found.push(phrase);
    return byTable(found);
  };
  return {
    ofWord: rememberByText((word) => find(word, false), { texts: 20_000, characters: 300_000 }),
    ofOpenWord: rememberByText((word) => find(word, true), { texts: 4_000, characters: 60_000 }),
    ofCharacter: rememberByText((word) => byTable(characters.get(word) ?? []), { texts: 10_000, characters: 10_000 }),
  };
}

/** Of several phrases at one place the first of its table counts. */
function byTable(phrases: readonly Phrase[]): Beginnings {
  if (phrases.length === 0) return null;
  const found: Phrase[][] = [];
  for (const phrase of phrases.toSorted((a, b) => a.rank - b.rank)) {
    const list = found[phrase.table];
    if (list === undefined) found[phrase.table] = [phrase];
    else list.push(phrase);
  }
  return found;
}

/** Longer phrases before shorter ones, language by language. */
function shelve(tables: readonly Phrases[]): Shelves {
  const words = new Map<string, Phrase[]>();
  const heads = new Map<string, Phrase[]>();
  const characters = new Map<string, Phrase[]>();
  const tails: (readonly [string, Phrase])[] = [];
  let rank = 0;
  for (const [table, languages] of tables.entries()) {
    for (const [language, list] of Object.entries(languages)) {
      for (const source of list.split("|").sort((a, b) => b.length - a.length)) {
        rank += 1;
        const anywhere = language === "zh";
        const phrase = readPhrase(source, { table, rank, anywhere });
        const [first, second] = phrase.parts;
        if (anywhere) add(characters, source.charAt(0), phrase);
        else if (first?.kind !== "literal") tails.push([first?.kind === "past" ? "ed" : wordIn(second), phrase]);
        else {
          const head = wordIn(first);
          const goesOn = head === first.text && (second?.kind === "letters" || second?.kind === "past");
          add(goesOn ? heads : words, head, phrase);
        }
      }
    }
  }
  return { words, heads, headLengths: [...new Set([...heads.keys()].map(({ length }) => length))], tails, characters };
}

function add(map: Map<string, Phrase[]>, key: string, phrase: Phrase): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [phrase]);
  else list.push(phrase);
}

/** The word that a part of a phrase begins with. */
function wordIn(part: Phrase["parts"][number] | undefined): string {
  if (part?.kind !== "literal") return "";
  let end = 0;
  while (isInWord(traitsAt(part.text, end))) end += 1;
  return part.text.slice(0, end);
}
