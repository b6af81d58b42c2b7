/** The rows of each table. */
import type { KeptRows } from "../kept-rows.js";
import type { Likeness } from "../likeness.js";
import { makeRankedRetriever } from "../ranked-retriever.js";
import type { BenchRows, Ranker } from "../retriever.js";
import { baselines, sessionBaselines } from "./baselines.js";
import { makeSearchRow, makeViewRow } from "./engine-rows.js";
import { listAblations, listRecipes } from "./recipes.js";

/** The rankings that a bench is beside, with a row for each part of the recipe in `shown`; or the views of the default. */
export type RowKind = "shown" | "ranked" | "viewed";

export interface RowOptions {
  readonly likeness: Likeness | null;
  /** Parts of names; all rows if empty. */
  readonly only: readonly string[];
  readonly kept: KeptRows;
  readonly say: (what: string) => void;
}

/** Windows of the views that are made, and each so manieth question is asked of them: a view takes a second. */
const windows = [8_000, 32_000, 200_000];
const viewEvery = 8;

const baselinesFor: Readonly<Record<RowKind, readonly Ranker[]>> = {
  shown: baselines,
  ranked: sessionBaselines,
  viewed: [],
};

/** Null if no row has such a name. */
export function listRows(kind: RowKind, { likeness, only, kept, say }: RowOptions): BenchRows | null {
  const embedders = likeness === null ? [null] : [null, likeness.embedder];
  const views = embedders.flatMap((embedder) => windows.map((size) => makeViewRow(size, embedder, viewEvery)));
  const rankings = [
    ...baselinesFor[kind].map(makeRankedRetriever),
    ...embedders.map(makeSearchRow),
    ...listRecipes(likeness).map(makeRankedRetriever),
    // Long texts of many sessions: each row takes minutes.
    ...(kind === "ranked" ? [] : listAblations(likeness)).map(makeRankedRetriever),
  ];
  const all = kind === "viewed" ? views : rankings;
  const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length === 0) return null;
  const name = likeness === null ? "recipe" : "recipe with vectors";
  const hasBest = chosen.some((each) => each.name === name);
  return { retrievers: chosen, best: hasBest ? { name, vectors: likeness !== null } : null, kept, say };
}
