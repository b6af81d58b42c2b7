/** Owners, sessions and lanes: where things are, and what they sum up to. */
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneKey, LaneRef, OwnerKey, SessionKey } from "@clewline/core/log/keys.js";
import type { LaneState, LaneSummary, NameLocation, SessionSummary } from "@clewline/core/ports/index.js";
import { RowFault } from "../check/faults.js";
import { type Fields, parseObject, readFields, readNullable, readNumber, readText } from "../fields.js";
import { decodeKey } from "../stored-key.js";
import { decodeText } from "../stored-text.js";
import { readEntryRow } from "./entry-row.js";

/** A lane by the numbers of its row. */
export interface LaneRow {
  readonly id: number;
  readonly sessionId: number;
  readonly ownerId: number;
  readonly nextSeq: number;
  readonly cleared: number;
  /** Whether the session has anything but first versions. */
  readonly isEdited: boolean;
  /** The id of the newest receipt, as it is kept. */
  readonly lastReceipt: unknown;
  /** As JSON. */
  readonly settings: string | null;
  /** Its row was damaged, and its counters are to be set anew by whoever writes next. */
  readonly isRecounted?: true;
}

export function readLaneRow(row: unknown): LaneRow {
  const fields = readFields(row);
  return {
    id: readNumber(fields, "id"),
    sessionId: readNumber(fields, "session_id"),
    ownerId: readNumber(fields, "owner_id"),
    nextSeq: readPlace(fields, "next_seq"),
    cleared: readPlace(fields, "cleared"),
    isEdited: fields.edited !== 0,
    lastReceipt: fields.last_receipt,
    settings: readNullable(readText, fields, "settings"),
  };
}

function readPlace(fields: Fields, name: string): number {
  const place = readNumber(fields, name);
  if (!Number.isSafeInteger(place) || place < 0) throw new RowFault(`Column ${name} is no place of a lane`);
  return place;
}

/** An entry of a row that also has its owner, session and lane. */
export function readPlacedEntry(row: unknown): { ref: LaneRef; entry: Entry } {
  return { ref: readRef(readFields(row)), entry: readEntryRow(row) };
}

export function readLocated(row: unknown): NameLocation {
  const fields = readFields(row);
  return { ref: readRef(fields), id: decodeKey(fields.id) };
}

export function readRef(fields: Fields): LaneRef {
  return {
    owner: readText(fields, "owner") as OwnerKey,
    session: decodeText(readText(fields, "session")) as SessionKey,
    lane: decodeText(readText(fields, "lane")) as LaneKey,
  };
}

export function readSessionSummary(row: unknown): SessionSummary {
  const fields = readFields(row);
  return {
    session: decodeText(readText(fields, "session")) as SessionKey,
    lanes: readNumber(fields, "lanes"),
    entries: readNumber(fields, "entries"),
    newest: readNumber(fields, "newest"),
  };
}

export function readLaneSummary(row: unknown): LaneSummary {
  const fields = readFields(row);
  return { ref: readRef(fields), entries: readNumber(fields, "next_seq") - 1, newest: readNumber(fields, "newest") };
}

export function parseSettings(json: string | null): LaneState["settings"] {
  return json === null ? {} : (parseObject(json) as LaneState["settings"]);
}
