/** LoCoMo: how much of what answers a question is shown, and how well the ranking alone finds it. */
import { type Cell, checkAtLeast, type Table, type Verdict, verdictColumns } from "../../report.js";
import type { Chat } from "../chat.js";
import {
  type Asked,
  type AskedRow,
  askRows,
  averageRecall,
  averageShown,
  averageWhole,
  isRanked,
  pickCategory,
  recallOrNone,
} from "../measure.js";
import type { BenchRows } from "../retriever.js";

const budgets = [800, 1_000, 2_000, 4_000, 8_000];
const budgetNames = ["0.8k", "1k", "2k", "4k", "8k"];
const depths = [5, 10, 25, 50];
const categories = ["single-hop", "multi-hop", "temporal", "open-domain"];

/** As published for a dense retriever over the same turns, in percent: overall, multi-hop, open-domain. */
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
  return [
    ...makeVerdictTable(found),
    makeShownTable(found),
    ...makeAdditionTable(found),
    ...categories.map((category) => makeCategoryTable(category, found)),
    makeRecallTable(found),
  ];
}

/** What is shipped, by the beginning of its row's name, with the least that 1k, 2k and 4k tokens have to show. */
const [byWords, withVectors] = [
  [82, 88, 92],
  [87, 92, 96],
];
const targets: readonly (readonly [row: RegExp, least: readonly number[]])[] = [
  [/^recipe(?: by words)?$/, byWords],
  [/^recipe with vectors$/, withVectors],
  [/^the view, first/, byWords],
  [/^the view with vectors, first/, withVectors],
];

function makeVerdictTable(found: readonly AskedRow[]): readonly Table[] {
  const verdicts = targets.flatMap(([pattern, least]) =>
    found.filter(({ name }) => pattern.test(name)).flatMap((row) => checkRow(row, least)),
  );
  const title = "Evidence, LoCoMo 1–4: targets, in percent";
  return verdicts.length === 0 ? [] : [{ title, columns: verdictColumns, rows: verdicts }];
}

function checkRow({ name, asked }: AskedRow, least: readonly number[]): readonly Verdict[] {
  const isBest = name === "recipe with vectors";
  return [
    ...least.map((target, index) =>
      checkAtLeast(`${name}: shown in ${budgetNames[index + 1]} tokens`, averageShown(asked, index + 1), target),
    ),
    ...(isBest ? [checkAtLeast(`${name}: questions with all of it in 2k tokens`, averageWhole(asked, 2), 87)] : []),
    ...(isBest ? checkRecall(name, asked) : []),
  ];
}

/** Overall and multi-hop, as published for DRAGON. */
function checkRecall(name: string, asked: readonly Asked[]): readonly Verdict[] {
  const parts = [asked, pickCategory(asked, "multi-hop")];
  return parts.flatMap((part, number) =>
    depths.map((depth, index) => {
      const what = `${name}: ${number === 0 ? "" : "multi-hop "}R@${depth}`;
      return checkAtLeast(what, averageRecall(part, depth), Number(dragon[1 + number * depths.length + index]));
    }),
  );
}

/** The points that the recipe loses without each of its parts. */
function makeAdditionTable(found: readonly AskedRow[]): readonly Table[] {
  const whole = found.find(({ name }) => name === "recipe with vectors") ?? found.find(({ name }) => name === "recipe");
  if (whole === undefined) return [];
  const parts = found.flatMap(({ name, asked }) => {
    const part = name === "recipe by words" ? "vectors" : name.split("recipe without ")[1];
    return part === undefined ? [] : [{ part, asked }];
  });
  const kinds = [(asked: readonly Asked[]) => asked, (asked: readonly Asked[]) => pickCategory(asked, "multi-hop")];
  const rows = parts.map(({ part, asked }) => [
    part,
    ...kinds.flatMap((pick) =>
      budgets.map((_, index) => averageShown(pick(whole.asked), index) - averageShown(pick(asked), index)),
    ),
    averageRecall(whole.asked, 10) - averageRecall(asked, 10),
  ]);
  const columns = ["part", ...budgetNames, ...budgetNames.map((budget) => `multi-hop ${budget}`)];
  const title = `What each part adds to "${whole.name}", in points of the evidence shown`;
  return rows.length === 0 ? [] : [{ title, columns: [...columns, "R@10"], rows }];
}

function makeShownTable(found: readonly AskedRow[]): Table {
  return {
    title:
      "Evidence, LoCoMo 1–4: gold turns that stand whole in a block of so many tokens, and questions with all of theirs",
    columns: ["retriever", ...budgetNames, ...budgetNames.map((budget) => `all in ${budget}`)],
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
    columns: ["retriever", ...budgetNames, ...depths.map((depth) => `R@${depth}`)],
    rows: own.map(({ name, asked }) => [
      name,
      ...budgets.map((_, index) => averageShown(asked, index)),
      ...depths.map((depth) => recallOrNone(asked, depth)),
    ]),
  };
}

function makeRecallTable(found: readonly AskedRow[]): Table {
  const ranked = found.filter(isRanked);
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
