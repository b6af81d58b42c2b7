/** The queries behind `context`, `log` and `why`. Nothing here writes. */

import { ClewError } from "@clewline/core/errors.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { Entry, Note } from "@clewline/core/log/entry.js";
import {
  type LaneKey,
  type LaneRef,
  parseLaneKey,
  parseSessionKey,
  type ReceiptId,
  type SessionKey,
  type TurnId,
} from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { markRemoved } from "@clewline/core/model/removed-entries.js";
import type { LaneSummary } from "@clewline/core/ports/index.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import { isObject, type Json } from "@clewline/text/json.js";
import { judgeLease } from "../answer/place/queue.js";
import type { Engine } from "../engine.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { findStandingLane } from "../intake/resolve-lane.js";
import { findAnsweredCall } from "./call-cache.js";
import { describeEntry, type Headline } from "./headline.js";
import { makeLostReceiptError } from "./receipts.js";

/** An entry as a line of the log. */
export interface LogLine extends Headline {
  /** Its place in the lane. */
  readonly seq: number;
  /** Opens it with recall. */
  readonly pointer: string;
  /** The channel's time, in milliseconds since 1970. */
  readonly at: number;
  /** The kind of the entry. */
  readonly kind: Entry["kind"];
  /** The turn that it belongs to. */
  readonly turn: TurnId | null;
  /** The kind of a note, such as a call's usage, a delivery or a turn's end; null for other entries. */
  readonly note: Note["kind"] | null;
  /** The turn that it was said for when that had ended, or another answered it: it is in no turn, and no view shows it. */
  readonly late?: TurnId;
  /** The original as the host gave it, where it did. */
  readonly raw?: Json;
}

/** The newest part of a lane's log. */
export interface LogPage {
  /** The lane. */
  readonly ref: LaneRef;
  /** How many entries the lane has in all. */
  readonly total: number;
  /** The entries, oldest first. */
  readonly lines: readonly LogLine[];
  /** Their turns, newest first. */
  readonly turns: readonly TurnRecord[];
}

/** A verdict with the entry that it is about. */
export interface ExplainedVerdict {
  /** The outcome for the entry, or for a run of entries. */
  readonly verdict: Verdict;
  /** The entry itself; null for a run. */
  readonly line: LogLine | null;
}

/** The lane of that name; by default the newest lane of the session, and the newest session. */
export async function resolveNamedLane(engine: Engine, session: string | null, lane: string | null): Promise<LaneRef> {
  const { store, owner } = engine;
  const named =
    session === null
      ? ((await store.sessions(owner, { after: null, limit: 1 }))[0]?.session ?? null)
      : parseSessionKey(session);
  if (named === null) {
    throw new ClewError("session/unknown", "There is no session yet", { hint: "Begin a turn first, or run clew demo" });
  }
  const lanes = await store.lanes({ owner, session: named });
  const wanted: LaneKey | null = lane === null ? pickNewestLane(lanes) : parseLaneKey(lane);
  const found = lanes.find((each) => each.ref.lane === wanted);
  if (found === undefined) throw await makeUnknownError(engine, named, lane);
  // Replies that waited for their parent may have been taken into its lane.
  return lane === null ? { ...found.ref, lane: await findStandingLane(engine, found.ref, null) } : found.ref;
}

/** Takes a subagent's lane only if there is no other, because people don't talk there. */
function pickNewestLane(lanes: readonly LaneSummary[]): LaneKey | null {
  const talked = lanes.find(({ ref }) => !isChildLane(ref.lane));
  return (talked ?? lanes[0])?.ref.lane ?? null;
}

/** The newest entries, at most 1,000. */
export async function readLogPage(engine: Engine, ref: LaneRef, wanted: number): Promise<LogPage> {
  const limit = Math.min(wanted, 1_000);
  const state = await engine.store.read(ref, 1, null);
  const entries = await engine.store.range(ref, Math.max(1, state.last - limit + 1), state.last);
  const known = await markFailedTurns(engine, ref, await engine.store.turns(ref, limit));
  const turns = [...known, ...(await listUnansweredTurns(engine, ref, entries, known))].sort(
    (a, b) => b.began - a.began,
  );
  return { ref, total: state.last, lines: entries.map((entry) => makeLogLine(engine, ref, entry)), turns };
}

/** Messages that waited for their turn when their process stopped, each as a failed turn. */
async function listUnansweredTurns(
  engine: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
  known: readonly TurnRecord[],
): Promise<readonly TurnRecord[]> {
  const recorded = new Set<TurnId | null>(known.map(({ id }) => id));
  const waiting = entries.filter((entry) => entry.kind === "said" && entry.by.role === "user" && entry.turn !== null);
  const strange = waiting.filter(({ turn }) => !recorded.has(turn));
  if (strange.length === 0) return [];
  const alive = await listLivingTurns(engine, ref);
  const found: TurnRecord[] = [];
  for (const { id, turn, arrived } of strange) {
    if (turn === null || alive.has(turn) || found.some((each) => each.id === turn)) continue;
    if ((await engine.store.turn(ref, turn)) !== null) continue;
    if ((await engine.store.turnsAnswering(ref, id)).length > 0) continue;
    const begun = makeTurnRecord(engine, { ref, id: turn, messages: [id] });
    found.push({ ...begun, state: "failed", began: arrived });
  }
  return found;
}

async function listLivingTurns(engine: Engine, ref: LaneRef): Promise<ReadonlySet<TurnId>> {
  const leases = await engine.store.leases(ref);
  return new Set(leases.filter((lease) => judgeLease(engine, lease) === "alive").map(({ turn }) => turn));
}

