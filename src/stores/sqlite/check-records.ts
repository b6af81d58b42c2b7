import type { StoreFault } from "../../core/ports.js";
import { pagesOf, restore, summed } from "./check-pages.js";
import { epochOf, numberIn, readable, recordOf, textIn } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { toStored } from "./stored-text.js";

/** Whether every record, epoch and setting can be read, and every epoch has the summary that it names. */
export function checkRecords(statements: Statements, recover: string): readonly StoreFault[] {
  const { recordPage, allEpochs, brokenSettings } = statements.checks;
  const unreadable = [...pagesOf(recordPage)].flatMap((rows) =>
    rows.filter((row) => readable(recordOf, row) === null).map((row) => textIn(row, "id")),
  );
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
    ...summed("Records that cannot be read", unreadable, recover),
    ...summed("Epochs that cannot be read", lost, recover),
    ...summed("Epochs that name a summary that is not there", summaryless, restore),
    ...summed("Sessions whose settings cannot be read", unset, recover),
  ];
}

function hasSummary({ checks }: Statements, row: unknown, id: string): boolean {
  return checks.summaryRecord.get({ laneId: numberIn(row, "lane_id"), id: toStored(id) }) !== undefined;
}
