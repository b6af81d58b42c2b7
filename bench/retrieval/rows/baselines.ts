/** Textbook rankings, for comparison with the recipe. */
import type { Ranker } from "../retriever.js";
import { makeBm25, makeSessionBm25 } from "./bm25.js";

export const baselines: readonly Ranker[] = [
  makeBm25("BM25", { stems: false }),
  makeBm25("BM25, stems", { stems: true }),
  makeBm25("BM25, stems, neighbours ±1, ±2, bonus for named speakers", {
    ...{ stems: true, saturation: 0.9, lengthPart: 0.4 },
    ...{ neighbours: [0.5, 0.25], named: 0.3 },
  }),
];

/** For questions about whole sessions. */
export const sessionBaselines: readonly Ranker[] = [
  makeSessionBm25("BM25 of whole sessions", { stems: false }),
  makeSessionBm25("BM25 of whole sessions, stems", { stems: true }),
  ...baselines,
];
