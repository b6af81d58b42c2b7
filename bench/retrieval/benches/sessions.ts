/** RealMem: which of the sessions before this one hold what the person's message needs. */
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import { type Asked, askRows, averagePercent } from "../measure.js";
import type { BenchRows } from "../retriever.js";
import { makeTargetTables } from "./target-table.js";

export async function measureSessions(chats: readonly Chat[], rows: BenchRows): Promise<readonly Table[]> {
  const found = await askRows(rows, chats);
  return [
    ...makeTargetTables("Sessions, RealMem", rows, found, (asked) => [
      checkAtLeast("R@5", averageSessions(asked, 5), 65),
    ]),
    {
      title: `Sessions, RealMem: gold sessions among the first so many, ${chats.length} people`,
      columns: ["retriever", "R@5", "R@10"],
      rows: found.map(({ name, asked }) => [name, averageSessions(asked, 5), averageSessions(asked, 10)]),
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
