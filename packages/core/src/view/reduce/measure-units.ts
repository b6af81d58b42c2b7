/**
 * Measures the units of a drawing with the reductions at any reach, and finds the reach for any room.
 *
 * Every reduction considers what it alone would save on each entry. If there is not room for everything, the room is
 * divided among the reductions by weight, and each spares the newest entries as far as its share goes. The newest step
 * comes first, so that old entries can't displace a result before the model has read it. Therefore
 * 1. the result fits, whatever the reductions are: the shares add up to the room;
 * 2. more room never shows less of anything: each share only grows, and each reduction spares a longer run;
 * 3. a reduction never depends on another one's outcome, so a new one is only a new entry in the list.
 * Between compactions nothing moves: the last reach applies until the view no longer fits.
 */

import { rememberByObject } from "@clewline/text/remember.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import type { Tokens, TurnId } from "../../log/keys.js";
import type { Policy } from "../../policy/policy.js";
import { messageFraming } from "../block.js";
import type { Renderer } from "../renderer.js";
import type { Rendition } from "../rendition.js";
import type { DrawnUnit } from "../units/drawn-unit.js";
import type { Item } from "../units/item.js";
import { findEntryPlace } from "../units/unit.js";
import { type Cut, listCuts } from "./item-savings.js";
import { leaveOut } from "./leave-out.js";
import type { ReductionExceptions } from "./reduction.js";
import { type ReductionName, type ReductionReach, readReach, reductions, weighedNames } from "./reductions.js";
import { retire } from "./retire.js";
import { shareOut } from "./share.js";
import { textOnly } from "./text-only.js";

/** A unit with its status in one reduction of the view. */
export interface WeighedUnit extends DrawnUnit {
  /** Always in the view: the message to answer, and the newest step of its turn. */
  readonly floor: boolean;
  /** Never reduced. */
  readonly fixed: boolean;
  /** A person wants it in every view. */
  readonly pinned: boolean;
  /** Stays until the next compaction, although its neighbours have left. */
  readonly held: boolean;
  /** The tokens of a notice in its place; 0 if an earlier unit's notice covers it. */
  readonly notice: Tokens;
}

/** How an item is shown, and the reduction that decided it. */
export type ItemRendition = readonly [rendition: Rendition, by: ReductionName | null];

export interface Measures {
  /** The tokens that no reduction can remove. */
  readonly floor: Tokens;
  /** The tokens of all units at this reach. */
  tokensAt(reach: ReductionReach): Tokens;
  /**
   * A new reach for this much room, never behind the given one. What the model has not read yet comes first, and may take
   * `freshRoom`.
   */
  fill(from: ReductionReach, room: Tokens, freshRoom: Tokens): ReductionReach;
}

interface MeasuredUnit {
  readonly unit: WeighedUnit;
  /** The tokens of all items in their first rendition. */
  readonly whole: Tokens;
  /** Where the boundary ends that takes it out. */
  readonly end: number;
}

interface Saving {
  readonly unit: WeighedUnit;
  /** The place that a reach must pass to reduce the item or unit. */
  readonly place: number;
  /** Where the reach ends after passing it, so that no part of a unit is left behind. */
  readonly end: number;
  readonly tokens: Tokens;
}

/** Decides which reductions act on which entries. */
export interface ReductionContext {
  readonly shares: Policy["reductions"];
  readonly spared: ReductionExceptions;
  /** Entries that a schedule has chosen, by seq. */
  readonly retired: ReadonlySet<number>;
  readonly renderer: Renderer;
}

export function* measureUnits(units: readonly WeighedUnit[], acting: ReductionContext): Steps<Measures> {
  const endOf = makeExchangeFinder(units);
  const weighed = yield* mapInSteps(units, (unit): MeasuredUnit => {
    const whole = unit.items.reduce((sum, item) => sum + item.tokens(item.base), countFraming(unit));
    return { unit, whole, end: endOf(unit) };
  });
  const taken = new WeakMap<ReductionReach, Tokens>();
  const ordered = listShares(acting.shares);
  const savings = new Map<ReductionName, Saving[]>(ordered.map(({ reduction }) => [reduction, []]));
  let floor: Tokens | null = null;
  const measured = () => {
    floor ??= weighed.reduce((sum, each) => sum + recordSavings(each, acting, ordered, savings), 0);
    return floor;
  };
  return {
    get floor() {
      return measured();
    },
    tokensAt(reach) {
      const known = taken.get(reach);
      if (known !== undefined) return known;
      const extent = measureExtent(reach);
      const tokens = weighed.reduce((sum, each) => sum + countShownTokens(each, acting, extent), 0);
      taken.set(reach, tokens);
      return tokens;
    },
    fill(from, room, freshRoom) {
      measured();
      const reach: Partial<Record<ReductionName, number>> = { ...from };
      const divide = (isFresh: boolean, most: Tokens): Tokens => {
        const demands = ordered.map(({ reduction, share, fresh }) => {
          const all = (savings.get(reduction) ?? []).filter(({ place }) => place > (from[reduction] ?? 0));
          const own = all.filter(({ unit }) => unit.floor === isFresh);
          return { reduction, savings: own, weight: isFresh ? fresh : share, wanted: sumSavings(own) };
        });
        const parts = shareOut(demands, most);
        for (const [index, { reduction, savings }] of demands.entries()) {
          const end = fitNewest(savings, parts[index] ?? 0, from[reduction] ?? 0);
          reach[reduction] = Math.max(reach[reduction] ?? 0, end);
        }
        return parts.reduce((sum, part) => sum + part, 0);
      };
      divide(false, Math.max(0, room - divide(true, freshRoom)));
      return reach;
    },
  };
}

