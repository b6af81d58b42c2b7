/**
 * Splits texts into sentences.
 *
 * 1. Of a long text only the first 8,000 and the last 4,000 characters are read.
 * 2. A line is a sentence, unless it is long and the next one continues in lower case.
 * 3. Quoted code and stack traces are no sentences; of each code block the line with the error is one.
 */
import { findMatches } from "@clewline/text/find-matches.js";

const headLength = 8_000;
const tailLength = 4_000;

export function splitSentences(text: string): readonly string[] {
  return selectExaminedParts(text).flatMap((end) => splitLines(end).flatMap(splitLine));
}

/** The parts of a text that are read: all of it, or its ends. */
export function selectExaminedParts(text: string): readonly string[] {
  if (text.length <= headLength + tailLength) return [text];
  return [
    text.slice(0, headLength).replace(/[\uD800-\uDBFF]$/, ""),
    text.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, ""),
  ];
}

/** The line that identifies a failure: the first that names an error, else the first outside of a stack trace. */
export function findTellingLine(text: string): string | null {
  const lines = selectExaminedParts(text).flatMap((end) => end.split(/[\r\n\u2028\u2029]+/));
  const visible = lines.filter((line) => /[\p{L}\p{N}]/u.test(line));
  const plain = visible.filter((line) => !trace.test(line));
  return plain.find((line) => telling.test(line)) ?? plain[0] ?? visible[0] ?? null;
}

const telling =
  /error|exception|fail|fatal|denied|refused|not found|no such|cannot|can't|could not|unable|invalid|timed? ?out|panic|fehler|erreur|échou|fallo|falló|ошибк|не удалось|错误|失败|报错|\bE[A-Z]{4,}\b|exit code [1-9]/iu;
const trace =
  /^\s*(?:at\s.*:\d+:\d+\)?\s*$|File "|Traceback\b|\^+\s*$|~+\s*$|from \S+:\d+)|^\s{2,}at\s+\S|^\s*\S+\.\w{1,5}:\d+(?::\d+)?:?\s*$/u;
const code =
  /[{}]\s*$|^[^=(]*[=(].*;\s*$|^\s*(?:[{}\]]|import\s.*from|const\s+\w+\s*=|let\s+\w+\s*=|function\s+\w+\(|def\s+\w+\(|return\b.*;\s*$|#include|<\/?[a-z][^>]*>\s*$|[-+]{3}\s[ab]\/|@@\s|\$\s+[a-z])/u;
const mark = /^\s*(?:(?:[-*+•‣◦▪–—]|\d{1,3}[.)、]|[(（]?[a-z\d][)）]|\[[ xX]\]|>+|#{1,6})\s+)+/u;

function splitLines(text: string): readonly string[] {
  const lines: string[] = [];
  let block: string[] | null = null;
  for (const raw of text.split(/[\r\n\u0085\u2028\u2029]+/)) {
    if (/^\s*(?:```|~~~)/.test(raw)) {
      if (block !== null) lines.push(...findErrorLine(block));
      block = block === null ? [] : null;
    } else if (block !== null) block.push(raw);
    else if (!trace.test(raw) && !code.test(raw)) appendLine(lines, raw);
  }
  if (block !== null) lines.push(...findErrorLine(block));
  return lines;
}

function findErrorLine(block: readonly string[]): readonly string[] {
  const found = block.find((line) => /^\s*(?:[\w.]*(?:Error|Exception)\b|error\b|fatal\b|panic\b)/.test(line));
  return found === undefined ? [] : [found];
}

function appendLine(lines: string[], raw: string): void {
  const line = raw.replace(mark, "").trim();
  const last = lines.at(-1);
  const marked = line !== raw.trim();
  if (
    last !== undefined &&
    !marked &&
    last.length > 60 &&
    last.length < 2_000 &&
    /[\p{L},]$/u.test(last) &&
    /^\p{Ll}/u.test(line)
  ) {
    lines[lines.length - 1] = `${last} ${line}`;
  } else if (line !== "") lines.push(line);
}

const sentenceEnd = /[.!?…]+["'”’»)\]*_]*(?=\s|$)|[。！？｡؟۔।॥]+[”」』）]*|[.!?]+(?=\p{Extended_Pictographic})/gu;

/** A full stop ends a sentence only before a space, so that paths, numbers and addresses stay whole. */
function splitLine(line: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of findMatches(line, sentenceEnd)) {
    const end = match.index + match[0].length;
    if (match[0] === "." && isAbbreviationStop(line, start, match.index)) continue;
    sentences.push(line.slice(start, end));
    start = end;
  }
  return [...sentences, line.slice(start)]
    .flatMap(splitPieces)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Longer sentences are lists or data, and are split into pieces. */
const longestSentence = 1_000;

function splitPieces(sentence: string): readonly string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > longestSentence) {
    const head = rest.slice(0, longestSentence);
    const space = head.lastIndexOf(" ");
    const piece = space > longestSentence / 2 ? head.slice(0, space) : head.replace(/[\uD800-\uDBFF]$/, "");
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

const abbreviations: ReadonlySet<string> = new Set(
  (
    "mr mrs ms dr prof st no vs etc approx dept fig inc ltd e.g i.e eg ie cf al ca est min max tel nr bzw usw z.b d.h u.a evtl ggf inkl str abs vgl " +
    "mme mlle env p.ex av bd sr sra srta ud uds ej pág núm т.е т.д т.п т.к др ул г гг руб тыс млн см стр им"
  ).split(" "),
);

/** Whether the full stop at this index belongs to an abbreviation, an initial, or a German day of the month. */
function isAbbreviationStop(line: string, start: number, place: number): boolean {
  const word = line.slice(Math.max(start, place - 24), place).match(/[^\s("“„«]*$/)?.[0] ?? "";
  const next = line.slice(place + 1, place + 24).trimStart();
  if (next === "") return false;
  if (/^\p{L}$/u.test(word) && word !== "I") return true;
  if (abbreviations.has(word.toLowerCase())) return true;
  if (/\p{L}str$/iu.test(word) && /^\d/.test(next)) return true;
  if (/^\d{1,2}$/.test(word)) return /^(?:\p{Ll}|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/u.test(next);
  return false;
}
