/** The recipe that is shipped, and the same with parts of it switched off. */
import { readQuestion } from "@clewline/core/retrieval/question.js";
import { rankMessages } from "@clewline/core/retrieval/rank-messages.js";
import { type Recipe, recipe } from "@clewline/core/retrieval/recipe.js";
import type { SaidMessage } from "@clewline/core/retrieval/said-message.js";
import { weighMeaning } from "@clewline/core/retrieval/weigh-meaning.js";
import type { Chat, ChatMessage, Question } from "../chat.js";
import type { Likeness } from "../likeness.js";
import type { Ranker } from "../retriever.js";

/** Parts that can be switched off, with what the recipe then is. */
const without: readonly (readonly [what: string, off: Partial<Recipe>])[] = [
  ["neighbours", { neighbours: [] }],
  ["named speakers", { named: 0 }],
  ["I and you", { addressed: 0 }],
  ["dates", { date: 0, time: 0 }],
  ["the conversation around", { conversation: 0 }],
  ["questions below statements", { asking: 0 }],
  ["routine below what was said once", { routine: 0 }],
];

/** With vectors where there is an embedder, then also without. */
export function listRecipes(likeness: Likeness | null): readonly Ranker[] {
  if (likeness === null) return [makeRecipeRanker("recipe", recipe, null)];
  return [makeRecipeRanker("recipe by words", recipe, null), makeRecipeRanker("recipe with vectors", recipe, likeness)];
}

/** One row for each part that is left out. */
export function listAblations(likeness: Likeness | null): readonly Ranker[] {
  return without.map(([what, off]) => makeRecipeRanker(`recipe without ${what}`, { ...recipe, ...off }, likeness));
}

function makeRecipeRanker(name: string, weights: Recipe, likeness: Likeness | null): Ranker {
  return {
    name,
    isSpaced: true,
    open: (chat) => async (known, question) => {
      const alike = likeness === null ? null : await likeness.compare(chat, known, question);
      const said = known.map((message, index) => makeSaidMessage(message, index, alike?.[index] ?? null));
      const understood = likeness?.knows(chat, question) ?? 0;
      const asked = readAsked(chat, question);
      const { ranked } = rankMessages(asked, said, { messages: known.length }, weighMeaning(weights, understood));
      const scores = new Array<number>(known.length).fill(0);
      let least = Number.POSITIVE_INFINITY;
      for (const { message, score } of ranked) {
        // None scores as much as one before it: routine comes later than its score says.
        least = Math.min(least - smallest, score);
        scores[message.seq] = least;
      }
      return scores;
    },
  };
}

const smallest = 1e-9;

export function readAsked(chat: Chat, { text, asker, now }: Question) {
  const speakers = new Map(chat.people.map((each) => [makeSpeakerKey(chat, each), each]));
  return readQuestion(text, { speakers, asker: chat.people.includes(asker) ? asker : null, now });
}

/** The agent is known by its role. */
function makeSpeakerKey({ messages }: Chat, name: string): string {
  return messages.find(({ by }) => by === name)?.role === "agent" ? "agent" : name;
}

function makeSaidMessage(message: ChatMessage, index: number, likeness: number | null): SaidMessage {
  const { by, role, at, text, session } = message;
  return { lane: session, seq: index, speaker: role === "agent" ? "agent" : by, at, text, likeness };
}
