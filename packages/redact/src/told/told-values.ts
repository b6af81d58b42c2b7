/**
 * Finds codes and passwords that people tell each other, by two signs: a word in the same sentence that has to do with
 * access, and a value that is neither a word nor a figure. What stands between them adds to the score; a value counts
 * when its score is high enough.
 */

import { describesSecret } from "../describing-words.js";
import { foldCase } from "../fold-case.js";
import type { Finder, FoundSecret } from "../kind.js";
import { isPlaceholder } from "../likeness.js";
import { isOrdinaryWord } from "../ordinary-words.js";
import { type Line, listLines } from "../scan.js";
import { hasSecretWord } from "../words.js";
import { type CueScore, hasEnding, joinWords, listCues, type Stretch, scoreCues } from "./cues.js";
import { type Candidate, listCandidates, saysDigits, shortShape } from "./values.js";

export const toldValues: Finder = { names: ["pin", "password"], find: findTold };

const enough = 5;
/** Longer lines are data. */
const longestLine = 4_000;
const longestAnswer = 60;
/** Words before a value that answers a question. */
const longestLead = 15;

/** Most lines have neither a number nor a sign among letters. */
const hasValue = /\d[ *#-]?\d|[A-Z]\d|[a-z\u00c0-\u04ff][!#$%&*+_~.-]?\d|\d[a-z\u00c0-\u04ff]|\w[!#$%*&+_~]\w/i;

/** Numbers of one length between slashes or commas, each with a word of its own: "front 4471 / back 8820". */
const row = /(?<!\d)(?:\d{3}|\d{4}|\d{5}|\d{6})(?:\s?[/|,;]\s?\p{L}{2,14}:?\s\d{3,6}(?!\d)){1,6}(?=\s*(?:[.!,;(]|$))/u;

function isRow(text: string): boolean {
  const numbers = row.exec(text)?.[0].match(/\d+/g) ?? [];
  return numbers.length > 1 && numbers.every(({ length }) => length === numbers[0]?.length);
}

/** Whether a line may hold a value; a question may, in the line after it. */
function mayHoldValue(line: string): boolean {
  if (hasValue.test(line) || asks.test(line) || dialled.test(line)) return true;
  return saysDigits(line);
}

function findTold(text: string): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  let asked = noPast;
  for (const { text: whole, start } of listLines(text, listCues(text), () => asked.isAsked)) {
    const line = whole.slice(0, longestLine);
    const isAnswer = asked.isAsked && line.length <= longestAnswer;
    const isLone = isAnswer && asked.password >= 3;
    if (isProse(line) && (isLone || mayHoldValue(line) || /[?]\s|？/.test(line))) {
      const read = readLine(text, { text: line, start }, isAnswer ? asked : noPast);
      found.push(...read.found.filter(({ name, value }) => name === "pin" || !text.includes(`<${value}>`)));
      asked = read.past;
    } else asked = noPast;
  }
  return found;
}

function isProse(line: string): boolean {
  return !code.test(line);
}

/** A line of a program, of data or of a log. */
const code =
  /[{}\\]|;\s*$|\(\)|=>|::|\/\/|^(?:\[[\d:]{4,8}\]\s+)?(?:===|\*)|^\s*(?:[#*]|\w+\s?=\s|"[\w-]+":)|\d\d:\d\d:\d\d|<\/|^\s+[\w-]+:\s/;

interface Sentence {
  readonly text: string;
  readonly start: number;
}

function splitSentences(line: string): readonly Sentence[] {
  return [...line.matchAll(/(?:[^.!?。！？;；]|[.!?;](?!\s|$)|(?<=\d)!(?=\s\p{Ll}))+[.!?。！？;；]*/gu)].map(
    ({ 0: text, index }) => ({ text, start: index }),
  );
}

/** Of the sentence before: a question gives its words to what answers it. */
interface Past extends CueScore {
  readonly isAsked: boolean;
}

const noPast: Past = { number: 0, password: 0, isAsked: false };
/** A question, or a line that what it names follows. */
const asks = foldCase(
  /[?？:：]\s*$|^.{0,20}?(?<!\p{L})(?:what(?:['’]s| is| was)|wie (?:war|ist|lautet)|was ist|c['’]est quoi|cuál|какой)(?!\p{L})|(?<!\p{L})(?:whats|(?:give|send|tell|text) me|schick(?:st)? mir|sag(?:st)? mir|gib mir|(?:donne|envoie|file)[ -]moi|(?:pása|da|mánda|di)me|скинь|подскажи|пришли)(?!\p{L})[^.]*$|发我|告诉我/iu,
);

function readLine(
  whole: string,
  { text: line, start: offset }: Line,
  before: Past,
): { readonly found: readonly FoundSecret[]; readonly past: Past } {
  const found: FoundSecret[] = [];
  let past = before;
  const dial = scoreCues(whole, offset, offset + line.length).number >= 2 ? dialled.exec(line) : null;
  if (dial !== null) {
    const value = dial.groups?.before ?? dial.groups?.after ?? "";
    found.push({ name: "pin", start: offset + dial.index + dial[0].indexOf(value), value });
  }
  let answerEnds = before.isAsked ? (/^.{0,30}?[:：>\]] /.exec(line)?.[0].length ?? 0) + longestLead : 0;
  for (const { text, start } of splitSentences(line)) {
    const from = offset + start;
    const own = scoreCues(whole, from, from + text.length);
    const isAnswer = past.isAsked;
    const goesOn = continues.test(text);
    const less = isAnswer || goesOn ? 0 : 1;
    const both = goesOn && own.number > 0 && past.number > 0 ? 1 : 0;
    const cues = {
      number: Math.max(own.number, past.number - less) + both,
      password: Math.max(own.password, past.password - less),
    };
    const candidates = cues.number + cues.password <= 0 ? [] : listCandidates(text);
    if (isAnswer && past.password >= 3 && candidates.length === 0) found.push(...readLoneWord(text, from));
    const isSeries =
      isRow(text) ||
      candidates.filter(
        (each) => each.isNumber && hasEnding({ text: whole, from, to: from + each.start }, "thing", upToTwoWords),
      ).length > 1;
    for (const each of candidates) {
      const place = from + each.start;
      if (found.some((told) => place < told.start + told.value.length)) continue;
      const name = each.isNumber ? "pin" : "password";
      const isSibling = found.some((told) => told.name === name) || text.includes(`[redacted: ${name}]`);
      const isTwin = found.some((told) => each.isNumber && told.value.length === each.value.length);
      const answers = isAnswer && start + each.start < answerEnds;
      const score = scoreValue(text, each, { whole, from, cues, isSibling, isTwin, answers });
      if (score + (isSeries && each.isNumber && each.shape > 0 ? 1 : 0) >= enough)
        found.push({ name, start: place, value: each.value });
    }
    const isAsked = own.number + own.password > 1 && asks.test(text) && !open.test(text);
    if (own.number + own.password > 0) past = { ...own, isAsked };
    if (isAsked) answerEnds = start + text.length + longestLead;
  }
  return { found, past };
}

const side = "(?:left|right|l|r|links|rechts|gauche|droite|izquierda|derecha|влево|вправо|налево|направо|左|右)";
const aim = "(?:[\\s:]|to|past it|past|back|again|auf|bis|à|al?|sur|на|до){0,7}";
const between = "[\\s,;./>→–-]{0,4}(?:(?:then|and|dann|und|puis|et|luego|y|потом|затем|и|再)\\s?)?";
/** A dial that is turned to one side and the other: the numbers with the sides between them. */
const dialled = foldCase(
  new RegExp(
    `(?<![a-z\\u00df-\\u04ff])${side}${aim}(?<before>\\d{1,2}(?:${between}${side}${aim}\\d{1,2}(?!\\d)){1,5})|(?<!\\d)(?<after>\\d{1,2}\\s?${side}(?:${between}\\d{1,2}\\s?${side}){1,5})(?!\\p{L})`,
    "iu",
  ),
);

/** A sentence about what the one before named, or nothing but a value. */
const continues = foldCase(
  /^[\s–—-]*(?:(?:it['’]s|it is|that['’]s|now|the (?:new (?:one|code)|numbers|digits|combination)|new|jetzt|nun|neu|der neue|die neue|das ist|es ist|c['’]est|maintenant|désormais|le nouveau|la nouvelle|ahora|el nuevo|la nueva|es|это|теперь|новый|новая)(?!\p{L})|[#*A-Z]?\d[\d #*A-ZА-Я-]{1,12}[.!]?\s*$|现在|新的)/iu,
);

const loneWord = foldCase(
  /^(?:.{0,20}?[:：>\]]\s|[\s–—-]{1,3})?(?:\p{L}{2,12} (?:says|said|sagt|meint|dit|dice|говорит),? )?(?:(?:i think|i guess|pretty sure|ich glaube,?|je crois que|creo que|кажется,?)\s)?(?:(?:it['’]s|it is|it was|that['’]s|was|das ist|das war|es ist|ist|war|c['’]est|c['’]était|es|era|это|был)\s)?["'„“«]?(?<value>\p{L}[^\s"'„“”«»?？,]{4,40}?)["'”“»]?[.!。]?\s*$/iu,
);
const replies = foldCase(
  /^(?:sorry|wait|later|soon|attends|patiente|espera|luego|warte|gleich|подожди|позже|thanks?|thanx|idk|dunno|maybe|never|please|hello|google|danke|bitte|keine|vergessen|merci|aucune?|oublié|gracias|ninguna?|спасибо|привет|забыл\p{L}?|нет)$/iu,
);

/** All that answers the question for a password. */
function readLoneWord(text: string, offset: number): readonly FoundSecret[] {
  const value = loneWord.exec(text)?.groups?.value ?? "";
  if (
    value === "" ||
    text.includes("[redacted") ||
    replies.test(value) ||
    isOrdinaryWord(value) ||
    isPlaceholder(value)
  )
    return [];
  if (describesSecret("", value.toLowerCase()) || hasSecretWord(value)) return [];
  return [{ name: "password", start: offset + text.indexOf(value), value }];
}

const opening = "[\\s:：,，\"'`«„“‘「*(]*";
const article = "(?:\\s(?:the|el|la|le|les|los|die|den|das|dem|der|code|código|codice|o|a|il|numbers?))?";
const opens = new RegExp(`${joinWords("opens")}${article}${opening}$`, "i");
const states = new RegExp(
  `(?:${joinWords("states")}|[a-z]['’]s\\s|[:：→—–]|(?<=\\s)-|(?<![=<>!])=|->)(?:(?:\\s(?:probably|still|just|maybe|now|currently|actually|again))*)${opening}$`,
  "i",
);
const upToTwoWords = new RegExp(`^:?(?:\\s(?!\\d)\\S{1,16}){0,2}${opening}$`);
const atClock = foldCase(/(?<!\p{L})(?:at|um|from|until|till|ab|bis|à|a las|в|с)\s$/iu);
const clock = /^(?:[01]\d|2[0-3])[0-5]\d$/;
/** Where a word is sent to, to begin or end something. */
const answersTo = /(?:STOP|BAJA|HELP|JOIN|CODE|СТОП)\s(?:to|au|an|al?|на)\s$/;
/** A year or hundreds. */
const figure = /^(?:(?:19|20)\d\d|\d+00)$/;
/** After the label of a secret that was found. */
const labels = /^["']?\s?[:=]\s?["']?\[redacted/;
/** The name of a network, not its password. */
const network =
  /(?:wi-?fi|wlan|netz(?:werk)?|network|ssid|réseau|red|сеть)\s(?:is called|called|named|heißt|s['’]appelle|se llama|называется)\s["'„“«]?$/i;
const isOrNothing = new RegExp(`^(?:\\s(?:is|was|ist|war|lautet|est|es|era|это|—))?${opening}$`, "i");
const nothing = new RegExp(`^${opening}$`);
/** Things that have numbers of their own, unless a code is named after them. */
const otherNumber = foldCase(
  /.*(?:orders?|invoice|booking|customer|tracking|reference|firmware|bestell|auftrag|rechnung|kunden|artikel|kontonummer|commande|facture|référence|client|colis|pedido|factura|reserva|заказ|сч[её]т|клиент|брон|订单|客户|单号|发票)(?<rest>.{0,24})$/iu,
);
function isOfOther(told: Stretch, before: string): boolean {
  const rest = otherNumber.exec(before)?.groups?.rest;
  return rest !== undefined && !hasEnding({ ...told, from: told.to - rest.length }, "code", /^/);
}

const counted = /^\s?[人元块条次名位号楼]/;
const userName =
  /(?:user(?:name)?|nick(?:name)?|benutzer(?:name)?|identifiant|utilisateur|usuario|логин|用户名?)[\s:：]{0,3}$/i;

/** Six digits beside two words for a code that was sent. */
function isOneTime({ value, shape }: Candidate, cue: number): boolean {
  return cue >= 3 && shape > 0 && /^\d{6}$/.test(value);
}

const upToOneWord = new RegExp(`^(?:\\s(?!\\d)\\S{1,12})?${opening}$`);
const after = new RegExp(`^[!"'\`»”“」*)]*,?\\s?(?:[—–:=-]\\s)?${joinWords("after")}`, "i");
const numbers = new RegExp(`(?:${joinWords("numbers")}|[$€£¥~≈<>])[\\s:.#]*$`, "i");
const next = foldCase(new RegExp(`^["'\`»”“」*)]*(?:$|[^\\p{L}\\s]|\\s?[^\\p{L}\\s]|\\s?${joinWords("next")})`, "iu"));
const open = new RegExp(
  `(?:${joinWords("open")})[\\s_-]?(?:[ck]od|код|cód|码)|code (?:postal|point|civil|de retour|erreur)|código postal`,
  "i",
);

/** A lock with a dial. */
const turned = /^\d{1,2}-\d{1,2}-\d{1,2}$/;

interface Around {
  readonly whole: string;
  /** Where the sentence begins in it. */
  readonly from: number;
  readonly cues: CueScore;
  /** Whether another value of its sort was told in the same line. */
  readonly isSibling: boolean;
  /** Whether one of them has as many digits. */
  readonly isTwin: boolean;
  readonly answers: boolean;
}

function scoreValue(sentence: string, candidate: Candidate, around: Around): number {
  const { whole, from, cues, isSibling, isTwin, answers } = around;
  const { value, start, isNumber, shape } = candidate;
  const told = { text: whole, from, to: from + start };
  const before = sentence.slice(Math.max(0, start - 36), start);
  const rest = sentence.slice(start + value.length, start + value.length + 60);
  const isOpened = opens.test(before);
  if (isNumber && ((!isOpened && numbers.test(before)) || open.test(sentence))) return 0;
  if (isNumber && cues.number < 3 && atClock.test(before) && clock.test(value)) return 0;
  if (isNumber && shape <= 0 && cues.number < 4 && figure.test(value) && !isOpened) return 0;
  if (isNumber && (answersTo.test(before) || isOfOther(told, before) || counted.test(rest))) return 0;
  if (!isNumber && (before.endsWith("<") || network.test(before) || labels.test(rest))) return 0;
  const cue = Math.max(isNumber ? cues.number : cues.password, isSibling ? 3 : 0);
  const isJustAfter = isNumber ? hasEnding(told, "thing", upToTwoWords) : hasEnding(told, "access", upToOneWord);
  const isStated = states.test(before);
  const isNamed = after.test(rest);
  const isAnswer = answers && ((isNumber && shape > 0) || !/^[,:] /.test(rest));
  const isLast = !isNumber && cues.password >= 3 && /[,，]\s?$/.test(before) && /^[.!。]?\s*$/.test(rest);
  const isSure = isNumber ? isOneTime(candidate, cue) : shape > 2 && !userName.test(before);
  if (
    shape === shortShape &&
    !(cues.number > 3 && (isStated || isOpened || hasEnding(told, "code", isOrNothing)) && next.test(rest))
  )
    return 0;
  const isRightAfter = isNumber && /\d{3}/.test(value) && hasEnding(told, "sure", nothing);
  const isWhole = isNumber && cues.number > 1 && sentence.trim().replace(/[.!]$/, "") === value;
  const near = isSibling || isLast || isSure || isJustAfter ? 1 : 0;
  const link =
    isOpened && isNumber
      ? 3
      : isStated && isNamed
        ? 3
        : isStated || isOpened || isNamed || isAnswer || isRightAfter || isWhole
          ? 2
          : near;
  if (link === 0) return 0;
  // Beside the word itself a name is a password, too.
  const likeness = shape !== shortShape && (isNumber || cue < 3) ? shape : Math.max(0, shape);
  const isCounting =
    isNumber &&
    !isTwin &&
    !turned.test(value) &&
    !next.test(rest) &&
    !(shape > 0 && hasEnding(told, "code", isOrNothing));
  return cue + link + likeness - (isCounting ? 2 : 0);
}
