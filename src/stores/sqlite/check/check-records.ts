import type { StoreFault } from "../../../core/ports/index.js";
import { readNumberColumn, readTextColumn, tryRead } from "../rows/columns.js";
import { readEpochRow } from "../rows/record-row.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import { restore, summariseFaults } from "./check-pages.js";

/** Whether every epoch has the summary that it names. */
export function checkRecords(statements: Statements): readonly StoreFault[] {
  const summaryless = statements.checks.allEpochs.all({}).flatMap((row) => {
    const epoch = tryRead(readEpochRow, row);
    // One that can't be read is named already.
    if (epoch === null || epoch.summary === null || hasSummary(statements, row, epoch.summary.id)) return [];
    return [`${JSON.stringify(readTextColumn(row, "key"))} of lane ${readTextColumn(row, "lane")}`];
  });
  return summariseFaults("Epochs that name a summary that is not there", summaryless, restore);
}

function hasSummary({ checks }: Statements, row: unknown, id: string): boolean {
  return checks.summaryRecord.get({ laneId: readNumberColumn(row, "lane_id"), id: encodeKey(id) }) !== undefined;
}
