import { describeMachine } from "../machine.js";
import { checkAtLeast, checkAtMost, type Report, verdictColumns } from "../report.js";
import { chooseLanguages, computePercent, describeShares, type HouseholdOptions, kinds } from "./household.js";
import { makeRuleLearner, withModelLearner } from "./learners.js";
import { makeHousehold } from "./make-household.js";
import { type HouseholdResult, measureHousehold } from "./measure-household.js";
import { makeCorrectModel, makeHostileModel } from "./scripted-models.js";

/** Percent right that a model which understands everything has to reach. */
const wanted = 98;

interface Measured {
  readonly name: string;
  readonly byRule: HouseholdResult;
  readonly byModel: HouseholdResult;
}

/** What is learned of the same days with a fast model behind the rules, beside the rules alone. */
export async function measureHouseholdsByModel(
  { only, half, seed }: HouseholdOptions,
  model: "correct" | "hostile",
): Promise<Report> {
  const measured: Measured[] = [];
  for (const language of chooseLanguages(only)) {
    const household = makeHousehold(language, language[half], seed);
    const byRule = await measureHousehold(household, makeRuleLearner());
    const script = model === "correct" ? makeCorrectModel() : makeHostileModel(household, seed);
    const byModel = await withModelLearner(script, (learner) => measureHousehold(household, learner));
    measured.push({ name: language.name, byRule, byModel });
  }
  return {
    bench: `household, with a ${model} model`,
    machine: describeMachine(),
    tables: [
      {
        title: `Right by language, ${half} wordings, seed ${seed}`,
        columns: ["language", "learned", ...kinds, "outdated told as current", "memories of nothing"],
        rows: measured.flatMap(({ name, byRule, byModel }) => [
          [name, "by rule", ...describeShares(byRule), byRule.outdated, byRule.noise],
          [name, `with a ${model} model`, ...describeShares(byModel), byModel.outdated, byModel.noise],
        ]),
      },
      {
        title: "Targets",
        columns: verdictColumns,
        rows: measured.flatMap(model === "correct" ? judgeCorrect : judgeHostile),
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

function judgeCorrect({ name, byModel }: Measured) {
  return [
    checkAtLeast(`${name}: percent right`, computePercent(byModel), wanted),
    checkAtMost(`${name}: outdated told as current`, byModel.outdated, 0),
  ];
}

/** Of no kind less than without it. */
function judgeHostile({ name, byRule, byModel }: Measured) {
  return [
    ...kinds.map((kind) => checkAtLeast(`${name}: ${kind}, right`, byModel.right[kind][0], byRule.right[kind][0])),
    checkAtMost(`${name}: outdated told as current`, byModel.outdated, byRule.outdated),
    checkAtMost(`${name}: memories of nothing`, byModel.noise, byRule.noise),
  ];
}
