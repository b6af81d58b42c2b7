/** Turns as rows, and rows as turns. */

import { type EntryId, isSameLane, type LaneRef, type TurnId } from "@clewline/core/log/keys.js";
import { turnShape } from "@clewline/core/log/shapes/turn-shape.js";
import type { TurnOrigin, TurnRecord, TurnState } from "@clewline/core/log/turn.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { RowFault } from "../check/faults.js";
import { checkRowShape, type Fields, parseObject, readFields, readNullable, readNumber, readText } from "../fields.js";
import { decodeKey } from "../stored-key.js";
import { readRef } from "./place-row.js";

/** The index is the number in the file, so the order never changes. */
const states: readonly TurnState[] = ["completed", "running", "waiting", "failed", "cancelled"];
const origins: readonly TurnOrigin[] = ["interactive", "scheduled", "briefing", "heartbeat", "subtask"];

export function readTurnState(column: unknown): TurnState | undefined {
  return typeof column === "number" ? states[column] : undefined;
}

export function readTurnOrigin(column: unknown): TurnOrigin | undefined {
  return typeof column === "number" ? origins[column] : undefined;
}

/** Whether the schema allows this value in the column. */
export function isUnsentColumn(column: unknown): boolean {
  return column === null || column === 1 || column === 2;
}

/** The columns of a turn's record. The caller adds its place, its id and its message. */
export interface TurnColumns {
  readonly state: number;
  readonly origin: number;
  readonly began: number;
  readonly lasted: number | null;
  readonly attachOver: number;
  readonly rest: string | null;
  readonly unsent: 1 | null;
}

/** `isOwnMessage`: the column for the one message already has the message that the turn answers. */
export function makeTurnColumns(turn: TurnRecord, lane: LaneRef, isOwnMessage: boolean): TurnColumns {
  const { id: _id, ref, state, origin, began, ended, messages, attachOver, asides, unsent, ...others } = turn;
  const lasted = ended === null ? null : ended - began;
  const isExact = lasted === null || began + lasted === ended;
  const rest = {
    ...others,
    ...(asides.length === 0 ? {} : { asides }),
    ...(messages.length === 0 || isOwnMessage ? {} : { messages }),
    ...(isSameLane(ref, lane) ? {} : { ref }),
    ...(isExact ? {} : { ended }),
  };
  const json = encodeCanonicalJson(rest);
  return {
    state: states.indexOf(state),
    origin: origins.indexOf(origin),
    began,
    lasted,
    attachOver,
    rest: json === "{}" ? null : json,
    unsent: unsent === true ? 1 : null,
  };
}

/** Needs a row with `message_id`, and either the lane or the columns `owner`, `session` and `lane`. */
export function readTurnRow(row: unknown, lane?: LaneRef): TurnRecord {
  const fields = readFields(row);
  const [state, origin] = [states[readNumber(fields, "state")], origins[readNumber(fields, "origin")]];
  if (state === undefined || origin === undefined) throw new RowFault("A turn is in no known state");
  const began = readNumber(fields, "began");
  const lasted = readNullable(readNumber, fields, "lasted");
  const ref = lane ?? readRef(fields);
  const turn: TurnRecord = {
    id: decodeKey(fields.id) as TurnId,
    ref: { owner: ref.owner, session: ref.session, lane: ref.lane },
    state,
    origin,
    began,
    ended: lasted === null ? null : began + lasted,
    messages: readMessages(fields),
    attachOver: readNumber(fields, "attach_over"),
    asides: [],
    ...readRest(fields),
    ...(typeof fields.unsent === "number" ? { unsent: true } : {}),
  };
  if (fields.rest !== null) checkRowShape(turnShape, turn);
  return turn;
}

function readMessages({ message, message_id: id }: Fields): readonly EntryId[] {
  if (message === null) return [];
  // Only a damaged file lacks the entry.
  return [decodeKey(id) as EntryId];
}

function readRest(fields: Fields): Fields {
  return fields.rest === null ? {} : parseObject(readText(fields, "rest"));
}
