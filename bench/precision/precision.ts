/** What is told for a question and what is not, on cases that name both. */
import { describeMachine } from "../machine.js";
import { checkAtLeast, type Report, verdictColumns } from "../report.js";
import { openBeliefs, type ToldBeliefs } from "./kept-beliefs.js";
import { type Expected, type PrecisionCase, readCases } from "./read-cases.js";

interface Judged {
  readonly asked: PrecisionCase;
  /** What is wrong; nothing if the case passes. */
  readonly faults: readonly string[];
}

export async function measurePrecision(folder: string): Promise<Report> {
  const { beliefs, cases } = readCases(folder);
  const kept = await openBeliefs();
  const judged: Judged[] = [];
  try {
    for (const belief of beliefs) await kept.keep(belief);
    for (const asked of cases) {
      judged.push({ asked, faults: listFaults(asked.expect, await kept.ask(asked)) });
      if (asked.adds !== null) await kept.keep(asked.adds);
      if (asked.renames !== null) await kept.rename(asked.renames.id, asked.renames.aliases);
    }
  } finally {
    await kept.close();
  }
  return report(judged);
}

function listFaults({ relevantBeliefs, pinnedFacts, openQuestions, ...rest }: Expected, told: ToldBeliefs) {
  const { personaPrelude = {}, noiseCheck } = rest;
  const text = told.prelude.join("\n");
  const all = [...told.relevant, ...told.pinned, ...told.questions];
  return [
    ...compare("relevant", told.relevant, relevantBeliefs ?? {}),
    ...compare("pinned", told.pinned, pinnedFacts ?? {}),
    ...compare("questions", told.questions, openQuestions ?? {}),
    ...compare("all", all, { mustExclude: noiseCheck?.mustNotSurface ?? [] }),
    ...(personaPrelude.nonEmpty === true && text === "" ? ["no prelude"] : []),
    ...(personaPrelude.isNull === true && text !== "" ? ["a prelude"] : []),
    ...(personaPrelude.contains ?? []).filter((word) => !text.includes(word)).map((word) => `prelude lacks ${word}`),
    ...(personaPrelude.mustNotContain ?? []).filter((word) => text.includes(word)).map((word) => `prelude has ${word}`),
  ];
}

/** Those that alone may be told have to be told, too. */
function compare(
  part: string,
  told: readonly string[],
  wanted: NonNullable<Expected["relevantBeliefs"]>,
): readonly string[] {
  const { mustInclude = [], mustExclude = [], shouldOnlyInclude } = wanted;
  const lacks = [...mustInclude, ...(shouldOnlyInclude ?? [])].filter((id) => !told.includes(id));
  const extra = told.filter(
    (id) => mustExclude.includes(id) || (shouldOnlyInclude !== undefined && !shouldOnlyInclude.includes(id)),
  );
  return [...lacks.map((id) => `${part} lacks ${id}`), ...extra.map((id) => `${part} has ${id}`)];
}

function report(judged: readonly Judged[]): Report {
  const passed = judged.filter(({ faults }) => faults.length === 0);
  const categories = [...new Set(judged.map(({ asked }) => asked.category))];
  return {
    bench: "precision",
    machine: describeMachine(),
    tables: [
      {
        title: "Passed by category",
        columns: ["category", "passed", "cases"],
        rows: categories.map((category) => [
          category,
          passed.filter(({ asked }) => asked.category === category).length,
          judged.filter(({ asked }) => asked.category === category).length,
        ]),
      },
      {
        title: "Targets",
        columns: verdictColumns,
        rows: [checkAtLeast("cases passed", passed.length, judged.length)],
      },
      {
        title: "What went wrong",
        columns: ["case", "question", "faults"],
        rows: judged
          .filter(({ faults }) => faults.length > 0)
          .map(({ asked, faults }) => [asked.name, asked.question.slice(0, 80), faults.join(", ")]),
      },
    ],
  };
}
