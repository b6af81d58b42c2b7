/**
 * Words as the search index has them. Scripts without spaces between words, or with suffixes joined to them as in
 * Korean, are indexed by pairs of neighbouring characters: word borders there depend on a dictionary and the context,
 * so a word of a question would often not match the text. A question is split into words by the dictionary, and each
 * word is searched as a run of pairs. Accents and ligatures are removed from texts and questions first.
 */
import { defer } from "@clewline/text/defer.js";
import {
  between,
  classes,
  classifyCharacter,
  isPairStart,
  spacedLetter,
  stripAccents,
  unspacedLetter,
} from "@clewline/text/letters.js";
import { listFormWords, listSoughtForms } from "@clewline/text/word-forms.js";
import type { CallOutput, Draft, Entry, Part, Text } from "./entry.js";
import type { BlobId } from "./keys.js";
import { redactEntryText } from "./redact-entry.js";

const beyondAscii = /[\u0080-\uffff]/;
const segmenter = defer(() => new Intl.Segmenter("und", { granularity: "word" }));

/** Words that nearly every text contains; a question of only such words still finds something. */
const common: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can did do does for from had has have he her his how i if in is it its me my no " +
    "not of on or our she so that the their them then there they this to up was we were what when where which who why " +
    "will with would you your"
  ).split(" "),
);

/** The most words of a question that are searched. */
export const mostSought = 16;

/** The distinct words of a question, at most `mostSought`; common words only if there are no others. */
export function pickAskedWords(question: string): readonly string[] {
  const runs = splitLetterRuns(stripAccents(question.slice(0, 2_000)).toLowerCase());
  const distinct = [...new Set(runs.flatMap(({ text, isUnspaced }) => (isUnspaced ? splitWords(text) : [text])))];
  const telling = distinct.filter((word) => !common.has(word));
  return (telling.length > 0 ? telling : distinct).slice(0, mostSought);
}

export function isCommonWord(word: string): boolean {
  return common.has(word);
}

/** Whether all of its letters are of scripts with spaces between words. */
export function isSpacedText(text: string): boolean {
  return splitLetterRuns(stripAccents(text)).every(({ isUnspaced }) => !isUnspaced);
}

function splitWords(run: string): readonly string[] {
  return [...segmenter().segment(run)].map(({ segment }) => segment);
}

/** A word as a query: a run of consecutive indexed words, the beginning of one, or one of several forms. */
export interface WordQuery {
  /** Words of the index that follow one another in the text. */
  readonly run: readonly string[];
  /** Whether words that only begin so will do. */
  readonly prefix: boolean;
  /** Other words of the index, each of which will do as well. */
  readonly forms: readonly string[];
}

export function makeWordQuery(word: string): WordQuery {
  const plain = stripAccents(word);
  const characters = splitLetterRuns(plain).some(({ isUnspaced }) => isUnspaced) ? [...plain] : [];
  const run = (characters.length > 1 ? makePairs(characters) : [plain]).flatMap(listIndexedWords);
  const [only = ""] = run;
  if (run.length === 1 && characters.length === 0 && hasEndings.test(only))
    return { run: [cutEnding(only)], prefix: true, forms: [] };
  const prefix = characters.length === 1;
  return { run, prefix, forms: run.length === 1 && !prefix ? listSoughtForms(only) : [] };
}

/** The index knows the endings of Latin letters alone; a word in others is looked for by its beginning. */
const hasEndings = /^[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}\p{sc=Georgian}]{4,}$/u;
/** As many letters as a stem has in the ranking. */
const stemLetters = 5;

function cutEnding(word: string): string {
  return word.replace(russianEnding, "").slice(0, stemLetters);
}

/** As they are without accents: й is и. */
const russianEnding =
  /(?<=.{3})(?:иями|ями|ами|иях|ого|его|ому|ему|ыми|ими|ия|ию|ии|ие|ов|ев|еи|ои|ыи|ая|яя|ое|ее|ые|ую|юю|ам|ям|ах|ях|ом|ем|ых|их|[аеиоуыьэюя])$/u;

/** The words of an indexed text, in order and in lower case. */
export function listIndexedWords(text: string): readonly string[] {
  const small = text.toLowerCase();
  const words: string[] = [];
  let end = -1;
  for (const { text: word, from } of splitLetterRuns(small)) {
    // Adjacent letters of both kinds form one word of the index.
    if (from === end) words.push(`${words.pop()}${word}`);
    else words.push(word);
    end = from + word.length;
  }
  return words;
}

/** Whether the words of the run follow one another in an indexed text. */
export function holdsRun(text: string, run: readonly string[]): boolean {
  return ` ${listIndexedWords(text).join(" ")} `.includes(` ${run.join(" ")} `);
}

