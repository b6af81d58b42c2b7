import { ClewError } from "../errors.js";
import type { Policy } from "../policy.js";
import { balanced } from "./balanced.js";
import { layered } from "./layered.js";
import { rolling } from "./rolling.js";

export const presets: Readonly<Record<string, Policy>> = Object.freeze({ balanced, rolling, layered });

export function presetNamed(name: string): Policy {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) {
    throw new ClewError("policy/bad", `There is no policy named ${JSON.stringify(name)}`, {
      hint: `Use one of: ${Object.keys(presets).join(", ")}`,
    });
  }
  return preset;
}
