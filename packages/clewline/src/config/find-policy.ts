import { ClewError } from "@clewline/core/errors.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { applySettings, type ChosenSettings, listIneffectiveSettings } from "@clewline/core/policy/settings.js";
import { findNearest } from "@clewline/text/nearest.js";

/** The policies of clew.toml by name, and the settings of its [conversation] table, which apply to any policy. */
export interface OwnPolicies {
  readonly policies: ReadonlyMap<string, Policy>;
  readonly conversation: ChosenSettings;
}

/** Finds a policy of clew.toml or a preset by name, and applies the settings of [conversation]. */
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

/** Whether this is an unchanged preset. */
export function isPreset(policy: Policy): boolean {
  return Object.values(presets).some((preset) => preset === policy);
}

/** Names the settings of clew.toml that have no effect under the policy, as a sentence; null if all have one. */
export function describeIdleSettings(policy: Policy): string | null {
  const [first, ...others] = listIneffectiveSettings(policy).map(({ name }) => name);
  if (first === undefined) return null;
  const names = [first, ...others].join(", ");
  const verb = others.length === 0 ? "has" : "have";
  return `${names} in clew.toml ${verb} no effect under ${policy.name}; clew config ${first} says why.`;
}

/** Suggests the nearest name and lists all names. */
export function suggestPolicies(typed: string, own: readonly string[]): string {
  const near = findNearest(String(typed), [...Object.keys(presets), ...own]);
  const named = own.length === 0 ? "" : `; in clew.toml: ${own.join(", ")}`;
  return `${near === null ? "" : `Did you mean ${near}? `}Use one of: ${Object.keys(presets).join(", ")}${named}`;
}
