/**
 * Reads which of several labels a message names: `before* label after*`, where the label is given by its words, by some of
 * them that no other label has, by its place or by its letter. Any other word, above all one that negates, names nothing.
 */
import { isEvading } from "./free-text.js";
import { negationWords, noWords } from "./no-words.js";
import {
  countPhraseWords,
  makePhraseTable,
  type PhraseTable,
  type SpokenText,
  type SpokenWord,
  splitWords,
} from "./spoken-words.js";
import { politeWords, skipPhrases } from "./word-tables.js";
import { weakYesWords, yesWords } from "./yes-words.js";

const before = makePhraseTable(
  "the|option|number|answer|i'd like|i would like|i'll take|i will take|i'd take|i take|i'll have|i'd prefer|i prefer|i want|i choose|i pick|i'll go with|i go with|let's go with|let's take|let's do|let's go for|go with|go for|take|choose|pick|make it|it's|yes to|to",
  "nummer|die|der|das|den|ich nehme|nehme|nimm|ich möchte|ich will|ich wähle|ich hätte gern|ich hätte gerne|lieber|am liebsten|wir nehmen|option|variante|antwort",
  "le|la|les|l'|je prends|je voudrais|je veux|je préfère|je choisis|prends|plutôt|numéro|el|los|las|lo|quiero|prefiero|elijo|me quedo con|tomo|opción|número|il|i|gli|prendo|vorrei|voglio|preferisco|scelgo|opzione|numero|o|a|os|as|quero|prefiro|escolho|fico com|opção|de|het|ik neem|ik wil|ik kies|doe maar|liever|graag|optie",
  "вариант|номер|я выбираю|выбираю|я хочу|хочу|беру|лучше|давай|давайте|seçenek|istiyorum|我要|我选|选|我想要|就|第|옵션|번호|opcja|wybieram|biorę|poproszę|варіант|обираю|volím|vezmu si|možnost|valitsen|otan|θέλω|διαλέγω|επιλέγω|أريد|اختار|मुझे|tôi chọn|chọn|saya pilih|pilih|saya mau",
);
const after = makePhraseTable(
  "one|option|is fine|is good|is great|is best|sounds good|works|it is|then|instead of the others|bitte|nehme ich|option|variante|passt|serait bien|me va|está bien|va bene|pode ser|is goed|graag|пожалуйста|подойдёт|olsun|istiyorum|吧|でお願いします|をお願いします|がいいです|にします|です|でいいです|로 할게요|으로 할게요|로 해주세요|으로 해주세요|요|चाहिए",
);
const ordinals: readonly PhraseTable[] = [
  "first|1st|one|erste|ersten|erstes|erster|premier|première|primero|primera|primer|primo|prima|primeiro|primeira|eerste|первый|первая|первое|первую|birinci|birincisi|ilk|ilki|第一个|第一個|第一|最初|最初の|一番目|첫 번째|첫번째|pierwszy|pierwsza|pierwsze|pierwszą|перший|перша|перше|першу|první|ensimmäinen|ensimmäisen|το πρώτο|πρώτο|πρώτη|الأول|الأولى|पहला|पहली|thứ nhất|đầu tiên|pertama|yang pertama",
  "second|2nd|two|zweite|zweiten|zweites|zweiter|deuxième|second|seconde|segundo|segunda|secondo|seconda|tweede|второй|вторая|второе|вторую|ikinci|ikincisi|第二个|第二個|第二|二番目|두 번째|두번째|drugi|druga|drugie|drugą|другий|друга|друге|другу|druhý|druhá|druhé|druhou|toinen|toisen|δεύτερο|δεύτερη|الثاني|الثانية|दूसरा|दूसरी|thứ hai|kedua|yang kedua",
  "third|3rd|three|dritte|dritten|drittes|dritter|troisième|tercero|tercera|tercer|terzo|terza|terceiro|terceira|derde|третий|третья|третье|третью|üçüncü|üçüncüsü|第三个|第三個|第三|三番目|세 번째|세번째|trzeci|trzecia|trzecie|trzecią|третій|третя|третє|třetí|kolmas|kolmannen|τρίτο|τρίτη|الثالث|الثالثة|तीसरा|तीसरी|thứ ba|ketiga|yang ketiga",
  "fourth|4th|four|vierte|vierten|viertes|quatrième|cuarto|cuarta|quarto|quarta|vierde|четвёртый|четвёртая|четвёртую|dördüncü|第四个|第四個|第四|四番目|네 번째|네번째|czwarty|czwarta|czwartą|четвертий|čtvrtý|čtvrtá|neljäs|τέταρτο|الرابع|चौथा|thứ tư|keempat",
].map((line) => makePhraseTable(line));
const lastWords = makePhraseTable(
  "last|latter|letzte|letzten|letztes|letzterer|dernier|dernière|último|última|ultimo|ultima|laatste|последний|последняя|последнее|последнюю|son|sonuncu|sonuncusu|最后一个|最後一個|最後|最後の|마지막|ostatni|ostatnia|ostatnią|останній|остання|poslední|viimeinen|viimeisen|τελευταίο|الأخير|الأخيرة|आखिरी|cuối cùng|terakhir|yang terakhir",
);

