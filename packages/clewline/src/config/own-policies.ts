/** Builds the policies that clew.toml defines: each extends another one and changes some settings. */
import type { ClewError } from "@clewline/core/errors.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { applySettings, type ChosenSettings } from "@clewline/core/policy/settings.js";
import type { Json } from "@clewline/text/json.js";
import { suggestPolicies } from "./find-policy.js";

/** A policy's table after the schema's check. */
type OwnPolicy = Readonly<Record<string, Json | undefined>> & { readonly extends?: string | undefined };
type Refuse = (what: string, section: readonly string[], hint: string) => ClewError;

export function buildOwnPolicies(
  defined: Readonly<Record<string, OwnPolicy>>,
  refuse: Refuse,
): ReadonlyMap<string, Policy> {
  const known = new Map(Object.entries(defined));
  return new Map(
    [...known.keys()].map((name) => {
      const { preset, figures } = resolveExtends(name, known, refuse, []);
      return [name, applySettings(Object.freeze({ ...preset, name }), figures)];
    }),
  );
}

/** Follows `extends` to a preset and merges the settings on the way; those nearest to the policy win. */
function resolveExtends(
  name: string,
  known: ReadonlyMap<string, OwnPolicy>,
  refuse: Refuse,
  extending: readonly string[],
): { readonly preset: Policy; readonly figures: ChosenSettings } {
  const section = ["policies", name];
  if (Object.hasOwn(presets, name)) {
    const hint = `Choose another name and write extends = ${JSON.stringify(name)} there`;
    throw refuse(`${name} is the name of a preset`, section, hint);
  }
  const chain = [...extending, name];
  const { extends: base = "balanced", ...figures } = known.get(name) ?? {};
  if (chain.includes(base)) {
    const circle = [...chain, base].join(" extends ");
    throw refuse(`extends goes round in a circle: ${circle}`, section, "Let one of them extend a preset");
  }
  const preset = Object.hasOwn(presets, base) ? presets[base] : undefined;
  if (preset === undefined && !known.has(base)) {
    throw refuse(`extends can't be ${JSON.stringify(base)}`, section, suggestPolicies(base, listOthers(known, name)));
  }
  if (preset !== undefined) return { preset, figures };
  const before = resolveExtends(base, known, refuse, chain);
  return { ...before, figures: { ...before.figures, ...figures } };
}

function listOthers(known: ReadonlyMap<string, OwnPolicy>, name: string): readonly string[] {
  return [...known.keys()].filter((other) => other !== name);
}
