/** The signs that the recipe weighs, apart: a score is their sum, so a sign is what its weight alone adds to it. */
import { type Recipe, recipe } from "../../../src/core/retrieval/recipe.js";
import type { Chat, ChatMessage, Question } from "../chat.js";
import type { Likeness } from "../likeness.js";
import { prepareRanking } from "../rows/recipes.js";

/** A question with the signs of the best messages for it. */
export interface SignedQuestion {
  readonly question: Question;
  /** Best first by the recipe. The first of them are candidates. */
  readonly ranked: readonly ChatMessage[];
  /** The signs of each candidate, one row after the other. */
  readonly rows: Float64Array;
  /** Whether each candidate is gold. */
  readonly isGold: readonly boolean[];
}

/** A weight of the recipe that can be set alone. */
export type Weight = "meaning" | "named" | "addressed" | "date" | "time" | "conversation" | "asking";

const weights: readonly Weight[] = ["meaning", "named", "addressed", "date", "time", "conversation", "asking"];

/** Words alone, without what is beside them. */
const bare: Recipe = {
  ...recipe,
  ...{ neighbours: [], meaning: 0, meaningBeside: 0, named: 0, addressed: 0, date: 0, time: 0 },
  ...{ conversation: 0, matter: 0, asking: 0, ofTool: 0, routine: 0, newestFirst: false },
};

/** Columns of the signs. Words and meaning come twice, with what is beside them and without. */
interface Column {
  readonly name: Weight | "words" | "own words" | "own meaning";
  readonly with: Partial<Recipe>;
}

const columns: readonly Column[] = [
  { name: "words", with: { neighbours: recipe.neighbours } },
  { name: "own words", with: {} },
  { name: "own meaning", with: { meaning: 1 } },
  ...weights.map((name) => ({ name, with: setWeight(name, 1) })),
];

/** The parts of the recipe that a weight stands for. A long message has its own, in the same proportion. */
export function setWeight(name: Weight, weight: number): Partial<Recipe> {
  if (name === "meaning") return { meaning: weight, meaningBeside: recipe.meaningBeside };
  if (name !== "conversation") return { [name]: weight };
  return { conversation: weight, matter: (weight * recipe.matter) / recipe.conversation };
}

/** Meaning is no sign by words alone. */
export function listColumns(likeness: Likeness | null): readonly Column[] {
  return columns.filter(({ name }) => likeness !== null || !name.endsWith("meaning"));
}

/** More are never shown. */
const candidates = 300;

export async function readSigns(chat: Chat, likeness: Likeness | null): Promise<readonly SignedQuestion[]> {
  const prepare = prepareRanking(chat, likeness);
  const signed: SignedQuestion[] = [];
  for (const question of chat.questions) {
    const known = chat.messages.filter(({ at }) => at < question.now);
    const rank = await prepare(known, question);
    const score = (weighing: Recipe) => {
      const scores = new Float64Array(known.length);
      for (const { message, score: own } of rank(weighing)) scores[message.seq] = own;
      return scores;
    };
    const best = rank(recipe).map(({ message }) => message.seq);
    const ranked = best.flatMap((place) => known[place] ?? []);
    const places = best.slice(0, candidates);
    const own = score(bare);
    const signs = listColumns(likeness).map(({ name, with: some }) => {
      const scores = score({ ...bare, ...some });
      return name.endsWith("words") ? scores : scores.map((value, index) => value - (own[index] ?? 0));
    });
    const rows = Float64Array.from(places.flatMap((place) => signs.map((sign) => sign[place] ?? 0)));
    const isGold = places.map((place) => question.gold.includes(known[place]?.id ?? ""));
    signed.push({ question, ranked, rows, isGold });
  }
  return signed;
}
