import { type Table, type Verdict, verdictColumns } from "../../report.js";
import type { Question } from "../chat.js";
import type { Asked, AskedRow } from "../measure.js";
import type { BenchRows } from "../retriever.js";

/** For the row that is shipped; none where it was not measured. */
export function makeTargetTables<Each extends Question>(
  title: string,
  { best }: BenchRows,
  rows: readonly AskedRow<Each>[],
  check: (asked: readonly Asked<Each>[]) => readonly Verdict[],
): readonly Table[] {
  const shipped = rows.find(({ name }) => name === best?.name);
  return shipped === undefined
    ? []
    : [{ title: `${title}: targets, in percent`, columns: verdictColumns, rows: check(shipped.asked) }];
}
