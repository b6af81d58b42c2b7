/** Weights around those of the recipe: half, the same and twice as much of each of a few, in all combinations. */
import { type Recipe, recipe } from "../../../src/core/retrieval/recipe.js";
import type { Likeness } from "../likeness.js";
import type { BlockMaker } from "../plain-block.js";
import { scoreCandidates } from "./logistic.js";
import { listColumns, type SignedQuestion, setWeight, type Weight } from "./signs.js";

/** The weights that matter most in questions to a chat of others. */
const varied: readonly Weight[] = ["meaning", "named", "date", "conversation", "asking"];
const factors = [0.5, 1, 2];

/** A choice of weights: what the recipe's own are multiplied by. */
export type Factors = ReadonlyMap<Weight, number>;

/** The recipe's own come first. */
export function listGrid(likeness: Likeness | null): readonly Factors[] {
  const known = varied.filter((name) => likeness !== null || name !== "meaning");
  const combine = (names: readonly Weight[]): readonly (readonly [Weight, number])[][] => {
    const [name, ...rest] = names;
    if (name === undefined) return [[]];
    return factors.flatMap((factor) => combine(rest).map((others) => [[name, factor] as const, ...others]));
  };
  const all = combine(known).map((each) => new Map(each));
  const isShipped = (each: Factors) => [...each.values()].every((factor) => factor === 1);
  return [...all.filter(isShipped), ...all.filter((each) => !isShipped(each))];
}

export function multiplyRecipe(chosen: Factors): Recipe {
  const parts = [...chosen].map(([name, factor]) => setWeight(name, factor * recipe[name]));
  return Object.assign({}, recipe, ...parts);
}

/** How much of the gold the blocks show, over the questions: the mean of all budgets. Newest first is left out of it. */
export function sumShown(
  questions: readonly SignedQuestion[],
  chosen: Factors,
  { likeness, block }: { readonly likeness: Likeness | null; readonly block: BlockMaker },
): number {
  const weights = makeColumnWeights(multiplyRecipe(chosen), likeness);
  let sum = 0;
  for (const each of questions) {
    const best = sortCandidates(each, scoreCandidates(each, weights));
    for (const budget of budgets) {
      const shown = new Set(block.choose(best, budget).map(({ id }) => id));
      const gold = each.question.gold.filter((id) => shown.has(id)).length;
      sum += gold / Math.max(1, each.question.gold.length) / budgets.length;
    }
  }
  return sum;
}

const budgets = [1_000, 2_000, 4_000];

/** The candidates by their scores, then all others as the recipe ranks them. */
export function sortCandidates({ ranked }: SignedQuestion, scores: readonly number[]) {
  const order = [...scores.keys()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  return [...order.flatMap((place) => ranked[place] ?? []), ...ranked.slice(scores.length)];
}

function makeColumnWeights(weighing: Recipe, likeness: Likeness | null): Float64Array {
  return Float64Array.from(listColumns(likeness), ({ name }) => {
    if (name === "words") return 1;
    if (name === "own words" || name === "own meaning") return 0;
    return weighing[name];
  });
}
