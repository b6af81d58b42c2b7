/** Settings by name: as somebody typed them, as they are kept, and as a policy has them. */
import { ClewError } from "./errors.js";
import type { Json } from "./json.js";
import { nearest } from "./nearest.js";
import type { Policy } from "./policy.js";
import { type Setting, settings } from "./settings-table.js";

export function settingNamed(name: string): Setting {
  const wanted = name.trim().toLowerCase().replaceAll("-", "_");
  const found = settings.find(({ name: own, field }) => own === wanted || field.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const close = nearest(
    wanted,
    settings.map((setting) => setting.name),
  );
  throw new ClewError("setting/bad", `There is no setting ${JSON.stringify(name)}`, {
    hint: close === null ? "config without a name lists them" : `Did you mean ${close}? config lists them all`,
  });
}

/** A value as somebody typed it; null for "default". Out of range it is refused, with the range. */
export function settingValue(setting: Setting, typed: string): Json {
  const text = typed.trim();
  if (text === "default") return null;
  const value = valueIn(setting, text);
  if (policyValue(setting, value) !== undefined) return value;
  throw new ClewError("setting/bad", `${setting.name} can't be ${JSON.stringify(text.slice(0, 40))}`, {
    hint: `Give ${rangeOf(setting)}`,
  });
}

const yes: readonly string[] = ["true", "yes", "on"];
const no: readonly string[] = ["false", "no", "off"];

function valueIn(setting: Setting, text: string): Json {
  if (setting.kind === "names") return text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (setting.kind === "switch")
    return yes.includes(text.toLowerCase()) || (no.includes(text.toLowerCase()) ? false : null);
  return text === "off" ? text : numberIn(text);
}

/** 50,000 and 50_000, 50k and 1.5M, and 60 % for a part. */
function numberIn(text: string): number {
  const [, digits, unit] = /^([\d.,_]+)\s*([kKmM%]?)$/.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  const factor = { k: 1_000, m: 1_000_000, "%": 0.01 }[unit?.toLowerCase() ?? ""] ?? 1;
  return Number((Number(digits.replaceAll(",", "").replaceAll("_", "")) * factor).toFixed(6));
}

/** The range in words. */
export function rangeOf(setting: Setting): string {
  if (setting.kind === "names") return "names of tools, separated by commas";
  if (setting.kind === "switch") return "true or false";
  const figure = (value: number) => value.toLocaleString("en-US");
  const number = isWhole(setting) ? "a whole number" : "a number";
  const range = `${number} from ${figure(setting.least)} to ${figure(setting.most)}`;
  return setting.lifted ? `${range}, or off` : range;
}

/** A policy with the settings of a session. What no longer is a setting, or is out of range, is left alone. */
export function withSettings(policy: Policy, chosen: Readonly<Record<string, Json | undefined>>): Policy {
  if (Object.keys(chosen).length === 0) return policy;
  const variants = known.get(policy) ?? new Map<string, Policy>();
  known.set(policy, variants);
  const key = JSON.stringify(chosen);
  const before = variants.get(key);
  if (before !== undefined) return before;
  const changed = settings.flatMap((setting) => {
    const value = policyValue(setting, chosen[setting.name]);
    return value === undefined ? [] : [[setting.field, value] as const];
  });
  const variant = changed.length === 0 ? policy : { ...policy, ...Object.fromEntries(changed) };
  if (variants.size >= mostVariants) variants.clear();
  variants.set(key, variant);
  return variant;
}

/** The same value for the same settings, because whatever is derived from a policy is kept by it. */
const known = new WeakMap<Policy, Map<string, Policy>>();
const mostVariants = 100;

/** A kept value as a policy has it; undefined where it is none of the allowed ones. */
function policyValue(setting: Setting, value: Json | undefined): number | boolean | readonly string[] | undefined {
  if (setting.kind === "names") {
    return Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined;
  }
  if (setting.kind === "switch") return typeof value === "boolean" ? value : undefined;
  if (setting.lifted && value === "off") return Number.POSITIVE_INFINITY;
  if (typeof value !== "number" || (isWhole(setting) && !Number.isInteger(value))) return undefined;
  return setting.least <= value && value <= setting.most ? value : undefined;
}

/** A part and a time may have a fraction. */
export function isWhole({ kind }: Setting): boolean {
  return kind === "tokens" || kind === "characters" || kind === "bytes" || kind === "count";
}

/** What a policy has, as a setting: the other way round. */
export function settingIn(policy: Policy, { field }: Setting): number | boolean | "off" | readonly string[] {
  const value = policy[field];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === "boolean") return value;
  return typeof value === "number" && Number.isFinite(value) ? value : "off";
}
