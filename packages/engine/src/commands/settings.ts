import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import {
  applySettings,
  describeRange,
  explainNoEffect,
  groupSetting,
  parseGroup,
  parseSettingValue,
  readKeptName,
  readSetting,
  resolveSetting,
  resolveSettingName,
  switchRange,
} from "@clewline/core/policy/settings.js";
import { type Setting, settings } from "@clewline/core/policy/settings-table.js";
import type { Json } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { pickZone } from "../growth/session-zone.js";
import { readGroupSetting, setGroup } from "../read/memories/group-setting.js";

/** A setting of a session, with its value. */
export interface SettingState {
  /** As `/config` takes it. */
  readonly name: string;
  /** Its effect, in a sentence. */
  readonly about: string;
  /** In words. */
  readonly range: string;
  /** A number, a switch, a zone, names of tools, or "off" for a limit that does not apply. */
  readonly value: number | boolean | string | readonly string[];
  /** The value with which the log was opened. */
  readonly default: number | boolean | string | readonly string[];
  /** Whether this session has a value of its own. */
  readonly changed: boolean;
  /** Why it has no effect under the policy in use, as a sentence; null where it has one. */
  readonly noEffect: string | null;
}

export async function readSettings(engine: Engine, ref: LaneRef): Promise<readonly SettingState[]> {
  const chosen = (await engine.store.read(ref, 0, null)).settings;
  const now = applySettings(engine.policy, chosen);
  const read = (policy: Policy, setting: Setting) =>
    setting.kind === "zone" ? pickZone(engine, policy) : readSetting(policy, setting);
  const states = settings.map((setting) => ({
    name: setting.name,
    about: setting.about,
    range: describeRange(setting),
    value: read(now, setting),
    default: read(engine.policy, setting),
    changed: Object.hasOwn(chosen, readKeptName(setting)),
    noEffect: explainNoEffect(now, setting),
  }));
  const group = await readGroupSetting(engine, ref.session);
  return [...states, { name: groupSetting, range: switchRange, ...group }];
}

/** Changes all of them, or none if one is wrong, for the whole session from its next call on. Returns all settings. */
export async function changeSettings(
  engine: Engine,
  ref: LaneRef,
  typed: Readonly<Record<string, string>>,
): Promise<readonly SettingState[]> {
  const chosen = new Map<string, Json>();
  const names = new Map<string, string>();
  let group: boolean | null | undefined;
  for (const [name, value] of Object.entries(typed)) {
    if (resolveSettingName(name) === groupSetting) {
      group = parseGroup(value);
      continue;
    }
    const setting = resolveSetting(name);
    if (setting.ofLog === true) throw makeOfLogError(setting.name);
    const kept = readKeptName(setting);
    const other = names.get(kept);
    if (other !== undefined) {
      throw new ClewError("setting/bad", `${other} and ${name} are the same setting`, { hint: "Give one of them" });
    }
    names.set(kept, name);
    chosen.set(kept, parseSettingValue(setting, value));
  }
  if (group !== undefined) await setGroup(engine, ref.session, group);
  await engine.store.write({ ref, settings: Object.fromEntries(chosen) });
  return readSettings(engine, ref);
}

function makeOfLogError(name: string): ClewError {
  return new ClewError("setting/bad", `${name} is for the whole log, and not for one session`, {
    hint: "Set it in clew.toml, under [conversation], or in the policy that openClew is given",
  });
}
