/** Turns as rows, and rows as turns. */

import { type EntryId, type LaneRef, sameLane, type TurnId } from "../../../core/log/keys.js";
import type { TurnOrigin, TurnRecord, TurnState } from "../../../core/log/turn.js";
import { canonical } from "../../../core/text/json.js";
import { RowFault } from "../check/faults.js";
import { type Fields, fieldsOf, nullable, number, objectIn, text } from "../fields.js";
import { fromKey } from "../stored-key.js";
import { refIn } from "./place-row.js";

/** By their numbers in the file: they never change. */
const states: readonly TurnState[] = ["completed", "running", "waiting", "failed", "cancelled"];
const origins: readonly TurnOrigin[] = ["interactive", "scheduled", "briefing", "heartbeat", "subtask"];

/** The columns of a turn's record; its place, its id and its message are for the caller. */
export interface TurnColumns {
  readonly state: number;
  readonly origin: number;
  readonly began: number;
  readonly lasted: number | null;
  readonly attachOver: number;
  readonly rest: string | null;
}

/** `isOwnMessage`: the column for the one message tells what it answers. */
export function turnColumns(turn: TurnRecord, lane: LaneRef, isOwnMessage: boolean): TurnColumns {
  const { id: _id, ref, state, origin, began, ended, messages, attachOver, asides, ...others } = turn;
  const lasted = ended === null ? null : ended - began;
  const isExact = lasted === null || began + lasted === ended;
  const rest = {
    ...others,
    ...(asides.length === 0 ? {} : { asides }),
    ...(messages.length === 0 || isOwnMessage ? {} : { messages }),
    ...(sameLane(ref, lane) ? {} : { ref }),
    ...(isExact ? {} : { ended }),
  };
  const json = canonical(rest);
  return {
    state: states.indexOf(state),
    origin: origins.indexOf(origin),
    began,
    lasted,
    attachOver,
    rest: json === "{}" ? null : json,
  };
}

/** A row with `message_id`, of a lane that is known, or with `owner`, `session` and `lane`. */
export function turnOf(row: unknown, lane?: LaneRef): TurnRecord {
  const fields = fieldsOf(row);
  const [state, origin] = [states[number(fields, "state")], origins[number(fields, "origin")]];
  if (state === undefined || origin === undefined) throw new RowFault("A turn is in no known state");
  const began = number(fields, "began");
  const lasted = nullable(number, fields, "lasted");
  const ref = lane ?? refIn(fields);
  return {
    id: fromKey(fields.id) as TurnId,
    ref: { owner: ref.owner, session: ref.session, lane: ref.lane },
    state,
    origin,
    began,
    ended: lasted === null ? null : began + lasted,
    messages: messagesIn(fields),
    attachOver: number(fields, "attach_over"),
    asides: [],
    ...restOf(fields),
  };
}

function messagesIn({ message, message_id: id }: Fields): readonly EntryId[] {
  if (message === null) return [];
  // Only a damaged file lacks the entry.
  return [fromKey(id) as EntryId];
}

function restOf(fields: Fields): Fields {
  return fields.rest === null ? {} : objectIn(text(fields, "rest"));
}
