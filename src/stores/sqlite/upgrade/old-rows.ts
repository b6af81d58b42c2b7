/** Rows of the third schema. Bodies hold what newer rows have in columns; one that can't be read is taken over as it is. */

import { completeEpoch } from "../../../core/log/complete-epoch.js";
import type { Draft } from "../../../core/log/entry.js";
import type { Epoch } from "../../../core/log/epoch.js";
import type { LaneKey, LaneRef, OwnerKey, SessionKey } from "../../../core/log/keys.js";
import type { LaneRecord } from "../../../core/log/record.js";
import { listNeededFields } from "../../../core/log/shapes/entry-shape.js";
import type { TurnRecord } from "../../../core/log/turn.js";
import type { KeptReceipt } from "../../../core/receipt/receipt-delta.js";
import { RowFault } from "../check/faults.js";
import { checkFields, type Fields, parseObject, readFields, readNullable, readNumber, readText } from "../fields.js";
import { readTextColumn } from "../rows/columns.js";

export function readNullableOldText(row: unknown, name: string): string | null {
  return readFields(row)[name] === null ? null : readTextColumn(row, name);
}

export function readOldDraft(row: unknown): Draft {
  const fields = readFields(row);
  const content = parseBody(fields);
  checkFields(content, listNeededFields(readText(content, "kind")) ?? ["a known kind"]);
  return {
    ...content,
    id: readTextColumn(row, "id"),
    turn: readNullableOldText(row, "turn"),
    step: readNullable(readNumber, fields, "step"),
    arrived: readNumber(fields, "arrived"),
  } as unknown as Draft;
}

export function readOldTurn(row: unknown): TurnRecord {
  const content = parseBody(readFields(row));
  checkFields(content, ["id", "ref", "state", "origin", "began", "ended", "messages", "attachOver", "asides"]);
  checkTexts(content, "messages");
  readList(content, "asides");
  return content as unknown as TurnRecord;
}

export function readOldReceipt(row: unknown): KeptReceipt {
  const content = parseBody(readFields(row));
  checkFields(content, ["id", "ref", "turn", "call", "parent", "root", "epoch"]);
  if (content.delta === undefined) {
    checkTexts(content, "chunks");
    readList(content, "verdicts").forEach(readFields);
  } else {
    const delta = readFields(content.delta);
    checkFields(delta, ["base", "depth"]);
    for (const splice of readList(delta, "chunks")) checkTexts(readFields(splice), "insert");
    readList(delta, "verdicts").forEach(readFields);
  }
  return content as unknown as KeptReceipt;
}

export function readOldEpoch(row: unknown): Epoch {
  const content = parseBody(readFields(row));
  checkFields(content, ["key", "number", "through", "foldedThrough"]);
  readFields(content.through);
  return completeEpoch(content as unknown as Epoch);
}

export function readOldRecord(row: unknown): LaneRecord {
  const content = parseBody(readFields(row));
  checkFields(content, ["id", "kind", "name", "at"]);
  return content as unknown as LaneRecord;
}

function readList(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new RowFault(`A row has no list of its ${name}`);
  return value;
}

function checkTexts(fields: Fields, name: string): void {
  if (!readList(fields, name).every((each) => typeof each === "string")) {
    throw new RowFault(`Not all of the ${name} of a row are texts`);
  }
}

function parseBody(fields: Fields): Fields {
  return parseObject(readText(fields, "body"));
}

/** A lane, by its number and its names. */
export interface OldLane {
  readonly id: number;
  readonly sessionId: number;
  readonly ownerId: number;
  readonly ref: LaneRef;
}

export function readOldLane(row: unknown): OldLane {
  const fields = readFields(row);
  return {
    id: readNumber(fields, "id"),
    sessionId: readNumber(fields, "session_id"),
    ownerId: readNumber(fields, "owner_id"),
    ref: {
      owner: readText(fields, "owner") as OwnerKey,
      session: readTextColumn(row, "session") as SessionKey,
      lane: readTextColumn(row, "lane") as LaneKey,
    },
  };
}
