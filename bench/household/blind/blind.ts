import { describeMachine } from "../../machine.js";
import { checkAtLeast, checkAtMost, type Report, type Table, verdictColumns } from "../../report.js";
import { chinese } from "./chinese.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { laterWordings } from "./later/later.js";
import { type BlindResult, measureBlind } from "./measure-blind.js";
import { russian } from "./russian.js";
import { spanish } from "./spanish.js";
import { thirdWordings } from "./third/third.js";
import type { BlindWordings } from "./wordings.js";

const sets = {
  blind: { en: english, de: german, es: spanish, fr: french, ru: russian, zh: chinese },
  later: laterWordings,
  third: thirdWordings,
} as const satisfies Readonly<Record<string, Readonly<Record<string, BlindWordings>>>>;

/** The languages of a set that may be read while writing rules; of the others only the counts. */
const looked: Readonly<Record<keyof typeof sets, readonly string[]>> = {
  blind: Object.keys(sets.blind),
  later: [],
  third: ["en", "de"],
};

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

/** What the rules understand of everyday sentences about all sorts of things. */
export function measureBlindWordings(set: keyof typeof sets, only: readonly string[]): Report {
  const measured = Object.entries(sets[set])
    .filter(([name]) => only.length === 0 || only.includes(name))
    .map(([name, wordings]) => ({ name, result: measureBlind(wordings) }));
  return {
    bench: "household, everyday sentences",
    machine: describeMachine(),
    tables: [
      makeBlindTable(measured),
      {
        title: "Targets",
        columns: verdictColumns,
        rows: measured.flatMap(({ name, result }) => [
          checkAtLeast(`${name}: percent right`, computePercent(result), 90),
          checkAtMost(`${name}: outdated told alone`, result.outdated, 0),
        ]),
      },
      makeWrongTable(measured.filter(({ name }) => looked[set].includes(name))),
    ],
  };
}

type Measured = readonly { readonly name: string; readonly result: BlindResult }[];

/** For whoever writes rules. */
function makeWrongTable(measured: Measured): Table {
  return {
    title: "What went wrong",
    columns: ["language", "kind, what was said, and what is current instead"],
    rows: measured.flatMap(({ name, result }) => result.wrong.map((each) => [name, each])),
  };
}

function makeBlindTable(measured: Measured): Table {
  const asked = kinds.filter((kind) => measured.some(({ result }) => result.right[kind][1] > 0));
  return {
    title: "Everyday sentences by language, by rule",
    columns: ["language", ...asked, "percent", "outdated told alone"],
    rows: measured.map(({ name, result }) => [
      name,
      ...asked.map((kind) => `${result.right[kind][0]} of ${result.right[kind][1]}`),
      computePercent(result),
      result.outdated,
    ]),
  };
}

function computePercent({ right }: BlindResult): number {
  const all = Object.values(right);
  return (100 * all.reduce((sum, [some]) => sum + some, 0)) / all.reduce((sum, [, of]) => sum + of, 0);
}
