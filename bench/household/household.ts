import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, type Report, verdictColumns } from "../report.js";
import { languages } from "./languages.js";
import { makeHousehold } from "./make-household.js";
import { type HouseholdResult, measureHousehold } from "./measure-household.js";

export interface HouseholdOptions {
  /** Names of languages; all if empty. */
  readonly only: readonly string[];
  readonly half: "tuned" | "held" | "fresh";
  readonly seed: number;
}

const kinds = ["fact", "change", "temporary", "correction", "wish"] as const;

/** What the rules learn from days that are made here, language by language. */
export async function measureHouseholds({ only, half, seed }: HouseholdOptions): Promise<Report> {
  const chosen = languages.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length === 0) {
    throw new Error(`There is no such language: name one of ${languages.map(({ name }) => name).join(", ")}`);
  }
  const measured = chosen.map((language) => ({
    name: language.name,
    result: measureHousehold(makeHousehold(language, language[half], seed)),
  }));
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

function describeShares({ right }: HouseholdResult): readonly string[] {
  return kinds.map((kind) => `${right[kind][0]} of ${right[kind][1]}`);
}

function judge({ name, result }: { readonly name: string; readonly result: HouseholdResult }) {
  const all = kinds.map((kind) => result.right[kind]);
  const share = all.reduce((sum, [right]) => sum + right, 0) / all.reduce((sum, [, of]) => sum + of, 0);
  return [
    checkAtLeast(`${name}: percent right`, 100 * share, 90),
    checkAtMost(`${name}: outdated told as current`, result.outdated, 0),
  ];
}
