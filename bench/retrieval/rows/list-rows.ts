/** The rows of each table. */
import type { KeptRows } from "../kept-rows.js";
import type { Likeness } from "../likeness.js";
import { makeRankedRetriever } from "../ranked-retriever.js";
import type { BenchRows, Ranker } from "../retriever.js";
import { baselines, freshBaselines, sessionBaselines } from "./baselines.js";
import { makeSearchRow, makeViewRow } from "./engine-rows.js";
import { listAblations, listRecipes } from "./recipes.js";

/** `answered` has the view of a question as the first message alone; `ranked` too, and no row for each part; `fresh` has no view. */
export type RowKind = "shown" | "answered" | "ranked" | "fresh";

export interface RowOptions {
  readonly likeness: Likeness | null;
  /** Parts of names; all rows if empty. */
  readonly only: readonly string[];
  readonly kept: KeptRows;
  readonly say: (what: string) => void;
}

/** A turn before each view would take hours: every 24th question is put to those. */
const laterEvery = 24;
/** So are views of long texts slow. */
const firstEvery: Readonly<Record<RowKind, number>> = { shown: 1, answered: 8, ranked: 16, fresh: 1 };

const baselinesFor: Readonly<Record<RowKind, readonly Ranker[]>> = {
  shown: baselines,
  answered: freshBaselines,
  ranked: sessionBaselines,
  fresh: freshBaselines,
};

/** Views are rows only where it counts what is shown. Null if no row has such a name. */
export function listRows(kind: RowKind, { likeness, only, kept, say }: RowOptions): BenchRows | null {
  const embedders = likeness === null ? [null] : [null, likeness.embedder];
  const views = embedders.flatMap((embedder) => [
    ...(kind === "fresh" ? [] : [makeViewRow("first message after the import", embedder, firstEvery[kind])]),
    ...(kind === "shown" ? [makeViewRow("after a turn", embedder, laterEvery)] : []),
  ]);
  const all = [
    ...baselinesFor[kind].map(makeRankedRetriever),
    ...embedders.map(makeSearchRow),
    ...views,
    ...listRecipes(likeness).map(makeRankedRetriever),
    // Long texts of many sessions: each row takes minutes.
    ...(kind === "ranked" ? [] : listAblations(likeness)).map(makeRankedRetriever),
  ];
  const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length === 0) return null;
  const name = likeness === null ? "recipe" : "recipe with vectors";
  const hasBest = chosen.some((each) => each.name === name);
  return { retrievers: chosen, best: hasBest ? { name, vectors: likeness !== null } : null, kept, say };
}