/** Whether a word of an indexed text begins like this. */
export function holdsPrefix(text: string, prefix: string): boolean {
  return ` ${listIndexedWords(text).join(" ")}`.includes(` ${prefix}`);
}

interface Run {
  readonly text: string;
  readonly from: number;
  readonly isUnspaced: boolean;
}

function splitLetterRuns(text: string): readonly Run[] {
  const runs: Run[] = [];
  let [from, kind]: [number, number] = [0, between];
  for (let index = 0; index <= text.length; ) {
    const found = index < text.length ? classifyCharacter(text, index) : between;
    if (found !== kind) {
      if (kind !== between) runs.push({ text: text.slice(from, index), from, isUnspaced: kind === unspacedLetter });
      [from, kind] = [index, found];
    }
    index += isPairStart(text, index) ? 2 : 1;
  }
  return runs;
}

function makePairs(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/**
 * The searchable text of an entry, empty for a private or late one; secrets are redacted. `blobs` gives the contents of blobs;
 * a missing one counts with its beginning and end. A text with characters beyond ASCII becomes lower-case words and
 * spaces, so that the index needs no rules for other scripts.
 */
export function makeSearchableText(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): string {
  const isHidden = entry.private !== undefined || entry.late !== undefined;
  return isHidden ? "" : makeIndexText(redactEntryText(entry, joinTexts(entry, blobs)));
}

/** The searchable text of an entry, with other forms of people's words. Output of tools is indexed as it is. */
export function makeIndexedText(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): string {
  const text = makeSearchableText(entry, blobs);
  return [text, ...listSpokenForms(entry, text)].join(" ");
}

/** Other forms under which the index finds an entry with this searchable text. */
export function listSpokenForms({ kind }: Pick<Entry, "kind">, text: string): readonly string[] {
  return (kind === "said" || kind === "revised") && text !== "" ? listFormWords(text) : [];
}

function joinTexts(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): string {
  const whole = (text: Text) =>
    typeof text === "string" ? text : (blobs.get(text.blob) ?? `${text.head}\n${text.tail}`);
  return listSearchTexts(entry).map(whole).join("\n");
}

function listSearchTexts(entry: Entry | Draft): readonly Text[] {
  switch (entry.kind) {
    case "said":
    case "revised":
      return entry.parts.map(readPartText);
    case "called":
      return [entry.tool, entry.input];
    case "returned":
      return [entry.tool, ...listOutputTexts(entry.output)];
    case "noted":
    case "withdrawn":
      return [];
    default:
      return entry satisfies never;
  }
}

function listOutputTexts(output: CallOutput): readonly Text[] {
  return output.kind === "content" ? output.parts.map(readPartText) : [output.text];
}

function readPartText(part: Part): Text {
  return part.kind === "file" ? (part.name ?? "") : part.text;
}

/** Writes the last character of a run alone too, so that every character begins an indexed word. */
function makeIndexText(raw: string): string {
  if (!beyondAscii.test(raw)) return raw;
  const text = stripAccents(raw).toLowerCase();
  const units = reserveUnits(text.length * 4 + 8);
  let length = 0;
  let kind: number = between;
  // The character before, in one or two UTF-16 units.
  let [first, second] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const unit = index < text.length ? text.charCodeAt(index) : space;
    const found = index < text.length ? classes[unit] || classifyCharacter(text, index) : between;
    const next = found !== between && isPairStart(text, index) ? text.charCodeAt(index + 1) : 0;
    if (kind === unspacedLetter) {
      // The next pair begins with it; at the end of the run it stands alone.
      units[length++] = first;
      if (second !== 0) units[length++] = second;
    }
    if (kind !== between && kind !== found) units[length++] = space;
    if (found !== between && (found === spacedLetter || kind === unspacedLetter)) {
      units[length++] = unit;
      if (next !== 0) units[length++] = next;
      if (found === unspacedLetter) units[length++] = space;
    }
    if (next !== 0) index += 1;
    kind = found;
    first = unit;
    second = next;
  }
  return decodeUnits(units, length);
}

const space = 0x20;
let reserved = new Uint16Array(4_096);

/** A buffer that is used again and again, because growing a string letter by letter is slow. */
function reserveUnits(length: number): Uint16Array {
  if (reserved.length < length) reserved = new Uint16Array(length);
  return reserved;
}

/** Every engine accepts this many arguments in a call. */
const mostAtOnce = 8_192;

function decodeUnits(units: Uint16Array, length: number): string {
  let text = "";
  for (let from = 0; from < length; from += mostAtOnce) {
    const part = units.subarray(from, Math.min(length, from + mostAtOnce));
    text += String.fromCharCode.apply(null, part as unknown as number[]);
  }
  return text;
}
