/** BEAM: what is found by ability, and whether what is said anew precedes what it replaced. */
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import { type Asked, askRows, averagePercent, averageRecall, pickCategory } from "../measure.js";
import type { BeamQuestion, UpdateQuestion } from "../readers/beam.js";
import type { BenchRows } from "../retriever.js";
import { makeTargetTables } from "./target-table.js";

export async function measureRules(chats: readonly Chat<BeamQuestion>[], rows: BenchRows): Promise<readonly Table[]> {
  const abilities = [...new Set(chats.flatMap(({ questions }) => questions.map(({ category }) => category)))];
  const found = await askRows(rows, chats);
  return [
    ...makeTargetTables("Rules, BEAM", rows, found, (asked) => [
      checkAtLeast("updated message above the one that it replaced", countFresh(asked), 90),
    ]),
    {
      title: "Rules, BEAM: freshness, and R@10 by ability",
      columns: ["retriever", `freshness of ${countUpdates(chats)}`, ...abilities],
      rows: found.map(({ name, asked }) => [
        name,
        countFresh(asked),
        ...abilities.map((ability) => averageRecall(pickCategory(asked, ability), 10)),
      ]),
    },
  ];
}

function countUpdates(chats: readonly Chat<BeamQuestion>[]): number {
  return chats.flatMap(({ questions }) => questions.filter(isUpdate)).length;
}

/** In percent of the questions about a change: the best of the new messages precedes the best of the old ones. */
function countFresh(asked: readonly Asked<BeamQuestion>[]): number {
  return averagePercent(
    asked.flatMap(({ question, ranked }) => {
      if (!isUpdate(question)) return [];
      const findPlace = (ids: readonly string[]) => ranked.findIndex((id) => ids.includes(id));
      const [updated, replaced] = [findPlace(question.updated), findPlace(question.replaced)];
      return [updated >= 0 && (replaced < 0 || updated < replaced) ? 1 : 0];
    }),
  );
}

/** Where one message is named as old and as new, neither can precede the other. */
function isUpdate(question: BeamQuestion): question is UpdateQuestion {
  if (!("updated" in question) || question.updated.length === 0 || question.replaced.length === 0) return false;
  return !question.updated.some((id) => question.replaced.includes(id));
}
