import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import { refuseEnded, type TurnRecord } from "@clewline/core/log/turn.js";
import { type Change, mostUnsent } from "@clewline/core/ports/index.js";
import { readStoredTurn } from "./damage/stored-turns.js";
import { readFields } from "./fields.js";
import { readQueue } from "./leases.js";
import { readNumberColumn } from "./rows/columns.js";
import type { LaneRow } from "./rows/place-row.js";
import { makeTurnColumns } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";

/** The turns and entries that a change has met so far, by their numbers. */
export interface ChangeContext {
  readonly statements: Statements;
  readonly lane: LaneRow;
  /** Most turns of a history are new, so they are inserted before they are looked up. */
  readonly isHistory: boolean;
  readonly turns: Map<TurnId, number>;
  readonly before: Map<TurnId, KnownTurn>;
  /** Turns that were not there before. */
  readonly fresh: Set<TurnId>;
  /** Entries that the change added, each with the number of its turn. */
  readonly added: Map<EntryId, Place>;
  /** The rows of those, as a read returns them. A history adds none, because few of its entries are read soon. */
  readonly rows: unknown[];
}

interface Place {
  readonly number: number;
  readonly turn: number | null;
}

export function makeChangeContext(
  statements: Statements,
  lane: LaneRow,
  { history }: Pick<Change, "history">,
): ChangeContext {
  const isHistory = (history ?? []).length > 0;
  return {
    statements,
    lane,
    isHistory,
    turns: new Map(),
    before: new Map(),
    fresh: new Set(),
    added: new Map(),
    rows: [],
  };
}

/** The number of a turn, which exists from its first mention on. */
export function resolveTurnNumber(met: ChangeContext, turn: TurnId): number {
  const known = met.turns.get(turn);
  if (known !== undefined) return known;
  const added = met.isHistory ? nameTurn(met, turn) : null;
  const number = added ?? findTurn(met, turn)?.number ?? nameTurn(met, turn) ?? 0;
  met.turns.set(turn, number);
  return number;
}

/** Refuses a change for a turn that has ended. */
export function refuseAfterEnd(met: ChangeContext, { ref, whileOpen }: Change): void {
  if (whileOpen !== undefined) refuseEnded(findTurn(met, whileOpen)?.record(ref) ?? null, false);
}

export function writeTurn(met: ChangeContext, { ref, turn, reopen, claim }: Change): void {
  if (turn === undefined) return;
  const before = findTurn(met, turn.id)?.record(ref) ?? null;
  refuseEnded(before, reopen === true);
  if (claim !== undefined && !isRunning(met, claim)) return;
  putTurn(met, ref, turn, before);
  if (turn.state !== "running") releasePlace(met, turn.id);
}

/** Turns that came with a history: known ones stay as they are. */
export function writeHistory(met: ChangeContext, { ref, history }: Change): void {
  for (const turn of history ?? []) {
    resolveTurnNumber(met, turn.id);
    if (met.fresh.has(turn.id) || !findTurn(met, turn.id)?.isRecorded) putTurn(met, ref, turn, null);
  }
}

/** Marks the turn's reply as sent. An unknown turn is a no-op. */
export function markSent(met: ChangeContext, { sent }: Change): void {
  const known = sent === undefined ? null : findTurn(met, sent);
  if (sent === undefined || known === null) return;
  met.turns.set(sent, known.number);
  met.statements.turns.markSent.run({ number: known.number });
}

export function releasePlace(met: ChangeContext, turn: TurnId): void {
  met.statements.leases.dropLease.run({ laneId: met.lane.id, turn: encodeKey(turn) });
}

interface KnownTurn {
  readonly number: number;
  readonly isRecorded: boolean;
  /** Null while it is a name alone. */
  record(ref: LaneRef): TurnRecord | null;
}

/** The turn before the change wrote to it. */
function findTurn({ statements, lane: { sessionId }, before }: ChangeContext, id: TurnId): KnownTurn | null {
  const known = before.get(id);
  if (known !== undefined) return known;
  const row = statements.turns.findTurn.get({ id: encodeKey(id), sessionId });
  if (row === undefined) return null;
  const isRecorded = readFields(row).state !== null;
  const found: KnownTurn = {
    number: readNumberColumn(row, "number"),
    isRecorded,
    record: (ref) => (isRecorded ? readStoredTurn(statements, row, ref) : null),
  };
  before.set(id, found);
  return found;
}

/** Null if the name existed already. */
function nameTurn({ statements, lane: { id, sessionId }, fresh, before }: ChangeContext, turn: TurnId): number | null {
  const { changes, lastInsertRowid } = statements.turns.nameTurn.run([sessionId, id, encodeKey(turn)]);
  if (changes === 0) return null;
  fresh.add(turn);
  const number = Number(lastInsertRowid);
  before.set(turn, { number, isRecorded: false, record: () => null });
  return number;
}

function isRunning({ statements, lane }: ChangeContext, { turn, holder }: NonNullable<Change["claim"]>): boolean {
  const [first] = readQueue(statements, lane.id);
  return first?.turn === turn && first.holder === holder && first.state === "running";
}

function putTurn(met: ChangeContext, ref: LaneRef, turn: TurnRecord, before: TurnRecord | null): void {
  const { statements, lane } = met;
  const number = resolveTurnNumber(met, turn.id);
  const answered = turn.messages.map((entry) => ({ entry, place: met.added.get(entry) ?? findPlace(met, entry) }));
  const [first, ...others] = answered;
  const message = others.length === 0 ? (first?.place?.number ?? null) : null;
  const { state, origin, began, lasted, attachOver, rest, unsent } = makeTurnColumns(turn, ref, message !== null);
  statements.turns.putTurn.run([lane.id, state, origin, began, lasted, message, attachOver, rest, unsent, number]);
  if (unsent !== null) statements.turns.dropUnsent.run({ sessionId: lane.sessionId, most: mostUnsent });
  const untold = answered.filter(({ place }) => place?.turn !== number).map(({ entry }) => entry);
  const dropped = (before?.messages ?? []).filter((entry) => !turn.messages.includes(entry));
  for (const entry of [...untold, ...dropped]) {
    statements.turns.putAnswer.run({ sessionId: lane.sessionId, entry: encodeKey(entry), turn: number });
  }
}

function findPlace({ statements, lane }: ChangeContext, entry: EntryId): Place | null {
  const row = statements.entries.placeOfId.get({ id: encodeKey(entry), laneId: lane.id });
  if (row === undefined) return null;
  const { turn } = readFields(row);
  return { number: readNumberColumn(row, "number"), turn: typeof turn === "number" ? turn : null };
}
