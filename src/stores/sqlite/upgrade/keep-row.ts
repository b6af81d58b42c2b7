/** What becomes of a row that is not as it should be: it never stops the others, and it is never lost. */
import { encodeCanonicalJson } from "../../../core/text/json.js";
import { RowFault } from "../check/faults.js";
import { readErrorCode } from "../drivers/error-code.js";
import { type Fields, readFields } from "../fields.js";
import { setAsideTable } from "../schema.js";
import type { Takeover } from "./upgrade-context.js";

/** A row of the version before, and the table that it was in. */
export interface OldRow {
  readonly table: string;
  readonly row: unknown;
}

/** Reads the row, or fails; and then gives what is to be written. */
export type Way = () => () => void;

/** The first of these ways that the row allows. One that fails leaves nothing behind. */
export function keepRow(takeover: Takeover, old: OldRow, ways: readonly Way[]): void {
  keepUnguarded(takeover, old, ways, takeover.attempt);
}

/** For ways that write nothing before the statement that may fail: a savepoint would make the search write each row apart. */
export function keepUnguarded(
  takeover: Takeover,
  old: OldRow,
  ways: readonly Way[],
  attempt: Takeover["attempt"] = (write) => write(),
): void {
  let reason = "";
  for (const way of ways) {
    try {
      // Read outside of the attempt: to undo one, SQLite reads all of the new schema again.
      const write = way();
      attempt(write);
      return;
    } catch (error) {
      if (!(error instanceof Error) || !isAboutRow(error)) throw error;
      reason = error.message;
    }
  }
  setAside(takeover, old, reason);
}

/** The row as it was, in a table of its own, where the doctor finds it. */
export function setAside({ database }: Takeover, { table, row }: OldRow, reason: string): void {
  database.exec(setAsideTable);
  const insert = database.prepare("INSERT INTO set_aside (origin, reason, row) VALUES (?, ?, ?)");
  insert.run([table, reason, JSON.stringify(row)]);
}

/** Not a full disk nor a damaged page: those concern the file, and it must stay as it was. */
function isAboutRow(error: Error): boolean {
  const code = readErrorCode(error);
  if (code !== null) return /^SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)/.test(code);
  return error instanceof RowFault || error instanceof TypeError || error instanceof RangeError;
}

/** Whatever was there must be read from the new row again. The reader may add what later versions know. */
export function refuseLoss(before: object, after: object): void {
  const [old, read] = [before as Fields, after as Fields];
  const lost = Object.keys(old).find(
    (name) =>
      old[name] !== undefined &&
      old[name] !== read[name] &&
      encodeCanonicalJson(old[name]) !== encodeCanonicalJson(read[name]),
  );
  if (lost !== undefined) throw new RowFault(`A row has no room for its ${lost}`);
}

/** For whoever repairs the file. */
export function readBody(row: unknown): string | Buffer {
  const { body } = readFields(row);
  if (typeof body === "string" || Buffer.isBuffer(body)) return body;
  throw new RowFault("A row has no body");
}

/** As bytes, where no column could say that the row is not to be read: a body that is JSON might pass for a new one. */
export function readBodyBytes(row: unknown): Buffer {
  const body = readBody(row);
  return typeof body === "string" ? Buffer.from(body) : body;
}
