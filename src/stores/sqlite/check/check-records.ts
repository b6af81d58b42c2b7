import type { StoreFault } from "../../../core/ports/index.js";
import { readKeyColumn, readNumberColumn, readTextColumn, tryRead } from "../rows/columns.js";
import { readEpochRow, readRecordRow } from "../rows/record-row.js";
import { readTurnRow } from "../rows/turn-row.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import { restore, summariseFaults, walkPages } from "./check-pages.js";

/** Whether every turn, record, epoch and setting can be read, and every epoch has the summary that it names. */
export async function checkRecords(statements: Statements, recover: string): Promise<readonly StoreFault[]> {
  const { recordPage, turnPage, allEpochs, brokenSettings } = statements.checks;
  const lost: string[] = [];
  const summaryless: string[] = [];
  for (const row of allEpochs.all({})) {
    const epoch = tryRead(readEpochRow, row);
    const name = `${JSON.stringify(readTextColumn(row, "key"))} of lane ${readTextColumn(row, "lane")}`;
    if (epoch === null) lost.push(name);
    else if (epoch.summary !== null && !hasSummary(statements, row, epoch.summary.id)) summaryless.push(name);
  }
  const unset = brokenSettings.all({}).map((row) => readTextColumn(row, "session"));
  return [
    ...summariseFaults("Turns that cannot be read", await listUnreadable(turnPage, (row) => readTurnRow(row)), recover),
    ...summariseFaults("Records that cannot be read", await listUnreadable(recordPage, readRecordRow), recover),
    ...summariseFaults("Epochs that cannot be read", lost, recover),
    ...summariseFaults("Epochs that name a summary that is not there", summaryless, restore),
    ...summariseFaults("Sessions whose settings cannot be read", unset, recover),
  ];
}

async function listUnreadable(
  page: Parameters<typeof walkPages>[0],
  parse: (row: unknown) => unknown,
): Promise<readonly string[]> {
  const damaged: string[] = [];
  for await (const rows of walkPages(page)) {
    for (const row of rows) if (tryRead(parse, row) === null) damaged.push(readKeyColumn(row, "id"));
  }
  return damaged;
}

function hasSummary({ checks }: Statements, row: unknown, id: string): boolean {
  return checks.summaryRecord.get({ laneId: readNumberColumn(row, "lane_id"), id: encodeKey(id) }) !== undefined;
}
