import { listReadRuns } from "@clewline/core/log/background-runs.js";
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LaneRequest, LaneState } from "@clewline/core/ports/index.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { makeMissingEntry, readStoredEntry } from "./damage/stored-entries.js";
import { listHoles, readRunRows } from "./damage/stored-places.js";
import { readStoredTurn, readTurnRows } from "./damage/stored-turns.js";
import { nameRow, type UnreadRow } from "./damage/unread-rows.js";
import { readFields } from "./fields.js";
import { findKnownEntry, type KnownEntry, rememberEntry, rememberTurn, type StoreCache } from "./known.js";
import { normaliseLimit } from "./read.js";
import { tryRead } from "./rows/columns.js";
import { type LaneRow, readRef } from "./rows/place-row.js";
import { readTurnRow } from "./rows/turn-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { encodeRef } from "./stored-text.js";

/** The part of a long lane that was read ahead in separate transactions. Entries never change, except by an erasure. */
interface ReadAhead {
  readonly entries: Map<number, KnownEntry>;
  /** Its unreadable parts, by name. */
  readonly unread: Map<string, UnreadRow>;
  /** The last place that was read, and the last place wanted of its run. */
  through: number;
  until: number;
}

export function makeReadAhead(): ReadAhead {
  return { entries: new Map(), unread: new Map(), through: 0, until: 0 };
}

/** Entries of one transaction. A read blocks the event loop, so it must stay short. */
const mostAtOnce = 250;

/** An existing lane with the means to read it. */
export interface LaneReader {
  readonly statements: Statements;
  readonly known: StoreCache;
  readonly ref: LaneRef;
  readonly lane: LaneRow;
  readonly ahead: ReadAhead;
}

/** The entries of a read, and the turns that they name; null if more entries have to be read ahead first. */
export function readEntries(
  reader: LaneReader,
  found: Pick<LaneState, "epoch" | "settings">,
  { limit, forced = null, without }: LaneRequest,
): Pick<LaneState, "entries" | "turns"> | null {
  const { lane } = reader;
  const { epoch } = found;
  const after = Math.max(findLeaveBoundary(epoch.through), lane.cleared);
  const skipped = without?.(found) ?? [];
  const runs = listReadRuns(skipped, after, lane.nextSeq - 1, normaliseLimit(limit));
  if (readSlice(reader, { firstGap: reader.ahead.through + 1, lastGap: reader.ahead.until })) return null;
  const looked = runs.map(({ from, to }) => lookAtRun(reader, from, to));
  if (looked.some((run) => readSlice(reader, run))) return null;
  for (const row of reader.ahead.unread.values()) reader.statements.unread.meet(row);
  const newest = looked.flatMap((run) => readRun(reader, run));
  // Without gaps, a needed entry that is not among the newest comes before them.
  const first = skipped.length > 0 ? lane.nextSeq : (newest[0]?.entry.seq ?? lane.nextSeq);
  const early = epoch.held.filter((seq) => seq > lane.cleared && seq < first);
  const isNewest = new Set(early.length === 0 ? [] : newest.map(({ entry }) => entry.seq));
  const held = readPlaces(
    reader,
    early.filter((seq) => !isNewest.has(seq)),
  );
  const turns = readNamedTurns(reader, [...held, ...newest], new Set());
  const record = forced === null ? null : (turns.find(({ id }) => id === forced) ?? findTurnRecord(reader, forced));
  const needed =
    forced === null ? [] : readForcedEntries(reader, { id: forced, messages: record?.messages ?? [] }, newest, first);
  const entries = orderEntries([...held, ...needed], newest);
  const others = readNamedTurns(reader, needed, new Set(turns.map(({ id }) => id)));
  const named = new Map([...turns, ...others, ...(record === null ? [] : [record])].map((turn) => [turn.id, turn]));
  return { entries, turns: [...named.values()].sort(compareTurns) };
}

/** Each entry once, in the order of the lane. The newest are in order already. */
function orderEntries(earlier: readonly KnownEntry[], newest: readonly KnownEntry[]): LaneState["entries"] {
  if (earlier.length === 0) return newest.map(({ entry }) => entry);
  const all = new Map([...earlier, ...newest].map((each) => [each.entry.seq, each]));
  return [...all.values()].sort(compareSeqs).map(({ entry }) => entry);
}

function compareTurns(a: TurnRecord, b: TurnRecord): number {
  return a.began - b.began || (a.id < b.id ? -1 : 1);
}

function compareSeqs(a: KnownEntry, b: KnownEntry): number {
  return a.entry.seq - b.entry.seq;
}

/** The cached part of a run of the lane; the gaps are 0 and 0 if it has none. */
interface LookedRun {
  readonly known: readonly KnownEntry[];
  readonly firstGap: number;
  readonly lastGap: number;
}

