import {
  countPhraseWords,
  makePhraseTable,
  type PhraseTable,
  type SpokenText,
  type SpokenWord,
  splitWords,
} from "./spoken-words.js";
import { noWords, openingWords, politeWords, weakYesWords, yesWords } from "./word-tables.js";

const around = makePhraseTable(
  "the|one|option|number|i'd|i|would|like|i'll|take|i'll take|prefer|want|let's|go|with|go with|for|it|choose|pick|to|please|nummer|die|der|das|den|ich|nehme|möchte|will|zum|zur|le|la|les|el|los|je|prends|quiero|lo|il|o|de|het|option|вариант",
);
const ordinals: readonly PhraseTable[] = [
  "first|1st|one|erste|ersten|erstes|premier|première|primero|primera|primo|prima|primeiro|primeira|eerste|первый|первая|первое|первую|birinci|ilk|第一个|第一|最初|첫 번째|첫번째",
  "second|2nd|two|zweite|zweiten|zweites|deuxième|second|segundo|segunda|secondo|seconda|tweede|второй|вторая|второе|вторую|ikinci|第二个|第二|二番目|두 번째|두번째",
  "third|3rd|three|dritte|dritten|drittes|troisième|tercero|tercera|terzo|terza|terceiro|terceira|derde|третий|третья|третье|третью|üçüncü|第三个|第三|三番目|세 번째|세번째",
  "fourth|4th|four|vierte|vierten|quatrième|cuarto|cuarta|quarto|quarta|vierde|четвёртый|четвёртая|dördüncü|第四个|第四|네 번째",
].map((line) => makePhraseTable(line));
const lastWords = makePhraseTable(
  "last|latter|letzte|letzten|letztes|dernier|dernière|último|última|ultimo|ultima|laatste|последний|последняя|последнее|son|sonuncu|最后一个|最後|마지막",
);

/** Which of the labels a short message names: by its words, its place in the list or its letter. */
export function readChoice({ words, question }: SpokenText, labels: readonly string[]): number | null {
  if (question || words.length === 0) return null;
  const exact = findOnlyMatch(labels, (label) => hasSameWords(splitWords(label), words));
  if (exact !== null) return exact;
  const left = keepTellingWords(words, [around, politeWords, openingWords]);
  const place = parseOrdinal(words, labels.length) ?? parseOrdinal(left, labels.length);
  if (place !== null) return place;
  if (left.length === 0) return null;
  return findOnlyMatch(labels, (label) => left.every(({ word }) => splitWords(label).includes(word)));
}

/** The only label with a word of its own in the message, whatever else the message says. */
export function findNamedLabel({ words }: SpokenText, labels: readonly string[]): number | null {
  const left = keepTellingWords(words, [yesWords, noWords, weakYesWords, politeWords, openingWords, around]);
  const place = left.length <= 2 ? parseOrdinal(left, labels.length) : null;
  if (place !== null) return place;
  const own = labels.map((label, index) => {
    const others = new Set(labels.flatMap((each, other) => (other === index ? [] : splitWords(each))));
    return new Set(splitWords(label).filter((word) => !others.has(word)));
  });
  return findOnlyMatch(labels, (_label, index) => left.some(({ word }) => own[index]?.has(word)));
}

function findOnlyMatch(labels: readonly string[], isIt: (label: string, index: number) => boolean): number | null {
  const found = labels.flatMap((label, index) => (isIt(label, index) ? [index] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function hasSameWords(label: readonly string[], words: readonly SpokenWord[]): boolean {
  return label.length === words.length && label.every((word, index) => word === words[index]?.word);
}

function keepTellingWords(words: readonly SpokenWord[], without: readonly PhraseTable[]): readonly SpokenWord[] {
  const left: SpokenWord[] = [];
  for (let at = 0; at < words.length; ) {
    const length = Math.max(...without.map((known) => countPhraseWords(words, at, known)));
    const word = words[at];
    if (length === 0 && word !== undefined) left.push(word);
    at += Math.max(1, length);
  }
  return left;
}

function parseOrdinal(words: readonly SpokenWord[], count: number): number | null {
  const phrase = words.map(({ word }) => word).join(" ");
  if (lastWords.has(phrase)) return count - 1;
  const letter = /^[a-h]$/.test(phrase) ? phrase.charCodeAt(0) - 97 : -1;
  const figure = /^[1-9]$/.test(phrase) ? Number(phrase) - 1 : -1;
  const place = Math.max(
    letter,
    figure,
    ordinals.findIndex((known) => known.has(phrase)),
  );
  return place >= 0 && place < count ? place : null;
}