/** How each item of a unit is shown at this reach. */
export function showItems(
  unit: WeighedUnit,
  acting: ReductionContext,
  reach: ReductionReach,
): readonly (readonly [Item, ...ItemRendition])[] {
  const gone = findRemovingReduction(unit, acting.shares, reach);
  if (gone !== null) return unit.items.map((item) => [item, "gone", gone] as const);
  const extent = measureExtent(reach);
  return unit.items.map((item) => {
    const [rendition, by] = showItem(unit, item, acting, extent);
    return [item, rendition, by] as const;
  });
}

interface Extent {
  readonly reach: ReductionReach;
  /** No reduction acts beyond this place. */
  readonly end: number;
}

/** Each unit of a view asks for it, and a reach never changes. */
const measureExtent = rememberByObject(
  (reach: ReductionReach): Extent => ({ reach, end: Math.max(0, ...Object.values(reach)) }),
);

function listActingCuts(
  { fixed }: WeighedUnit,
  item: Item,
  { renderer, spared, shares }: ReductionContext,
): readonly Cut[] {
  if (fixed) return [];
  const cuts = listCuts(item, renderer);
  if (cuts.length === 0) return cuts;
  return cuts.filter(({ reduction }) => isActing(reduction.name, shares) && reduction.spares?.(item, spared) !== true);
}

function isActing(name: ReductionName, shares: Policy["reductions"]): boolean {
  return reductions.some((each) => each.name === name && each.moves !== "by weight") || isShared(name, shares);
}

function isShared(name: ReductionName, shares: Policy["reductions"]): boolean {
  return name in shares;
}

/** The reductions with a share, cheapest first. */
function listShares(shares: Policy["reductions"]) {
  return weighedNames.flatMap((reduction) => {
    const own = shares[reduction];
    return own === undefined ? [] : [{ reduction, share: own.share, fresh: own.fresh }];
  });
}

/** The tokens of a unit besides its items. */
function countFraming({ unit, asides }: DrawnUnit): Tokens {
  const messages = unit.kind === "single" ? 1 : asides.length > 0 ? 3 : 2;
  return asides.reduce((sum, aside) => sum + aside.tokens, messages * messageFraming);
}

function countShownTokens({ unit, whole }: MeasuredUnit, acting: ReductionContext, extent: Extent): Tokens {
  const gone = findRemovingReduction(unit, acting.shares, extent.reach);
  if (gone === textOnly.name) return unit.notice;
  if (gone !== null) return 0;
  const isPast = ({ entry }: Item) => findEntryPlace(unit.unit, entry) > extent.end && !acting.retired.has(entry.seq);
  if (unit.items.every(isPast)) return whole;
  const tokensOf = (item: Item) => item.tokens(showItem(unit, item, acting, extent)[0]);
  return unit.items.reduce((sum, item) => sum + tokensOf(item), countFraming(unit));
}

/** For a unit that is in the view. */
function showItem(unit: WeighedUnit, item: Item, acting: ReductionContext, { reach, end }: Extent): ItemRendition {
  let shown: ItemRendition = [item.base, null];
  const place = findEntryPlace(unit.unit, item.entry);
  const isRetired = acting.retired.has(item.entry.seq);
  if (place > end && !isRetired) return shown;
  for (const { reduction, tokens } of listActingCuts(unit, item, acting)) {
    const isReached = reduction.name === retire.name ? isRetired : place <= (reach[reduction.name] ?? 0);
    // A stub may be larger than short ends: a reduction never enlarges what another one has shortened.
    if (isReached && tokens <= item.tokens(shown[0])) shown = [reduction.rendition, reduction.name];
  }
  return shown;
}

