/**
 * The requests of plain rules, call by call, without the engine: each entry is shown whole, by its ends, as a stub, or
 * not at all.
 */
import { type Entry, listTexts } from "@clewline/core/log/entry.js";
import type { LaneHistory } from "./history.js";
import type { Terms } from "./judge.js";
import type { Preparation } from "./preparation.js";
import { countQuotes, type Quote } from "./quotes.js";
import type { ReplayedLane } from "./replay.js";

/** The lane before one call, by the places of its entries. */
export interface Situation {
  readonly entries: readonly Entry[];
  /** The tokens of each entry, as it was. */
  readonly sizes: readonly number[];
  /** As it is shown. */
  readonly shown: number[];
  /** Entries before this place. */
  readonly count: number;
  /** How many tokens the view may take. */
  readonly room: number;
  /** The lane and the call, by their places. */
  readonly lane: number;
  readonly call: number;
}

/** A rule changes what is shown before a call. */
export interface PlainRule {
  readonly name: string;
  /** Tokens of the summary that stands for all that left; 2,000 by default. */
  readonly summary?: number;
  act(situation: Situation): void;
}

export const stubTokens = 40;
const usualSummary = 2_000;

export function simulateRule(
  { lanes, quotes, whole }: Preparation,
  rule: PlainRule,
  terms: Terms,
): readonly ReplayedLane[] {
  const room = (terms.window - terms.fit.around) / terms.fit.factor;
  return lanes.map((lane, place) => {
    const sums = whole[place]?.sizes ?? [];
    const sizes = lane.entries.map((_entry, index) => (sums[index + 1] ?? 0) - (sums[index] ?? 0));
    const shown = [...sizes];
    let before: readonly number[] = [];
    const calls = lane.calls.map((call, index) => {
      rule.act({ entries: lane.entries, sizes, shown, count: call.after, room, lane: place, call: index });
      const now = shown.slice(0, call.after);
      const hasLeft = now.includes(0) && now.some((tokens, at) => tokens === 0 && (sizes[at] ?? 0) > 0);
      const more = hasLeft ? (rule.summary ?? usualSummary) : 0;
      const same = before.findIndex((tokens, at) => tokens !== now[at]);
      const shared = add(same === -1 ? before : before.slice(0, same)) + (same === -1 ? more : 0);
      before = now;
      const tokens = Math.round(add(now) + more);
      return {
        at: call.at,
        tokens,
        shared: Math.round(shared),
        fits: tokens <= room,
        compacted: same !== -1,
        quotes: countQuotes(quotes[place]?.[index] ?? [], (quote) => isShown(quote, lane, sizes, shown)),
      };
    });
    return { calls, verdicts: [] };
  });
}

function isShown(
  { source, value }: Quote,
  lane: LaneHistory,
  sizes: readonly number[],
  shown: readonly number[],
): boolean {
  const [whole, part] = [sizes[source - 1] ?? 0, shown[source - 1] ?? 0];
  return part >= whole || (part > stubTokens && isAtEnds(lane, source, value, part / whole));
}

/** Whether it stands in the first or the last half of the part of the text that is shown. */
function isAtEnds({ entries, blobs }: LaneHistory, seq: number, value: string, part: number): boolean {
  const entry = entries[seq - 1];
  const texts = entry === undefined ? [] : listTexts(entry);
  return texts.some((text) => {
    const whole = typeof text === "string" ? text : (blobs.get(text.blob) ?? "");
    const half = (whole.length * part) / 2;
    const [first, last] = [whole.indexOf(value), whole.lastIndexOf(value)];
    return first >= 0 && (first < half || last > whole.length - half);
  });
}

export function add(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
