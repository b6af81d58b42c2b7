/** Where a policy has what a setting changes. A policy without that place has no use for the setting. */
import type { Policy, PolicyLayer } from "./policy.js";

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

export const memoryTokensPlace: Place<number> = {
  ...{ path: "layers.memories.tokens", initial: 0, order: 2 },
  needs: "policies that have a place for what is looked up: balanced, tiered and laned",
  read: ({ layers }) => layers.find((layer) => typeof layer === "object")?.tokens,
  write: (policy, tokens) => ({
    ...policy,
    layers: policy.layers.map((layer): PolicyLayer => (typeof layer === "object" ? { ...layer, tokens } : layer)),
  }),
};
