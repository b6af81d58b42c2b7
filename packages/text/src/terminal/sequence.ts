/** Interprets what follows an escape character: a sequence that moves or erases, a hidden string, or one letter. */
import type { EraseRange, TerminalScreen } from "./screen.js";

const controls = {
  bell: 0x07,
  lineFeed: 0x0a,
  cancel: 0x18,
  substitute: 0x1a,
  escape: 0x1b,
  stringEnd: 0x9c,
};

/** First and last code. */
type CodeRange = readonly [number, number];

const parameterBytes: CodeRange = [0x30, 0x3f];
const intermediates: CodeRange = [0x20, 0x2f];
const sequenceEnds: CodeRange = [0x40, 0x7e];
const escapeEnds: CodeRange = [0x30, 0x7e];

const onEscape: ReadonlyMap<string, (screen: TerminalScreen) => void> = new Map([
  ["7", (screen) => screen.save()],
  ["8", (screen) => screen.restore()],
  ["D", (screen) => screen.moveRows(1)],
  ["E", (screen) => screen.lineFeed()],
  ["M", (screen) => screen.moveRows(-1)],
  ["c", (screen) => screen.eraseInScreen("all")],
]);

/** Draws what follows an escape character and returns the index after it. */
export function drawEscape(screen: TerminalScreen, text: string, at: number): number {
  const kind = text.charAt(at);
  if (kind === "[") return drawSequence(screen, text, at + 1);
  if (kind === "]") return skipTitle(text, at + 1);
  if (kind !== "" && "PX^_k".includes(kind)) return skipString(text, at + 1);
  const end = skipSpan(text, at, intermediates);
  if (end === at) onEscape.get(kind)?.(screen);
  return skipSpan(text, end, escapeEnds, 1);
}

/** Drops an incomplete sequence. */
function drawSequence(screen: TerminalScreen, text: string, at: number): number {
  const end = skipSpan(text, at, parameterBytes);
  const last = skipSpan(text, end, intermediates);
  const after = skipSpan(text, last, sequenceEnds, 1);
  if (last === end && after > last) applySequence(screen, text.charAt(last), text.slice(at, Math.min(end, at + 32)));
  return after;
}

function applySequence(screen: TerminalScreen, kind: string, parameters: string): void {
  const obey = onSequence.get(kind);
  if (obey === undefined || /^[<-?]/.test(parameters)) return;
  const [first = 0, second = 0] = parameters.split(";", 2).map((digits) => Number.parseInt(digits, 10) || 0);
  obey(screen, { given: parameters !== "", first, count: Math.max(1, first), second });
}

interface Parameters {
  readonly given: boolean;
  readonly first: number;
  /** The first parameter where none, or zero, means one. */
  readonly count: number;
  readonly second: number;
}

const moveCursor = (screen: TerminalScreen, { count, second }: Parameters) => {
  screen.toRow(count - 1);
  screen.toColumn(second - 1);
};

const onSequence: ReadonlyMap<string, (screen: TerminalScreen, parameters: Parameters) => void> = new Map([
  ["A", (screen, { count }) => screen.moveRows(-count)],
  ["B", (screen, { count }) => screen.moveRows(count)],
  ["C", (screen, { count }) => screen.moveColumns(count)],
  ["D", (screen, { count }) => screen.moveColumns(-count)],
  ["E", (screen, { count }) => screen.toLine(count)],
  ["F", (screen, { count }) => screen.toLine(-count)],
  ["G", (screen, { count }) => screen.toColumn(count - 1)],
  ["H", moveCursor],
  ["f", moveCursor],
  ["d", (screen, { count }) => screen.toRow(count - 1)],
  ["J", (screen, { first }) => screen.eraseInScreen(readEraseRange(first))],
  ["K", (screen, { first }) => screen.eraseInLine(readEraseRange(first))],
  ["X", (screen, { count }) => screen.eraseColumns(count)],
  ["s", (screen, { given }) => (given ? undefined : screen.save())],
  ["u", (screen, { given }) => (given ? undefined : screen.restore())],
]);

function readEraseRange(parameter: number): EraseRange {
  if (parameter === 0) return "after";
  return parameter === 1 ? "before" : "all";
}

/** A title or a link is on one line: without a terminator it ends there. */
function skipTitle(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === controls.lineFeed) return at;
    if (code === controls.bell) return at + 1;
    const end = findStringEnd(text, at, code);
    if (end !== undefined) return end;
  }
  return text.length;
}

/** Other strings, such as pictures, may span lines; one without a terminator must not hide more than its first line. */
function skipString(text: string, from: number): number {
  let lineEnd: number | undefined;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === controls.lineFeed) lineEnd ??= at;
    const end = findStringEnd(text, at, code);
    if (end !== undefined) return end > at ? end : (lineEnd ?? end);
  }
  return lineEnd ?? text.length;
}

/** The end of a string that ends at this index: after its terminator, or here if something else begins. */
function findStringEnd(text: string, at: number, code: number): number | undefined {
  if (code === controls.stringEnd) return at + 1;
  if (code === controls.escape) return text.charAt(at + 1) === "\\" ? at + 2 : at;
  return code === controls.cancel || code === controls.substitute ? at : undefined;
}

function skipSpan(text: string, from: number, [low, high]: CodeRange, most = Number.POSITIVE_INFINITY): number {
  let at = from;
  while (at - from < most && text.charCodeAt(at) >= low && text.charCodeAt(at) <= high) at += 1;
  return at;
}
