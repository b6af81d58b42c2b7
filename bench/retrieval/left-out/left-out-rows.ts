/**
 * What weights would give that are fitted to chats of the same kind: each chat is measured with weights that were made on
 * all the others. Nothing of it is shipped.
 */
import type { Chat, ChatMessage, Question } from "../chat.js";
import type { Likeness } from "../likeness.js";
import { makeBlockMaker } from "../plain-block.js";
import type { OpenChat, Retriever } from "../retriever.js";
import { prepareRanking } from "../rows/recipes.js";
import { type Factors, listGrid, multiplyRecipe, sortCandidates, sumShown } from "./grid.js";
import { fitLogistic, scoreCandidates } from "./logistic.js";
import { listColumns, readSigns, type SignedQuestion } from "./signs.js";

type Say = (what: string) => void;
type ReadSigns = (chat: Chat) => Promise<readonly SignedQuestion[]>;

/** By words, and with vectors where there is an embedder. */
export function listLeftOutRows(likeness: Likeness | null, say: Say): readonly Retriever[] {
  const kinds = likeness === null ? [null] : [null, likeness];
  return kinds.flatMap((each) => {
    const signs = rememberSigns(each);
    return [makeLearnedRow(each, signs, say), makeGridRow(each, signs, say)];
  });
}

function describeLikeness(likeness: Likeness | null): string {
  return likeness === null ? "by words" : "with vectors";
}

/** Signs take long, and all rows need those of all chats. */
function rememberSigns(likeness: Likeness | null): ReadSigns {
  const known = new Map<Chat, Promise<readonly SignedQuestion[]>>();
  return (chat) => {
    const signs = known.get(chat) ?? readSigns(chat, likeness);
    known.set(chat, signs);
    return signs;
  };
}

function makeLearnedRow(likeness: Likeness | null, signs: ReadSigns, say: Say): Retriever {
  return {
    name: `learned weights, leave one chat out, ${describeLikeness(likeness)}`,
    open: async (chat, others) => {
      const columns = listColumns(likeness);
      const taught = (await Promise.all(others.map(signs))).flat();
      const weights = fitLogistic(taught, columns.length);
      const words = columns.findIndex(({ name }) => name === "words");
      say(
        columns
          .map(({ name }, index) => `${name} ${((weights[index] ?? 0) / (weights[words] ?? 1)).toFixed(2)}`)
          .join(", "),
      );
      const own = new Map((await signs(chat)).map((each) => [each.question, each]));
      return openRanked(async (_known, question) => {
        const signed = own.get(question);
        return signed === undefined ? [] : sortCandidates(signed, scoreCandidates(signed, weights));
      });
    },
  };
}

function makeGridRow(likeness: Likeness | null, signs: ReadSigns, say: Say): Retriever {
  const block = makeBlockMaker();
  const grid = listGrid(likeness);
  const sums = new Map<Chat, readonly number[]>();
  const sumGrid = async (chat: Chat) => {
    const questions = await signs(chat);
    const known = sums.get(chat) ?? grid.map((each) => sumShown(questions, each, { likeness, block }));
    sums.set(chat, known);
    return known;
  };
  return {
    name: `recipe by a grid, leave one chat out, ${describeLikeness(likeness)}`,
    open: async (chat, others) => {
      const summed = await Promise.all(others.map(sumGrid));
      const chosen = pickBest(grid, (place) => summed.reduce((sum, each) => sum + (each[place] ?? 0), 0));
      say([...chosen].map(([name, factor]) => `${name} ×${factor}`).join(", "));
      const weights = multiplyRecipe(chosen);
      const prepare = prepareRanking(chat, likeness);
      return openRanked(async (known, question) => {
        const rank = await prepare(known, question);
        return rank(weights).flatMap(({ message }) => known[message.seq] ?? []);
      });
    },
  };
}

/** The first of equal ones, so that the recipe's own stay unless others are better. */
function pickBest(grid: readonly Factors[], sumOf: (place: number) => number): Factors {
  const sums = grid.map((_, place) => sumOf(place));
  const most = sums.reduce((best, sum) => Math.max(best, sum), 0);
  return grid[sums.indexOf(most)] ?? new Map();
}

function openRanked(
  rank: (known: readonly ChatMessage[], question: Question) => Promise<readonly ChatMessage[]>,
): OpenChat {
  const known: ChatMessage[] = [];
  const block = makeBlockMaker();
  return {
    learn: async (messages) => {
      known.push(...messages);
    },
    ask: async (question, budgets) => {
      const best = await rank(known, question);
      return { ranked: best.map(({ id }) => id), blocks: budgets.map((budget) => block.fill(best, budget)) };
    },
    close: () => Promise.resolve(),
  };
}
