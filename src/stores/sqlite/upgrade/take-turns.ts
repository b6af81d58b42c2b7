import type { EntryId, TurnId } from "../../../core/log/keys.js";
import type { TurnRecord } from "../../../core/log/turn.js";
import { RowFault } from "../check/faults.js";
import { fieldsOf } from "../fields.js";
import { numberIn, readable } from "../rows/columns.js";
import { turnColumns, turnOf } from "../rows/turn-row.js";
import { toKey } from "../stored-key.js";
import { numberOfTurn } from "../write-turns.js";
import { keepRow, keptBody, refuseLoss } from "./keep-row.js";
import { oldText, oldTurn } from "./old-rows.js";
import { inOrder, laneOf, metIn, oldRows, type Takeover } from "./upgrade-context.js";

/** No state has this number: whoever reads such a row is told that it is damaged, as he was before. */
const unreadable = -1;

/** After the entries, which the turns answer. */
export function takeTurns(takeover: Takeover): void {
  for (const row of oldRows(takeover, "SELECT rowid AS number, * FROM old_turns")) {
    keepRow(takeover, { table: "turns", row }, [() => takeTurn(takeover, row), () => takeBroken(takeover, row)]);
  }
  takeAnswers(takeover);
  takeLeases(takeover);
}

function takeTurn(takeover: Takeover, row: unknown): () => void {
  const lane = laneOf(takeover, row);
  const turn = oldTurn(row);
  const place = turn.messages.length === 1 ? placeOf(takeover, lane.id, turn.messages[0]) : null;
  const message = place === null ? null : numberIn(place, "number");
  const columns = turnColumns(turn, lane.ref, message !== null);
  const { state, origin, began, lasted, attachOver, rest } = columns;
  const id = oldText(row, "id") as TurnId;
  const named = { id: toKey(id), message, message_id: message === null ? null : toKey(turn.messages[0] ?? "") };
  refuseLoss(turn, turnOf({ ...columns, ...named, attach_over: attachOver }, lane.ref));
  return () => {
    const number = numberOfTurn(metIn(takeover, lane), id);
    takeover.statements.turns.putTurn.run([lane.id, state, origin, began, lasted, message, attachOver, rest, number]);
    for (const entry of turn.messages) answer(takeover, lane.id, lane.sessionId, entry, { turn, number });
  };
}

/** A turn that can't be made over keeps its body, for whoever repairs the file. */
function takeBroken(takeover: Takeover, row: unknown): () => void {
  const lane = laneOf(takeover, row);
  const [id, began, body] = [oldText(row, "id") as TurnId, numberIn(row, "began"), keptBody(row)];
  return () => {
    const number = numberOfTurn(metIn(takeover, lane), id);
    takeover.statements.turns.putTurn.run([lane.id, unreadable, 0, began, null, null, 0, body, number]);
  };
}

interface Answering {
  readonly turn: Pick<TurnRecord, "messages">;
  readonly number: number;
}

/** What an entry and its turn don't tell by themselves. */
function answer(
  takeover: Takeover,
  laneId: number,
  sessionId: number,
  entry: EntryId,
  { turn, number }: Answering,
): void {
  const place = placeOf(takeover, laneId, entry);
  const isTold = place !== null && fieldsOf(place).turn === number && turn.messages.includes(entry);
  if (!isTold) takeover.statements.turns.putAnswer.run({ sessionId, entry: toKey(entry), turn: number });
}

function placeOf({ statements }: Takeover, laneId: number, entry: EntryId | undefined): unknown {
  return entry === undefined ? null : (statements.entries.placeOfId.get({ id: toKey(entry), laneId }) ?? null);
}

/** Also of what a turn answered once, and does no longer. */
function takeAnswers(takeover: Takeover): void {
  const find = takeover.database.prepare("SELECT lane_id, body FROM old_turns WHERE owner = @owner AND id = @turn");
  for (const row of inOrder(takeover, "SELECT owner, entry, turn FROM old_answers")) {
    const take = () => {
      const { owner, turn: id } = fieldsOf(row);
      const stored = find.get({ owner, turn: id });
      if (stored === undefined) throw new RowFault("An answer names a turn that is not there");
      const lane = laneOf(takeover, stored);
      const turn = readable(oldTurn, stored) ?? { messages: [] };
      const [name, entry] = [oldText(row, "turn") as TurnId, oldText(row, "entry") as EntryId];
      return () => {
        const number = numberOfTurn(metIn(takeover, lane), name);
        answer(takeover, lane.id, lane.sessionId, entry, { turn, number });
      };
    };
    keepRow(takeover, { table: "answers", row }, [take]);
  }
}

/** In their order. The one that runs gets the first token of its lane. */
function takeLeases(takeover: Takeover): void {
  const { database, statements } = takeover;
  const insert = database.prepare(
    "INSERT INTO leases (lane_id, turn, holder, until, token) VALUES (@laneId, @turn, @holder, @until, @token)",
  );
  for (const row of oldRows(takeover, "SELECT * FROM old_leases")) {
    const take = () => {
      const lane = laneOf(takeover, row);
      const name = oldText(row, "turn") as TurnId;
      const token = numberIn(row, "running") === 1 ? 1 : null;
      return () => {
        const turn = numberOfTurn(metIn(takeover, lane), name);
        insert.run({ laneId: lane.id, turn, holder: fieldsOf(row).holder, until: fieldsOf(row).until, token });
        if (token !== null) statements.leases.raiseToken.run({ laneId: lane.id });
      };
    };
    keepRow(takeover, { table: "leases", row }, [take]);
  }
}
