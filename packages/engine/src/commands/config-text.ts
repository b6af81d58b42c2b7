import { resolveSettingName } from "@clewline/core/policy/settings.js";
import type { SettingState } from "./settings.js";

/** All settings, one line each; or one of them with its range. */
export function renderConfig(states: readonly SettingState[], name: string | null): string {
  if (name !== null) {
    const wanted = resolveSettingName(name);
    return states.flatMap((state) => (state.name === wanted ? renderSetting(state) : [])).join("\n");
  }
  const changed = states.filter((state) => state.changed);
  return [
    changed.length === 0 ? "Settings, all at their defaults:" : `Settings, ${changed.length} changed for this session:`,
    ...states.map(
      (state) => `${state.name}: ${formatSettingValue(state.value)}${renderDefault(state)}${renderEffect(state)}`,
    ),
    "/config NAME tells about one, /config NAME VALUE changes it.",
  ].join("\n");
}

function renderSetting(state: SettingState): readonly string[] {
  const back = state.changed ? `Back to it with: /config ${state.name} default` : "Not changed for this session.";
  return [
    `${state.name}: ${formatSettingValue(state.value)}`,
    `${state.about}.`,
    `Allowed: ${state.range}.`,
    ...(state.noEffect === null ? [] : [`${state.noEffect}. The value is kept for when it has.`]),
    `Default: ${formatSettingValue(state.default)}. ${back}`,
    ...(state.changed ? ["It holds for this session from the next message on."] : []),
  ];
}

function renderDefault(state: SettingState): string {
  return state.changed ? ` (default ${formatSettingValue(state.default)})` : "";
}

function renderEffect({ noEffect }: SettingState): string {
  return noEffect === null ? "" : " (no effect here)";
}

function formatSettingValue(value: SettingState["value"]): string {
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return value.length === 0 ? "none" : value.join(", ");
}
