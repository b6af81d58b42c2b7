/** The project's own talks: first person, six languages, a group. */
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import {
  type Asked,
  type AskedRow,
  askRows,
  averageRecall,
  averageShown,
  averageWhole,
  pickCategory,
} from "../measure.js";
import type { BenchRows } from "../retriever.js";
import { makeTargetTables } from "./target-table.js";

const budgets = [1_000, 2_000, 4_000];

export async function measureOwn(chats: readonly Chat[], rows: BenchRows): Promise<readonly Table[]> {
  const found = await askRows(rows, chats, budgets);
  const languages = [...new Set(chats.map(({ language }) => language))];
  const kinds = [...new Set(chats.flatMap(({ questions }) => questions.map(({ category }) => category)))];
  return [
    ...makeTargetTables("Own questions", rows, found, (asked) =>
      [85, 90, 94].map((least, index) =>
        checkAtLeast(`shown in ${(budgets[index] ?? 0) / 1_000}k tokens`, averageShown(asked, index), least),
      ),
    ),
    {
      title: "Own questions: gold messages that stand whole in a block of so many tokens",
      columns: ["retriever", "1k", "2k", "4k", "all in 2k", "R@5", "R@10", "R@25"],
      rows: found.map(({ name, asked }) => [
        name,
        ...budgets.map((_, index) => averageShown(asked, index)),
        averageWhole(asked, 1),
        ...[5, 10, 25].map((depth) => averageRecall(asked, depth)),
      ]),
    },
    makeParts("language", languages, found, (asked, language) =>
      asked.filter(({ chat }) => chat.language === language),
    ),
    makeParts("kind", kinds, found, pickCategory),
  ];
}

function makeParts(
  what: string,
  parts: readonly string[],
  found: readonly AskedRow[],
  pick: (asked: readonly Asked[], part: string) => readonly Asked[],
): Table {
  const format = (asked: readonly Asked[]) =>
    asked.length === 0 ? "–" : budgets.map((_, index) => averageShown(asked, index).toFixed(0)).join(" / ");
  return {
    title: `Own questions by ${what}: 1k / 2k / 4k`,
    columns: ["retriever", ...parts],
    rows: found.map(({ name, asked }) => [name, ...parts.map((part) => format(pick(asked, part)))]),
  };
}
