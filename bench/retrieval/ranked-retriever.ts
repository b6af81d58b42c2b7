import type { Chat, ChatMessage } from "./chat.js";
import { makeBlockMaker } from "./plain-block.js";
import type { Ranker, Retriever } from "./retriever.js";

/** A ranking with the plain block around its best messages. */
export function makeRankedRetriever({ name, open }: Ranker): Retriever {
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
          const best = sortByScore(known, await score(known, question));
          return { ranked: best.map(({ id }) => id), blocks: budgets.map((budget) => block.fill(best, budget)) };
        },
        close: () => Promise.resolve(),
      };
    },
  };
}

function sortByScore(messages: readonly ChatMessage[], scores: readonly number[]): readonly ChatMessage[] {
  return messages
    .map((message, index) => ({ message, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score || b.message.at - a.message.at)
    .map(({ message }) => message);
}
