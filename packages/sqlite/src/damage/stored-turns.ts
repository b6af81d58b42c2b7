/** Turns for a reader. A damaged turn is restored from its readable columns and its entries. */
import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { type Fields, readFields } from "../fields.js";
import { readRef } from "../rows/place-row.js";
import { isUnsentColumn, readTurnOrigin, readTurnRow, readTurnState } from "../rows/turn-row.js";
import type { Statements } from "../statements/prepared.js";
import { decodeKey } from "../stored-key.js";
import { readDamage, readOrMeet } from "./unread-rows.js";

/** Null for a row whose id is unreadable. */
export function readStoredTurn(statements: Statements, row: unknown, lane?: LaneRef): TurnRecord | null {
  const fields = readFields(row);
  if (!isUnsentColumn(fields.unsent ?? null)) {
    const reason = "column unsent is not what it may be";
    statements.unread.meet({ table: "turns", key: { number: fields.number }, reason });
    // It is unknown whether the reply was sent. Listing it once too often is better than never.
    return readStoredTurn(statements, { ...fields, unsent: 1 }, lane);
  }
  try {
    return readTurnRow(row, lane);
  } catch (error) {
    return salvageTurn(statements, fields, readDamage(error), lane);
  }
}

export function readStoredTurns(
  statements: Statements,
  rows: readonly unknown[],
  lane?: LaneRef,
): readonly TurnRecord[] {
  return rows.flatMap((row) => readStoredTurn(statements, row, lane) ?? []);
}

/** If a turn's state is lost, it may be unanswered. So a new delivery of its message is answered. */
function salvageTurn(statements: Statements, fields: Fields, reason: string, lane?: LaneRef): TurnRecord | null {
  statements.unread.meet({ table: "turns", key: { number: fields.number }, reason });
  const id = readOrIgnore(() => decodeKey(fields.id) as TurnId);
  const ref = lane ?? readOrIgnore(() => readRef(fields));
  if (id === null || ref === null) return null;
  const began = readFinite(fields.began) ?? 0;
  const state = readTurnState(fields.state) ?? "failed";
  const isOpen = state === "running" || state === "waiting";
  return {
    id,
    ref: { owner: ref.owner, session: ref.session, lane: ref.lane },
    state,
    origin: readTurnOrigin(fields.origin) ?? "interactive",
    began,
    ended: isOpen ? null : began + (readFinite(fields.lasted) ?? 0),
    messages: listMessages(statements, fields),
    attachOver: readFinite(fields.attach_over) ?? Number.MAX_SAFE_INTEGER,
    asides: [],
    ...(typeof fields.unsent === "number" ? { unsent: true } : {}),
  };
}

/** The messages of people in the turn. */
function listMessages({ turns }: Statements, { number, message_id: id }: Fields): readonly EntryId[] {
  const own = id === null || id === undefined ? null : readOrIgnore(() => decodeKey(id) as EntryId);
  if (own !== null) return [own];
  const rows = readOrIgnore(() => turns.messagesOfTurn.all({ number: number as number })) ?? [];
  return rows.flatMap((row) => readOrIgnore(() => decodeKey(readFields(row).id) as EntryId) ?? []);
}

function readOrIgnore<Value>(read: () => Value): Value | null {
  return readOrMeet(read, () => undefined);
}

function readFinite(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** The rows of turns with these numbers. If SQLite refuses to read them together, each is read alone. */
export function readTurnRows({ turns, unread }: Statements, numbers: readonly number[]): readonly unknown[] {
  try {
    return turns.turnsWithNumbers.all({ numbers: JSON.stringify(numbers) });
  } catch (error) {
    readDamage(error);
  }
  return numbers.flatMap((number) => {
    const meet = (reason: string) => unread.meet({ table: "turns", key: { number }, reason });
    const whole = readOrIgnore(() => turns.turnsWithNumbers.all({ numbers: JSON.stringify([number]) }));
    const row = whole === null ? readOrMeet(() => turns.turnAlone.get({ number }), meet) : whole[0];
    return row === undefined || row === null ? [] : [row];
  });
}
