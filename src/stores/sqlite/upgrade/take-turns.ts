import type { EntryId, TurnId } from "../../../core/log/keys.js";
import type { TurnRecord } from "../../../core/log/turn.js";
import { RowFault } from "../check/faults.js";
import { readFields } from "../fields.js";
import { readNumberColumn, readTextColumn, tryRead } from "../rows/columns.js";
import { makeTurnColumns, readTurnRow } from "../rows/turn-row.js";
import { encodeKey } from "../stored-key.js";
import { resolveTurnNumber } from "../write-turns.js";
import { keepRow, readBody, refuseLoss } from "./keep-row.js";
import { readOldTurn } from "./old-rows.js";
import { makeLaneContext, resolveLane, type Takeover, walkOldRows, walkOrderedRows } from "./upgrade-context.js";

/** No state has this number: whoever reads such a row is told that it is damaged, as he was before. */
const unreadable = -1;

/** After the entries, which the turns answer. */
export function takeTurns(takeover: Takeover): void {
  for (const row of walkOldRows(takeover, "SELECT rowid AS number, * FROM old_turns")) {
    keepRow(takeover, { table: "turns", row }, [() => takeTurn(takeover, row), () => takeBroken(takeover, row)]);
  }
  takeAnswers(takeover);
  takeLeases(takeover);
}

function takeTurn(takeover: Takeover, row: unknown): () => void {
  const lane = resolveLane(takeover, row);
  const turn = readOldTurn(row);
  const place = turn.messages.length === 1 ? findPlace(takeover, lane.id, turn.messages[0]) : null;
  const message = place === null ? null : readNumberColumn(place, "number");
  const columns = makeTurnColumns(turn, lane.ref, message !== null);
  const { state, origin, began, lasted, attachOver, rest } = columns;
  const id = readTextColumn(row, "id") as TurnId;
  const named = { id: encodeKey(id), message, message_id: message === null ? null : encodeKey(turn.messages[0] ?? "") };
  refuseLoss(turn, readTurnRow({ ...columns, ...named, attach_over: attachOver }, lane.ref));
  return () => {
    const number = resolveTurnNumber(makeLaneContext(takeover, lane), id);
    takeover.statements.turns.putTurn.run([
      lane.id,
      state,
      origin,
      began,
      lasted,
      message,
      attachOver,
      rest,
      null,
      number,
    ]);
    for (const entry of turn.messages) keepAnswer(takeover, lane, entry, { turn, number });
  };
}

/** A turn that can't be made over keeps its body, for whoever repairs the file. */
function takeBroken(takeover: Takeover, row: unknown): () => void {
  const lane = resolveLane(takeover, row);
  const [id, began, body] = [readTextColumn(row, "id") as TurnId, readNumberColumn(row, "began"), readBody(row)];
  return () => {
    const number = resolveTurnNumber(makeLaneContext(takeover, lane), id);
    takeover.statements.turns.putTurn.run([lane.id, unreadable, 0, began, null, null, 0, body, null, number]);
  };
}

interface Answering {
  readonly turn: Pick<TurnRecord, "messages">;
  readonly number: number;
}

/** What an entry and its turn don't tell by themselves. */
function keepAnswer(
  takeover: Takeover,
  lane: { readonly id: number; readonly sessionId: number },
  entry: EntryId,
  { turn, number }: Answering,
): void {
  const place = findPlace(takeover, lane.id, entry);
  const isTold = place !== null && readFields(place).turn === number && turn.messages.includes(entry);
  const { sessionId } = lane;
  if (!isTold) takeover.statements.turns.putAnswer.run({ sessionId, entry: encodeKey(entry), turn: number });
}

function findPlace({ statements }: Takeover, laneId: number, entry: EntryId | undefined): unknown {
  return entry === undefined ? null : (statements.entries.placeOfId.get({ id: encodeKey(entry), laneId }) ?? null);
}

/** Also of what a turn answered once, and does no longer. */
function takeAnswers(takeover: Takeover): void {
  const find = takeover.database.prepare("SELECT lane_id, body FROM old_turns WHERE owner = @owner AND id = @turn");
  for (const row of walkOrderedRows(takeover, "SELECT owner, entry, turn FROM old_answers")) {
    const take = () => {
      const { owner, turn: id } = readFields(row);
      const stored = find.get({ owner, turn: id });
      if (stored === undefined) throw new RowFault("An answer names a turn that is not there");
      const lane = resolveLane(takeover, stored);
      const turn = tryRead(readOldTurn, stored) ?? { messages: [] };
      const [name, entry] = [readTextColumn(row, "turn") as TurnId, readTextColumn(row, "entry") as EntryId];
      return () => {
        const number = resolveTurnNumber(makeLaneContext(takeover, lane), name);
        keepAnswer(takeover, lane, entry, { turn, number });
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
  for (const row of walkOldRows(takeover, "SELECT * FROM old_leases")) {
    const take = () => {
      const lane = resolveLane(takeover, row);
      const name = readTextColumn(row, "turn") as TurnId;
      const token = readNumberColumn(row, "running") === 1 ? 1 : null;
      return () => {
        const turn = resolveTurnNumber(makeLaneContext(takeover, lane), name);
        insert.run({ laneId: lane.id, turn, holder: readFields(row).holder, until: readFields(row).until, token });
        if (token !== null) statements.leases.raiseToken.run({ laneId: lane.id });
      };
    };
    keepRow(takeover, { table: "leases", row }, [take]);
  }
}
