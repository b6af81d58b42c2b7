import type { Epoch } from "../../core/log/epoch.js";
import type { LaneRef, TurnId } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { LaneRequest, LaneState } from "../../core/ports/index.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { fieldsOf } from "./fields.js";
import { type Known, type KnownEntry, knowEntry, knownAt, knowTurn } from "./known.js";
import { count } from "./read.js";
import { numberIn } from "./rows/columns.js";
import { type LaneRow, refIn } from "./rows/place-row.js";
import { turnOf } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { toKey } from "./stored-key.js";
import { storedRef } from "./stored-text.js";

/** A lane that is there, for whoever reads in it. */
export interface LaneReader {
  readonly statements: Statements;
  readonly known: Known;
  readonly ref: LaneRef;
  readonly lane: LaneRow;
}

/** The entries of a read, and the turns that they name. */
export function readEntries(
  reader: LaneReader,
  epoch: Epoch,
  { limit, forced = null }: LaneRequest,
): Pick<LaneState, "entries" | "turns"> {
  const { lane } = reader;
  const after = Math.max(leftThrough(epoch.through), lane.cleared, lane.nextSeq - 1 - count(limit));
  const newest = between(reader, after + 1, lane.nextSeq - 1);
  // The newest are one run up to the end of the lane, so an entry that is needed and not among them comes before them.
  const first = newest[0]?.entry.seq ?? lane.nextSeq;
  const held = atPlaces(
    reader,
    epoch.held.filter((seq) => seq > lane.cleared && seq < first),
  );
  const turns = turnsNamed(reader, [...held, ...newest], new Set());
  const record = forced === null ? null : (turns.find(({ id }) => id === forced) ?? turnWithId(reader, forced));
  const needed = forced === null ? [] : neededBy(reader, forced, record, newest, first);
  const before = new Map([...held, ...needed].map((each) => [each.entry.seq, each]));
  const entries = [...[...before.values()].sort(bySeq), ...newest].map(({ entry }) => entry);
  const others = turnsNamed(reader, needed, new Set(turns.map(({ id }) => id)));
  const named = new Map([...turns, ...others, ...(record === null ? [] : [record])].map((turn) => [turn.id, turn]));
  return { entries, turns: [...named.values()].sort(oldestFirst) };
}

function oldestFirst(a: TurnRecord, b: TurnRecord): number {
  return a.began - b.began || (a.id < b.id ? -1 : 1);
}

function bySeq(a: KnownEntry, b: KnownEntry): number {
  return a.entry.seq - b.entry.seq;
}

/** A run of the lane. What is known is not read again: one statement gives what lies between the first and the last gap. */
function between(reader: LaneReader, from: number, to: number): readonly KnownEntry[] {
  const { statements, known, lane } = reader;
  const run: KnownEntry[] = [];
  let [firstGap, lastGap] = [0, 0];
  for (let seq = from; seq <= to; seq++) {
    const found = knownAt(known, lane.id, seq);
    if (found !== undefined) run.push(found);
    else [firstGap, lastGap] = [firstGap || seq, seq];
  }
  if (firstGap === 0) return run;
  const wanted = { laneId: lane.id, from: firstGap, to: lastGap, limit: lastGap - firstGap + 1 };
  const rows = statements.entries.between.all(wanted).map((row) => knowEntry(known, lane.id, row));
  const [earlier, later] = [
    run.filter(({ entry }) => entry.seq < firstGap),
    run.filter(({ entry }) => entry.seq > lastGap),
  ];
  return [...earlier, ...rows, ...later];
}

function atPlaces({ statements, known, lane }: LaneReader, places: readonly number[]): readonly KnownEntry[] {
  const found = places.flatMap((seq) => knownAt(known, lane.id, seq) ?? []);
  if (found.length === places.length) return found;
  const rows = statements.entries.atPlaces.all({ laneId: lane.id, places: JSON.stringify(places) });
  return rows.map((row) => knowEntry(known, lane.id, row));
}

/** The records of the turns that entries name, but for those that are there already. */
function turnsNamed(
  reader: LaneReader,
  entries: readonly KnownEntry[],
  without: ReadonlySet<TurnId>,
): readonly TurnRecord[] {
  const { statements, known, lane, ref } = reader;
  const numbers = new Set<number>();
  for (const { entry, turn } of entries) if (turn !== null && !without.has(entry.turn as TurnId)) numbers.add(turn);
  const found: TurnRecord[] = [];
  const missing = [...numbers].filter((number) => {
    const turn = known.turns.get(number);
    if (turn !== undefined) found.push(turn);
    return turn === undefined;
  });
  if (missing.length === 0) return found;
  for (const row of statements.turns.turnsWithNumbers.all({ numbers: JSON.stringify(missing) })) {
    const laneId = numberIn(row, "lane_id");
    const placeOf = () => refIn(fieldsOf(statements.lanes.refOfLane.get({ laneId })));
    found.push(knowTurn(known, row, () => turnOf(row, laneId === lane.id ? ref : placeOf())));
  }
  return found;
}

function turnWithId({ statements, ref }: LaneReader, turn: TurnId): TurnRecord | null {
  const { owner, session } = storedRef(ref);
  const row = statements.turns.turn.get({ owner, session, id: toKey(turn) });
  return row === undefined ? null : turnOf(row);
}

/** What the forced turn stands on before that place: its entries, the messages that it answers, and what is aimed at them. */
function neededBy(
  { statements, known, lane }: LaneReader,
  forced: TurnId,
  record: TurnRecord | null,
  newest: readonly KnownEntry[],
  before: number,
): readonly KnownEntry[] {
  if (before <= 1) return [];
  const { entries } = statements;
  const laneId = lane.id;
  const turn = { laneId, sessionId: lane.sessionId, turn: toKey(forced), before };
  const messages = record?.messages ?? [];
  const strange = messages.filter((message) => !newest.some(({ entry }) => entry.id === message));
  const rows = [
    ...entries.ofTurn.all(turn),
    ...strange.flatMap((message) => entries.withId.get({ laneId, id: toKey(message) }) ?? []),
    ...(lane.isEdited ? entries.aimedAtTurn.all(turn) : []),
    ...(lane.isEdited ? messages.flatMap((target) => entries.aimedAt.all({ laneId, target: toKey(target) })) : []),
  ];
  return rows.map((row) => knowEntry(known, laneId, row)).filter(({ entry }) => entry.seq < before);
}
