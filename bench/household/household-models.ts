import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, type Report, verdictColumns } from "../report.js";
import { chooseLanguages, describeShares, type HouseholdOptions, kinds } from "./household.js";
import { makeRuleLearner, withModelLearner } from "./learners.js";
import type { Household } from "./make-household.js";
import { makeHousehold } from "./make-household.js";
import { type HouseholdResult, measureHousehold } from "./measure-household.js";
import { type HouseholdModel, makeCarelessModel, makeCorrectModel, makeHostileModel } from "./scripted-models.js";

/** The models that answer: by name, what they do. */
const scripts = {
  correct: () => makeCorrectModel(),
  careless: (_household, seed) => makeCarelessModel(seed),
  hostile: (household, seed) => makeHostileModel(household, seed),
} satisfies Readonly<Record<string, (household: Household, seed: number) => HouseholdModel>>;

export type ScriptName = keyof typeof scripts;

export function isScriptName(name: string | undefined): name is ScriptName {
  return name !== undefined && Object.hasOwn(scripts, name);
}

/** Percent of what there is to know: told, or of what the rules tell of it, and of what is outdated still told too. */
const wanted = {
  correct: { told: 98, ofRules: 100, outdated: 5 },
  careless: { told: 90, ofRules: 95, outdated: 19 },
  hostile: { told: 0, ofRules: 95, outdated: 38 },
} as const satisfies Readonly<Record<ScriptName, object>>;

interface Measured {
  readonly name: string;
  readonly byRule: HouseholdResult;
  readonly byModel: HouseholdResult;
}

/** What is learned of the same days with a fast model behind the rules, beside the rules alone. */
export async function measureHouseholdsByModel(
  { only, half, seed }: HouseholdOptions,
  model: ScriptName,
): Promise<Report> {
  const measured: Measured[] = [];
  for (const language of chooseLanguages(only)) {
    const household = makeHousehold(language, language[half], seed);
    const byRule = await measureHousehold(household, makeRuleLearner());
    const script = scripts[model](household, seed);
    const byModel = await withModelLearner(script, (learner) => measureHousehold(household, learner));
    measured.push({ name: language.name, byRule, byModel });
  }
  return {
    bench: `household, with a ${model} model`,
    machine: describeMachine(),
    tables: [
      {
        title: `Right by language, ${half} wordings, seed ${seed}`,
        columns: ["language", "learned", ...kinds, "told", "outdated told too", "memories of nothing", "invented"],
        rows: measured.flatMap(({ name, byRule, byModel }) => [
          [name, "by rule", ...describeResult(byRule)],
          [name, `with a ${model} model`, ...describeResult(byModel)],
        ]),
      },
      {
        title: "Targets",
        columns: verdictColumns,
        rows: measured.flatMap((each) => judge(model, each)),
      },
      {
        title: "What went wrong, ten of each language",
        columns: ["language", "matter, and what is current instead"],
        rows:
          half === "held"
            ? []
            : measured.flatMap(({ name, byModel }) => byModel.wrong.slice(0, 10).map((each) => [name, each])),
      },
    ],
  };
}

function describeResult(result: HouseholdResult): readonly (string | number)[] {
  const [told, of] = result.told;
  return [...describeShares(result), `${told} of ${of}`, result.outdated, result.noise, result.invented];
}

/** And nobody's words are made up. */
function judge(model: ScriptName, { name, byRule, byModel }: Measured) {
  const [told, of] = byModel.told;
  const { told: ofAll, ofRules, outdated } = wanted[model];
  return [
    checkAtLeast(`${name}: percent told`, (100 * told) / of, ofAll),
    checkAtLeast(`${name}: percent of what the rules tell`, (100 * told) / byRule.told[0], ofRules),
    checkAtMost(`${name}: percent outdated, told too`, (100 * byModel.outdated) / of, outdated),
    checkAtMost(`${name}: memories with words that nobody said`, byModel.invented, 0),
  ];
}
