/**
 * What was met of the file that can't be read. Reading writes nothing: a row that a read met is remembered, and the next
 * write keeps a copy of its bytes in the table `quarantine`. The row itself stays where it is.
 */
import { describeError } from "../../../core/text/error-text.js";
import { RowFault } from "../check/faults.js";
import { readErrorCode } from "../drivers/error-code.js";

type Key = Readonly<Record<string, unknown>>;

export interface UnreadRow {
  readonly table: string;
  /** The columns that it is found by; they are the row's own. */
  readonly key: Key;
  /** What is wrong with it, as a clause without its full stop. */
  readonly reason: string;
  /** Its place in the lane, for an entry. */
  readonly seq?: number;
}

export interface UnreadRows {
  meet(row: UnreadRow): void;
  /** Those of the transaction that runs. */
  list(): readonly UnreadRow[];
}

/** For a connection where nobody asks what can't be read. */
export const unheededRows: UnreadRows = { meet: () => undefined, list: () => [] };

export function nameRow({ table, key }: Pick<UnreadRow, "table" | "key">): string {
  return `${table} ${Object.entries(key)
    .map(([column, value]) => `${column} ${Buffer.isBuffer(value) ? value.toString("hex") : String(value)}`)
    .join(", ")}`;
}

const pageDamage = "its page is damaged";
/** For a place in which there should be a row. */
export const missingRow = "its row is not there";

/** Whether looking for its bytes is in vain. In a transaction it is worse: SQLite commits nothing after a damaged page. */
export function isOutOfReach({ reason, key }: UnreadRow): boolean {
  return reason === missingRow || reason.startsWith(pageDamage) || Object.keys(key).length === 0;
}

/** Why a row can't be read, if that is what an error is about; all other errors go on. */
export function readDamage(error: unknown): string {
  if (error instanceof RowFault) return lowerFirst(error.message);
  if (/^SQLITE_CORRUPT/.test(readErrorCode(error) ?? "")) return `${pageDamage} (${describeError(error)})`;
  throw error;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** What `read` gives, or null for what is damaged; `met` hears why. */
export function readOrMeet<Value>(read: () => Value, met: (reason: string) => void): Value | null {
  try {
    return read();
  } catch (error) {
    met(readDamage(error));
    return null;
  }
}

/** For people who were answered nevertheless. */
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