function lookAtRun({ known, lane, ahead }: LaneReader, from: number, to: number): LookedRun {
  const run: KnownEntry[] = [];
  let [firstGap, lastGap] = [0, 0];
  for (let seq = from; seq <= to; seq++) {
    const found = ahead.entries.get(seq) ?? findKnownEntry(known, lane.id, seq);
    if (found !== undefined) run.push(found);
    else [firstGap, lastGap] = [firstGap || seq, seq];
  }
  return { known: run, firstGap, lastGap };
}

/** Reads the next slice of a long gap; false if there is none. */
function readSlice(reader: LaneReader, { firstGap, lastGap }: Omit<LookedRun, "known">): boolean {
  const { statements, lane, ahead } = reader;
  // A place that remained a gap is not read again.
  const from = Math.max(firstGap, ahead.through + 1);
  if (lastGap - from < mostAtOnce) return false;
  const to = from + mostAtOnce - 1;
  const rows = readRunRows(statements, { laneId: lane.id, from, to });
  for (const found of rememberRows(reader, rows)) ahead.entries.set(found.entry.seq, found);
  for (const row of statements.unread.list()) ahead.unread.set(nameRow(row), row);
  [ahead.through, ahead.until] = [to, lastGap];
  return true;
}

/** Reads from the first to the last gap in one statement. Cached entries before and after are not read again. */
function readRun(reader: LaneReader, { known: run, firstGap, lastGap }: LookedRun): readonly KnownEntry[] {
  if (firstGap === 0) return run;
  const { statements, lane } = reader;
  const rows = readRunRows(statements, { laneId: lane.id, from: firstGap, to: lastGap });
  const found = completeRun(reader, rememberRows(reader, rows), { from: firstGap, to: lastGap });
  const [earlier, later] = [
    run.filter(({ entry }) => entry.seq < firstGap),
    run.filter(({ entry }) => entry.seq > lastGap),
  ];
  return [...earlier, ...found, ...later];
}

/** Adds a note at each place without a row. */
function completeRun(
  { statements, lane }: LaneReader,
  found: readonly KnownEntry[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly KnownEntry[] {
  const holes = listHoles(
    found.map(({ entry }) => entry.seq),
    from,
    to,
  );
  if (holes.length === 0) return found;
  const missing = holes.map((seq) => ({ entry: makeMissingEntry(statements, lane.id, seq), number: 0, turn: null }));
  return [...found, ...missing].sort(compareSeqs);
}

function rememberRows({ statements, known, lane }: LaneReader, rows: readonly unknown[]): readonly KnownEntry[] {
  const read = (row: unknown) => readStoredEntry(statements, row);
  return rows.flatMap((row) => rememberEntry(known, lane.id, row, read) ?? []);
}

function readPlaces(reader: LaneReader, places: readonly number[]): readonly KnownEntry[] {
  const { statements, known, lane } = reader;
  const found = places.flatMap((seq) => findKnownEntry(known, lane.id, seq) ?? []);
  if (found.length === places.length) return found;
  const rows = statements.entries.atPlaces.all({ laneId: lane.id, places: JSON.stringify(places) });
  return rememberRows(reader, rows);
}

/** The records of the turns that entries name, except those that are already loaded. */
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
  for (const row of readTurnRows(statements, missing)) {
    const { lane_id: laneId } = readFields(row);
    const sound = tryRead((each) => readTurnRow(each, laneId === lane.id ? ref : findRef(statements, laneId)), row);
    // A damaged turn is reported on each read.
    const turn = sound === null ? readStoredTurn(statements, row, ref) : rememberTurn(known, row, sound);
    if (turn !== null) found.push(turn);
  }
  return found;
}

function findRef({ lanes }: Statements, laneId: unknown): LaneRef {
  return readRef(readFields(lanes.refOfLane.get({ laneId: typeof laneId === "number" ? laneId : 0 })));
}

function findTurnRecord({ statements, ref }: LaneReader, turn: TurnId): TurnRecord | null {
  const { owner, session } = encodeRef(ref);
  const row = statements.turns.turn.get({ owner, session, id: encodeKey(turn) });
  return row === undefined ? null : readStoredTurn(statements, row);
}

/** The entries that the forced turn depends on before that place: its own, its messages, and changes aimed at them. */
function readForcedEntries(
  reader: LaneReader,
  forced: Pick<TurnRecord, "id" | "messages">,
  newest: readonly KnownEntry[],
  before: number,
): readonly KnownEntry[] {
  if (before <= 1) return [];
  const { statements, lane } = reader;
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
  return rememberRows(reader, rows).filter(({ entry }) => entry.seq < before);
}
