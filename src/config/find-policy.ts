import { ClewError } from "../core/errors.js";
import type { Policy } from "../core/policy/policy.js";
import { presets } from "../core/policy/presets/presets.js";
import { applySettings, type ChosenSettings, listIneffectiveSettings } from "../core/policy/settings.js";
import { findNearest } from "../core/text/nearest.js";

/** The policies of clew.toml by name, and its settings for whatever policy is in use. */
export interface OwnPolicies {
  readonly policies: ReadonlyMap<string, Policy>;
  readonly conversation: ChosenSettings;
}

/** A preset, or a policy of clew.toml, with the settings of that file. */
export function findPolicy(name: string, own: OwnPolicies): Policy {
  const policy = own.policies.get(name) ?? (Object.hasOwn(presets, name) ? presets[name] : undefined);
  if (policy !== undefined) return applySettings(policy, own.conversation);
  throw new ClewError("policy/bad", `There is no policy named ${JSON.stringify(name)}`, {
    hint: suggestPolicies(name, [...own.policies.keys()]),
  });
}

export function isPolicy(name: string, { policies }: OwnPolicies): boolean {
  return policies.has(name) || Object.hasOwn(presets, name);
}

/** Whether it is one of ours, as it is. */
export function isPreset(policy: Policy): boolean {
  return Object.values(presets).some((preset) => preset === policy);
}

/** What of clew.toml does nothing under the policy in use, as a sentence; null where all of it does something. */
export function describeIdleSettings(policy: Policy): string | null {
  const [first, ...others] = listIneffectiveSettings(policy).map(({ name }) => name);
  if (first === undefined) return null;
  const names = [first, ...others].join(", ");
  const verb = others.length === 0 ? "has" : "have";
  return `${names} in clew.toml ${verb} no effect under ${policy.name}; clew config ${first} says why.`;
}

/** The one that was probably meant, and all that there are. */
export function suggestPolicies(typed: string, own: readonly string[]): string {
  const near = findNearest(String(typed), [...Object.keys(presets), ...own]);
  const named = own.length === 0 ? "" : `; in clew.toml: ${own.join(", ")}`;
  return `${near === null ? "" : `Did you mean ${near}? `}Use one of: ${Object.keys(presets).join(", ")}${named}`;
}
