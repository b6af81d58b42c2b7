/** The door: rows of unknown shape become values here, and nowhere else. */

import type { Derivation } from "../../core/derivation.js";
import type { Entry } from "../../core/entry.js";
import { neededFields } from "../../core/entry-shape.js";
import type { Epoch } from "../../core/epoch.js";
import type { LaneKey, LaneRef, OwnerKey, ReceiptId, SessionKey, TurnId } from "../../core/keys.js";
import type { Lease } from "../../core/lease.js";
import type { LaneState, LaneSummary, Located, SessionSummary } from "../../core/ports.js";
import type { KeptReceipt } from "../../core/receipt-delta.js";
import type { LaneRecord } from "../../core/record.js";
import { wholeEpoch } from "../../core/stored-epoch.js";
import type { TurnRecord } from "../../core/turn.js";
import { RowFault } from "./faults.js";
import { checkFields, type Fields, fieldsOf, nullable, number, objectIn, text } from "./fields.js";
import { fromStored } from "./stored-text.js";

export interface LaneRow {
  readonly id: number;
  readonly sessionId: number;
  readonly ownerId: number;
  readonly nextSeq: number;
  readonly lastReceipt: ReceiptId | null;
  readonly cleared: number;
  /** As JSON. */
  readonly settings: string | null;
}

export function laneRow(row: unknown): LaneRow {
  const fields = fieldsOf(row);
  return {
    id: number(fields, "id"),
    sessionId: number(fields, "session_id"),
    ownerId: number(fields, "owner_id"),
    nextSeq: number(fields, "next_seq"),
    lastReceipt: lastReceiptOf(fields),
    cleared: number(fields, "cleared"),
    settings: nullable(text, fields, "settings"),
  };
}

function bodyOf(row: unknown): string {
  return text(fieldsOf(row), "body");
}

export function entryOf(row: unknown): Entry {
  const fields = fieldsOf(row);
  const turn = nullable(text, fields, "turn");
  const content = objectIn(text(fields, "body"));
  const kind = text(content, "kind");
  checkFields(content, neededFields(kind) ?? ["a known kind"]);
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

/** What a row says, or null for one that is damaged. */
export function readable<Value>(parse: (row: unknown) => Value, row: unknown): Value | null {
  try {
    return parse(row);
  } catch (error) {
    if (error instanceof RowFault) return null;
    throw error;
  }
}

/** Where an entry stands, by the numbers of its row. */
interface EntryPlace {
  readonly number: number;
  readonly owner: OwnerKey;
  readonly ownerId: number;
  readonly sessionId: number;
  readonly laneId: number;
}

export function entryPlace(row: unknown): EntryPlace {
  const fields = fieldsOf(row);
  return {
    number: number(fields, "number"),
    owner: text(fields, "owner") as OwnerKey,
    ownerId: number(fields, "owner_id"),
    sessionId: number(fields, "session_id"),
    laneId: number(fields, "lane_id"),
  };
}

export function numberOf(row: unknown): number {
  return number(fieldsOf(row), "number");
}

export function placedEntry(owner: OwnerKey, row: unknown): { ref: LaneRef; entry: Entry } {
  return { ref: refOf(owner, fieldsOf(row)), entry: entryOf(row) };
}

export function locatedOf(owner: OwnerKey, row: unknown): Located {
  const fields = fieldsOf(row);
  return { ref: refOf(owner, fields), id: fromStored(text(fields, "id")) };
}

export function turnOf(row: unknown): TurnRecord {
  const content = objectIn(bodyOf(row));
  checkFields(content, ["id", "ref", "state", "origin", "began", "ended", "messages", "attachOver", "asides"]);
  return content as unknown as TurnRecord;
}

export function receiptOf(row: unknown): KeptReceipt {
  const content = objectIn(bodyOf(row));
  checkFields(content, ["id", "ref", "turn", "call", "parent", "root", "epoch"]);
  if (content.delta === undefined) checkFields(content, ["chunks", "verdicts"]);
  else checkFields(fieldsOf(content.delta), ["base", "depth", "chunks", "verdicts"]);
  const receipt = content as unknown as KeptReceipt;
  return { ...receipt, epoch: wholeEpoch(receipt.epoch) };
}

export function receiptId(row: unknown): ReceiptId {
  return fromStored(text(fieldsOf(row), "id")) as ReceiptId;
}

/** The receipt that this one builds on; null for a checkpoint. */
export function baseOf(row: unknown): ReceiptId | null {
  return keyOrNull(row, "base");
}

export function leaseOf(row: unknown): Lease {
  const fields = fieldsOf(row);
  return {
    turn: fromStored(text(fields, "turn")) as TurnId,
    holder: fromStored(text(fields, "holder")),
    until: number(fields, "until"),
    state: number(fields, "running") === 1 ? "running" : "queued",
    token: nullable(number, fields, "token"),
  };
}

export function derivationOf(row: unknown): Omit<Derivation, "sources"> {
  const fields = fieldsOf(row);
  const kind = text(fields, "kind");
  if (kind !== "chunk" && kind !== "aside" && kind !== "record") {
    throw new RowFault("A row of the register has no known kind");
  }
  return { kind, key: fromStored(text(fields, "key")) };
}

/** The field that a record of each kind has for itself. */
const recordContents: Readonly<Record<LaneRecord["kind"], string>> = {
  summary: "summary",
  candidate: "candidate",
  journal: "text",
  event: "event",
  state: "state",
};

export function recordOf(row: unknown): LaneRecord {
  const content = objectIn(bodyOf(row));
  const kind = text(content, "kind");
  const own = Object.entries(recordContents).find(([each]) => each === kind)?.[1];
  checkFields(content, ["id", "name", "at", own ?? "a known kind"]);
  if (kind === "summary" || kind === "candidate" || kind === "state") fieldsOf(content[kind]);
  return content as unknown as LaneRecord;
}

export function settingsOf(json: string | null): LaneState["settings"] {
  return json === null ? {} : (objectIn(json) as LaneState["settings"]);
}

export function settingsIn(row: unknown): LaneState["settings"] {
  return settingsOf(nullable(text, fieldsOf(row), "settings"));
}

/** The number in a row of one column, or of several. */
export function numberIn(row: unknown, name: string): number {
  return number(fieldsOf(row), name);
}

export function textIn(row: unknown, name: string): string {
  return fromStored(text(fieldsOf(row), name));
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

export function epochOf(row: unknown): Epoch {
  const content = objectIn(bodyOf(row));
  checkFields(content, ["key", "number", "through", "foldedThrough"]);
  return wholeEpoch(content as unknown as Epoch);
}

export function lastReceiptOf(row: unknown): ReceiptId | null {
  return keyOrNull(row, "last_receipt");
}

function keyOrNull(row: unknown, name: string): ReceiptId | null {
  const stored = nullable(text, fieldsOf(row), name);
  return stored === null ? null : (fromStored(stored) as ReceiptId);
}

function refOf(owner: OwnerKey, fields: Fields): LaneRef {
  const session = fromStored(text(fields, "session")) as SessionKey;
  return { owner, session, lane: fromStored(text(fields, "lane")) as LaneKey };
}
