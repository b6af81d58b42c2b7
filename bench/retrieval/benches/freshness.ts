/** FactConsolidation: of two facts about one thing, the later one comes first. */
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import { type Asked, askRows, averagePercent } from "../measure.js";
import type { FactQuestion } from "../readers/fact-lists.js";
import type { BenchRows } from "../retriever.js";
import { makeTargetTables } from "./target-table.js";

export async function measureFreshness(
  chats: readonly Chat<FactQuestion>[],
  rows: BenchRows,
): Promise<readonly Table[]> {
  const found = await askRows(rows, chats);
  const countFor = (chat: Chat, asked: readonly Asked<FactQuestion>[]) =>
    countFirst(asked.filter((each) => each.chat.name === chat.name));
  return [
    ...makeTargetTables("Freshness, FactConsolidation", rows, found, (asked) =>
      chats.map((chat) => checkAtLeast(`top-1, ${chat.name}`, countFor(chat, asked), 95)),
    ),
    {
      title: "Freshness, FactConsolidation of one step: the first message holds the answer",
      columns: ["retriever", ...chats.map(({ name }) => name)],
      rows: found.map(({ name, asked }) => [name, ...chats.map((chat) => countFor(chat, asked))]),
    },
  ];
}

function countFirst(asked: readonly Asked<FactQuestion>[]): number {
  return averagePercent(
    asked.map(({ chat, question, ranked }) => {
      const text = chat.messages.find(({ id }) => id === ranked[0])?.text.toLowerCase() ?? "";
      return question.answers.some((answer) => text.includes(answer.toLowerCase())) ? 1 : 0;
    }),
  );
}
