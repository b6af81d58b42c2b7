/** Places of settings within the limits of reductions. */

import type { Place } from "./place.js";
import type { ClearAhead, MessageLimits, Policy } from "./policy.js";

const usualClearing: ClearAhead = { at: 1, keep: 6 };

/** 1 waits until room is short. */
export const clearAtPlace: Place<number> = {
  ...{ path: "reductions.clear.ahead.at", needs: "policies that clear old results", initial: 1, order: 1 },
  read: ({ reductions: { clear } }) => (clear === undefined ? undefined : (clear.ahead?.at ?? 1)),
  write: (policy, at) => updateClearing(policy, (ahead) => (at === 1 ? null : { ...usualClearing, ...ahead, at })),
};

export const clearKeepPlace: Place<number> = {
  ...{ path: "reductions.clear.ahead.keep", initial: usualClearing.keep, order: 2 },
  needs: "policies that clear old results ahead of need, as clear_at below 1 says",
  read: ({ reductions }) => reductions.clear?.ahead?.keep,
  write: (policy, keep) => updateClearing(policy, (ahead) => (ahead === null ? null : { ...ahead, keep })),
};

function updateClearing(policy: Policy, change: (ahead: ClearAhead | null) => ClearAhead | null): Policy {
  const { clear } = policy.reductions;
  if (clear === undefined) return policy;
  return { ...policy, reductions: { ...policy.reductions, clear: { ...clear, ahead: change(clear.ahead) } } };
}

const leavesOut = "policies that let old turns leave";

export const maxTurnsPlace: Place<number> = {
  ...{ path: "reductions.leave-out.maxTurns", needs: leavesOut, initial: Number.POSITIVE_INFINITY, order: 2 },
  read: ({ reductions }) => reductions["leave-out"]?.maxTurns,
  write: (policy, maxTurns) => updateLeaving(policy, (leaving) => ({ ...leaving, maxTurns })),
};

const noLimits: MessageLimits = {
  most: Number.POSITIVE_INFINITY,
  tokens: Number.POSITIVE_INFINITY,
  hours: Number.POSITIVE_INFINITY,
  keep: 10,
};

export function makeMessageLimitPlace(key: "most" | "tokens" | "hours"): Place<number> {
  return {
    ...{ path: `reductions.leave-out.messages.${key}`, needs: leavesOut, initial: noLimits[key], order: 1 },
    read: ({ reductions: { "leave-out": leaving } }) =>
      leaving === undefined ? undefined : (leaving.messages ?? noLimits)[key],
    write: (policy, value) =>
      updateLeaving(policy, (leaving) => {
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
    updateLeaving(policy, (leaving) =>
      leaving.messages === null ? leaving : { ...leaving, messages: { ...leaving.messages, keep } },
    ),
};

type Leaving = NonNullable<Policy["reductions"]["leave-out"]>;

function updateLeaving(policy: Policy, change: (leaving: Leaving) => Leaving): Policy {
  const { "leave-out": leaving } = policy.reductions;
  if (leaving === undefined) return policy;
  return { ...policy, reductions: { ...policy.reductions, "leave-out": change(leaving) } };
}
