/** Settings by name: as somebody typed them, as they are kept, and as a policy has them. */
import { ClewError } from "../errors.js";
import type { Json } from "../text/json.js";
import { findNearest } from "../text/nearest.js";
import type { Policy } from "./policy.js";
import { type NumberSetting, type Setting, settings } from "./settings-table.js";

export function resolveSetting(name: string): Setting {
  const found = findSetting(name);
  if (found !== null) return found;
  const close = findNearest(
    name.trim().toLowerCase().replaceAll("-", "_"),
    settings.map((setting) => setting.name),
  );
  throw new ClewError("setting/bad", `There is no setting ${JSON.stringify(name)}`, {
    hint: close === null ? "config without a name lists them" : `Did you mean ${close}? config lists them all`,
  });
}

/** By its name or its alias; null for what is no setting. */
export function findSetting(name: string): Setting | null {
  const wanted = normaliseName(name);
  return (
    settings.find(({ name: own, alias = own }) => normaliseName(own) === wanted || normaliseName(alias) === wanted) ??
    null
  );
}

/** maxTurns, max-turns and max_turns are one name. */
function normaliseName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[-_]/g, "");
}

/** A value as somebody typed it; null for "default". Out of range it is refused, with the range. */
export function parseSettingValue(setting: Setting, typed: string): Json {
  const text = typed.trim();
  if (text === "default") return null;
  const value = parseValue(setting, text);
  if (readPolicyValue(setting, value) !== undefined) return value;
  throw new ClewError("setting/bad", `${setting.name} can't be ${JSON.stringify(text.slice(0, 40))}`, {
    hint: `Give ${describeRange(setting)}`,
  });
}

const yes: readonly string[] = ["true", "yes", "on"];
const no: readonly string[] = ["false", "no", "off"];

function parseValue(setting: Setting, text: string): Json {
  if (setting.kind === "names") return text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (setting.kind === "switch")
    return yes.includes(text.toLowerCase()) || (no.includes(text.toLowerCase()) ? false : null);
  return text === "off" ? text : parseNumber(text);
}

/** 50,000 and 50_000, 50k and 1.5M, and 60 % for a part. */
function parseNumber(text: string): number {
  const [, digits, unit] = /^([\d.,_]+)\s*([kKmM%]?)$/.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  const factor = { k: 1_000, m: 1_000_000, "%": 0.01 }[unit?.toLowerCase() ?? ""] ?? 1;
  return Number((Number(digits.replaceAll(",", "").replaceAll("_", "")) * factor).toFixed(6));
}

/** The range in words. */
export function describeRange(setting: Setting): string {
  if (setting.kind === "names") return "names of tools, separated by commas";
  if (setting.kind === "switch") return "true or false";
  const figure = (value: number) => value.toLocaleString("en-US");
  const number = isWhole(setting) ? "a whole number" : "a number";
  const range = `${number} from ${figure(setting.least)} to ${figure(setting.most)}`;
  return setting.lifted ? `${range}, or off` : range;
}

/** The name under which a log keeps a setting. */
export function readKeptName({ name, alias = name }: Pick<Setting, "name" | "alias">): string {
  return alias;
}

/** Settings by name or alias. */
export type ChosenSettings = Readonly<Record<string, Json | undefined>>;

/**
 * A policy with some settings changed. What is no setting, or is out of range, is left alone. What the policy has no
 * place for is kept: it counts as soon as another setting makes a place for it.
 */
export function applySettings(policy: Policy, chosen: ChosenSettings): Policy {
  if (Object.keys(chosen).length === 0) return policy;
  const { base, chosen: before } = origins.get(policy) ?? { base: policy, chosen: {} };
  const all = { ...before, ...nameSettings(chosen) };
  const variants = known.get(base) ?? new Map<string, Policy>();
  known.set(base, variants);
  const key = JSON.stringify(all);
  const same = variants.get(key);
  if (same !== undefined) return same;
  const variant = Object.freeze(
    byOrder.reduce((made, setting) => applySetting(made, setting, all[setting.name]), { ...base }),
  );
  if (variants.size >= mostVariants) variants.clear();
  variants.set(key, variant);
  origins.set(variant, { base, chosen: all });
  return variant;
}

/** By their names alone. What is no setting stays as it is, and does nothing. */
function nameSettings(chosen: ChosenSettings): ChosenSettings {
  return Object.fromEntries(Object.entries(chosen).map(([name, value]) => [names.get(name) ?? name, value]));
}

const names: ReadonlyMap<string, string> = new Map(settings.map((setting) => [readKeptName(setting), setting.name]));

/** The same value for the same settings, because whatever is derived from a policy is kept by it. */
const known = new WeakMap<Policy, Map<string, Policy>>();
const mostVariants = 100;

/** What a variant was made from: another setting is laid over all of them together. */
const origins = new WeakMap<Policy, { readonly base: Policy; readonly chosen: ChosenSettings }>();

/** Whether a policy is another one with settings, which were checked when they were laid over it. */
export function isVariant(policy: Policy): boolean {
  return origins.has(policy);
}

const byOrder = settings.toSorted((a, b) => a.place.order - b.place.order);

function applySetting(policy: Policy, setting: Setting, kept: Json | undefined): Policy {
  if (setting.kind === "names") {
    const names = readToolNames(kept);
    return names === undefined ? policy : setting.place.write(policy, names);
  }
  if (setting.kind === "switch") return typeof kept === "boolean" ? setting.place.write(policy, kept) : policy;
  const number = readSettingNumber(setting, kept);
  return number === undefined ? policy : setting.place.write(policy, number);
}

/** Why a setting does nothing under a policy, as a sentence; null where it does something. */
export function explainNoEffect(policy: Policy, { name, place }: Setting): string | null {
  if (place.read(policy) !== undefined) return null;
  return `${name} has no effect under ${policy.name}: it is for ${place.needs}`;
}

/** The settings that were laid over a policy and do nothing there. */
export function listIneffectiveSettings(policy: Policy): readonly Setting[] {
  const chosen = origins.get(policy)?.chosen ?? {};
  return settings.filter(({ name, place }) => chosen[name] !== undefined && place.read(policy) === undefined);
}

/** A kept value as a policy has it; undefined where it is none of the allowed ones. */
function readPolicyValue(setting: Setting, value: Json | undefined): number | boolean | readonly string[] | undefined {
  if (setting.kind === "names") return readToolNames(value);
  if (setting.kind === "switch") return typeof value === "boolean" ? value : undefined;
  return readSettingNumber(setting, value);
}

function readToolNames(value: Json | undefined): readonly string[] | undefined {
  return Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined;
}

function readSettingNumber(setting: NumberSetting, value: Json | undefined): number | undefined {
  if (setting.lifted && value === "off") return Number.POSITIVE_INFINITY;
  if (typeof value !== "number" || (isWhole(setting) && !Number.isInteger(value))) return undefined;
  return setting.least <= value && value <= setting.most ? value : undefined;
}

/** A part and a time may have a fraction. */
export function isWhole({ kind }: Pick<Setting, "kind">): boolean {
  return kind === "tokens" || kind === "characters" || kind === "bytes" || kind === "count";
}

/** What a policy has, as a setting; what was chosen where the policy has no place for it. */
export function readSetting(policy: Policy, setting: Setting): number | boolean | "off" | readonly string[] {
  const { place } = setting;
  const kept = readPolicyValue(setting, origins.get(policy)?.chosen[setting.name]);
  const value = place.read(policy) ?? kept ?? place.initial;
  return typeof value === "number" && !Number.isFinite(value) ? "off" : value;
}
