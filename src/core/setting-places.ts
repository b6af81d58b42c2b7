/** Where a policy has what a setting changes. A policy without that place has no use for the setting. */
import type { ClearAhead, Layer, MessageLimits, Policy } from "./policy.js";
import type { ChoiceLimits, ChoosingPast, CompactingPast, Past, RecencyLimits, TieredPast } from "./policy-past.js";

export interface Place<Value> {
  /** As the policy's type has it. */
  readonly path: string;
  /** Whom it is for, in words that follow "it is for". */
  readonly needs: string;
  /** What is shown for it where a policy does not have it. */
  readonly initial: Value;
  /** Settings that open places for others come first, those that decide the kind before all. */
  readonly order: 0 | 1 | 2;
  /** Undefined where the policy does not have it. */
  read(policy: Policy): Value | undefined;
  /** The same policy where it does not have it. */
  write(policy: Policy, value: Value): Policy;
}

type FieldOf<Value> = { [Key in keyof Policy]: Policy[Key] extends Value ? Key : never }[keyof Policy];

/** A field that every policy has. */
export function atField<Key extends FieldOf<number> | FieldOf<boolean> | FieldOf<readonly string[]>>(
  key: Key,
  initial: Policy[Key],
): Place<Policy[Key]> {
  return {
    ...{ path: key, needs: "every policy", initial, order: 2 },
    read: (policy) => policy[key],
    write: (policy, value) => ({ ...policy, [key]: value }),
  };
}

/** How one kind of past has a value; `read` gives undefined, and `write` the same past, where it does not. */
interface PastPlace<Kind extends Past, Value> extends Omit<Place<Value>, "read" | "write"> {
  readonly kinds: readonly Kind["kind"][];
  read(past: Kind): Value | undefined;
  write(past: Kind, value: Value): Past;
}

