/** The rows of each table. */
import type { Likeness } from "../likeness.js";
import { makeRankedRetriever } from "../ranked-retriever.js";
import type { BenchRows, Ranker } from "../retriever.js";
import { baselines, freshBaselines, sessionBaselines } from "./baselines.js";
import { makeSearchRow, makeViewRow } from "./engine-rows.js";
import { listAblations, listRecipes } from "./recipes.js";

export type RowKind = "shown" | "ranked" | "fresh";

export interface RowOptions {
  readonly likeness: Likeness | null;
  /** Parts of names; all rows if empty. */
  readonly only: readonly string[];
  readonly say: (what: string) => void;
}

/** A view of a long chat takes long: each so manieth question is put to it. */
const viewsEvery = 24;

const baselinesFor: Readonly<Record<RowKind, readonly Ranker[]>> = {
  shown: baselines,
  ranked: sessionBaselines,
  fresh: freshBaselines,
};

/** Views are rows only where it counts what is shown. */
export function listRows(kind: RowKind, { likeness, only, say }: RowOptions): BenchRows {
  const embedders = likeness === null ? [null] : [null, likeness.embedder];
  const views = embedders.flatMap((embedder) => [
    makeViewRow("first message after the import", embedder, viewsEvery),
    makeViewRow("after a turn", embedder, viewsEvery),
  ]);
  const all = [
    ...baselinesFor[kind].map(makeRankedRetriever),
    ...embedders.map(makeSearchRow),
    ...(kind === "shown" ? views : []),
    ...listRecipes(likeness).map(makeRankedRetriever),
    // Long texts of many sessions: each row takes minutes.
    ...(kind === "ranked" ? [] : listAblations(likeness)).map(makeRankedRetriever),
  ];
  const chosen = only.length === 0 ? all : all.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length === 0)
    throw new Error(`There is no row of that name; there are: ${all.map(({ name }) => name).join("; ")}`);
  const name = likeness === null ? "recipe" : "recipe with vectors";
  const hasBest = chosen.some((each) => each.name === name);
  return { retrievers: chosen, best: hasBest ? { name, vectors: likeness !== null } : null, say };
}
