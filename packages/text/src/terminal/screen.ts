/**
 * The screen on which streamed output is drawn.
 *
 * 1. A row has one cell per column. Overwriting a part of a character of several columns leaves spaces in the rest.
 * 2. Rows that scroll off the top become text and can't change any more. A text longer than a row continues in the next
 * one, and both are one line again in the end.
 * 3. A few characters can request thousands of spaces, rows or erased cells. They are paid from an allowance that grows
 * with the text, so that time and memory do too; when it is spent, such requests do less.
 */

export const screenSize = { rows: 1_000, columns: 10_000 };

/** How far the cursor can move into the empty part of the screen: more than the windows that programs draw for. */
const reach = { rows: 100, columns: 500 };

const tabStop = 8;
const joiner = "\u200d";

export const computeAllowance = (length: number): number => 10_000 + 16 * length;

export type EraseRange = "after" | "before" | "all";

export class TerminalScreen {
  readonly #left: string[] = [];
  readonly #rows: Row[] = [makeEmptyRow()];
  #row = 0;
  #column = 0;
  #saved = { row: 0, column: 0 };
  #joinedAt = -1;
  #allowance: number;

  constructor(textLength: number) {
    this.#allowance = computeAllowance(textLength);
  }

  /** Leaves out empty rows below the cursor: erasing made them. */
  text(): string {
    const rows = [...this.#rows];
    while (rows.length - 1 > this.#row && renderTerminalRow(rows.at(-1)) === "") rows.pop();
    const shown = rows.map((row, index) =>
      index < rows.length - 1 ? renderTerminalLine(row) : renderTerminalRow(row),
    );
    return [...this.#left, ...shown].join("");
  }

  put(character: string, columns: number): void {
    if ((columns === 0 || this.#joinedAt === this.#column) && this.#attach(character)) return;
    const width = Math.max(1, columns);
    if (this.#column + width > screenSize.columns) this.#wrap();
    const row = this.#padded();
    if (this.#column < row.cells.length) {
      row.changed = true;
      splitCharacter(row.cells, this.#column);
      splitCharacter(row.cells, this.#column + width);
    }
    row.cells[this.#column] = character;
    for (let extra = 1; extra < width; extra += 1) row.cells[this.#column + extra] = "";
    this.#column += width;
    this.#joinedAt = -1;
  }

  /** Over existing text, a tab only moves the cursor. */
  tab(): void {
    const stop = this.#column - (this.#column % tabStop) + tabStop;
    if (this.#column >= this.#length()) this.put("\t", stop - this.#column);
    else this.#column = stop;
  }

  lineFeed(): void {
    const row = this.#existing();
    if (this.#row === this.#rows.length - 1) {
      row.continues = false;
      this.#rows.push(makeEmptyRow());
    }
    this.#row += 1;
    this.#column = 0;
    if (this.#rows.length > screenSize.rows) this.#scroll();
  }

  moveRows(by: number): void {
    this.#row = clamp(this.#row + by, Math.max(this.#row, this.#rows.length - 1, reach.rows - 1));
  }

  toLine(by: number): void {
    this.moveRows(by);
    this.#column = 0;
  }

  moveColumns(by: number): void {
    this.toColumn(this.#column + by);
  }

  toRow(row: number): void {
    this.#row = clamp(row, Math.max(this.#rows.length - 1, reach.rows - 1));
  }

  toColumn(column: number): void {
    this.#column = clamp(column, Math.max(this.#length(), reach.columns - 1));
  }

  save(): void {
    this.#saved = { row: this.#row, column: this.#column };
  }

  restore(): void {
    this.toRow(this.#saved.row);
    this.#column = this.#saved.column;
  }

  eraseInLine(erased: EraseRange): void {
    const length = this.#length();
    if (erased === "all") this.#erase(0, length);
    else if (erased === "after") this.#erase(this.#column, length);
    else this.#erase(0, this.#column + 1);
  }

  eraseColumns(count: number): void {
    this.#erase(this.#column, this.#column + count);
  }

  /** A program that clears the screen draws it anew from the top, so the cursor moves there. */
  eraseInScreen(erased: EraseRange): void {
    if (erased === "all") {
      this.#rows.splice(0, this.#rows.length, makeEmptyRow());
      this.#row = 0;
      this.#column = 0;
      return;
    }
    this.eraseInLine(erased);
    if (erased === "after") this.#rows.splice(this.#row + 1);
    else this.#eraseRowsAbove();
  }

  #eraseRowsAbove(): void {
    const end = Math.min(this.#row, this.#rows.length);
    for (let index = end - this.#spend(end); index < end; index += 1) this.#rows[index] = makeEmptyRow();
  }

  /** Cuts off cells at the end of a row and turns others into spaces. */
  #erase(from: number, to: number): void {
    const row = this.#rows[this.#row];
    if (row === undefined || from >= row.cells.length) return;
    row.changed = true;
    splitCharacter(row.cells, from);
    splitCharacter(row.cells, to);
    if (to >= row.cells.length) row.cells.length = from;
    else row.cells.fill(" ", to - this.#spend(to - from), to);
  }

  #attach(character: string): boolean {
    const cells = this.#rows[this.#row]?.cells ?? [];
    let at = this.#column - 1;
    while (at > 0 && cells[at] === "") at -= 1;
    const before = cells[at];
    if (before === undefined) return false;
    cells[at] = before + character;
    this.#joinedAt = character === joiner ? this.#column : -1;
    return true;
  }

  #wrap(): void {
    const row = this.#existing();
    this.lineFeed();
    row.continues = true;
  }

  #scroll(): void {
    const first = this.#rows.shift();
    if (first !== undefined) this.#left.push(renderTerminalLine(first));
    this.#row -= 1;
  }

  /** The cursor's row, filled with spaces up to the cursor. */
  #padded(): Row {
    const row = this.#existing();
    const gap = this.#column - row.cells.length;
    if (gap <= 0) return row;
    for (let count = this.#spend(gap); count > 0; count -= 1) row.cells.push(" ");
    this.#column = row.cells.length;
    return row;
  }

  /** The cursor's row; missing rows above it are added. */
  #existing(): Row {
    const missing = this.#row - this.#rows.length + 1;
    for (let count = this.#spend(missing); count > 0; count -= 1) this.#rows.push(makeEmptyRow());
    this.#row = Math.min(this.#row, this.#rows.length - 1);
    return this.#rows[this.#row] ?? makeEmptyRow();
  }

  #length(): number {
    return this.#rows[this.#row]?.cells.length ?? 0;
  }

  #spend(wanted: number): number {
    const granted = clamp(wanted, this.#allowance);
    this.#allowance -= granted;
    return granted;
  }
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}

/** One row of the screen. A character of several columns, or a tab, is its own cell with empty ones after it. */
interface Row {
  readonly cells: string[];
  /** Whether anything was overwritten or erased: spaces at its end are then leftovers. */
  changed: boolean;
  continues: boolean;
}

function makeEmptyRow(): Row {
  return { cells: [], changed: false, continues: false };
}

function renderTerminalLine(row: Row): string {
  return row.continues ? renderTerminalRow(row) : `${renderTerminalRow(row)}\n`;
}

function renderTerminalRow(row: Row | undefined): string {
  if (row === undefined) return "";
  let end = row.cells.length;
  while (row.changed && end > 0 && isBlank(row.cells[end - 1])) end -= 1;
  return row.cells.slice(0, end).join("");
}

/** Empty cells after a wide character are not blank, but leaving them out changes nothing. */
function isBlank(cell: string | undefined): boolean {
  return cell === " " || cell === "" || cell === "\t";
}

/** Turns a character that spans a column's border into spaces. */
function splitCharacter(cells: string[], column: number): void {
  if (cells[column] !== "") return;
  let start = column;
  while (start > 0 && cells[start] === "") start -= 1;
  let end = column;
  while (cells[end] === "") end += 1;
  cells.fill(" ", start, end);
}