function atPast<Kind extends Past, Value>({ kinds, read, write, ...about }: PastPlace<Kind, Value>): Place<Value> {
  const isOne = (past: Past): past is Kind => kinds.includes(past.kind);
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

export const lookbackPlace: Place<number> = atPast<AnewPast, number>({
  ...{ path: "past.lookback", needs: makesAnew, initial: Number.POSITIVE_INFINITY, order: 2, kinds: anew },
  read: ({ lookback }) => lookback,
  write: (past, lookback) => ({ ...past, lookback }),
});

const usualRecency: RecencyLimits = { hours: 0, least: 10 };

/** 0 looks at no clock. */
export const recencyHoursPlace: Place<number> = atPast<AnewPast, number>({
  ...{ path: "past.recency.hours", needs: makesAnew, initial: 0, order: 1, kinds: anew },
  read: ({ recency }) => recency?.hours ?? 0,
  write: (past, hours) => ({ ...past, recency: hours === 0 ? null : { ...usualRecency, ...past.recency, hours } }),
});

export const recencyLeastPlace: Place<number> = atPast<AnewPast, number>({
  ...{ path: "past.recency.least", initial: usualRecency.least, order: 2, kinds: anew },
  needs: `${makesAnew}, with context_recency_hours above 0`,
  read: ({ recency }) => recency?.least,
  write: (past, least) => (past.recency === null ? past : { ...past, recency: { ...past.recency, least } }),
});

const usualChoice: ChoiceLimits = { above: 3, recent: 5, seconds: 30 };
const choosing: readonly ChoosingPast["kind"][] = ["choosing"];
const chooses = "policies that choose among past turns, such as selective";

export const choicePlace: Place<boolean> = atPast<ChoosingPast, boolean>({
  ...{ path: "past.choice", needs: chooses, initial: false, order: 1, kinds: choosing },
  read: ({ choice }) => choice !== null,
  write: (past, wanted) => ({ ...past, choice: wanted ? (past.choice ?? usualChoice) : null }),
});

export function choiceLimitPlace(key: keyof ChoiceLimits): Place<number> {
  return atPast<ChoosingPast, number>({
    ...{ path: `past.choice.${key}`, initial: usualChoice[key], order: 2, kinds: choosing },
    needs: `${chooses}, with use_selection true`,
    read: ({ choice }) => choice?.[key],
    write: (past, value) => (past.choice === null ? past : { ...past, choice: { ...past.choice, [key]: value } }),
  });
}

const usualFullHours = 24;

export const fullHoursPlace: Place<number> = atPast<TieredPast, number>({
  ...{ path: "past.fullHours", needs: sortsByAge, initial: usualFullHours, order: 2, kinds: ["tiers"] },
  read: ({ fullHours }) => fullHours,
  write: (past, fullHours) => ({ ...past, fullHours }),
});

/** With 0 days nothing is sorted by age: what was sorted is compacted or shown, and with more the other way round. */
export const daysPlace: Place<number> = atPast<Past, number>({
  ...{ path: "past.days", initial: 0, order: 0, kinds: [...anew, "compacting"] },
  needs: "policies that keep no prefix but the head: tiered, selective and laned",
  read: (past) => (past.kind === "tiers" ? past.days : isBound(past) ? undefined : 0),
  write: (past, days) => (isBound(past) ? past : days === 0 ? unsorted(past) : sorted(past, days)),
});

/** Where the prefix has to stay as it is, nothing can be sorted anew. */
function isBound(past: Past): boolean {
  return past.kind === "compacting" && past.prefix === "epoch";
}

function unsorted(past: Past): Past {
  if (past.kind !== "tiers") return past;
  const { summary, lookback, recency } = past;
  if (summary !== null) return { kind: "compacting", prefix: "head", summary };
  return { kind: "choosing", lookback, recency, choice: null };
}

function sorted(past: Past, days: number): TieredPast {
  if (past.kind === "tiers") return { ...past, days };
  const tiers = { kind: "tiers", scope: "lane", fullHours: usualFullHours, days } as const;
  if (past.kind === "compacting") {
    return { ...tiers, lookback: Number.POSITIVE_INFINITY, recency: null, summary: past.summary };
  }
  return { ...tiers, lookback: past.lookback, recency: past.recency, summary: null };
}

export const summaryTokensPlace: Place<number> = atPast<CompactingPast | TieredPast, number>({
  ...{ path: "past.summary.tokens", initial: 0, order: 2, kinds: ["compacting", "tiers"] },
  needs: "policies that have a place for a summary: all presets but selective",
  read: ({ summary }) => summary?.tokens,
  write: (past, tokens) => (past.summary === null ? past : { ...past, summary: { tokens } }),
});

export const replyCharactersPlace: Place<number> = {
  ...{ path: "history.replyCharacters", initial: 0, order: 2 },
  needs: "policies that show past turns as text: selective, tiered and laned",
  read: ({ history }) => (history.form === "steps" ? undefined : history.replyCharacters),
  write: (policy, replyCharacters) =>
    policy.history.form === "steps" ? policy : { ...policy, history: { ...policy.history, replyCharacters } },
};

export const memoryTokensPlace: Place<number> = {
  ...{ path: "layers.memories.tokens", initial: 0, order: 2 },
  needs: "policies that have a place for what is looked up: balanced, tiered and laned",
  read: ({ layers }) => layers.find((layer) => typeof layer === "object")?.tokens,
  write: (policy, tokens) => ({
    ...policy,
    layers: policy.layers.map((layer): Layer => (typeof layer === "object" ? { ...layer, tokens } : layer)),
  }),
};

const usualClearing: ClearAhead = { at: 1, keep: 6 };

/** 1 waits until there is need. */
export const clearAtPlace: Place<number> = {
  ...{ path: "reductions.clear.ahead.at", needs: "policies that clear old results", initial: 1, order: 1 },
  read: ({ reductions: { clear } }) => (clear === undefined ? undefined : (clear.ahead?.at ?? 1)),
  write: (policy, at) => withClearing(policy, (ahead) => (at === 1 ? null : { ...usualClearing, ...ahead, at })),
};

export const clearKeepPlace: Place<number> = {
  ...{ path: "reductions.clear.ahead.keep", initial: usualClearing.keep, order: 2 },
  needs: "policies that clear old results ahead of need, as clear_at below 1 says",
  read: ({ reductions }) => reductions.clear?.ahead?.keep,
  write: (policy, keep) => withClearing(policy, (ahead) => (ahead === null ? null : { ...ahead, keep })),
};

function withClearing(policy: Policy, change: (ahead: ClearAhead | null) => ClearAhead | null): Policy {
  const { clear } = policy.reductions;
  if (clear === undefined) return policy;
  return { ...policy, reductions: { ...policy.reductions, clear: { ...clear, ahead: change(clear.ahead) } } };
}

const leavesOut = "policies that let old turns leave";

export const maxTurnsPlace: Place<number> = {
  ...{ path: "reductions.leave-out.maxTurns", needs: leavesOut, initial: Number.POSITIVE_INFINITY, order: 2 },
  read: ({ reductions }) => reductions["leave-out"]?.maxTurns,
  write: (policy, maxTurns) => withLeaving(policy, (leaving) => ({ ...leaving, maxTurns })),
};

const noLimits: MessageLimits = {
  most: Number.POSITIVE_INFINITY,
  tokens: Number.POSITIVE_INFINITY,
  hours: Number.POSITIVE_INFINITY,
  keep: 10,
};

export function messageLimitPlace(key: "most" | "tokens" | "hours"): Place<number> {
  return {
    ...{ path: `reductions.leave-out.messages.${key}`, needs: leavesOut, initial: noLimits[key], order: 1 },
    read: ({ reductions: { "leave-out": leaving } }) =>
      leaving === undefined ? undefined : (leaving.messages ?? noLimits)[key],
    write: (policy, value) =>
      withLeaving(policy, (leaving) => {
        const messages = { ...noLimits, ...leaving.messages, [key]: value };
        const isLifted = [messages.most, messages.tokens, messages.hours].every((limit) => !Number.isFinite(limit));
        return { ...leaving, messages: isLifted ? null : messages };
      }),
  };
}

export const keepMessagesPlace: Place<number> = {
  ...{ path: "reductions.leave-out.messages.keep", initial: noLimits.keep, order: 2 },
  needs:
    "policies that go by the number, length or age of messages, as compact_messages, compact_tokens and compact_hours say",
  read: ({ reductions }) => reductions["leave-out"]?.messages?.keep,
  write: (policy, keep) =>
    withLeaving(policy, (leaving) =>
      leaving.messages === null ? leaving : { ...leaving, messages: { ...leaving.messages, keep } },
    ),
};

type Leaving = NonNullable<Policy["reductions"]["leave-out"]>;

function withLeaving(policy: Policy, change: (leaving: Leaving) => Leaving): Policy {
  const { "leave-out": leaving } = policy.reductions;
  if (leaving === undefined) return policy;
  return { ...policy, reductions: { ...policy.reductions, "leave-out": change(leaving) } };
}
