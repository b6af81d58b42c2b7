/**
 * Renders streamed output as a terminal would finally show it: progress bars leave their last frame, colours disappear.
 *
 * A carriage return always moves to the first column, even in text whose lines end only in it: such lines can't be told
 * apart from frames and are drawn as frames.
 */
import { TerminalScreen } from "./screen.js";
import { drawEscape } from "./sequence.js";

/** Marks, joiners, skin tones and the inner parts of Korean syllables belong to the character before them. */
const attached = /^[\p{M}\p{Cf}\p{Emoji_Modifier}\u{1160}-\u{11ff}]/u;

/** A flag is two regional indicators, each of them one column. */
const regional = /^\p{Regional_Indicator}/u;

const wide = new RegExp(
  "^[\\p{Emoji_Presentation}\\u{1100}-\\u{115f}\\u{2e80}-\\u{303e}\\u{3041}-\\u{33ff}\\u{3400}-\\u{4dbf}\\u{4e00}-\\u{a4cf}" +
    "\\u{a960}-\\u{a97c}\\u{ac00}-\\u{d7a3}\\u{f900}-\\u{faff}\\u{fe30}-\\u{fe6f}\\u{ff01}-\\u{ff60}\\u{ffe0}-\\u{ffe6}" +
    "\\u{16fe0}-\\u{18cff}\\u{1b000}-\\u{1b2ff}\\u{1f200}-\\u{1f251}\\u{20000}-\\u{3fffd}]",
  "u",
);

/** The columns of a character in a terminal: two for an ideograph, none for one that joins the character before. */
function countColumns(character: string): 0 | 1 | 2 {
  const code = character.charCodeAt(0);
  if (code < 0x300) return 1;
  if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0xac00 && code <= 0xd7a3)) return 2;
  if (attached.test(character)) return 0;
  return wide.test(character) && !regional.test(character) ? 2 : 1;
}

const controls = {
  backspace: 0x08,
  tab: 0x09,
  lineFeed: 0x0a,
  verticalTab: 0x0b,
  formFeed: 0x0c,
  carriageReturn: 0x0d,
  escape: 0x1b,
  nextLine: 0x85,
};

const onControl: ReadonlyMap<number, (screen: TerminalScreen) => void> = new Map([
  [controls.backspace, (screen) => screen.moveColumns(-1)],
  [controls.tab, (screen) => screen.tab()],
  [controls.lineFeed, (screen) => screen.lineFeed()],
  [controls.verticalTab, (screen) => screen.lineFeed()],
  [controls.formFeed, (screen) => screen.lineFeed()],
  [controls.nextLine, (screen) => screen.lineFeed()],
  [controls.carriageReturn, (screen) => screen.toColumn(0)],
]);

/** Leaves no control characters but line feeds and tabs. The text can grow by `computeAllowance` and by split tabs. */
export function renderTerminalText(text: string): string {
  if (!isStreamed(text)) return text;
  const screen = new TerminalScreen(text.length);
  let at = 0;
  while (at < text.length) at = draw(screen, text, at);
  return screen.text();
}

/** Whether a text contains control characters, C1 included, other than line feeds and tabs. */
export function isStreamed(text: string): boolean {
  return /[^\P{Cc}\n\t]/u.test(text);
}

/** Draws what is at an index and returns the index after it. */
function draw(screen: TerminalScreen, text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === controls.escape) return drawEscape(screen, text, at + 1);
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) {
    onControl.get(code)?.(screen);
    return at + 1;
  }
  if (code < 0x7f) {
    screen.put(text.charAt(at), 1);
    return at + 1;
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? code);
  screen.put(character, countColumns(character));
  return at + character.length;
}

/**
 * The end of a text in at most `bytes` bytes of UTF-8, including the line that says what is missing. It begins at a
 * line unless that would cost more than half of it. A text that fits is returned unchanged.
 */
export function keepTail(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || findTailStart(text, bytes) === 0) return text;
  const start = findLineStart(text, findTailStart(text, bytes - describeOmission(text.length).length));
  return describeOmission(start) + text.slice(start);
}

function describeOmission(characters: number): string {
  return `[the first ${characters} characters are left out]\n`;
}

/** The start of the longest end of a text that fits, never inside a surrogate pair. */
function findTailStart(text: string, bytes: number): number {
  let start = text.length;
  let left = bytes;
  while (start > 0) {
    const pair = isPair(text, start - 2);
    left -= pair ? 4 : countBytes(text.charCodeAt(start - 1));
    if (!(left >= 0)) return start;
    start -= pair ? 2 : 1;
  }
  return start;
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff;
}

/** A lone surrogate is encoded as the replacement character. */
function countBytes(code: number): number {
  if (code < 0x80) return 1;
  return code < 0x800 ? 2 : 3;
}

function findLineStart(text: string, start: number): number {
  if (start === 0 || text.charAt(start - 1) === "\n") return start;
  const next = text.indexOf("\n", start) + 1;
  return next > 0 && next - start <= text.length - next ? next : start;
}
