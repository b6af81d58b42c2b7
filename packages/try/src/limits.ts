/** Simulated beside every policy: the client's own behaviour, and the oracle, which knows all later needs. */
import { listCallCosts, type Terms } from "./judge.js";
import type { Preparation } from "./preparation.js";
import type { PlainRule, Situation } from "./simulate.js";

export const oracleName = "oracle";

/** Entries leave when the program summarised them. Its summary is in the transcript. */
export function makeClientRule({ lanes }: Preparation): PlainRule {
  return {
    name: "own client",
    summary: 0,
    act({ shown, lane, call }) {
      const since = lanes[lane]?.calls[call]?.since ?? 0;
      for (let place = 0; place < since; place++) shown[place] = 0;
    },
  };
}

/**
 * The limit of what a policy can save without missing anything.
 * 1. A result or a call's input is needed until the last call that quotes a value which stands there alone.
 * 2. Every one is sent once. It leaves, without a trace, at the first call from which reading it to the end would cost more than
 *    writing anew what stands behind it; with a cold cache at once.
 * 3. All other entries stay.
 */
export function makeOracle({ lanes, quotes }: Preparation, terms: Terms): PlainRule {
  const needs = lanes.map((_lane, place) => listLastNeeds(quotes[place] ?? []));
  const costs = lanes.map((_lane, place) => listCallCosts(place, terms));
  return {
    name: oracleName,
    summary: 0,
    act(situation) {
      const { lane, call, shown } = situation;
      const calls = lanes[lane]?.calls ?? [];
      const sent = calls[call - 1]?.after ?? 0;
      const { prices, isCold } = costs[lane]?.[call] ?? { prices: null, isCold: true };
      const { read, write } = prices ?? { read: 1, write: 1 };
      const isIdle = (place: number) => place < sent && (needs[lane]?.get(place + 1) ?? -1) < call;
      const left = calls.length - call;
      const cut = isCold
        ? 0
        : findCut(situation, sent, isIdle, (saved, behind) => saved * left * read - (write - read) * behind);
      for (let place = cut; place < sent; place++) if (isIdle(place) && mayLeave(situation, place)) shown[place] = 0;
    },
  };
}

/** By the seq of each source, the place of the last call that needs it. */
function listLastNeeds(quotes: Preparation["quotes"][number]): ReadonlyMap<number, number> {
  return new Map(quotes.flatMap((needed, call) => needed.map(({ source }) => [source, call] as const)));
}

function mayLeave({ entries }: Situation, place: number): boolean {
  const kind = entries[place]?.kind;
  return kind === "returned" || kind === "called";
}

/** The place from which on leaving brings most; behind everything if it brings nothing. */
function findCut(
  situation: Situation,
  sent: number,
  isIdle: (place: number) => boolean,
  gain: (saved: number, behind: number) => number,
): number {
  let [saved, behind, best, cut] = [0, 0, 0, sent];
  for (let place = sent - 1; place >= 0; place--) {
    const tokens = situation.shown[place] ?? 0;
    if (tokens === 0) continue;
    if (!isIdle(place) || !mayLeave(situation, place)) {
      behind += tokens;
      continue;
    }
    saved += tokens;
    const brought = gain(saved, behind);
    if (brought > best) [best, cut] = [brought, place];
  }
  return cut;
}
