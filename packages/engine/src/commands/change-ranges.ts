/** Hides or pins parts of a lane, or takes that back. The log stays as it is. */
import { ClewError } from "@clewline/core/errors.js";
import { joinPlaces, joinSeqs, type SeqRange } from "@clewline/core/log/background-runs.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import { formatRange, type LaneRanges, removeRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import { findVerdict, type Verdict } from "@clewline/core/view/verdict.js";
import type { Engine } from "../engine.js";
import { tryWhileIdle } from "../growth/compact-lane.js";
import { makeRangesRecord, readRange, readRanges } from "../growth/lane-ranges.js";
import { readNextCall } from "../read/next-call.js";
import { tryPreview } from "../read/preview.js";
import { readTypedRange } from "./typed-range.js";

/** The operations on a range: "show" undoes "hide", and "unpin" undoes "pin". */
export type RangeVerb = "hide" | "show" | "pin" | "unpin";

/** The hidden and pinned ranges of a lane, by seq. */
export interface RangesReport {
  /** In no view of the lane. */
  readonly hidden: readonly SeqRange[];
  /** In every view of the lane, as far as there is room. */
  readonly pinned: readonly SeqRange[];
  /** Pinned entries that the next view has no room for. */
  readonly unshown: number;
  /** How many entries the last change was about; 0 if it changed nothing, or none was asked for. */
  readonly changed: number;
}

/** More ranges than a person asks for, and more entries than a view shows. */
const mostRanges = 100;
const mostEntries = 5_000;

export async function changeRanges(
  engine: Engine,
  ref: LaneRef,
  verb: RangeVerb,
  typed: string,
): Promise<RangesReport> {
  return tryWhileIdle(engine, ref, async () => {
    const range = await readTypedRange(engine, ref, typed);
    if (range.to - range.from >= mostEntries) throw makeTooManyError(`at most ${mostEntries} entries at once`);
    const { last, cleared } = await engine.store.read(ref, { limit: 0 });
    if (verb === "pin" && range.to <= cleared)
      throw new ClewError("options/bad", `The context was cleared after ${formatRange(range)}`, {
        hint: "What was cleared is in no view; say it again, or let the agent recall it",
      });
    const widened = await widenRange(engine, ref, range);
    const before = await readRanges(engine.store, ref);
    const after = applyVerb(before.ranges, verb, widened);
    const { hidden, pinned } = after;
    if (hidden.length + pinned.length > mostRanges) throw makeTooManyError(`at most ${mostRanges} ranges of a lane`);
    const changed = countPlaces(before.ranges, after);
    if (changed > 0) {
      const at = engine.clock.now();
      const records = [makeRangesRecord(engine.fns, ref, { ranges: after, at, before })];
      const { done } = await engine.store.write({ ref, records, expectedSeq: last + 1 });
      if (!done) return "overtaken";
    }
    return { hidden, pinned, unshown: await countUnshown(engine, ref, pinned), changed };
  });
}

export async function listRanges(engine: Engine, ref: LaneRef): Promise<RangesReport> {
  const {
    ranges: { hidden, pinned },
  } = await readRanges(engine.store, ref);
  return { hidden, pinned, unshown: await countUnshown(engine, ref, pinned), changed: 0 };
}

function makeTooManyError(limit: string): ClewError {
  return new ClewError("options/bad", `That is too much: ${limit}`, {
    hint: "Compact older parts instead, or clear the context",
  });
}

/** Pinning shows a hidden range again, and hiding unpins it. */
function applyVerb(ranges: LaneRanges, verb: RangeVerb, chosen: readonly SeqRange[]): LaneRanges {
  const { hidden, pinned } = ranges;
  switch (verb) {
    case "hide":
      return { ...ranges, hidden: joinPlaces([...hidden, ...chosen]), pinned: removeRanges(pinned, chosen) };
    case "pin":
      return { ...ranges, hidden: removeRanges(hidden, chosen), pinned: joinPlaces([...pinned, ...chosen]) };
    case "show":
      return { ...ranges, hidden: removeRanges(hidden, chosen) };
    case "unpin":
      return { ...ranges, pinned: removeRanges(pinned, chosen) };
    default:
      return verb satisfies never;
  }
}

/** To whole steps and with the edits of messages: half of a step means nothing. */
async function widenRange({ store }: Engine, ref: LaneRef, range: SeqRange): Promise<readonly SeqRange[]> {
  const entries = await readRange(store, ref, range);
  const turns = new Set<TurnId>(entries.flatMap(({ turn, step }) => (turn === null || step === null ? [] : [turn])));
  const found: Entry[] = [...entries];
  const isOfStep = (each: Entry) =>
    entries.some(({ turn, step }) => step !== null && turn === each.turn && step === each.step);
  for (const turn of turns) found.push(...(await store.read(ref, 0, turn)).entries.filter(isOfStep));
  const changes = await store.changesOf(
    ref,
    found.map(({ id }) => id),
  );
  return joinSeqs([...new Set([...found, ...changes].map(({ seq }) => seq))]);
}

function countPlaces(before: LaneRanges, after: LaneRanges): number {
  const differ = (some: readonly SeqRange[], others: readonly SeqRange[]) =>
    [...removeRanges(some, others), ...removeRanges(others, some)].reduce(
      (sum, { from, to }) => sum + to - from + 1,
      0,
    );
  return Math.max(differ(before.hidden, after.hidden), differ(before.pinned, after.pinned));
}

async function countUnshown(engine: Engine, ref: LaneRef, pinned: readonly SeqRange[]): Promise<number> {
  if (pinned.length === 0) return 0;
  const { assembled } = await tryPreview(engine, ref, await readNextCall(engine, ref, null));
  if (assembled.kind === "too-small") return pinned.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const { verdicts } = assembled.view;
  const places = pinned.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, step) => from + step));
  return places.filter((seq) => isLeftOut(findVerdict(verdicts, seq))).length;
}

/** Left out or summarised for lack of room; not because it was deleted, or is a note for the log. */
function isLeftOut(verdict: Verdict | undefined): boolean {
  return verdict?.rule === "leave-out" || verdict?.rule === "summary";
}