/** Ordinals that are another word as well, and count only with an article or the like before them: "Prima!", "un segundo". */
const doubtfulOrdinals = makePhraseTable(
  "seconde|segundo|segunda|secondo|seconda|prima|primo|ultima|ultimo|son|ilk|toinen|drugi|druga|drugie|druhá|other|kedua|premier",
);

export function readChoice(said: SpokenText, labels: readonly string[]): number | null {
  const { words, question, marks } = said;
  if (question || words.length === 0 || !/^[\s.,!:;)*_。，！、～،।¡·#–—-]*$/u.test(marks) || /\.\s*\./.test(marks))
    return null;
  const exact = findOnlyMatch(labels, (label) => hasSameWords(splitWords(label), words));
  if (exact !== null) return exact;
  const named = stripAround(words);
  if (named.length === 0 || named.some(isRefusing) || isEvading(named) || isEvading(words)) return null;
  const isBare = named.length === words.length && named.every(({ word }) => doubtfulOrdinals.has(word));
  const place = isBare ? null : parseOrdinal(named, labels.length);
  const byWords = findOnlyMatch(labels, (label) => named.every(({ word }) => splitWords(label).includes(word)));
  // "Two" among "two rooms" and "four rooms" may be the second of them or the first.
  const isUnclear = place !== null && labels.some((label) => splitWords(label).includes(named[0]?.word ?? ""));
  return isUnclear ? (byWords === place ? place : null) : (place ?? byWords);
}

/** Among questions that a message fits, the only one with a word of its own in it. */
export function findNamedLabel({ words }: SpokenText, labels: readonly string[]): number | null {
  const own = labels.map((label, index) => {
    const others = new Set(labels.flatMap((each, other) => (other === index ? [] : splitWords(each))));
    return new Set(splitWords(label).filter((word) => !others.has(word)));
  });
  return findOnlyMatch(labels, (_label, index) => words.some(({ word }) => own[index]?.has(word)));
}

function findOnlyMatch(labels: readonly string[], isIt: (label: string, index: number) => boolean): number | null {
  const found = labels.flatMap((label, index) => (isIt(label, index) ? [index] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

function hasSameWords(label: readonly string[], words: readonly SpokenWord[]): boolean {
  return label.length === words.length && label.every((word, index) => word === words[index]?.word);
}

/** A part of a label that refuses may be a refusal: "no" among "no sugar" and "with sugar". */
function isRefusing({ word }: SpokenWord): boolean {
  return negationWords.has(word) || noWords.has(word);
}

/** Leaves out what may stand before a label, and what may stand after one. */
function stripAround(words: readonly SpokenWord[]): readonly SpokenWord[] {
  if (words.length === 1) return words.filter(({ word }) => !before.has(word) || /^[a-h]$/.test(word));
  const start = skipPhrases(words, 0, [before, politeWords, yesWords, weakYesWords]);
  let end = words.length;
  for (let at = end - 1; at > start; at--) {
    const rest = words.slice(at, end);
    if ([after, politeWords].some((table) => countPhraseWords(rest, 0, table) === rest.length)) end = at;
  }
  return words.slice(start, end);
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
