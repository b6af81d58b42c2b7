import { ClewError } from "../core/errors.js";
import type { Json } from "../core/json.js";
import { nearest } from "../core/nearest.js";
import { presets } from "../core/policies/presets.js";
import type { Policy } from "../core/policy.js";
import { withSettings } from "../core/settings.js";

/** The policies of clew.toml by name, and its settings for whatever policy is in use. */
export interface OwnPolicies {
  readonly policies: ReadonlyMap<string, Policy>;
  readonly conversation: Readonly<Record<string, Json | undefined>>;
}

/** A preset, or a policy of clew.toml, with the settings of that file. */
export function policyNamed(name: string, own: OwnPolicies): Policy {
  const policy = own.policies.get(name) ?? (Object.hasOwn(presets, name) ? presets[name] : undefined);
  if (policy !== undefined) return withSettings(policy, own.conversation);
  throw new ClewError("policy/bad", `There is no policy named ${JSON.stringify(name)}`, {
    hint: whichPolicies(name, [...own.policies.keys()]),
  });
}

export function isPolicy(name: string, { policies }: OwnPolicies): boolean {
  return policies.has(name) || Object.hasOwn(presets, name);
}

/** Whether it is one of ours, as it is. */
export function isPreset(policy: Policy): boolean {
  return Object.values(presets).includes(policy);
}

/** The one that was probably meant, and all that there are. */
export function whichPolicies(typed: string, own: readonly string[]): string {
  const near = nearest(String(typed), [...Object.keys(presets), ...own]);
  const named = own.length === 0 ? "" : `; in clew.toml: ${own.join(", ")}`;
  return `${near === null ? "" : `Did you mean ${near}? `}Use one of: ${Object.keys(presets).join(", ")}${named}`;
}
