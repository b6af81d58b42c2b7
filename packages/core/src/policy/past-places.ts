/** The places of settings in what a policy makes of past turns. */
import type {
  ChoiceLimits,
  ChoosingPast,
  CompactingPast,
  PastPolicy,
  RecencyLimits,
  TieredPast,
} from "./past-policy.js";
import type { Place } from "./place.js";

/** How one kind of past has a value; `read` gives undefined, and `write` the same past, where it does not. */
interface PastPlace<Kind extends PastPolicy, Value> extends Omit<Place<Value>, "read" | "write"> {
  readonly kinds: readonly Kind["kind"][];
  read(past: Kind): Value | undefined;
  write(past: Kind, value: Value): PastPolicy;
}

function makePastPlace<Kind extends PastPolicy, Value>({
  kinds,
  read,
  write,
  ...about
}: PastPlace<Kind, Value>): Place<Value> {
  const isOne = (past: PastPolicy): past is Kind => kinds.includes(past.kind);
  return {
    ...about,
    read: ({ past }) => (isOne(past) ? read(past) : undefined),
    write: (policy, value) => (isOne(policy.past) ? { ...policy, past: write(policy.past, value) } : policy),
  };
}

type AnewPast = ChoosingPast | TieredPast;
const anew: readonly AnewPast["kind"][] = ["choosing", "tiers"];
const makesAnew = "policies that make every view anew, such as selective and tiered";
const sortsByAge = "policies that sort the past by age, such as tiered";

export const lookbackPlace: Place<number> = makePastPlace<AnewPast, number>({
  ...{ path: "past.lookback", needs: makesAnew, initial: Number.POSITIVE_INFINITY, order: 2, kinds: anew },
  read: ({ lookback }) => lookback,
  write: (past, lookback) => ({ ...past, lookback }),
});

const usualRecency: RecencyLimits = { hours: 0, least: 10 };

/** 0 sets no limit of age. */
export const recencyHoursPlace: Place<number> = makePastPlace<AnewPast, number>({
  ...{ path: "past.recency.hours", needs: makesAnew, initial: 0, order: 1, kinds: anew },
  read: ({ recency }) => recency?.hours ?? 0,
  write: (past, hours) => ({ ...past, recency: hours === 0 ? null : { ...usualRecency, ...past.recency, hours } }),
});

export const recencyLeastPlace: Place<number> = makePastPlace<AnewPast, number>({
  ...{ path: "past.recency.least", initial: usualRecency.least, order: 2, kinds: anew },
  needs: `${makesAnew}, with recency_hours above 0`,
  read: ({ recency }) => recency?.least,
  write: (past, least) => (past.recency === null ? past : { ...past, recency: { ...past.recency, least } }),
});

const usualChoice: ChoiceLimits = { above: 3, recent: 5, seconds: 30, byWords: false };
const choosing: readonly ChoosingPast["kind"][] = ["choosing"];
const chooses = "policies that choose among past turns, such as selective";

export const choicePlace: Place<boolean> = makePastPlace<ChoosingPast, boolean>({
  ...{ path: "past.choice", needs: chooses, initial: false, order: 1, kinds: choosing },
  read: ({ choice }) => choice !== null,
  write: (past, wanted) => ({ ...past, choice: wanted ? (past.choice ?? usualChoice) : null }),
});

export function makeChoiceLimitPlace<Key extends keyof ChoiceLimits>(key: Key): Place<ChoiceLimits[Key]> {
  return makePastPlace<ChoosingPast, ChoiceLimits[Key]>({
    ...{ path: `past.choice.${key}`, initial: usualChoice[key], order: 2, kinds: choosing },
    needs: `${chooses}, with select true`,
    read: ({ choice }) => choice?.[key],
    write: (past, value) => (past.choice === null ? past : { ...past, choice: { ...past.choice, [key]: value } }),
  });
}

const usualFullHours = 24;

export const fullHoursPlace: Place<number> = makePastPlace<TieredPast, number>({
  ...{ path: "past.fullHours", needs: sortsByAge, initial: usualFullHours, order: 2, kinds: ["tiers"] },
  read: ({ fullHours }) => fullHours,
  write: (past, fullHours) => ({ ...past, fullHours }),
});

/** 0 stops sorting by age: the past is then compacted or shown. A higher number starts sorting. */
export const daysPlace: Place<number> = makePastPlace<PastPolicy, number>({
  ...{ path: "past.days", initial: 0, order: 0, kinds: [...anew, "compacting"] },
  needs: "policies that keep no prefix but the head: tiered, selective and laned",
  read: (past) => (past.kind === "tiers" ? past.days : isBound(past) ? undefined : 0),
  write: (past, days) => (isBound(past) ? past : days === 0 ? removeTiers(past) : applyTiers(past, days)),
});

/** Whether the prefix must stay stable, so that a view can't sort turns anew. */
function isBound(past: PastPolicy): boolean {
  return past.kind === "compacting" && past.prefix === "epoch";
}

function removeTiers(past: PastPolicy): PastPolicy {
  if (past.kind !== "tiers") return past;
  const { summary, lookback, recency } = past;
  if (summary !== null) return { kind: "compacting", prefix: "head", summary };
  return { kind: "choosing", lookback, recency, choice: null };
}

function applyTiers(past: PastPolicy, days: number): TieredPast {
  if (past.kind === "tiers") return { ...past, days };
  const tiers = { kind: "tiers", scope: "lane", fullHours: usualFullHours, days } as const;
  if (past.kind === "compacting") {
    return { ...tiers, lookback: Number.POSITIVE_INFINITY, recency: null, summary: past.summary };
  }
  return { ...tiers, lookback: past.lookback, recency: past.recency, summary: null };
}

export const summaryTokensPlace: Place<number> = makePastPlace<CompactingPast | TieredPast, number>({
  ...{ path: "past.summary.tokens", initial: 0, order: 2, kinds: ["compacting", "tiers"] },
  needs: "policies that have a place for a summary: all presets but selective",
  read: ({ summary }) => summary?.tokens,
  write: (past, tokens) => (past.summary === null ? past : { ...past, summary: { ...past.summary, tokens } }),
});