/** The reduction that takes the whole unit out of the view; null where none does. */
function findRemovingReduction(
  unit: WeighedUnit,
  shares: Policy["reductions"],
  reach: ReductionReach,
): ReductionName | null {
  if (unit.floor || unit.held) return null;
  const isPassed = (by: typeof leaveOut | typeof textOnly) =>
    unit.unit.place <= readReach(reach, by) && isShared(by.name, shares);
  if (isPassed(leaveOut)) return leaveOut.name;
  return unit.between !== null && isPassed(textOnly) ? textOnly.name : null;
}

/** Records what each reduction would save on a unit, and returns what none can save. */
function recordSavings(
  { unit, end }: MeasuredUnit,
  acting: ReductionContext,
  ordered: ReturnType<typeof listShares>,
  savings: ReadonlyMap<ReductionName, Saving[]>,
): Tokens {
  let rest = countFraming(unit);
  for (const item of unit.items) {
    const cuts = listActingCuts(unit, item, acting);
    const stub = acting.retired.has(item.entry.seq)
      ? cuts.find((each) => each.reduction.name === retire.name)
      : undefined;
    let tokens = Math.min(item.tokens(item.base), stub?.tokens ?? Number.POSITIVE_INFINITY);
    for (const { reduction } of ordered) {
      const cut = cuts.find((each) => each.reduction.name === reduction);
      if (cut === undefined) continue;
      const smaller = Math.min(tokens, cut.tokens);
      const place = findEntryPlace(unit.unit, item.entry);
      savings.get(reduction)?.push({ unit, place, end: place, tokens: tokens - smaller });
      tokens = smaller;
    }
    rest += tokens;
  }
  if (unit.floor) return rest;
  const { place } = unit.unit;
  const between = unit.between === null ? undefined : savings.get(textOnly.name);
  if (between !== undefined && rest > unit.notice) {
    // A notice replaces it, and leaves when the whole turn does.
    const last = Math.min(findUnitEnd(unit), unit.between?.before ?? end);
    between.push({ unit, place, end: last, tokens: rest - unit.notice });
    rest = unit.notice;
  }
  const leaving = savings.get(leaveOut.name);
  if (leaving === undefined) return rest;
  leaving.push({ unit, place, end, tokens: rest });
  return 0;
}

/** Finds the boundary's end that takes a unit out. A question takes its answer along, unless steps separate them. */
function makeExchangeFinder(units: readonly WeighedUnit[]): (unit: WeighedUnit) => number {
  const steps = new Map<TurnId, WeighedUnit[]>();
  for (const each of units) {
    const { kind, turn } = each.unit;
    if (kind !== "step" || turn === null) continue;
    const own = steps.get(turn);
    if (own === undefined) steps.set(turn, [each]);
    else own.push(each);
  }
  return (each) => {
    const { kind, turn } = each.unit;
    const [answer, ...more] = kind === "step" || turn === null ? [] : (steps.get(turn) ?? []);
    const isAlone = answer !== undefined && more.length === 0 && !answer.floor && !answer.held;
    return isAlone ? Math.max(findUnitEnd(each), findUnitEnd(answer)) : findUnitEnd(each);
  };
}

/**
 * The end of a unit for a boundary: without late results, which mean nothing alone, but with those that follow at once.
 */
export function findUnitEnd({ unit }: Pick<DrawnUnit, "unit">): number {
  if (unit.kind === "single") return unit.place;
  const known = ends.get(unit);
  if (known !== undefined) return known;
  let end = unit.first;
  for (const { kind, seq } of unit.entries) if (kind !== "returned" && kind !== "noted") end = Math.max(end, seq);
  for (const { seq } of unit.entries) if (seq === end + 1) end = seq;
  ends.set(unit, end);
  return end;
}

const ends = new WeakMap<DrawnUnit["unit"], number>();

function sumSavings(savings: readonly Saving[]): Tokens {
  return savings.reduce((sum, saving) => sum + saving.tokens, 0);
}

/** Goes from the newest to the oldest; the first that no longer fits, and everything older, is reduced. */
function fitNewest(savings: readonly Saving[], part: Tokens, from: number): number {
  let left = part;
  const newestFirst = [...savings].sort((a, b) => b.place - a.place);
  for (const [index, saving] of newestFirst.entries()) {
    left -= saving.tokens;
    // Shares are quotients: a rounding error must not cost an entry its place.
    if (left < -1e-6) return newestFirst.slice(index).reduce((end, each) => Math.max(end, each.end), from);
  }
  return from;
}
