/** One row of the screen. A character of several columns, or a tab, is its own cell with empty ones after it. */
export interface Row {
  readonly cells: string[];
  /** Whether anything was overwritten or erased: spaces at its end are then leftovers. */
  changed: boolean;
  continues: boolean;
}

export function makeEmptyRow(): Row {
  return { cells: [], changed: false, continues: false };
}

export function renderTerminalLine(row: Row): string {
  return row.continues ? renderTerminalRow(row) : `${renderTerminalRow(row)}\n`;
}

export function renderTerminalRow(row: Row | undefined): string {
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
export function splitCharacter(cells: string[], column: number): void {
  if (cells[column] !== "") return;
  let start = column;
  while (start > 0 && cells[start] === "") start -= 1;
  let end = column;
  while (cells[end] === "") end += 1;
  cells.fill(" ", start, end);
}
