/** How every generated property is checked: with the seed of the day, and on each case that failed on another day. */
import fc from "fast-check";
import { expect } from "vitest";
import { seed } from "./seed.js";

export interface Plan {
  /** How many cases of the day are tried. */
  readonly runs: number;
  /** How many in the longer check, `npm run check:properties`. */
  readonly longer?: number;
  /** Another stretch of the day's cases, where one property is checked in several files. */
  readonly stretch?: number;
  /** Those that failed once, as the failure printed them. They always run. */
  readonly fixed?: readonly FixedCase[];
  /** Reports the first failure as it is, where making it smaller would take too long. */
  readonly endOnFailure?: boolean;
}

interface FixedCase {
  readonly seed: number;
  readonly path: string;
}

/** No two days are so many apart. */
const stretchLength = 100_000_000;

export const isLongerCheck = process.env.CLEW_LONGER === "1";

/** In milliseconds, for a test whose longer check has many cases: a guard against what hangs, on a busy machine too. */
export const timeLimit = isLongerCheck ? 14_400_000 : 600_000;

export function checkProperty<Given>(property: fc.IProperty<Given>, plan: Plan): void {
  for (const parameters of parametersFor(plan)) fc.assert(property, { ...parameters, reporter: report });
}

export async function checkAsyncProperty<Given>(property: fc.IAsyncProperty<Given>, plan: Plan): Promise<void> {
  for (const parameters of parametersFor(plan)) await fc.assert(property, { ...parameters, reporter: report });
}

/** So many of the cases, others on each day; in the longer check all of them. */
export function pickOfTheDay<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isLongerCheck) return cases;
  return Array.from({ length: Math.min(count, cases.length) }, (_, place) => {
    return cases[(seed + Math.floor((place * cases.length) / count)) % cases.length] as Case;
  });
}

function parametersFor({ runs, longer, stretch = 0, fixed = [], endOnFailure = false }: Plan) {
  const ofTheDay = { seed: seed + stretch * stretchLength, numRuns: isLongerCheck ? (longer ?? runs) : runs };
  return [...fixed.map((each) => ({ ...each, numRuns: 1 })), ofTheDay].map((each) => ({ ...each, endOnFailure }));
}

/** As fast-check tells it, with the line that makes the case a fixed one. */
function report<Given>(details: fc.RunDetails<Given>): void {
  // That it held is what its test asserts, where the property itself only throws.
  expect(details.numRuns + details.numSkips).toBeGreaterThan(0);
  if (!details.failed) return;
  const path = details.counterexamplePath?.split(":")[0] ?? "0";
  const line = `fixed: [{ seed: ${details.seed}, path: "${path}" }]`;
  throw new Error(`${fc.defaultReportMessage(details)}\n\nTo keep this case, give its checkProperty ${line}`, {
    cause: details.errorInstance,
  });
}
