/** Where a policy has the value that a setting changes. A setting has no effect under a policy without that place. */
import type { Policy, PolicyLayer, Retention } from "./policy.js";

export interface Place<Value> {
  /** The path in the policy's type. */
  readonly path: string;
  /** Names the policies that have the place, in words that follow "it is for". */
  readonly needs: string;
  /** The value that is shown if the policy has no such place. */
  readonly initial: Value;
  /** The order of writing: settings that decide the kind come first, then those that open places for others. */
  readonly order: 0 | 1 | 2;
  /** Undefined if the policy has no such place. */
  read(policy: Policy): Value | undefined;
  /** Returns the same policy if it has no such place. */
  write(policy: Policy, value: Value): Policy;
}

type FieldOf<Value> = { [Key in keyof Policy]-?: Policy[Key] extends Value ? Key : never }[keyof Policy];

export function makeFieldPlace<Key extends FieldOf<number> | FieldOf<boolean> | FieldOf<readonly string[]>>(
  key: Key,
  initial: Policy[Key],
): Place<Policy[Key]> {
  return {
    ...{ path: key, needs: "every policy", initial, order: 2 },
    read: (policy) => policy[key],
    write: (policy, value) => ({ ...policy, [key]: value }),
  };
}

export const replyCharactersPlace: Place<number> = {
  ...{ path: "history.replyCharacters", initial: 0, order: 2 },
  needs: "policies that show past turns as text: selective, tiered and laned",
  read: ({ history }) => (history.form === "steps" ? undefined : history.replyCharacters),
  write: (policy, replyCharacters) =>
    policy.history.form === "steps" ? policy : { ...policy, history: { ...policy.history, replyCharacters } },
};

/** An empty name means the log's own zone, which a policy does not know. */
export const timeZonePlace: Place<string> = {
  ...{ path: "timeZone", needs: "every policy", initial: "", order: 2 },
  read: ({ timeZone = "" }) => timeZone,
  write: (policy, timeZone) => ({ ...policy, timeZone }),
};

export const memoryTokensPlace: Place<number> = {
  ...{ path: "layers.memories.tokens", initial: 0, order: 2 },
  needs: "policies that have a place for what is looked up: balanced, tiered and laned",
  read: ({ layers }) => layers.find((layer) => typeof layer === "object")?.tokens,
  write: (policy, tokens) => ({
    ...policy,
    layers: policy.layers.map((layer): PolicyLayer => (typeof layer === "object" ? { ...layer, tokens } : layer)),
  }),
};

export const restoreBriefPlace: Place<boolean> = {
  ...{ path: "restore", initial: false, order: 2 },
  needs: "policies that compact and let old turns leave: balanced, rolling, laned and layered",
  read: (policy) => (isRestorable(policy) ? policy.restore === "brief" : undefined),
  write: (policy, isBrief) => (isRestorable(policy) ? { ...policy, restore: isBrief ? "brief" : "same" } : policy),
};

const retentionDefault: Retention = { days: Number.POSITIVE_INFINITY, erases: false };

export const retentionDaysPlace: Place<number> = {
  ...{ path: "retention.days", needs: "every policy", initial: retentionDefault.days, order: 1 },
  read: ({ retention = retentionDefault }) => retention.days,
  write: (policy, days) => ({ ...policy, retention: { ...retentionDefault, ...policy.retention, days } }),
};

export const retentionErasesPlace: Place<boolean> = {
  ...{ path: "retention.erases", needs: "policies with retention_days", initial: retentionDefault.erases, order: 2 },
  read: ({ retention }) => retention?.erases,
  write: (policy, erases) =>
    policy.retention === undefined ? policy : { ...policy, retention: { ...policy.retention, erases } },
};

function isRestorable({ past, reductions }: Policy): boolean {
  return past.kind === "compacting" && reductions["leave-out"] !== undefined;
}
