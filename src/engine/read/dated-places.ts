/** What was said at a time that a question names, whatever its words. */
import type { Instant, LaneRef } from "../../core/log/keys.js";
import { type DateSpan, readDateSpans } from "../../core/log/times/date-spans.js";
import type { SearchScope } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import type { Place } from "./candidates.js";

interface DatedQuestion {
  readonly scope: SearchScope;
  readonly question: string;
  readonly now: Instant;
}

/** The most messages of one time. */
const mostOfSpan = 120;
const dayMs = 86_400_000;
/** What happened on a day is told in the days after it. */
const toldAfter = { day: 9 * dayMs, week: 3 * dayMs, month: 5 * dayMs, year: 0 } as const;

/** In one lane, whose entries mostly stand in the order of their times: a few of them tell where a time begins. `last` is its last seq. */
export async function findDated(
  engine: Engine,
  { scope, question, now }: DatedQuestion,
  last: number,
): Promise<readonly Place[]> {
  if (scope.kind !== "lane") return [];
  const spans = readDateSpans(question, now).filter(({ unit }) => unit !== "year");
  if (spans.length === 0) return [];
  const found = await Promise.all(spans.slice(0, 4).map((span) => listSpan(engine, scope.ref, last, span)));
  return found.flat().map((seq) => ({ ref: scope.ref, seq }));
}

async function listSpan(engine: Engine, ref: LaneRef, last: number, span: DateSpan): Promise<readonly number[]> {
  const first = await findFirstAt(engine, ref, last, span.from);
  const end = await findFirstAt(engine, ref, last, span.to + toldAfter[span.unit]);
  return Array.from({ length: Math.min(mostOfSpan, end - first) }, (_, index) => first + index);
}

/** The first seq that is not before the instant, by halves. */
async function findFirstAt({ store }: Engine, ref: LaneRef, last: number, at: Instant): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await store.at(ref, [middle]);
    if (entry !== undefined && entry.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
