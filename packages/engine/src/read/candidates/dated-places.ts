/** Finds messages from a time that a question names, whatever their words. */
import type { Instant, LaneRef } from "@clewline/core/log/keys.js";
import type { DateSpan } from "@clewline/core/log/times/date-span.js";
import { readAskedSpans } from "@clewline/core/log/times/date-spans.js";
import type { SearchScope } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { walkSessions } from "../sessions/all-sessions.js";
import type { Place } from "./besides.js";

interface DatedQuestion {
  readonly scope: SearchScope;
  readonly question: string;
  readonly now: Instant;
  readonly zone: string;
}

/** The most messages of one time in one lane, and the most lanes that are looked at. */
const [mostOfSpan, mostLanes] = [120, 24];
const dayMs = 86_400_000;
/** The news of a day is often told on the days after it, so they are read too. */
const toldAfter = { day: 9 * dayMs, week: 3 * dayMs, month: 5 * dayMs, year: 0 } as const;

/** Characters of a question that are searched for a time: one is never named further on. */
const mostRead = 2_000;

/** The times that a question names. A year is too long to be looked through. */
export function readTimes(question: string, now: Instant, zone: string): readonly DateSpan[] {
  return readAskedSpans(question.slice(0, mostRead), now, zone).filter(({ unit }) => unit !== "year");
}

/** Entries are mostly in the order of their times, so a few show where a time begins. The scope has `last` entries. */
export async function findDated(
  engine: Engine,
  { scope, question, now, zone }: DatedQuestion,
  last: number,
): Promise<readonly Place[]> {
  const spans = readTimes(question, now, zone).slice(0, 4);
  if (spans.length === 0) return [];
  const places: Place[] = [];
  for (const { ref, last: end } of await listLanes(engine, scope, last)) {
    const found = await Promise.all(spans.map((span) => listSpan(engine, ref, end, span)));
    places.push(...found.flat().map((seq) => ({ ref, seq })));
  }
  return places;
}

interface DatedLane {
  readonly ref: LaneRef;
  readonly last: number;
}

/** Of many lanes those of the newest sessions. */
async function listLanes(engine: Engine, scope: SearchScope, last: number): Promise<readonly DatedLane[]> {
  if (scope.kind === "lane") return [{ ref: scope.ref, last }];
  const { store } = engine;
  const { owner } = scope;
  const lanes: DatedLane[] = [];
  for await (const { session } of scope.kind === "session" ? [scope] : walkSessions({ store, owner })) {
    for (const lane of await store.lanes({ owner, session })) lanes.push({ ref: lane.ref, last: lane.entries });
    if (lanes.length >= mostLanes) break;
  }
  return lanes.slice(0, mostLanes);
}

/** Those of the time itself first; of too many some from all of it. */
async function listSpan(engine: Engine, ref: LaneRef, last: number, span: DateSpan): Promise<readonly number[]> {
  const first = await findFirstAt(engine, ref, last, span.from);
  const after = await findFirstAt(engine, ref, last, span.to);
  const end = await findFirstAt(engine, ref, last, span.to + toldAfter[span.unit]);
  const within = spread(first, after, mostOfSpan);
  return [...within, ...spread(after, end, mostOfSpan - within.length)];
}

/** At most so many numbers from `first` to before `end`, evenly apart. */
function spread(first: number, end: number, most: number): readonly number[] {
  const count = Math.max(0, Math.min(most, end - first));
  return Array.from({ length: count }, (_, index) => first + Math.floor((index * (end - first)) / count));
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
