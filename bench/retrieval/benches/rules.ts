/** BEAM: what is found by ability, and whether what is said anew precedes what it replaced. */
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import {
  type Asked,
  askRows,
  averagePercent,
  averageRecall,
  averageShown,
  isRanked,
  pickCategory,
  recallOrNone,
} from "../measure.js";
import type { BeamQuestion, UpdateQuestion } from "../readers/beam.js";
import type { BenchRows } from "../retriever.js";
import { makeTargetTables } from "./target-table.js";

const budgets = [800, 1_000, 2_000, 4_000];
const budgetNames = ["0.8k", "1k", "2k", "4k"];

export async function measureRules(chats: readonly Chat<BeamQuestion>[], rows: BenchRows): Promise<readonly Table[]> {
  const abilities = [...new Set(chats.flatMap(({ questions }) => questions.map(({ category }) => category)))];
  const found = await askRows(rows, chats, budgets);
  return [
    ...makeTargetTables("Rules, BEAM", rows, found, (asked) => [
      ...[42, 50].map((least, index) => checkAtLeast(`R@${5 + 5 * index}`, averageRecall(asked, 5 + 5 * index), least)),
      ...[53, 55, 61, 67].map((least, index) =>
        checkAtLeast(`shown in ${budgetNames[index]} tokens`, averageShown(asked, index), least),
      ),
      checkAtLeast("old and new of an update in 2k tokens", countBoth(asked, 2), 85),
    ]),
    {
      title: `Rules, BEAM: ${countQuestions(chats)} questions, what is found and what stands in a block of so many tokens; old and new of ${countUpdates(chats)} updates`,
      columns: ["retriever", "R@5", "R@10", ...budgetNames, ...budgetNames.map((budget) => `both in ${budget}`)],
      rows: found.map(({ name, asked }) => [
        name,
        ...[5, 10].map((depth) => recallOrNone(asked, depth)),
        ...budgets.map((_, index) => averageShown(asked, index)),
        ...budgets.map((_, index) => countBoth(asked, index)),
      ]),
    },
    {
      title: "Rules, BEAM: freshness, and R@10 by ability",
      columns: ["retriever", `freshness of ${countUpdates(chats)}`, ...abilities],
      rows: found
        .filter(isRanked)
        .map(({ name, asked }) => [
          name,
          countFresh(asked),
          ...abilities.map((ability) => averageRecall(pickCategory(asked, ability), 10)),
        ]),
    },
  ];
}

function countQuestions(chats: readonly Chat<BeamQuestion>[]): number {
  return chats.reduce((sum, { questions }) => sum + questions.length, 0);
}

/** In percent of the questions about a change: a new and an old message stand in the block, under the times that tell them apart. */
function countBoth(asked: readonly Asked<BeamQuestion>[], budget: number): number {
  return averagePercent(
    asked.flatMap(({ question, shown }) => {
      if (!isUpdate(question)) return [];
      const holds = (ids: readonly string[]) => ids.some((id) => shown[budget]?.includes(id) === true);
      return [holds(question.updated) && holds(question.replaced) ? 1 : 0];
    }),
  );
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
