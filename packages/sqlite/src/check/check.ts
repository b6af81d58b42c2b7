import { ClewError } from "@clewline/core/errors.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { StoreFault } from "@clewline/core/ports/index.js";
import type { SqliteDatabase, SqliteStatement } from "../drivers/driver.js";
import { readFields } from "../fields.js";
import { readNumberColumn, readTextColumn, tryRead } from "../rows/columns.js";
import { readEpochRow } from "../rows/record-row.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import { checkEntries } from "./check-entries.js";
import { restore, summariseFaults } from "./check-pages.js";
import { checkReceipts } from "./check-receipts.js";
import { checkRows } from "./check-rows.js";
import { convertStoreError, describeRecovery } from "./faults.js";

/** A read-only connection and its statements. */
export interface Inspection {
  readonly database: SqliteDatabase;
  readonly statements: Statements;
}

/** Reads only. If damage stops one check, that is a fault too, and the other checks still run. */
export async function findFaults(
  { database, statements }: Inspection,
  path: string,
  hash: Hash,
  thorough: boolean,
): Promise<readonly StoreFault[]> {
  const rows: Check = (_statements, recover) => checkRows(database, recover, hash);
  const always = [
    checkPages(thorough),
    rows,
    checkReferences,
    checkLooseReferences,
    checkLanes,
    checkSessions,
    checkSetAside,
    checkQuarantine,
  ];
  const checks = thorough ? [...always, checkReceipts, checkRecords, checkEntries] : always;
  const faults: StoreFault[] = [];
  for (const check of checks) {
    try {
      faults.push(...(await check(statements, describeRecovery(path), hash)));
    } catch (error) {
      faults.push(describeFault(convertStoreError(error, path), describeRecovery(path)));
    }
  }
  return faults;
}

type Faults = readonly StoreFault[];
type Check = (statements: Statements, recover: string, hash: Hash) => Faults | Promise<Faults>;

function describeFault(error: unknown, recover: string): StoreFault {
  if (!(error instanceof ClewError) || error.code !== "store/damaged") throw error;
  return { what: error.message, hint: error.hint ?? recover };
}

function checkPages(thorough: boolean): Check {
  return ({ checks }, hint) => {
    const rows = (thorough ? checks.fullCheck : checks.quickCheck).all({});
    const reports = rows.map((row) => Object.values(row as object).join(" "));
    return reports
      .filter((report) => report !== "ok")
      .map((report) => ({ what: `SQLite reports: ${report.replaceAll(/\s+/g, " ").replace(/\.$/, "")}`, hint }));
  };
}

function checkReferences({ checks }: Statements, hint: string): readonly StoreFault[] {
  return checks.foreignKeys.all({}).map((row) => {
    const [name, parent] = [readTextColumn(row, "name"), readTextColumn(row, "parent")];
    const { number } = readFields(row);
    return {
      what: `${readNumberColumn(row, "count")} rows of ${name} name a row of ${parent} that is not there`,
      hint,
      row: { table: name, ...(typeof number === "number" ? { number } : {}) },
    };
  });
}

function checkLooseReferences({ checks }: Statements, hint: string): readonly StoreFault[] {
  const list = (table: string, statement: SqliteStatement, what: string) =>
    statement.all({}).map((row) => {
      const { number } = readFields(row);
      const which = typeof number === "number" ? `Row ${number} of ${table}` : `A row of ${table}`;
      return { what: `${which} ${what}`, hint, row: { table, ...(typeof number === "number" ? { number } : {}) } };
    });
  return [
    ...list("sessions", checks.wrongNewest, "keeps another time as its newest than its lanes have"),
    ...list("turns", checks.lostMessages, "answers an entry that is not there"),
    ...list("lanes", checks.lostLastReceipts, "names a last receipt that is not there"),
    ...list("lanes", checks.forgottenReceipts, "has receipts and does not name the last"),
    ...list("epochs", checks.lostEpochReceipts, "names a last receipt that is not there"),
  ];
}

function checkLanes({ checks }: Statements, hint: string): readonly StoreFault[] {
  return checks.laneCounts.all({}).map((row) => {
    const found = `has ${readNumberColumn(row, "count")} entries up to place ${readNumberColumn(row, "last")}`;
    const kept = `keeps ${readNumberColumn(row, "next_seq")} as the next place`;
    return {
      what: `Lane ${readTextColumn(row, "lane")} of ${readTextColumn(row, "session")} ${found} but ${kept}`,
      hint,
    };
  });
}

function checkSessions({ checks }: Statements, hint: string): readonly StoreFault[] {
  return checks.sessionCounts.all({}).map((row) => {
    const found = `${readNumberColumn(row, "lane_count")} lanes with ${readNumberColumn(row, "entry_count")} entries`;
    const kept = `${readNumberColumn(row, "lanes")} and ${readNumberColumn(row, "entries")}`;
    return { what: `Session ${readTextColumn(row, "session")} has ${found} but keeps ${kept} as their numbers`, hint };
  });
}

function checkSetAside({ checks }: Statements): readonly StoreFault[] {
  if (checks.hasSetAside.get({}) === undefined) return [];
  return checks.setAsideRows.all({}).map((row) => {
    const kept = `${readNumberColumn(row, "count")} rows of ${readTextColumn(row, "origin")} of the version before fit nowhere`;
    return {
      what: `${kept}; of the first: ${readTextColumn(row, "reason")}`,
      hint: "They are kept in the table set_aside of the file; everything else can be used",
    };
  });
}

/** Reports writes that were lost without leaving a row. */
function checkQuarantine({ checks }: Statements): readonly StoreFault[] {
  if (checks.hasQuarantine.get({}) === undefined) return [];
  return checks.lostWrites.all({}).map((row) => ({
    what: readTextColumn(row, "reason"),
    hint: "Restore the file from a backup, or go on without: what the file has is whole",
  }));
}

/** Whether every epoch has the summary that it names. */
function checkRecords(statements: Statements): readonly StoreFault[] {
  const summaryless = statements.checks.allEpochs.all({}).flatMap((row) => {
    const epoch = tryRead(readEpochRow, row);
    // An unreadable epoch is reported already.
    if (epoch === null || epoch.summary === null || hasSummary(statements, row, epoch.summary.id)) return [];
    return [`${JSON.stringify(readTextColumn(row, "key"))} of lane ${readTextColumn(row, "lane")}`];
  });
  return summariseFaults("Epochs that name a summary that is not there", summaryless, restore);
}

function hasSummary({ checks }: Statements, row: unknown, id: string): boolean {
  return checks.summaryRecord.get({ laneId: readNumberColumn(row, "lane_id"), id: encodeKey(id) }) !== undefined;
}
