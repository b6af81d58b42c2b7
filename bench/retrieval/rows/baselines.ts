/** What the recipe is compared with: rankings from the books, and the steps from them to it. */
import type { Ranker } from "../retriever.js";
import { makeBm25, makeSessionBm25 } from "./bm25.js";

const tuned = { stems: true, saturation: 0.9, lengthPart: 0.4 };

export const baselines: readonly Ranker[] = [
  makeBm25("BM25", { stems: false }),
  makeBm25("BM25, stems", { stems: true }),
  makeBm25("BM25, stems, speaker as a word", { stems: true, speaker: true }),
  makeBm25("the same, neighbours ±1", { stems: true, speaker: true, neighbours: [0.5] }),
  makeBm25("the same, neighbours ±1, ±2", { stems: true, speaker: true, neighbours: [0.5, 0.25] }),
  makeBm25("BM25, stems, neighbours ±1, ±2, bonus for named speakers", {
    ...tuned,
    neighbours: [0.5, 0.25],
    named: 0.3,
  }),
];

/** For questions about whole sessions. */
export const sessionBaselines: readonly Ranker[] = [
  makeSessionBm25("BM25 of whole sessions", { stems: false }),
  makeSessionBm25("BM25 of whole sessions, stems", { stems: true }),
  ...baselines,
];

/** For questions about what changed. */
export const freshBaselines: readonly Ranker[] = [
  makeBm25("BM25", { stems: false }),
  makeBm25("BM25, stems", { stems: true }),
  makeBm25("BM25, stems, newest within 15 % of the best", { stems: true, newestWithin: 0.15 }),
  makeBm25("BM25, newest within 15 % of the best", { stems: false, newestWithin: 0.15 }),
];
