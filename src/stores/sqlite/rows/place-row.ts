/** Owners, sessions and lanes: where things are, and what they sum up to. */
import type { Entry } from "../../../core/log/entry.js";
import type { LaneKey, LaneRef, OwnerKey, SessionKey } from "../../../core/log/keys.js";
import type { LaneState, LaneSummary, Located, SessionSummary } from "../../../core/ports/index.js";
import { type Fields, fieldsOf, nullable, number, objectIn, text } from "../fields.js";
import { fromKey } from "../stored-key.js";
import { fromStored } from "../stored-text.js";
import { entryOf } from "./entry-row.js";

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
}

export function laneRow(row: unknown): LaneRow {
  const fields = fieldsOf(row);
  return {
    id: number(fields, "id"),
    sessionId: number(fields, "session_id"),
    ownerId: number(fields, "owner_id"),
    nextSeq: number(fields, "next_seq"),
    cleared: number(fields, "cleared"),
    isEdited: fields.edited !== 0,
    lastReceipt: fields.last_receipt,
    settings: nullable(text, fields, "settings"),
  };
}

/** An entry of a row that also has its owner, session and lane. */
export function placedEntry(row: unknown): { ref: LaneRef; entry: Entry } {
  return { ref: refIn(fieldsOf(row)), entry: entryOf(row) };
}

export function locatedOf(row: unknown): Located {
  const fields = fieldsOf(row);
  return { ref: refIn(fields), id: fromKey(fields.id) };
}

export function refIn(fields: Fields): LaneRef {
  return {
    owner: text(fields, "owner") as OwnerKey,
    session: fromStored(text(fields, "session")) as SessionKey,
    lane: fromStored(text(fields, "lane")) as LaneKey,
  };
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

export function laneSummary(row: unknown): LaneSummary {
  const fields = fieldsOf(row);
  return { ref: refIn(fields), entries: number(fields, "next_seq") - 1, newest: number(fields, "newest") };
}

export function settingsOf(json: string | null): LaneState["settings"] {
  return json === null ? {} : (objectIn(json) as LaneState["settings"]);
}
