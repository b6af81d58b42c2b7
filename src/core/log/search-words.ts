/**
 * Words as the search knows them. Scripts that put no space between words, or join others to their ends as Korean
 * does, are indexed by pairs of neighbouring characters: where a word begins there depends on the dictionary and on what
 * stands around it, so a word of a question would often not be one of the text. A question is cut into its words by the
 * dictionary, and each word is looked for as the run of its pairs. Texts and questions alike are first written without
 * accents and ligatures.
 */
import { defer } from "../text/defer.js";
import {
  between,
  classes,
  classifyCharacter,
  isPairStart,
  spacedLetter,
  stripAccents,
  unspacedLetter,
} from "../text/letters.js";
import { redactSecrets } from "../text/redact/redact-secrets.js";
import type { CallOutput, Draft, Entry, Part, Text } from "./entry.js";
import type { BlobId } from "./keys.js";

const beyondAscii = /[\u0080-\uffff]/;
const segmenter = defer(() => new Intl.Segmenter("und", { granularity: "word" }));

/** Words that nearly every text holds; asking for them alone still finds something. */
const common: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can did do does for from had has have he her his how i if in is it its me my no " +
    "not of on or our she so that the their them then there they this to up was we were what when where which who why " +
    "will with would you your"
  ).split(" "),
);

/** More words than these are not looked for. */
export const mostSought = 16;

/** The words of a question, each once, at most `mostSought`; common ones only if there are no others. */
export function pickAskedWords(question: string): readonly string[] {
  const runs = splitLetterRuns(stripAccents(question.slice(0, 2_000)).toLowerCase());
  const distinct = [...new Set(runs.flatMap(({ text, isUnspaced }) => (isUnspaced ? splitWords(text) : [text])))];
  const telling = distinct.filter((word) => !common.has(word));
  return (telling.length > 0 ? telling : distinct).slice(0, mostSought);
}

function splitWords(run: string): readonly string[] {
  return [...segmenter().segment(run)].map(({ segment }) => segment);
}

/** What an asked word is looked for as: a run of indexed words that follow one another, or the beginning of one. */
export function makeWordQuery(word: string): { readonly run: readonly string[]; readonly prefix: boolean } {
  const plain = stripAccents(word);
  const characters = splitLetterRuns(plain).some(({ isUnspaced }) => isUnspaced) ? [...plain] : [];
  const run = (characters.length > 1 ? makePairs(characters) : [plain]).flatMap(listIndexedWords);
  return { run, prefix: characters.length === 1 };
}

/** The words of an indexed text, in its order and in small letters. */
export function listIndexedWords(text: string): readonly string[] {
  const small = text.toLowerCase();
  const words: string[] = [];
  let end = -1;
  for (const { text: word, from } of splitLetterRuns(small)) {
    // Letters of both kinds that stand side by side are one word of the index.
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

interface Run {
  readonly text: string;
  readonly from: number;
  readonly isUnspaced: boolean;
}

/** The runs of letters of one kind, in their order. */
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
 * The words of an entry; the contents of blobs are handed in, and a missing one is known by its ends. Beyond ASCII there
 * are only words in small letters and spaces, so that an index needs to know nothing of other letters than those.
 */
export function makeSearchableText(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): string {
  return entry.private === undefined ? makeIndexText(redactSecrets(joinTexts(entry, blobs))) : "";
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

/** The last character of a run stands alone too, so that every one of them begins an indexed word. */
function makeIndexText(raw: string): string {
  if (!beyondAscii.test(raw)) return raw;
  const text = stripAccents(raw).toLowerCase();
  const units = reserveUnits(text.length * 4 + 8);
  let length = 0;
  let kind: number = between;
  // The character before, in one unit or two.
  let [first, second] = [0, 0];
  for (let index = 0; index <= text.length; index++) {
    const unit = index < text.length ? text.charCodeAt(index) : space;
    const found = index < text.length ? classes[unit] || classifyCharacter(text, index) : between;
    const next = found !== between && isPairStart(text, index) ? text.charCodeAt(index + 1) : 0;
    if (kind === unspacedLetter) {
      // The next pair of the run begins with it, and so does the last character alone.
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

/** Room for a text on its way, used again and again: a string that grows by a letter at a time is slow. */
function reserveUnits(length: number): Uint16Array {
  if (reserved.length < length) reserved = new Uint16Array(length);
  return reserved;
}

/** As many as a call may have arguments on any engine. */
const mostAtOnce = 8_192;

function decodeUnits(units: Uint16Array, length: number): string {
  let text = "";
  for (let from = 0; from < length; from += mostAtOnce) {
    const part = units.subarray(from, Math.min(length, from + mostAtOnce));
    text += String.fromCharCode.apply(null, part as unknown as number[]);
  }
  return text;
}
