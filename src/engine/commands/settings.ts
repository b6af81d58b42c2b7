/** The settings of a session, read and changed. */
import type { Json } from "../../core/json.js";
import type { LaneRef } from "../../core/keys.js";
import type { Policy } from "../../core/policy.js";
import { rangeOf, type Setting, settingNamed, settings, settingValue, withSettings } from "../../core/settings.js";
import type { House } from "../house.js";

export interface SettingState {
  readonly name: string;
  readonly about: string;
  /** In words. */
  readonly range: string;
  /** A number, names of tools, or "off" for a limit that is lifted. */
  readonly value: number | "off" | readonly string[];
  /** As the log was opened. */
  readonly default: number | "off" | readonly string[];
  /** Whether this session has a value of its own. */
  readonly changed: boolean;
}

export async function settingsIn(house: House, ref: LaneRef): Promise<readonly SettingState[]> {
  const chosen = (await house.store.read(ref, 0, null)).settings;
  const now = withSettings(house.policy, chosen);
  return settings.map((setting) => ({
    name: setting.name,
    about: setting.about,
    range: rangeOf(setting),
    value: valueIn(now, setting),
    default: valueIn(house.policy, setting),
    changed: Object.hasOwn(chosen, setting.name),
  }));
}

/** All of them, or none where one is wrong; then what they are. They hold for the whole session from its next call on. */
export async function changeSettings(
  house: House,
  ref: LaneRef,
  typed: Readonly<Record<string, string>>,
): Promise<readonly SettingState[]> {
  const chosen = Object.entries(typed).map(([name, value]): [string, Json] => {
    const setting = settingNamed(name);
    return [setting.name, settingValue(setting, value)];
  });
  await house.store.write({ ref, settings: Object.fromEntries(chosen) });
  return settingsIn(house, ref);
}

function valueIn(policy: Policy, { field }: Setting): SettingState["value"] {
  const value = policy[field];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "number" && Number.isFinite(value) ? value : "off";
}
