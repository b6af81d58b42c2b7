import type { StoreFault } from "../../../core/ports/index.js";
import { keyIn, numberIn, readable, textIn } from "../rows/columns.js";
import { epochOf, recordOf } from "../rows/record-row.js";
import { turnOf } from "../rows/turn-row.js";
import type { Statements } from "../statements/prepared.js";
import { toKey } from "../stored-key.js";
import { pagesOf, restore, summed } from "./check-pages.js";

/** Whether every turn, record, epoch and setting can be read, and every epoch has the summary that it names. */
export async function checkRecords(statements: Statements, recover: string): Promise<readonly StoreFault[]> {
  const { recordPage, turnPage, allEpochs, brokenSettings } = statements.checks;
  const lost: string[] = [];
  const summaryless: string[] = [];
  for (const row of allEpochs.all({})) {
    const epoch = readable(epochOf, row);
    const name = `${JSON.stringify(textIn(row, "key"))} of lane ${textIn(row, "lane")}`;
    if (epoch === null) lost.push(name);
    else if (epoch.summary !== null && !hasSummary(statements, row, epoch.summary.id)) summaryless.push(name);
  }
  const unset = brokenSettings.all({}).map((row) => textIn(row, "session"));
  return [
    ...summed("Turns that cannot be read", await unreadableIn(turnPage, (row) => turnOf(row)), recover),
    ...summed("Records that cannot be read", await unreadableIn(recordPage, recordOf), recover),
    ...summed("Epochs that cannot be read", lost, recover),
    ...summed("Epochs that name a summary that is not there", summaryless, restore),
    ...summed("Sessions whose settings cannot be read", unset, recover),
  ];
}

async function unreadableIn(
  page: Parameters<typeof pagesOf>[0],
  parse: (row: unknown) => unknown,
): Promise<readonly string[]> {
  const damaged: string[] = [];
  for await (const rows of pagesOf(page)) {
    for (const row of rows) if (readable(parse, row) === null) damaged.push(keyIn(row, "id"));
  }
  return damaged;
}

function hasSummary({ checks }: Statements, row: unknown, id: string): boolean {
  return checks.summaryRecord.get({ laneId: numberIn(row, "lane_id"), id: toKey(id) }) !== undefined;
}
