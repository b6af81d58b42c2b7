/** Formats text for a terminal. Nothing from outside can move the cursor or reverse the line. */

import { defer } from "@clewline/text/defer.js";

// Deferred, because Node builds the character classes of a regular expression literal even if it is never used.
const controls = defer(() => /[\p{Cc}\p{Bidi_Control}]/gu);
const eastern =
  "[\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6]";
const wide = defer(() => new RegExp(`${eastern}|\\p{Emoji_Presentation}`, "u"));
const without = defer(() => /^(?:\p{M}|\p{Cf})$/u);
const plain = /^[ -~]*$/;

/** Keeps line breaks and tabs. */
export function makePrintable(text: string): string {
  return text.replace(/\r\n/g, "\n").replace(controls(), (found) => (found === "\n" || found === "\t" ? found : "�"));
}

/** One line, cut with an ellipsis if it is wider than `columns`. */
export function fitLine(text: string, columns: number | null): string {
  const line = makePrintable(text).replace(/\s+/g, " ").trim();
  if (columns === null || measureColumns(line) <= columns) return line;
  let cut = "";
  let width = 0;
  for (const character of line) {
    width += measureColumns(character);
    if (width >= columns) break;
    cut += character;
  }
  return `${cut.trimEnd()}…`;
}

/** One line, cut in the middle, because the ends of a key tell it from others. */
export function cutMiddle(text: string, columns: number | null): string {
  const line = fitLine(text, null);
  if (columns === null || measureColumns(line) <= columns) return line;
  const start = takeColumns([...line], Math.ceil((columns - 1) / 2));
  const end = takeColumns([...line].reverse(), columns - 1 - measureColumns(start.join("")));
  return `${start.join("")}…${end.reverse().join("")}`;
}

function takeColumns(characters: readonly string[], columns: number): string[] {
  let width = 0;
  const end = characters.findIndex((character) => {
    width += measureColumns(character);
    return width > columns;
  });
  return characters.slice(0, end === -1 ? undefined : end);
}

/** Rows in columns. Cuts the first column in the middle, so that no line is wider than the terminal. */
export function formatKeyedRows(
  columns: number | null,
  rows: readonly (readonly [key: string, ...others: string[]])[],
  numbers: readonly number[],
): readonly string[] {
  const others = formatRows(rows.map(([, ...rest]) => rest));
  const room = measureRoom(columns, 2 + Math.max(...others.map(measureColumns)));
  return formatRows(
    rows.map(([key, ...rest]) => [cutMiddle(key, room), ...rest]),
    numbers,
  );
}

/** Columns for a name beside `others` columns; null in a pipe. */
export function measureRoom(columns: number | null, others: number): number | null {
  return columns === null ? null : Math.max(12, columns - others);
}

export function measureColumns(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += measureCharacter(character);
  return width;
}

function measureCharacter(character: string): number {
  if (plain.test(character) || character === "…") return 1;
  if (without().test(character)) return 0;
  return wide().test(character) ? 2 : 1;
}

export function placeLeft(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - measureColumns(text)));
}

export function placeRight(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - measureColumns(text))) + text;
}

/** Rows in columns, each as wide as its widest cell. The last column is never padded. */
export function formatRows(rows: readonly (readonly string[])[], numbers: readonly number[] = []): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, measureColumns(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, index) => {
        if (numbers.includes(index)) return placeRight(cell, widths[index] ?? 0);
        return index === row.length - 1 ? cell : placeLeft(cell, widths[index] ?? 0);
      })
      .join("  "),
  );
}

export function formatNumber(value: number): string {
  // Small numbers need no grouping, and so no locale data.
  if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value);
  return value.toLocaleString("en-US");
}

/** As 1.2 KB for 1,234 bytes. */
export function formatSize(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return power === 0 ? formatCount(bytes, "byte", "bytes") : `${(bytes / 1_000 ** power).toFixed(1)} ${units[power]}`;
}

export function formatCount(value: number, one: string, many: string): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}
