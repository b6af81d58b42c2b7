/** Rows of the third schema. Bodies hold what newer rows have in columns; one that can't be read is taken over as it is. */
import type { Draft } from "../../../core/log/entry.js";
import { neededFields } from "../../../core/log/entry-shape.js";
import type { Epoch } from "../../../core/log/epoch.js";
import type { LaneKey, LaneRef, OwnerKey, SessionKey } from "../../../core/log/keys.js";
import type { LaneRecord } from "../../../core/log/record.js";
import { wholeEpoch } from "../../../core/log/stored-epoch.js";
import type { TurnRecord } from "../../../core/log/turn.js";
import type { KeptReceipt } from "../../../core/receipt/receipt-delta.js";
import { RowFault } from "../check/faults.js";
import { checkFields, type Fields, fieldsOf, nullable, number, objectIn, text } from "../fields.js";
import { fromStored } from "../stored-text.js";

export function oldText(row: unknown, name: string): string {
  return fromStored(text(fieldsOf(row), name));
}

export function oldTextOrNull(row: unknown, name: string): string | null {
  return fieldsOf(row)[name] === null ? null : oldText(row, name);
}

export function oldDraft(row: unknown): Draft {
  const fields = fieldsOf(row);
  const content = bodyOf(fields);
  checkFields(content, neededFields(text(content, "kind")) ?? ["a known kind"]);
  return {
    ...content,
    id: oldText(row, "id"),
    turn: oldTextOrNull(row, "turn"),
    step: nullable(number, fields, "step"),
    arrived: number(fields, "arrived"),
  } as unknown as Draft;
}

export function oldTurn(row: unknown): TurnRecord {
  const content = bodyOf(fieldsOf(row));
  checkFields(content, ["id", "ref", "state", "origin", "began", "ended", "messages", "attachOver", "asides"]);
  textsIn(content, "messages");
  listIn(content, "asides");
  return content as unknown as TurnRecord;
}

export function oldReceipt(row: unknown): KeptReceipt {
  const content = bodyOf(fieldsOf(row));
  checkFields(content, ["id", "ref", "turn", "call", "parent", "root", "epoch"]);
  if (content.delta === undefined) {
    textsIn(content, "chunks");
    listIn(content, "verdicts").forEach(fieldsOf);
  } else {
    const delta = fieldsOf(content.delta);
    checkFields(delta, ["base", "depth"]);
    for (const splice of listIn(delta, "chunks")) textsIn(fieldsOf(splice), "insert");
    listIn(delta, "verdicts").forEach(fieldsOf);
  }
  return content as unknown as KeptReceipt;
}

export function oldEpoch(row: unknown): Epoch {
  const content = bodyOf(fieldsOf(row));
  checkFields(content, ["key", "number", "through", "foldedThrough"]);
  fieldsOf(content.through);
  return wholeEpoch(content as unknown as Epoch);
}

export function oldRecord(row: unknown): LaneRecord {
  const content = bodyOf(fieldsOf(row));
  checkFields(content, ["id", "kind", "name", "at"]);
  return content as unknown as LaneRecord;
}

function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name];
  if (!Array.isArray(value)) throw new RowFault(`A row has no list of its ${name}`);
  return value;
}

function textsIn(fields: Fields, name: string): void {
  if (!listIn(fields, name).every((each) => typeof each === "string")) {
    throw new RowFault(`Not all of the ${name} of a row are texts`);
  }
}

function bodyOf(fields: Fields): Fields {
  return objectIn(text(fields, "body"));
}

/** A lane, by its number and its names. */
export interface OldLane {
  readonly id: number;
  readonly sessionId: number;
  readonly ownerId: number;
  readonly ref: LaneRef;
}

export function oldLane(row: unknown): OldLane {
  const fields = fieldsOf(row);
  return {
    id: number(fields, "id"),
    sessionId: number(fields, "session_id"),
    ownerId: number(fields, "owner_id"),
    ref: {
      owner: text(fields, "owner") as OwnerKey,
      session: oldText(row, "session") as SessionKey,
      lane: oldText(row, "lane") as LaneKey,
    },
  };
}
