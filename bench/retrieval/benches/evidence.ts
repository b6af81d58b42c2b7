/** LoCoMo: how much of what answers a question is shown, and how well the ranking alone finds it. */
import { type Cell, checkAtLeast, type Table, type Verdict } from "../../report.js";
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

const budgets = [1_000, 2_000, 4_000, 8_000];
const depths = [5, 10, 25, 50];
const categories = ["single-hop", "multi-hop", "temporal", "open-domain"];

/** As published for a dense retriever over the same turns, in percent. */
const dragon: readonly Cell[] = [
  "DRAGON, as published",
  56.7,
  66.2,
  76.7,
  82.7,
  35.4,
  46.6,
  62.5,
  73,
  33.1,
  40.8,
  52.6,
  61.7,
];

export async function measureEvidence(chats: readonly Chat[], rows: BenchRows): Promise<readonly Table[]> {
  const found = await askRows(rows, chats, budgets);
  const vectors = rows.best?.vectors === true;
  const title = `Evidence, LoCoMo 1–4 ${vectors ? "with vectors" : "by words"}`;
  return [
    ...makeTargetTables(title, rows, found, (asked) => checkShown(asked, vectors)),
    makeShownTable(found),
    ...categories.map((category) => makeCategoryTable(category, found)),
    makeRecallTable(found),
  ];
}

function checkShown(asked: readonly Asked[], vectors: boolean): readonly Verdict[] {
  const [one, two, four] = vectors ? [87, 92, 96] : [82, 88, 92];
  return [
    checkAtLeast("shown in 1k tokens", averageShown(asked, 0), one),
    checkAtLeast("shown in 2k tokens", averageShown(asked, 1), two),
    checkAtLeast("shown in 4k tokens", averageShown(asked, 2), four),
    ...(vectors ? [checkAtLeast("questions with all of it in 2k tokens", averageWhole(asked, 1), 87)] : []),
  ];
}

function makeShownTable(found: readonly AskedRow[]): Table {
  return {
    title:
      "Evidence, LoCoMo 1–4: gold turns that stand whole in a block of so many tokens, and questions with all of theirs",
    columns: ["retriever", "1k", "2k", "4k", "8k", "all in 1k", "all in 2k", "all in 4k", "all in 8k"],
    rows: found.map(({ name, asked }) => [
      name,
      ...budgets.map((_, index) => averageShown(asked, index)),
      ...budgets.map((_, index) => averageWhole(asked, index)),
    ]),
  };
}

function makeCategoryTable(category: string, found: readonly AskedRow[]): Table {
  const own = found.map(({ name, asked }) => ({ name, asked: pickCategory(asked, category) }));
  return {
    title: `The same, ${category} (${own[0]?.asked.length ?? 0} questions)`,
    columns: ["retriever", "1k", "2k", "4k", "8k", ...depths.map((depth) => `R@${depth}`)],
    rows: own.map(({ name, asked }) => [
      name,
      ...budgets.map((_, index) => averageShown(asked, index)),
      ...depths.map((depth) => recallOrNone(asked, depth)),
    ]),
  };
}

function makeRecallTable(found: readonly AskedRow[]): Table {
  const ranked = found.filter(({ asked }) => asked.some((each) => each.ranked.length > 0));
  const parts = ["multi-hop", "open-domain"];
  return {
    title: "The ranking alone: gold turns among the first so many",
    columns: [
      "retriever",
      ...["", "multi-hop ", "open-domain "].flatMap((part) => depths.map((depth) => `${part}R@${depth}`)),
    ],
    rows: [
      ...ranked.map(({ name, asked }) => [
        name,
        ...[asked, ...parts.map((part) => pickCategory(asked, part))].flatMap((each) =>
          depths.map((depth) => averageRecall(each, depth)),
        ),
      ]),
      dragon,
    ],
  };
}

/** A view has no ranking. */
function recallOrNone(asked: readonly Asked[], depth: number): number | null {
  return asked.some(({ ranked }) => ranked.length > 0) ? averageRecall(asked, depth) : null;
}
