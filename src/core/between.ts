/** What stands between the message and the answer of a past turn: it may leave alone, and a notice stands in its place. */
import { messageFraming } from "./block.js";
import type { TurnId } from "./keys.js";
import { longestNotice } from "./notice.js";
import type { Scribe } from "./scribe.js";
import { isOpen } from "./turn.js";
import type { Unit } from "./unit.js";

/** A step that may leave alone; the boundary that passes it stays before what is still open. */
export interface Between {
  readonly before: number;
}

/**
 * The steps of past turns before their last one. Only those that stand before everything of an open turn: what is
 * decided about them now must stay decided when that turn is past.
 */
export function stepsBetween(scribe: Scribe, units: readonly Unit[]): (unit: Unit) => Between | null {
  const { turn, turns } = scribe.snapshot;
  const isRunning = (id: TurnId | null) => {
    const own = id === null ? undefined : turns.get(id);
    return id !== null && (id === turn?.id || (own !== undefined && isOpen(own.state)));
  };
  const steps = units.filter((unit) => unit.kind === "step" && unit.turn !== null);
  const last = new Map(steps.map((unit) => [unit.turn, unit]));
  const open = steps.find((unit) => isRunning(unit.turn))?.first ?? Number.POSITIVE_INFINITY;
  return (unit) => {
    const isBetween = unit.kind === "step" && unit.turn !== null && unit.first < open && last.get(unit.turn) !== unit;
    return isBetween ? { before: open - 1 } : null;
  };
}

/**
 * The first of a run of such steps pays for the notice in their place. At the very beginning it is part of the notice
 * about what was left out before.
 */
export function withNotices<Step extends Noticed>(scribe: Scribe, steps: readonly Step[]): readonly Step[] {
  const notice = longestNotice(scribe) + messageFraming;
  const { epoch, cleared, entries } = scribe.snapshot;
  const left = epoch.through["leave-out"];
  const isCut = left > 0 || cleared > 0 || (entries[0]?.seq ?? 1) > 1;
  let before: Step | null = null;
  return steps.map((step) => {
    const opens = before === null ? !isCut : before.between === null;
    // What has left altogether is part of the notice about that, and nothing stands there.
    if (step.floor || step.held || step.unit.first > left) before = step;
    return step.between !== null && opens ? { ...step, notice } : step;
  });
}

interface Noticed {
  readonly between: Between | null;
  readonly notice: number;
  readonly floor: boolean;
  readonly held: boolean;
  readonly unit: Unit;
}
