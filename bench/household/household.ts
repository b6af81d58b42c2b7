/** Measures what everyday sentences teach: by rule, set by set, and with a fast model behind the rules. */
import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, type Report, type Table, type Verdict, verdictColumns } from "../report.js";
import { type BlindResult, measureBlind } from "./blind/measure-blind.js";
import { measureModels } from "./household-models.js";
import { measureRealChats } from "./real-chats.js";
import { type ChosenSet, chooseSets } from "./sets.js";
import { measureWorth } from "./worth-keeping.js";

export interface HouseholdOptions {
  /** Names of sets and of languages; all if empty. With a set it is also said what went wrong. */
  readonly only: readonly string[];
  /** The folder with beam-100k, realmem and locomo; null for none. */
  readonly data: string | null;
  /** A file outside of the repository to which the sample of real chats is written, to be labelled. */
  readonly keep: string | undefined;
  readonly say: (what: string) => void;
}

const kinds = [
  "facts",
  "preferences",
  "wishes",
  "changes",
  "corrections",
  "temporary",
  "ended",
  "besides",
  "nothing",
] as const satisfies readonly (keyof BlindResult["right"])[];

type Kind = (typeof kinds)[number];

export async function measureHousehold({ only, data, keep, say }: HouseholdOptions): Promise<Report> {
  const chosen = chooseSets(only);
  const tables = chosen.flatMap((set) => measureSet(set, only.includes(set.name)));
  const models = await measureModels(chosen, say);
  const real = data === null ? [] : await measureRealChats(data, say);
  const worth = data === null ? [] : await measureWorth(data, keep);
  return {
    bench: "household",
    machine: describeMachine(),
    tables: [...tables, ...models, ...real, ...worth],
    how: `${how}\n`,
  };
}

interface Row {
  readonly name: string;
  readonly result: BlindResult;
}

function measureSet({ name, languages }: ChosenSet, isList: boolean): readonly Table[] {
  const rows = languages.map(([language, wordings]): Row => ({ name: language, result: measureBlind(wordings) }));
  const total: Row = { name: "all", result: addUp(rows.map(({ result }) => result)) };
  const wrong: Table = {
    title: `${name}: what went wrong`,
    columns: ["language", "kind, what was said, and what is current instead"],
    rows: rows.flatMap((row) => row.result.wrong.map((each) => [row.name, each])),
  };
  const judged: Table = { title: `${name}: targets`, columns: verdictColumns, rows: judge(total.result) };
  return [makeTable(name, [...rows, total]), judged, ...(isList ? [wrong] : [])];
}

function addUp(results: readonly BlindResult[]): BlindResult {
  const add = (kind: Kind): readonly [number, number] => [
    results.reduce((sum, { right }) => sum + right[kind][0], 0),
    results.reduce((sum, { right }) => sum + right[kind][1], 0),
  ];
  const right = Object.fromEntries(kinds.map((kind) => [kind, add(kind)])) as unknown as BlindResult["right"];
  const outdated = results.reduce((sum, each) => sum + each.outdated, 0);
  return { right, outdated, wrong: results.flatMap(({ wrong }) => wrong) };
}

function makeTable(set: string, rows: readonly Row[]): Table {
  const asked = kinds.filter((kind) => rows.some(({ result }) => result.right[kind][1] > 0));
  return {
    title: `${set}: right by language, by rule`,
    columns: ["language", ...asked, "percent right", "outdated told alone"],
    rows: rows.map(({ name, result }) => [
      name,
      ...asked.map((kind) => result.right[kind].join(" of ")),
      computePercent(result, kinds),
      result.outdated,
    ]),
  };
}

const changing = ["changes", "corrections"] as const;

function judge(result: BlindResult): readonly Verdict[] {
  const changed = changing.reduce((sum, kind) => sum + result.right[kind][1], 0);
  return [
    checkAtLeast("percent right", computePercent(result, kinds), 80),
    checkAtLeast(
      "percent of changes and corrections of which the newer statement is told",
      computePercent(result, changing),
      80,
    ),
    checkAtMost("percent of them of which the outdated one is told alone", (100 * result.outdated) / changed, 1.5),
    checkAtLeast("percent silent where there is nothing to learn", computePercent(result, ["nothing"]), 90),
  ];
}

function computePercent({ right }: BlindResult, of: readonly Kind[]): number {
  const all = of.map((kind) => right[kind]);
  return (100 * all.reduce((sum, [some]) => sum + some, 0)) / all.reduce((sum, [, count]) => sum + count, 0);
}

const how = `Everyday sentences about all sorts of things, told to rules that know nothing yet. A change or a correction is right if the newer statement is told, with
or without the older one beside it, both with their dates; an outdated statement that is told alone is the fault. What holds for a while has to be told then and
not forty days later; of what tells nothing no memory may be made.

The sets show what the rules reach on sentences that they know: all of them have been looked at. \`blind\`, \`later\` and \`fourth\` were written by people who had seen no rules, \`third\`, mostly of changes and
corrections, by somebody who knew them, and the \`fifth\`, of changes, corrections and nothing, by the one who had changed them.

With a model, all sentences of a language are one person's chat over six weeks, through the public verbs, and the model is asked about twenty messages at a time. An ideal
model understands every message; of what a careless one understands, 15 % is lost, 10 % has words of its own, 10 % names something else; a malicious one answers
with what harm it can. "Outdated listed" are changes and corrections of which the older statement still stands, "alone" those of which the newer one
doesn't; "told" is what the first view of another chat of the same person tells of what is to be known.`;
