/** The door: rows of unknown shape become values here, and nowhere else. */
import type { Entry } from "../../core/entry.js";
import { isObject } from "../../core/json.js";
import type { LaneKey, LaneRef, OwnerKey, ReceiptId, SessionKey } from "../../core/keys.js";
import type { LaneSummary, SessionSummary } from "../../core/ports.js";
import type { Receipt } from "../../core/receipt.js";
import { type Epoch, firstEpoch } from "../../core/snapshot.js";
import type { TurnRecord } from "../../core/turn.js";
import { RowFault } from "./faults.js";
import { fromStored, parsedJson } from "./stored-text.js";

type Fields = Record<string, unknown>;

export interface LaneRow {
  readonly id: number;
  readonly sessionId: number;
  readonly nextSeq: number;
  readonly lastReceipt: ReceiptId | null;
}

export function laneRow(row: unknown): LaneRow {
  const fields = fieldsOf(row);
  const lastReceipt = nullable(text, fields, "last_receipt");
  return {
    id: number(fields, "id"),
    sessionId: number(fields, "session_id"),
    nextSeq: number(fields, "next_seq"),
    lastReceipt: lastReceipt === null ? null : (fromStored(lastReceipt) as ReceiptId),
  };
}

/** Fields that an entry of each kind cannot do without. */
const required: Readonly<Record<Entry["kind"], readonly string[]>> = {
  said: ["at", "by", "parts", "source", "replyTo"],
  called: ["at", "call", "tool", "input"],
  returned: ["at", "call", "tool", "output"],
  noted: ["at", "note"],
  revised: ["at", "target", "parts", "source"],
  withdrawn: ["at", "target", "source"],
};

function bodyOf(row: unknown): string {
  return text(fieldsOf(row), "body");
}

export function entryOf(row: unknown): Entry {
  const fields = fieldsOf(row);
  const turn = nullable(text, fields, "turn");
  const content = objectIn(text(fields, "body"));
  const kind = text(content, "kind");
  const needed = Object.hasOwn(required, kind) ? required[kind as Entry["kind"]] : ["a known kind"];
  checkFields(content, needed);
  const base = {
    id: fromStored(text(fields, "id")),
    seq: number(fields, "seq"),
    turn: turn === null ? null : fromStored(turn),
    step: nullable(number, fields, "step"),
    arrived: number(fields, "arrived"),
  };
  // The content was parsed a line ago and is nobody else's; a copy of each would be a good part of a long read.
  return Object.assign(content, base) as unknown as Entry;
}

export function placedEntry(owner: OwnerKey, row: unknown): { ref: LaneRef; entry: Entry } {
  return { ref: refOf(owner, fieldsOf(row)), entry: entryOf(row) };
}

export function turnOf(row: unknown): TurnRecord {
  const content = objectIn(bodyOf(row));
  checkFields(content, ["id", "ref", "state", "origin", "began", "ended", "messages", "attachOver", "asides"]);
  return content as unknown as TurnRecord;
}

export function receiptOf(row: unknown): Receipt {
  const content = objectIn(bodyOf(row));
  checkFields(content, ["id", "ref", "turn", "call", "parent", "chunks", "root", "verdicts", "epoch"]);
  return content as unknown as Receipt;
}

export function contentOf(row: unknown): readonly [key: string, content: string] {
  const fields = fieldsOf(row);
  return [fromStored(text(fields, "key")), fromStored(text(fields, "content"))];
}

export function sessionSummary(row: unknown): SessionSummary {
  const fields = fieldsOf(row);
  return {
    session: fromStored(text(fields, "session")) as SessionKey,
    lanes: number(fields, "lanes"),
    entries: number(fields, "entries"),
    newest: number(fields, "newest"),
  };
}

export function laneSummary(owner: OwnerKey, session: SessionKey, row: unknown): LaneSummary {
  const fields = fieldsOf(row);
  const ref: LaneRef = { owner, session, lane: fromStored(text(fields, "lane")) as LaneKey };
  return { ref, entries: number(fields, "entries"), newest: number(fields, "newest") };
}

/** A rung that did not exist when the epoch was written has reduced nothing. */
export function epochOf(row: unknown): Epoch {
  const content = objectIn(bodyOf(row));
  checkFields(content, ["key", "number", "through", "foldedThrough"]);
  const epoch = content as unknown as Epoch;
  return { ...epoch, through: { ...firstEpoch.through, ...epoch.through } };
}

function refOf(owner: OwnerKey, fields: Fields): LaneRef {
  const session = fromStored(text(fields, "session")) as SessionKey;
  return { owner, session, lane: fromStored(text(fields, "lane")) as LaneKey };
}

function objectIn(json: string): Fields {
  return fieldsOf(parsedJson(json));
}

function fieldsOf(value: unknown): Fields {
  if (!isObject(value)) throw new RowFault("A row or its JSON is not an object");
  return value;
}

function checkFields(content: Fields, needed: readonly string[]): void {
  const missing = needed.find((name) => content[name] === undefined);
  if (missing !== undefined) throw new RowFault(`A row lacks ${missing}`);
}

function nullable<Value>(read: (fields: Fields, name: string) => Value, fields: Fields, name: string): Value | null {
  return fields[name] === null ? null : read(fields, name);
}

function text(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new RowFault(`Column ${name} is not a text`);
  return value;
}

function number(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number") throw new RowFault(`Column ${name} is not a number`);
  return value;
}
