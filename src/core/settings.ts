/** The figures of a policy that a user may change, by name: one table for the policy's schema, `/config` and the docs. */
import { ClewError } from "./errors.js";
import type { Json } from "./json.js";
import { nearest } from "./nearest.js";
import type { Policy } from "./policy.js";

interface NumberSetting {
  readonly kind: "tokens" | "characters" | "bytes" | "part" | "count";
  readonly least: number;
  readonly most: number;
  /** Whether "off" lifts the limit. */
  readonly lifted: boolean;
}

export type Setting = { readonly name: string; readonly field: keyof Policy; readonly about: string } & (
  | NumberSetting
  | { readonly kind: "names" }
);

const million = 1_000_000;

export const settings: readonly Setting[] = [
  {
    name: "agent_max_context_tokens",
    field: "maxTokens",
    about: "The most tokens of a view, whatever the window",
    kind: "tokens",
    least: 1_000,
    most: 10 * million,
    lifted: true,
  },
  {
    name: "agent_max_context_turns",
    field: "maxTurns",
    about: "With more turns than this in view, the older half leaves",
    kind: "count",
    least: 1,
    most: 100_000,
    lifted: true,
  },
  {
    name: "past_result_characters",
    field: "capOver",
    about: "Longer results of past turns are shown by their beginning and end",
    kind: "characters",
    least: 200,
    most: 100 * million,
    lifted: true,
  },
  {
    name: "stream_bytes",
    field: "streamBytes",
    about: "Streamed output is shown as a terminal would leave it, and no more than its last bytes",
    kind: "bytes",
    least: 1_024,
    most: 100 * million,
    lifted: true,
  },
  {
    name: "spill_over",
    field: "spillOver",
    about: "A single larger text is shown by its beginning, its end and a pointer",
    kind: "tokens",
    least: 0,
    most: 10 * million,
    lifted: true,
  },
  {
    name: "never_spill",
    field: "neverSpill",
    about: "Tools that shorten their results themselves: spill_over is not for them",
    kind: "names",
  },
  {
    name: "preview",
    field: "preview",
    about: "Beginning and end together, where a text is shown by them",
    kind: "tokens",
    least: 20,
    most: 100_000,
    lifted: false,
  },
  {
    name: "clear_at",
    field: "clearAt",
    about: "From this part of the room on, old results become stubs; 1 waits until there is need",
    kind: "part",
    least: 0.1,
    most: 1,
    lifted: false,
  },
  {
    name: "clear_keep",
    field: "clearKeep",
    about: "The newest results, which stay then; half of them in windows under 100,000 tokens",
    kind: "count",
    least: 0,
    most: 1_000,
    lifted: false,
  },
  {
    name: "never_clear",
    field: "neverClear",
    about: "Tools whose results are the last to be cleared",
    kind: "names",
  },
  {
    name: "summarise_at",
    field: "summariseAt",
    about: "From this part of the room on, older turns become a summary; 1 waits until there is need",
    kind: "part",
    least: 0.2,
    most: 1,
    lifted: false,
  },
  {
    name: "summary_tokens",
    field: "summaryTokens",
    about: "The most tokens of the summary; 0 for none",
    kind: "tokens",
    least: 0,
    most: 100_000,
    lifted: false,
  },
  {
    name: "compact_to",
    field: "compactTo",
    about: "The part of its room that the recent layer fills after a compaction",
    kind: "part",
    least: 0.1,
    most: 1,
    lifted: false,
  },
];

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
  if (setting.kind === "names") return text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  if (setting.lifted && text === "off") return text;
  const value = numberIn(text);
  const isWhole = setting.kind === "part" || Number.isInteger(value);
  if (text !== "" && isWhole && setting.least <= value && value <= setting.most) return value;
  throw new ClewError("setting/bad", `${setting.name} can't be ${JSON.stringify(text.slice(0, 40))}`, {
    hint: `Give ${rangeOf(setting)}`,
  });
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
  const figure = (value: number) => value.toLocaleString("en-US");
  const number = setting.kind === "part" ? "a number" : "a whole number";
  const range = `${number} from ${figure(setting.least)} to ${figure(setting.most)}`;
  return setting.lifted ? `${range}, or off` : range;
}

/** A policy with the settings of a session. What no longer is a setting, or is out of range, is left alone. */
export function withSettings(policy: Policy, chosen: Readonly<Record<string, Json>>): Policy {
  const changed = settings.flatMap((setting) => {
    const value = policyValue(setting, chosen[setting.name]);
    return value === undefined ? [] : [[setting.field, value] as const];
  });
  return changed.length === 0 ? policy : { ...policy, ...Object.fromEntries(changed) };
}

function policyValue(setting: Setting, value: Json | undefined): number | readonly string[] | undefined {
  if (setting.kind === "names") {
    return Array.isArray(value) && value.every((name) => typeof name === "string") ? value : undefined;
  }
  if (setting.lifted && value === "off") return Number.POSITIVE_INFINITY;
  const inRange = typeof value === "number" && setting.least <= value && value <= setting.most;
  return inRange ? value : undefined;
}
