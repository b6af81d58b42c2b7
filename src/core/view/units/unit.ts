import { type Entry, isFromModel } from "../../log/entry.js";
import type { TurnId } from "../../log/keys.js";

/**
 * The smallest run of entries that a view can leave out: a message, or a step with all its results. A unit has the
 * place of its first entry, so a late result joins its step.
 */
export type Unit =
  | {
      readonly kind: "single";
      readonly first: number;
      readonly turn: TurnId | null;
      readonly entries: readonly [Entry];
    }
  | { readonly kind: "step"; readonly first: number; readonly turn: TurnId | null; readonly entries: readonly Entry[] };

export function groupUnits(entries: readonly Entry[]): readonly Unit[] {
  const steps = new Map<string, Entry[]>();
  const units: Unit[] = [];
  const approvals = new Map<string, Entry[]>();
  let loose: Entry[] | null = null;
  for (const entry of entries) {
    const step = findStep(entry, steps, approvals, loose);
    if (step === null) {
      units.push({ kind: "single", first: entry.seq, turn: entry.turn, entries: [entry] });
      // An edit is a notice now and folded later: that must not change the grouping.
      if (entry.kind === "said") loose = null;
      continue;
    }
    if (step.length === 0) units.push({ kind: "step", first: entry.seq, turn: entry.turn, entries: step });
    step.push(entry);
    if (entry.turn === null) loose = step;
    if (entry.kind === "called" && entry.approval !== undefined) approvals.set(entry.approval, step);
  }
  return units;
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
