import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { presets } from "../src/core/policies/presets.js";
import { rangeOf, type Setting, settings } from "../src/core/settings.js";
import { type Finding, main, textIfAny } from "./finding.js";

const page = "docs/settings.md";

/** The page of the settings is what the table of settings and the presets say today. */
export function settingsGate(root: string): Finding[] {
  const fresh = textIfAny(join(root, page)) === settingsMarkdown();
  return fresh ? [] : [{ file: page, line: 1, message: "differs from the sources: npm run docs" }];
}

function writeSettings(root: string): Finding[] {
  writeFileSync(join(root, page), settingsMarkdown());
  return [];
}

function settingsMarkdown(): string {
  const names = Object.keys(presets);
  const rows = settings.map((setting) => {
    const values = names.map((name) => defaultIn(setting, name));
    return `| \`${setting.name}\` | \`${setting.field}\` | ${setting.about} | ${rangeOf(setting)} | ${values.join(" | ")} |`;
  });
  return `${[
    "<!-- Written by npm run docs. -->",
    "# Settings",
    "",
    "Every figure that a policy goes by, with its default in each preset. Change one for a whole log in the policy that you",
    "open it with (`policy: { ...balanced, maxTurns: 30 }`), or for one chat by `/config NAME VALUE` or",
    "`clew config NAME VALUE`, from the next message on. Parts are of the room: the window less what is kept for the reply.",
    "`off` lifts a limit.",
    "",
    `| setting | in a policy | what it does | values | ${names.map((name) => `\`${name}\``).join(" | ")} |`,
    `| --- | --- | --- | --- | ${names.map(() => "---").join(" | ")} |`,
    ...rows,
    "",
  ].join("\n")}`;
}

function defaultIn(setting: Setting, preset: string): string {
  const value = presets[preset]?.[setting.field];
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value !== "number") return "";
  return Number.isFinite(value) ? value.toLocaleString("en-US") : "off";
}

await main(import.meta.url, "settings", process.argv.includes("--check") ? settingsGate : writeSettings);
