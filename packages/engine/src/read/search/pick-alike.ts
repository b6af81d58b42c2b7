import type { RetrievedMessage } from "../retrieve.js";

/** How alike in meaning a message has to be, and which part of the most alike one, to count without a word of the question. */
const [leastAlike, nearMostAlike] = [0.35, 0.8];

/** Picks messages that mean the same in other words, the most alike first; none without a comparison by meaning. */
export function pickAlike(found: readonly RetrievedMessage[]): readonly RetrievedMessage[] {
  const most = found.reduce((best, { likeness }) => Math.max(best, likeness ?? 0), 0);
  const least = Math.max(leastAlike, most * nearMostAlike);
  const others = found.filter(({ held, likeness }) => held.length === 0 && likeness !== null && likeness >= least);
  return others.toSorted((a, b) => (b.likeness ?? 0) - (a.likeness ?? 0));
}
