/**
 * Words as the search knows them. Scripts that put no space between words, or join others to their ends as Korean
 * does, are indexed by pairs of neighbouring characters: where a word begins there depends on the dictionary and on what
 * stands around it, so a word of a question would often not be one of the text. A question is cut into its words by the
 * dictionary, and each word is looked for as the run of its pairs. Texts and questions alike are first written without
 * accents and ligatures.
 */
import { defer } from "./defer.js";
import type { Draft, Entry, Output, Part, Text } from "./entry.js";
import type { BlobId } from "./keys.js";
import { redacted } from "./redact/redacted.js";
import { findTraits, traits } from "./text/traits.js";

const unspacedLetter =
  "(?=[\\p{L}\\p{M}\\p{N}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]";
const unspaced = defer(() => new RegExp(unspacedLetter, "u"));
const unspacedRuns = defer(() => new RegExp(`(?:${unspacedLetter})+`, "gu"));
const spacedOrNot = defer(
  () => new RegExp(`(?:${unspacedLetter})+|(?:(?!${unspacedLetter})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, "gu"),
);
const segmenter = defer(() => new Intl.Segmenter("und", { granularity: "word" }));

/** Words that nearly every text holds; asking for them alone still finds something. */
const common: ReadonlySet<string> = new Set(
  (
    "a an and are as at be been but by can did do does for from had has have he her his how i if in is it its me my no " +
    "not of on or our she so that the their them then there they this to up was we were what when where which who why " +
    "will with would you your"
  ).split(" "),
);

/** The words of a question, each once, at most 16; common ones only if there are no others. */
export function askedWords(question: string): readonly string[] {
  const runs = unaccented(question.slice(0, 2_000)).toLowerCase().match(spacedOrNot()) ?? [];
  const distinct = [...new Set(runs.flatMap((run) => (isUnspaced(run) ? wordsIn(run) : [run])))];
  const telling = distinct.filter((word) => !common.has(word));
  return (telling.length > 0 ? telling : distinct).slice(0, 16);
}

function wordsIn(run: string): readonly string[] {
  return [...segmenter().segment(run)].map(({ segment }) => segment);
}

/** What an asked word is looked for as: a run of indexed words, or the beginning of one. */
export function soughtAs(word: string): { readonly run: readonly string[]; readonly prefix: boolean } {
  const plain = unaccented(word);
  const characters = isUnspaced(plain) ? [...plain] : [];
  if (characters.length > 1) return { run: pairsOf(characters), prefix: false };
  return { run: [plain], prefix: characters.length === 1 };
}

/**
 * Composed again at the end: what is left of a letter's parts, such as those of a Korean syllable, is one character.
 * Most texts are ASCII and come back as they are.
 */
export function unaccented(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** Whether any of its letters is of a script without spaces. */
function isUnspaced(text: string): boolean {
  return !isAscii(text) && unspaced().test(text);
}

function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

function pairsOf(characters: readonly string[]): readonly string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** The words of an entry; the contents of blobs are handed in, and a missing one is known by its ends. */
export function searchableText(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): string {
  return entry.private === undefined ? indexedText(redacted(wholeText(entry, blobs))) : "";
}

/** Whether an entry has words that a search must not find it by. */
export function holdsSecret(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): boolean {
  const text = wholeText(entry, blobs);
  return redacted(text) !== text;
}

function wholeText(entry: Entry | Draft, blobs: ReadonlyMap<BlobId, string>): string {
  const whole = (text: Text) =>
    typeof text === "string" ? text : (blobs.get(text.blob) ?? `${text.head}\n${text.tail}`);
  return textsOf(entry).map(whole).join("\n");
}

function textsOf(entry: Entry | Draft): readonly Text[] {
  switch (entry.kind) {
    case "said":
    case "revised":
      return entry.parts.map(partText);
    case "called":
      return [entry.tool, entry.input];
    case "returned":
      return [entry.tool, ...outputTexts(entry.output)];
    case "noted":
    case "withdrawn":
      return [];
    default:
      return entry satisfies never;
  }
}

function outputTexts(output: Output): readonly Text[] {
  return output.kind === "content" ? output.parts.map(partText) : [output.text];
}

function partText(part: Part): Text {
  return part.kind === "file" ? (part.name ?? "") : part.text;
}

/** The last character of a run stands alone too, so that every one of them begins an indexed word. */
function indexedText(raw: string): string {
  const text = unaccented(raw);
  if (!hasUnspaced(text)) return text;
  return text.replace(unspacedRuns(), (run) => {
    const characters = [...run];
    return ` ${[...pairsOf(characters), characters.at(-1)].join(" ")} `;
  });
}

const wordTraits = traits.letter | traits.mark | traits.number;

function hasUnspaced(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) continue;
    const bits = findTraits(text.codePointAt(at) ?? 0);
    if ((bits & traits.unspaced) !== 0 && (bits & wordTraits) !== 0) return true;
  }
  return false;
}
