import { type Entry, isFromModel } from "../../log/entry.js";
import type { TurnId } from "../../log/keys.js";
import { findPlace, type Places } from "../places.js";

/**
 * The smallest run of entries that a view can leave out: a message, or a step with all its results. A unit has the
 * place of its first entry, so a late result joins its step.
 */
export type Unit =
  | {
      readonly kind: "single";
      /** The seq of its first entry. */
      readonly first: number;
      /** Where it stands, which is its first seq unless it waited. A boundary that reaches it takes the unit out. */
      readonly place: number;
      readonly turn: TurnId | null;
      readonly entries: readonly [Entry];
    }
  | {
      readonly kind: "step";
      readonly first: number;
      readonly place: number;
      readonly turn: TurnId | null;
      readonly entries: readonly Entry[];
    };

/** Where an entry of a unit stands: only messages wait, and with them their edits. */
export function findEntryPlace({ kind, place }: Unit, { seq }: Entry): number {
  return kind === "single" ? place : seq;
}

/** `entries` in the order in which a view shows them. */
export function groupUnits(entries: readonly Entry[], places: Places): readonly Unit[] {
  const steps = new Map<string, Entry[]>();
  const units: Unit[] = [];
  const approvals = new Map<string, Entry[]>();
  let loose: Entry[] | null = null;
  for (const entry of entries) {
    const step = findStep(entry, steps, approvals, loose);
    if (step === null) {
      const place = findPlace(places, entry.seq);
      units.push({ kind: "single", first: entry.seq, place, turn: entry.turn, entries: [entry] });
      // An edit is a notice now and folded later: that must not change the grouping.
      if (entry.kind === "said") loose = null;
      continue;
    }
    if (step.length === 0) {
      const { seq, turn } = entry;
      units.push({ kind: "step", first: seq, place: seq, turn, entries: step });
    }
    step.push(entry);
    if (entry.turn === null) loose = step;
    if (entry.kind === "called" && entry.approval !== undefined) approvals.set(entry.approval, step);
  }
  return units.map(keepUnit);
}

/** The same object for equal units of a lane's views, so that what was found of one holds for the next call. */
function keepUnit(unit: Unit): Unit {
  const [first] = unit.entries;
  if (first === undefined) return unit;
  const before = known.get(first);
  if (before !== undefined && isSame(before, unit)) return before;
  known.set(first, unit);
  return unit;
}

const known = new WeakMap<Entry, Unit>();

function isSame(before: Unit, { kind, place, entries }: Unit): boolean {
  if (before.kind !== kind || before.place !== place || before.entries.length !== entries.length) return false;
  return before.entries.every((entry, index) => entry === entries[index]);
}

function findStep(
  entry: Entry,
  steps: Map<string, Entry[]>,
  approvals: ReadonlyMap<string, Entry[]>,
  loose: Entry[] | null,
): Entry[] | null {
  if (entry.kind === "noted") {
    return entry.note.kind === "approval" ? (approvals.get(entry.note.approval) ?? null) : null;
  }
  if (!isFromModel(entry)) return null;
  // Without a turn there is no step number: neighbours belong together until something new follows a result.
  if (entry.turn === null) return loose?.at(-1)?.kind === "returned" && entry.kind !== "returned" ? [] : (loose ?? []);
  const key = `${entry.turn} ${entry.step}`;
  const known = steps.get(key);
  if (known !== undefined) return known;
  const step: Entry[] = [];
  steps.set(key, step);
  return step;
}
