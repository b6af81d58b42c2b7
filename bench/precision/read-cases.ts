/** Beliefs and questions of a folder with `beliefs.seed.json`, `retrieval.cases.json` and `session-retrieval.cases.json`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface Belief {
  readonly _id: string;
  readonly user_id: string;
  readonly type: string;
  readonly canonical_name: string;
  readonly aliases: readonly string[];
  readonly content: string;
  readonly scope: readonly string[];
  readonly pinned: boolean;
  readonly resolved_at: string | null;
  readonly superseded_by: string | null;
}

interface Wanted {
  readonly mustInclude?: readonly string[];
  readonly mustExclude?: readonly string[];
  readonly shouldOnlyInclude?: readonly string[];
}

/** What has to be told, by the part in which it is. */
export interface Expected {
  readonly relevantBeliefs?: Wanted;
  readonly pinnedFacts?: Wanted;
  readonly openQuestions?: Wanted;
  readonly personaPrelude?: {
    readonly nonEmpty?: boolean;
    readonly isNull?: boolean;
    readonly contains?: readonly string[];
    readonly mustNotContain?: readonly string[];
  };
  readonly noiseCheck?: { readonly mustNotSurface: readonly string[] };
}

export interface PrecisionCase {
  readonly name: string;
  readonly category: string;
  readonly user: string;
  readonly scopes: readonly string[];
  readonly question: string;
  /** How many beliefs may be told beside the prelude. */
  readonly most: number | null;
  readonly expect: Expected;
  /** What is known from then on. */
  readonly adds: Belief | null;
  readonly renames: { readonly id: string; readonly aliases: readonly string[] } | null;
}

interface RetrievalCase {
  readonly caseId: string;
  readonly category: string;
  readonly scope: readonly string[];
  readonly query: string;
  readonly userId?: string;
  readonly budget?: { readonly maxBeliefs: number };
  readonly expect: Expected;
}

interface SessionCase {
  readonly caseId: string;
  readonly turns: readonly {
    readonly turnIndex: number;
    readonly scope: readonly string[];
    readonly userMessage: string;
    readonly expect?: Expected;
    readonly createBeliefAtTurn?: Belief;
    readonly updateBeliefAtTurn?: { readonly beliefId: string; readonly addAliases: readonly string[] };
  }[];
}

const defaultUser = "test-user";

export function readCases(folder: string): { beliefs: readonly Belief[]; cases: readonly PrecisionCase[] } {
  const read = <Data>(file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Data;
  const single = read<readonly RetrievalCase[]>("retrieval.cases.json").map(
    ({ caseId, category, scope, query, userId = defaultUser, budget, expect }): PrecisionCase => ({
      name: caseId,
      category,
      user: userId,
      scopes: scope,
      question: query,
      most: budget?.maxBeliefs ?? null,
      expect,
      adds: null,
      renames: null,
    }),
  );
  const turns = read<readonly SessionCase[]>("session-retrieval.cases.json").flatMap(({ caseId, turns }) =>
    turns.map(
      (turn): PrecisionCase => ({
        name: `${caseId} ${turn.turnIndex}`,
        category: "Sessions",
        user: defaultUser,
        scopes: turn.scope,
        question: turn.userMessage,
        most: null,
        expect: turn.expect ?? {},
        adds: turn.createBeliefAtTurn ?? null,
        renames:
          turn.updateBeliefAtTurn === undefined
            ? null
            : { id: turn.updateBeliefAtTurn.beliefId, aliases: turn.updateBeliefAtTurn.addAliases },
      }),
    ),
  );
  return { beliefs: read("beliefs.seed.json"), cases: [...single, ...turns] };
}
