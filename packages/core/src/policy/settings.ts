/** Settings by name: parsing typed values, and applying stored values to a policy. */

import type { Json } from "@clewline/text/json.js";
import { findNearest } from "@clewline/text/nearest.js";
import { ClewError } from "../errors.js";
import { isZone } from "../log/time-formatter.js";
import type { Policy } from "./policy.js";
import { type NumberSetting, type Setting, settings } from "./settings-table.js";

export function resolveSetting(name: string): Setting {
  const found = findSetting(name);
  if (found !== null) return found;
  const close = findNearest(
    name.trim().toLowerCase().replaceAll("-", "_"),
    settings.flatMap(({ name: own, alias = own }) => [own, alias]),
  );
  throw new ClewError("setting/bad", `There is no setting ${JSON.stringify(name)}`, {
    hint: close === null ? "config without a name lists them" : `Did you mean ${close}? config lists them all`,
  });
}

/** Whether a chat is a group: the one setting that belongs to the chat alone, and to no policy. */
export const groupSetting = "group";

/** The name of a setting of a chat, as somebody typed it. */
export function resolveSettingName(name: string): string {
  return normaliseName(name) === groupSetting ? groupSetting : resolveSetting(name).name;
}

/** Finds a setting by its name or alias; null if there is none. */
export function findSetting(name: string): Setting | null {
  const wanted = normaliseName(name);
  return (
    settings.find(({ name: own, alias = own }) => normaliseName(own) === wanted || normaliseName(alias) === wanted) ??
    null
  );
}

/** Makes maxTurns, max-turns and max_turns one name. */
function normaliseName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/[-_]/g, "");
}

/** Parses a typed value; null for "default". Refuses a value out of range, and names the range. */
export function parseSettingValue(setting: Setting, typed: string): Json {
  const text = typed.trim();
  if (text === "default") return null;
  const value = parseValue(setting, text);
  if (readPolicyValue(setting, value) !== undefined) return value;
  throw makeValueError(setting.name, text, describeRange(setting));
}

function makeValueError(name: string, text: string, range: string): ClewError {
  return new ClewError("setting/bad", `${name} can't be ${JSON.stringify(text.slice(0, 40))}`, {
    hint: `Give ${range}`,
  });
}

/** Parses a typed value of `group`; null for "default". */
export function parseGroup(typed: string): boolean | null {
  const text = typed.trim();
  const value = parseSwitch(text);
  if (value !== null || text === "default") return value;
  throw makeValueError(groupSetting, text, switchRange);
}

const yes: readonly string[] = ["true", "yes", "on"];
const no: readonly string[] = ["false", "no", "off"];

function parseValue(setting: Setting, text: string): Json {
  if (setting.kind === "names") return text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (setting.kind === "zone") return text;
  if (setting.kind === "switch") return parseSwitch(text);
  return text === "off" ? text : parseNumber(text);
}

function parseSwitch(text: string): boolean | null {
  return yes.includes(text.toLowerCase()) || (no.includes(text.toLowerCase()) ? false : null);
}

export const switchRange = "true or false";

/** Accepts 50,000 and 50_000, 50k and 1.5M, and 60 % for a part. */
function parseNumber(text: string): number {
  const [, digits, unit] = /^([\d.,_]+)\s*([kKmM%]?)$/.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  const factor = { k: 1_000, m: 1_000_000, "%": 0.01 }[unit?.toLowerCase() ?? ""] ?? 1;
  return Number((Number(digits.replaceAll(",", "").replaceAll("_", "")) * factor).toFixed(6));
}

export function describeRange(setting: Setting): string {
  if (setting.kind === "names") return "names of tools, separated by commas";
  if (setting.kind === "zone") return "an IANA name such as Europe/Berlin";
  if (setting.kind === "switch") return switchRange;
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
 * Applies settings to a policy. Unknown names and values out of range are ignored. A setting for which the policy has
 * no place is remembered, and applies once another setting makes that place.
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

/** The policy and the settings that a variant was made from, so that further settings apply together with them. */
const origins = new WeakMap<Policy, { readonly base: Policy; readonly chosen: ChosenSettings }>();

/** Whether a policy was made by applySettings, which has checked its settings. */
export function isVariant(policy: Policy): boolean {
  return origins.has(policy);
}

const byOrder = settings.toSorted((a, b) => a.place.order - b.place.order);

function applySetting(policy: Policy, setting: Setting, kept: Json | undefined): Policy {
  if (setting.kind === "names") {
    const names = readToolNames(kept);
    return names === undefined ? policy : setting.place.write(policy, names);
  }
  if (setting.kind === "zone") return isZone(kept) ? setting.place.write(policy, kept) : policy;
  if (setting.kind === "switch") return typeof kept === "boolean" ? setting.place.write(policy, kept) : policy;
  const number = readSettingNumber(setting, kept);
  return number === undefined ? policy : setting.place.write(policy, number);
}

/** Says why a setting has no effect under a policy; null if it has one. */
export function explainNoEffect(policy: Policy, { name, place }: Setting): string | null {
  if (place.read(policy) !== undefined) return null;
  return `${name} has no effect under ${policy.name}: it is for ${place.needs}`;
}

/** The settings that were applied to a policy and have no effect there. */
export function listIneffectiveSettings(policy: Policy): readonly Setting[] {
  const chosen = origins.get(policy)?.chosen ?? {};
  return settings.filter(({ name, place }) => chosen[name] !== undefined && place.read(policy) === undefined);
}

/** A stored value as a policy has it; undefined if it is not allowed. */
function readPolicyValue(
  setting: Setting,
  value: Json | undefined,
): number | boolean | string | readonly string[] | undefined {
  if (setting.kind === "names") return readToolNames(value);
  if (setting.kind === "zone") return isZone(value) ? value : undefined;
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

/** Parts and times may be fractions. */
export function isWhole({ kind }: Pick<Setting, "kind">): boolean {
  return kind === "tokens" || kind === "characters" || kind === "bytes" || kind === "count";
}

/** A policy's value for a setting; if the policy has no place for it, the value that was chosen. */
export function readSetting(policy: Policy, setting: Setting): number | boolean | string | readonly string[] {
  const { place } = setting;
  const kept = readPolicyValue(setting, origins.get(policy)?.chosen[setting.name]);
  const value = place.read(policy) ?? kept ?? place.initial;
  return typeof value === "number" && !Number.isFinite(value) ? "off" : value;
}
