import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, type Report, verdictColumns } from "../report.js";
import { languages } from "./languages.js";
import { makeRuleLearner } from "./learners.js";
import { type LivedResult, liveHousehold } from "./live-household.js";
import { makeHousehold } from "./make-household.js";
import { type HouseholdResult, measureHousehold } from "./measure-household.js";
import type { Half, Language } from "./wordings.js";

export interface HouseholdOptions {
  /** Names of languages; all if empty. */
  readonly only: readonly string[];
  readonly half: Half;
  readonly seed: number;
}

export const kinds = ["fact", "change", "temporary", "correction", "wish"] as const;

/** What the rules learn from days that are made here, language by language. */
export async function measureHouseholds({ only, half, seed }: HouseholdOptions): Promise<Report> {
  const chosen = chooseLanguages(only);
  const measured: { readonly name: string; readonly result: HouseholdResult }[] = [];
  for (const language of chosen) {
    const household = makeHousehold(language, language[half], seed);
    measured.push({ name: language.name, result: await measureHousehold(household, makeRuleLearner()) });
  }
  return {
    bench: "household",
    machine: describeMachine(),
    tables: [
      {
        title: `Right by language, ${half} wordings, seed ${seed}`,
        columns: ["language", ...kinds, "outdated told as current", "memories of nothing"],
        rows: measured.map(({ name, result }) => [name, ...describeShares(result), result.outdated, result.noise]),
      },
      { title: "Targets", columns: verdictColumns, rows: measured.flatMap(judge) },
      {
        title: "What went wrong, ten of each language",
        columns: ["language", "matter, and what is current instead"],
        // Whoever reads what of the held wordings fails writes rules for them.
        rows:
          half === "held"
            ? []
            : measured.flatMap(({ name, result }) => result.wrong.slice(0, 10).map((each) => [name, each])),
      },
    ],
  };
}

export function describeShares({ right }: HouseholdResult): readonly string[] {
  return kinds.map((kind) => `${right[kind][0]} of ${right[kind][1]}`);
}

function computePercent({ right }: HouseholdResult): number {
  const all = kinds.map((kind) => right[kind]);
  return (100 * all.reduce((sum, [some]) => sum + some, 0)) / all.reduce((sum, [, of]) => sum + of, 0);
}

function judge({ name, result }: { readonly name: string; readonly result: HouseholdResult }) {
  return [
    checkAtLeast(`${name}: percent right`, computePercent(result), 90),
    checkAtMost(`${name}: outdated told as current`, result.outdated, 0),
  ];
}

/** The same days through the public verbs, from the message to what the model is sent. */
export async function measureLivedHouseholds({ only, half, seed }: HouseholdOptions): Promise<Report> {
  const lived: { readonly name: string; readonly result: LivedResult }[] = [];
  for (const language of chooseLanguages(only)) {
    const household = makeHousehold(language, language[half], seed);
    lived.push({ name: language.name, result: await liveHousehold(household, language[half].questions) });
  }
  const share = ([right, of]: readonly [number, number]) => `${right} of ${of}`;
  return {
    bench: "household, through the public verbs",
    machine: describeMachine(),
    tables: [
      {
        title: `Told or found, ${half} wordings, seed ${seed}`,
        columns: ["language", "same chat", "another chat", "wishes", "stale"],
        rows: lived.map(({ name, result: { same, other, wishes, stale } }) => [
          name,
          share(same),
          share(other),
          share(wishes),
          stale,
        ]),
      },
      { title: "Targets", columns: verdictColumns, rows: lived.flatMap(judgeLived) },
      {
        title: "What went wrong, twenty of each language",
        columns: ["language", "what"],
        rows:
          half === "held"
            ? []
            : lived.flatMap(({ name, result }) => result.wrong.slice(0, 20).map((each) => [name, each])),
      },
    ],
  };
}

function judgeLived({ name, result }: { readonly name: string; readonly result: LivedResult }) {
  const { same, other, wishes, stale } = result;
  const percent = ([right, of]: readonly [number, number]) => (100 * right) / Math.max(1, of);
  return [
    checkAtLeast(`${name}: percent in the same chat`, percent(same), 90),
    checkAtLeast(`${name}: percent in another chat`, percent(other), 90),
    checkAtLeast(`${name}: percent of wishes`, percent(wishes), 90),
    checkAtMost(`${name}: stale`, stale, 0),
  ];
}

export function chooseLanguages(only: readonly string[]): readonly Language[] {
  const chosen = languages.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length > 0) return chosen;
  throw new Error(`There is no such language: name one of ${languages.map(({ name }) => name).join(", ")}`);
}
