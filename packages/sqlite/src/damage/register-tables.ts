/** The tables without numbers of their own, and how to tell by a row alone whether it is sound. */
import { RowFault } from "../check/faults.js";
import { type Fields, readNumber } from "../fields.js";
import { isLineKind, readEpochRow } from "../rows/record-row.js";
import { checkKey } from "../stored-key.js";
import { checkText } from "../stored-text.js";
import { checkNullableRowNumber, checkRowNumber } from "./row-numbers.js";

export interface RegisterTable {
  readonly name: "epochs" | "answers" | "derivations" | "sent";
  /** The columns of its key. */
  readonly order: readonly string[];
  /** Throws a `RowFault` for a row that is not sound. What it names in other rows is not looked at. */
  check(row: Fields): void;
}

export const registerTables: readonly RegisterTable[] = [
  { name: "epochs", order: ["lane_id", "key"], check: checkEpoch },
  { name: "answers", order: ["session_id", "entry", "turn"], check: checkAnswer },
  { name: "derivations", order: ["session_id", "source", "kind", "key"], check: checkDerivation },
  { name: "sent", order: ["session_id", "message", "entry"], check: checkSent },
];

function checkEpoch(row: Fields): void {
  checkRowNumber(row, "lane_id");
  checkText(row.key);
  const number = readNumber(row, "number");
  if (!Number.isSafeInteger(number) || number < 0) throw new RowFault("Column number is not what it may be");
  if (row.rest === null && number !== 0) throw new RowFault("An epoch has lost what it holds");
  checkNullableRowNumber(row, "last_receipt");
  readEpochRow(row);
}

function checkAnswer(row: Fields): void {
  for (const name of ["session_id", "turn"]) checkRowNumber(row, name);
  checkKey(row.entry);
}

function checkDerivation(row: Fields): void {
  checkRowNumber(row, "session_id");
  for (const name of ["source", "key"]) checkKey(row[name]);
  if (!isLineKind(row.kind)) throw new RowFault("A row of the register has no known kind");
}

function checkSent(row: Fields): void {
  for (const name of ["session_id", "entry"]) checkRowNumber(row, name);
  checkKey(row.message);
}
