import { readFileSync } from "node:fs";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { parseSettingValue, readSetting, resolveSetting } from "@clewline/core/policy/settings.js";
import { settings } from "@clewline/core/policy/settings-table.js";
import { expect, test } from "vitest";
import { some } from "./some.js";

const page = readFileSync(new URL("../docs/policies.md", import.meta.url), "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [preset = "", setting = "", value = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim().replaceAll("`", ""));
    return { preset, setting, value };
  });

test("the page of policies documents figures of every preset but the default one", () => {
  expect(rows.length).toBeGreaterThanOrEqual(26);
  const [first, ...others] = Object.keys(presets);
  expect(first).toBe("balanced");
  expect(new Set(rows.map(({ preset }) => preset))).toEqual(new Set(others));
  expect(new Set(rows.map(({ preset, setting }) => `${preset} ${setting}`)).size).toBe(rows.length);
});

test.each(rows)("$preset has $setting at $value, as documented", ({ preset, setting, value }) => {
  const policy = Object.hasOwn(presets, preset) ? presets[preset] : undefined;
  if (policy === undefined) throw new Error(`There is no preset ${preset}`);
  const known = resolveSetting(setting);
  expect([known.name, known.alias]).toContain(setting);
  expect(readSetting(policy, known)).toEqual(parseSettingValue(known, value));
});

test("every preset is called by its own name on a receipt, and every default is a value that the setting allows", () => {
  for (const [name, policy] of Object.entries(presets)) {
    expect(policy.name).toBe(name);
    // No policy knows the zone of its log.
    for (const setting of some(settings).filter(({ kind }) => kind !== "zone")) {
      const value = readSetting(policy, setting);
      // A list is typed with commas between its names.
      expect(parseSettingValue(setting, typeof value === "object" ? value.join(",") : String(value))).toEqual(value);
    }
  }
});

test("a switch is typed in words, and a time may have a fraction", () => {
  const typed = (name: string, value: string) => parseSettingValue(resolveSetting(name), value);
  for (const word of ["true", "yes", "on", "Yes"]) expect(typed("use_selection", word)).toBe(true);
  for (const word of ["false", "no", "off", "OFF"]) expect(typed("use_selection", word)).toBe(false);
  expect(() => typed("use_selection", "1")).toThrow(`select can't be "1"`);
  expect(typed("context_recency_hours", "1.5")).toBe(1.5);
  expect(typed("context_recency_hours", "0")).toBe(0);
  expect(typed("compact_hours", "off")).toBe("off");
  expect(() => typed("context_recency_hours", "off")).toThrow("can't be");
  expect(() => typed("lookback_count", "2.5")).toThrow("can't be");
  expect(typed("use_selection", "default")).toBeNull();
});
