/** RealMem: which of the sessions before this one hold what the person's message needs. */
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import { type Asked, askRows, averagePercent, averageShown, isRanked } from "../measure.js";
import type { BenchRows } from "../retriever.js";
import { makeTargetTables } from "./target-table.js";

const budgets = [800, 1_000, 2_000, 4_000];

export async function measureSessions(chats: readonly Chat[], rows: BenchRows): Promise<readonly Table[]> {
  const found = await askRows(rows, chats, budgets);
  return [
    ...makeTargetTables("Sessions, RealMem", rows, found, (asked) => [
      checkAtLeast("R@5", averageSessions(asked, 5), 65),
    ]),
    {
      title: `Sessions, RealMem: gold sessions among the first so many, and of which a message stands in a block of so many tokens; ${chats.length} people`,
      columns: ["retriever", "R@5", "R@10", "in 0.8k", "in 1k", "in 2k", "in 4k"],
      rows: found.map(({ name, asked }) => [
        name,
        ...[5, 10].map((depth) => (isRanked({ asked }) ? averageSessions(asked, depth) : null)),
        ...budgets.map((_, index) => averageShown(asked, index)),
      ]),
    },
  ];
}

/** A session stands where the best of its messages does. */
function averageSessions(asked: readonly Asked[], most: number): number {
  return averagePercent(
    asked.map(({ chat, question, ranked }) => {
      const sessionOf = new Map(chat.messages.map(({ id, session }) => [id, session]));
      const order = [...new Set(ranked.map((id) => sessionOf.get(id) ?? ""))].slice(0, most);
      return question.gold.filter((id) => order.includes(id)).length / question.gold.length;
    }),
  );
}
