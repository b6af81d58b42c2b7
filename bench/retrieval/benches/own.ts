/** The project's own talks: first person, six languages, a group. */
import { countShared, readContentStems } from "../../../src/core/text/content-words.js";
import { checkAtLeast, type Table } from "../../report.js";
import type { Chat } from "../chat.js";
import {
  type Asked,
  type AskedRow,
  askRows,
  averagePercent,
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
    makeSharedTable(chats, kinds),
  ];
}

/** What words alone can find: the gold messages that have a stem of their question in themselves or right beside them. */
function makeSharedTable(chats: readonly Chat[], kinds: readonly string[]): Table {
  const shared = chats.flatMap((chat) => {
    const stems = chat.messages.map(({ text }) => readContentStems(text));
    const places = new Map(chat.messages.map(({ id }, index) => [id, index]));
    return chat.questions.flatMap(({ text, gold, category }) => {
      const asked = readContentStems(text);
      const holds = (place: number) => countShared(asked, stems[place] ?? new Set()) > 0;
      return gold.map((id) => {
        const place = places.get(id) ?? -1;
        return {
          language: chat.language,
          category,
          own: holds(place),
          near: [-1, 0, 1].some((step) => holds(place + step)),
        };
      });
    });
  });
  const row = (name: string, own: typeof shared) => [
    name,
    own.length,
    averagePercent(own.map((each) => (each.own ? 1 : 0))),
    averagePercent(own.map(({ near }) => (near ? 1 : 0))),
  ];
  const languages = [...new Set(chats.map(({ language }) => language))];
  return {
    title: "Own questions: gold messages with a word of their question, in percent",
    columns: ["part", "gold messages", "in itself", "in itself or beside it"],
    rows: [
      row("all", shared),
      ...languages.map((language) =>
        row(
          language,
          shared.filter((each) => each.language === language),
        ),
      ),
      ...kinds.map((kind) =>
        row(
          kind,
          shared.filter(({ category }) => category === kind),
        ),
      ),
    ],
  };
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
