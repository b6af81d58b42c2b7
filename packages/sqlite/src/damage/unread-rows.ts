/**
 * Collects the unreadable rows that a read meets. Reading writes nothing, so the store remembers them. The next write
 * copies their bytes to the table `quarantine`. The row itself stays in its table.
 */
import { describeError } from "@clewline/text/error-text.js";
import { RowFault } from "../check/faults.js";
import { readErrorCode } from "../drivers/error-code.js";

type Key = Readonly<Record<string, unknown>>;

export interface UnreadRow {
  readonly table: string;
  /** The row's own columns that identify it. */
  readonly key: Key;
  /** The fault, as a clause without its full stop. */
  readonly reason: string;
  /** Its place in the lane, for an entry. */
  readonly seq?: number;
}

export interface UnreadRows {
  meet(row: UnreadRow): void;
  /** The unreadable rows of the current transaction. */
  list(): readonly UnreadRow[];
}

/** For a connection whose caller does not need the list of unreadable rows. */
export const unheededRows: UnreadRows = { meet: () => undefined, list: () => [] };

export function nameRow({ table, key }: Pick<UnreadRow, "table" | "key">): string {
  return `${table} ${Object.entries(key)
    .map(([column, value]) => `${column} ${Buffer.isBuffer(value) ? value.toString("hex") : String(value)}`)
    .join(", ")}`;
}

const pageDamage = "its page is damaged";
/** The reason for a place without its row. */
export const missingRow = "its row is not there";

/** Whether the row's bytes can't be copied. An attempt would do harm: after a damaged page SQLite commits nothing. */
export function isOutOfReach({ reason, key }: UnreadRow): boolean {
  return reason === missingRow || reason.startsWith(pageDamage) || Object.keys(key).length === 0;
}

/** The reason why a row can't be read, if the error is about that. All other errors are rethrown. */
export function readDamage(error: unknown): string {
  if (error instanceof RowFault) return lowerFirst(error.message);
  if (/^SQLITE_CORRUPT/.test(readErrorCode(error) ?? "")) return `${pageDamage} (${describeError(error)})`;
  throw error;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** The result of `read`. If the data is damaged, `met` gets the reason and the result is null. */
export function readOrMeet<Value>(read: () => Value, met: (reason: string) => void): Value | null {
  try {
    return read();
  } catch (error) {
    met(readDamage(error));
    return null;
  }
}

/** A warning for people whose request was answered despite the damage. */
export function describeUnread(rows: readonly UnreadRow[], path: string): string {
  const [first] = rows;
  if (first?.table === "wal")
    return `${first.reason}. What ${path} has is whole; restore it from a backup if that is newer`;
  const what = rows.length === 1 ? "One row" : `${rows.length} rows`;
  const which =
    first === undefined ? "" : ` (${rows.length === 1 ? "" : "the first is "}${nameRow(first)}: ${first.reason})`;
  const rest = "Everything else is used; clew doctor names them, clew doctor --rescue FILE saves the rest";
  return `${what} of ${path} can't be read${which}. ${rest}`;
}
