/**
 * The content words of a text, shortened to a stem that their forms share. Scripts without spaces between words are
 * split into pairs of neighbouring characters, which needs no dictionary.
 */
import { rememberByText } from "./remember.js";
import { findCharacterTraits, traits } from "./traits.js";

export interface Word {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

export function listContentWords(text: string): readonly Word[] {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    const kind = classifyRun(findCharacterTraits(text, at));
    const end = skipRun(text, at, kind);
    if (kind === "unspaced") words.push(...listCharacterPairs(text.slice(at, end), at));
    if (kind === "spaced") {
      const stem = readStem(text.slice(at, end));
      if (stem !== null) words.push({ stem, start: at, end });
    }
    at = end;
  }
  return words;
}

type RunKind = "spaced" | "unspaced" | "other";

const letterTraits = traits.letter | traits.mark;
const spacedTraits = letterTraits | traits.number | traits.underscore;

function classifyRun(bits: number): RunKind {
  if ((bits & letterTraits) !== 0 && (bits & traits.unspaced) !== 0) return "unspaced";
  return (bits & spacedTraits) === 0 ? "other" : "spaced";
}

function skipRun(text: string, start: number, kind: RunKind): number {
  let end = start;
  do end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  while (end < text.length && classifyRun(findCharacterTraits(text, end)) === kind);
  return end;
}

/** Null for a word without content. */
const readStem = rememberByText(
  (run) => {
    const word = foldWord(run);
    return common.has(word) || (word.length < 2 && !hasNumber.test(word)) ? null : computeStem(word);
  },
  { texts: 20_000, characters: 300_000 },
);

/** Leaves out numbers: those are hard tokens, and say nothing about what they count. */
export function readContentStems(text: string): ReadonlySet<string> {
  return collectStems(listContentWords(text));
}

export function collectStems(words: readonly Word[]): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const { stem } of words) if (!hasNumber.test(stem)) stems.add(stem);
  return stems;
}

const hasNumber = /\p{N}/u;

/** How many elements of the first set are in the second. */
export function countShared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const each of some) if (others.has(each)) count += 1;
  return count;
}

export function isCommon(word: string): boolean {
  return common.has(foldWord(word));
}

/** The stem of a word that is looked for, even of a common one. */
export function readSoughtStem(word: string): string {
  return computeStem(foldWord(word));
}

/** In an English text, the stems of words that have no content in another language only: hat, war, son. */
export function listHomographStems(text: string): readonly string[] {
  const { english, others } = listTellingWords(text);
  return english.length > others.length ? others.filter((word) => word.length > 2).map(computeStem) : [];
}

/** Whether more of its small words are English than are of another language. */
export function isEnglish(text: string): boolean {
  const { english, others } = listTellingWords(text);
  return english.length > others.length;
}

/** The words without content that tell a language: those that are common in others have their content in this one. */
function listTellingWords(text: string): Readonly<Record<"english" | "others", readonly string[]>> {
  const words = (text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []).map(foldWord);
  return {
    english: words.filter((word) => commonInEnglish.has(word) && !commonElsewhere.has(word)),
    others: words.filter((word) => commonElsewhere.has(word) && !commonInEnglish.has(word)),
  };
}

export function isCommonInEnglish(word: string): boolean {
  return commonInEnglish.has(foldWord(word));
}

/** Lower case, without accents. */
export function foldWord(word: string): string {
  if (!/[\u0080-\uffff]/.test(word)) return word.toLowerCase();
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ё", "е");
}

/** A rough stem: watering, watered and waters share one, and so do bestelle and bestellt. */
function computeStem(word: string): string {
  if (hasNumber.test(word)) return word;
  const ending = ["ing", "ed", "s"].find((each) => word.endsWith(each)) ?? "";
  const bare = word.slice(0, word.length - ending.length);
  return (hasLettersAtEnd(bare, 3) ? bare : word).slice(0, 5);
}

function hasLettersAtEnd(text: string, count: number): boolean {
  const last = [...text.slice(-2 * count)].slice(-count);
  return last.length === count && last.every((each) => (findCharacterTraits(each, 0) & traits.letter) !== 0);
}

/** Leaves out pairs with a particle, which have no content. */
function listCharacterPairs(run: string, start: number): readonly Word[] {
  const characters = [...run];
  if (characters.length === 1) {
    return particles.has(run) ? [] : [{ stem: run, start, end: start + run.length }];
  }
  const words: Word[] = [];
  let place = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    if (next !== undefined && !(particles.has(character) || particles.has(next))) {
      words.push({ stem: character + next, start: place, end: place + character.length + next.length });
    }
    place += character.length;
  }
  return words;
}

const particles: ReadonlySet<string> = new Set(
  "的了是在我你他她它们这那就也都和与吗呢吧啊呀哦请很太会要把被给让有个着过得地之不没".split(""),
);

const commonInEnglish: ReadonlySet<string> = new Set(
  "a an and are as at be been but by can could did do does for from had has have he her his how i if in is it its me my no not of on or our she so that the their them then there they this to up was we were what when where which who why will with would you your us am let ll ve re don doesn didn isn won just now also too very shall may might some any than into about one please ok okay yes".split(
    " ",
  ),
);

const commonElsewhere: ReadonlySet<string> = new Set(
  [
    "der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren bin bist ich du er sie es wir ihr mich mir dich dir uns euch mein dein sein nicht kein keine zu zum zur von vom mit bei auf aus an am im in fur um als wie was wann wo wer warum dass ob auch noch schon nur so da hier dann werde wird werden habe hat haben hatte kann kannst konnen soll bitte ja nein doch mal",
    "le la les un une des du de et ou mais est sont suis es je tu il elle nous vous ils elles on me te se mon ma mes ton ta tes son sa ses ne pas que qui quoi ce cette ces cet au aux en dans pour par sur avec sans si ai as avons avez ont va vais faut oui non plus quand comment y",
    "el los las una uno unos unas y o pero es son soy eres era yo tu usted nosotros ellos ellas mi mis su sus no que quien como cuando donde por para con en del al lo se te nos he ha hemos han esta este esto eso si muy mas ya hay voy vamos",
    "и в во не на я ты он она оно мы вы они что как это то этот эта эти а но или у к с со о об от до из за по для же ли бы был была были быть есть мне тебе меня тебя нас вас их его ее мой моя твой наш да нет уже еще так там тут когда где кто",
  ].flatMap((words) => words.split(" ")),
);

const common: ReadonlySet<string> = new Set([...commonInEnglish, ...commonElsewhere]);
