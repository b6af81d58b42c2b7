import { findBestPassage } from "@clewline/core/retrieval/best-passage.js";
import { isLongText, readText } from "@clewline/core/retrieval/read-text.js";
import { countStems, weighStems } from "@clewline/core/retrieval/score-words.js";
import { spaceOut } from "@clewline/core/retrieval/space-out.js";
import type { Chat, ChatMessage, Question } from "./chat.js";
import { makeBlockMaker } from "./plain-block.js";
import type { Ranker, Retriever } from "./retriever.js";
import { readAsked } from "./rows/recipes.js";

/** A ranking with the plain block around its best messages; of a long message it shows the best passage, whatever the ranking is. */
export function makeRankedRetriever({ name, open, isSpaced = false }: Ranker): Retriever {
  return {
    name,
    open: async (chat: Chat) => {
      const known: ChatMessage[] = [];
      const score = open(chat);
      const block = makeBlockMaker();
      return {
        learn: async (messages) => {
          known.push(...messages);
        },
        ask: async (question, budgets) => {
          const ranked = sortByScore(known, await score(known, question));
          const best = ranked.slice(0, mostShown);
          const order = isSpaced ? spaceOut(best, describePlace(known)) : best;
          const weights = weighAsked(chat, known, question);
          const cut = order.map(({ message }) => ({ ...message, text: findBestPassage(message.text, weights).text }));
          return {
            ranked: ranked.map(({ message }) => message.id),
            blocks: budgets.map((budget) => block.fill(cut, budget)),
          };
        },
        close: () => Promise.resolve(),
      };
    },
  };
}

/** No block has room for more. */
const mostShown = 300;

function describePlace(known: readonly ChatMessage[]) {
  const places = new Map(known.map((message, place) => [message, place]));
  return ({ message }: { readonly message: ChatMessage }) => ({
    lane: message.session,
    seq: places.get(message) ?? 0,
    isLong: isLongText(readText(message.text)),
  });
}

function weighAsked(chat: Chat, known: readonly ChatMessage[], question: Question): ReadonlyMap<string, number> {
  const { stems } = readAsked(chat, question);
  const counted = known.map(({ text }) => countStems(readText(text), stems.keys()));
  return weighStems(stems, counted, { messages: known.length });
}

function sortByScore(messages: readonly ChatMessage[], scores: readonly number[]) {
  return messages
    .map((message, index) => ({ message, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score || b.message.at - a.message.at);
}