/** A running turn without a living process has failed, even if no process has recorded that yet. */
async function markFailedTurns(
  engine: Engine,
  ref: LaneRef,
  turns: readonly TurnRecord[],
): Promise<readonly TurnRecord[]> {
  if (!turns.some((turn) => turn.state === "running")) return turns;
  const alive = await listLivingTurns(engine, ref);
  const left = (turn: TurnRecord) => turn.state === "running" && !turn.hosted && !alive.has(turn.id);
  return turns.map((turn) => (left(turn) ? { ...turn, state: "failed" } : turn));
}

/** The receipt to explain: of the turn or receipt of that name, by default of the lane's last call. */
export async function resolveNamedReceipt(engine: Engine, ref: LaneRef | null, turn: string | null): Promise<Receipt> {
  const named = turn === null ? await findLastReceipt(engine, ref) : await findTurnReceipt(engine, turn);
  const found = named === null ? null : await engine.receipts.find(named.ref, named.id);
  if (found !== null) return found.receipt;
  // Something names it, so it was there.
  if (named !== null) throw makeLostReceiptError(named.id);
  throw new ClewError(
    "receipt/unknown",
    turn === null ? "No view was made in this lane yet" : `No turn or receipt ${turn}`,
    {
      hint:
        turn === null
          ? "clew context shows the next view; an imported chat has no other before Clew's first call in it"
          : "clew log shows the turns with their ids; clew context shows the next view",
    },
  );
}

interface PlacedReceipt {
  readonly ref: LaneRef;
  readonly id: ReceiptId;
}

async function findLastReceipt({ store }: Engine, ref: LaneRef | null): Promise<PlacedReceipt | null> {
  const last = ref === null ? null : (await store.read(ref, { limit: 0 })).lastReceipt;
  return ref === null || last === null ? null : { ref, id: last };
}

/** The receipt of the turn's last call, or the receipt with that id. */
async function findTurnReceipt({ store, owner }: Engine, named: string): Promise<PlacedReceipt | null> {
  // Comes first, because it takes one look-up; a turn may be named by a part of its id.
  const [receipt] = await store.locate(owner, { kind: "receipt", id: named as ReceiptId });
  if (receipt !== undefined) return { ref: receipt.ref, id: named as ReceiptId };
  const [turn] = (await store.locate(owner, { kind: "turn", part: named })).filter(({ id }) => id === named);
  const last = turn === undefined ? undefined : (await store.receiptsOf(turn.ref, named as TurnId)).at(-1);
  return turn === undefined || last === undefined ? null : { ref: turn.ref, id: last };
}

export async function explain(engine: Engine, receipt: Receipt): Promise<readonly ExplainedVerdict[]> {
  const { ref, verdicts, decisions } = receipt;
  const edits = (await findAnsweredCall(engine, ref, receipt.id))?.edited ?? [];
  const isReduced = isObject(decisions) && typeof decisions.reducer === "string";
  if (edits.length === 0 && !isReduced) return explainView(engine, ref, verdicts);
  const entries = await readSingle(engine, ref, verdicts);
  const point = (seq: number) => makePointer("e", ref, seq, engine.fns.hash);
  return explainView(engine, ref, markRemoved(verdicts, edits, { entries, point, isReduced }));
}

/** Pairs verdicts with the entries that they are about, in a few reads. */
export async function explainView(
  engine: Engine,
  ref: LaneRef,
  verdicts: readonly Verdict[],
): Promise<readonly ExplainedVerdict[]> {
  const entries = await readSingle(engine, ref, verdicts);
  return verdicts.map((verdict) => {
    const entry = verdict.from === verdict.to ? entries.get(verdict.from) : undefined;
    return { verdict, line: entry === undefined ? null : makeLogLine(engine, ref, entry) };
  });
}

/** The entries that have a verdict of their own, by seq. */
async function readSingle(
  engine: Engine,
  ref: LaneRef,
  verdicts: readonly Verdict[],
): Promise<ReadonlyMap<number, Entry>> {
  const entries = new Map<number, Entry>();
  for (const [from, to] of groupRanges(verdicts.filter((verdict) => verdict.from === verdict.to))) {
    for (const entry of await engine.store.range(ref, from, to)) entries.set(entry.seq, entry);
  }
  return entries;
}

export function makeLogLine(engine: Engine, ref: LaneRef, entry: Entry): LogLine {
  const { seq, at, kind, turn } = entry;
  const note = entry.kind === "noted" ? entry.note.kind : null;
  const raw = entry.raw === undefined ? {} : { raw: entry.raw };
  const late = entry.late === undefined ? {} : { late: entry.late };
  return {
    seq,
    pointer: makePointer("e", ref, seq, engine.fns.hash),
    at,
    kind,
    turn,
    note,
    ...describeEntry(entry),
    ...late,
    ...raw,
  };
}

/** Runs of at most 1,000 seqs that together hold all single verdicts. */
function groupRanges(single: readonly Verdict[]): readonly (readonly [number, number])[] {
  const runs: [number, number][] = [];
  for (const { from } of single) {
    const run = runs.at(-1);
    if (run !== undefined && from - run[0] < 1_000) run[1] = from;
    else runs.push([from, from]);
  }
  return runs;
}

async function makeUnknownError(engine: Engine, session: SessionKey, lane: string | null): Promise<ClewError> {
  const lanes = await engine.store.lanes({ owner: engine.owner, session });
  if (lanes.length === 0) {
    return new ClewError("session/unknown", `There is no session ${session}`, { hint: "clew sessions lists them" });
  }
  const names = lanes.slice(0, 5).map((each) => each.ref.lane);
  return new ClewError("lane/bad-key", `There is no lane ${lane} in ${session}`, {
    hint: `It has: ${names.join(", ")}`,
  });
}
