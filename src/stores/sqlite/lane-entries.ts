import { listReadRuns } from "../../core/log/background-runs.js";
import type { LaneRef, TurnId } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { LaneRequest, LaneState } from "../../core/ports/index.js";
import { findLeaveBoundary } from "../../core/view/reduce/reductions.js";
import { readFields } from "./fields.js";
import { findKnownEntry, type KnownEntry, rememberEntry, rememberTurn, type StoreCache } from "./known.js";
import { normaliseLimit } from "./read.js";
import { readNumberColumn } from "./rows/columns.js";
import { type LaneRow, readRef } from "./rows/place-row.js";
import { readTurnRow } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { encodeRef } from "./stored-text.js";

/** A lane that is there, for whoever reads in it. */
export interface LaneReader {
  readonly statements: Statements;
  readonly known: StoreCache;
  readonly ref: LaneRef;
  readonly lane: LaneRow;
}

/** The entries of a read, and the turns that they name. */
export function readEntries(
  reader: LaneReader,
  found: Pick<LaneState, "epoch" | "settings">,
  { limit, forced = null, without }: LaneRequest,
): Pick<LaneState, "entries" | "turns"> {
  const { lane } = reader;
  const { epoch } = found;
  const after = Math.max(findLeaveBoundary(epoch.through), lane.cleared);
  const skipped = without?.(found) ?? [];
  const runs = listReadRuns(skipped, after, lane.nextSeq - 1, normaliseLimit(limit));
  const newest = runs.flatMap(({ from, to }) => readRun(reader, from, to));
  // Without gaps between them, an entry that is needed and not among the newest comes before them.
  const first = skipped.length > 0 ? lane.nextSeq : (newest[0]?.entry.seq ?? lane.nextSeq);
  const isNewest = new Set(newest.map(({ entry }) => entry.seq));
  const held = readPlaces(
    reader,
    epoch.held.filter((seq) => seq > lane.cleared && seq < first && !isNewest.has(seq)),
  );
  const turns = readNamedTurns(reader, [...held, ...newest], new Set());
  const record = forced === null ? null : (turns.find(({ id }) => id === forced) ?? findTurnRecord(reader, forced));
  const needed =
    forced === null ? [] : readForcedEntries(reader, { id: forced, messages: record?.messages ?? [] }, newest, first);
  const all = new Map([...held, ...needed, ...newest].map((each) => [each.entry.seq, each]));
  const entries = [...all.values()].sort(compareSeqs).map(({ entry }) => entry);
  const others = readNamedTurns(reader, needed, new Set(turns.map(({ id }) => id)));
  const named = new Map([...turns, ...others, ...(record === null ? [] : [record])].map((turn) => [turn.id, turn]));
  return { entries, turns: [...named.values()].sort(compareTurns) };
}

function compareTurns(a: TurnRecord, b: TurnRecord): number {
  return a.began - b.began || (a.id < b.id ? -1 : 1);
}

function compareSeqs(a: KnownEntry, b: KnownEntry): number {
  return a.entry.seq - b.entry.seq;
}

/** A run of the lane. What is known is not read again: one statement gives what lies between the first and the last gap. */
function readRun(reader: LaneReader, from: number, to: number): readonly KnownEntry[] {
  const { statements, known, lane } = reader;
  const run: KnownEntry[] = [];
  let [firstGap, lastGap] = [0, 0];
  for (let seq = from; seq <= to; seq++) {
    const found = findKnownEntry(known, lane.id, seq);
    if (found !== undefined) run.push(found);
    else [firstGap, lastGap] = [firstGap || seq, seq];
  }
  if (firstGap === 0) return run;
  const wanted = { laneId: lane.id, from: firstGap, to: lastGap, limit: lastGap - firstGap + 1 };
  const rows = statements.entries.between.all(wanted).map((row) => rememberEntry(known, lane.id, row));
  const [earlier, later] = [
    run.filter(({ entry }) => entry.seq < firstGap),
    run.filter(({ entry }) => entry.seq > lastGap),
  ];
  return [...earlier, ...rows, ...later];
}

function readPlaces({ statements, known, lane }: LaneReader, places: readonly number[]): readonly KnownEntry[] {
  const found = places.flatMap((seq) => findKnownEntry(known, lane.id, seq) ?? []);
  if (found.length === places.length) return found;
  const rows = statements.entries.atPlaces.all({ laneId: lane.id, places: JSON.stringify(places) });
  return rows.map((row) => rememberEntry(known, lane.id, row));
}

/** The records of the turns that entries name, but for those that are there already. */
function readNamedTurns(
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
    const laneId = readNumberColumn(row, "lane_id");
    const placeOf = () => readRef(readFields(statements.lanes.refOfLane.get({ laneId })));
    found.push(rememberTurn(known, row, () => readTurnRow(row, laneId === lane.id ? ref : placeOf())));
  }
  return found;
}

function findTurnRecord({ statements, ref }: LaneReader, turn: TurnId): TurnRecord | null {
  const { owner, session } = encodeRef(ref);
  const row = statements.turns.turn.get({ owner, session, id: encodeKey(turn) });
  return row === undefined ? null : readTurnRow(row);
}

/** What the forced turn stands on before that place: its entries, the messages that it answers, and what is aimed at them. */
function readForcedEntries(
  { statements, known, lane }: LaneReader,
  forced: Pick<TurnRecord, "id" | "messages">,
  newest: readonly KnownEntry[],
  before: number,
): readonly KnownEntry[] {
  if (before <= 1) return [];
  const { entries } = statements;
  const laneId = lane.id;
  const turn = { laneId, sessionId: lane.sessionId, turn: encodeKey(forced.id), before };
  const { messages } = forced;
  const strange = messages.filter((message) => !newest.some(({ entry }) => entry.id === message));
  const rows = [
    ...entries.ofTurn.all(turn),
    ...strange.flatMap((message) => entries.withId.get({ laneId, id: encodeKey(message) }) ?? []),
    ...(lane.isEdited ? entries.aimedAtTurn.all(turn) : []),
    ...(lane.isEdited ? messages.flatMap((target) => entries.aimedAt.all({ laneId, target: encodeKey(target) })) : []),
  ];
  return rows.map((row) => rememberEntry(known, laneId, row)).filter(({ entry }) => entry.seq < before);
}
