import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeConfigJsonSchema } from "@clewline/clewline/config/config-schema.js";
import {
  type Effect,
  type EffectTable,
  effectMeanings,
  fileEffects,
  flagEffects,
  keyEffects,
  listEffects,
  optionEffects,
  variableEffects,
} from "@clewline/clewline/config/effects.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { describeRange, readSetting } from "@clewline/core/policy/settings.js";
import { type Setting, type SettingGroup, settingGroups } from "@clewline/core/policy/settings-table.js";
import { type Finding, main, textIfAny } from "./finding.js";

const pages: Readonly<Record<string, () => string>> = {
  "docs/settings.md": settingsMarkdown,
  "docs/clew.schema.json": () => `${jsonLines(makeConfigJsonSchema())}\n`,
};

/** Fails if the page of settings or the schema of clew.toml differs from the table of settings and the presets. */
export function settingsGate(root: string): Finding[] {
  const stale = Object.entries(pages).filter(([page, text]) => textIfAny(join(root, page)) !== text());
  return stale.map(([file]) => ({ file, line: 1, message: "differs from the sources: npm run docs" }));
}

function writeSettings(root: string): Finding[] {
  for (const [page, text] of Object.entries(pages)) writeFileSync(join(root, page), text());
  return [];
}

function settingsMarkdown(): string {
  return `${[
    "<!-- Written by npm run docs. -->",
    "# Settings",
    "",
    "Every figure that a policy goes by, with its default in each preset. Change one for a whole log in",
    "[clew.toml](configuration.md) or in the policy that you open it with (`policy: { ...balanced, maxTokens: 20_000 }`), or for",
    "one chat by `/config NAME VALUE` or `clew config NAME VALUE`, from the next message on. Parts are of the room: the window",
    "less what is kept for the reply. `off` lifts a limit. [Presets](policies.md) says which preset is for what. A dash stands",
    "where a setting has no effect: it is accepted and kept, and `clew config NAME` says why.",
    ...settingGroups.flatMap(section),
    ...effectsSection(),
    "",
  ].join("\n")}`;
}

function section({ title, settings }: SettingGroup): readonly string[] {
  const names = Object.keys(presets);
  return [
    "",
    `## ${title}`,
    "",
    "| setting | in a policy | what it does | values |",
    "| --- | --- | --- | --- |",
    ...settings.map((each) => `| ${namesOf(each)} | \`${each.place.path}\` | ${each.about} | ${describeRange(each)} |`),
    "",
    `| default | ${names.map((name) => `\`${name}\``).join(" | ")} |`,
    `| --- | ${names.map(() => "---").join(" | ")} |`,
    ...settings.map((each) => `| \`${each.name}\` | ${names.map((name) => defaultIn(each, name)).join(" | ")} |`),
  ];
}

/** Settings below [conversation] and in policies are the same: they stand once. */
function effectsSection(): readonly string[] {
  const { conversation, policies: _same, ...others } = keyEffects;
  const tables: readonly (readonly [string, EffectTable])[] = [
    ["clew.toml", others],
    ["`[conversation]` and `[policies.*]`", conversation],
    ["files in a folder", fileEffects],
    ["variables", variableEffects],
    ["options of openClew", optionEffects],
    ["options of every command", flagEffects],
  ];
  const rows = tables.flatMap(([title, table]) =>
    (Object.keys(effectMeanings) as Effect[]).flatMap((effect) => {
      const names = listEffects(table).filter(([, each]) => each === effect);
      return names.length === 0
        ? []
        : [`| ${title} | ${effect} | ${names.map(([name]) => `\`${name}\``).join(", ")} |`];
    }),
  );
  return [
    "",
    "## Effects",
    "",
    "Every setting, file and option has the strongest effect that it can bring about. In a folder that you have not",
    "[trusted](configuration.md#trust), only what `shows` counts. Variables, and options of a program or a command, are your own,",
    "and count everywhere.",
    "",
    "| effect | it decides |",
    "| --- | --- |",
    ...Object.entries(effectMeanings).map(([effect, meaning]) => `| ${effect} | ${meaning} |`),
    "",
    "| where | effect | names |",
    "| --- | --- | --- |",
    ...rows,
  ];
}

function namesOf({ name, alias }: Setting): string {
  return alias === undefined ? `\`${name}\`` : `\`${name}\`, \`${alias}\``;
}

function defaultIn(setting: Setting, preset: string): string {
  const policy = presets[preset];
  if (policy !== undefined && setting.place.read(policy) === undefined) return "–";
  const value = policy === undefined ? "" : readSetting(policy, setting);
  if (typeof value === "number") return value.toLocaleString("en-US");
  if (typeof value !== "object") return value === "" ? "the log's" : String(value);
  return value.length === 0 ? "none" : value.join(", ");
}

/** Formats as the formatter does: lists of plain values on one line. */
function jsonLines(value: object): string {
  return JSON.stringify(value, null, 2).replaceAll(
    /\[\s+([^[\]{}]*?)\s+\]/g,
    (_list, inside: string) => `[${inside.replaceAll(/\n\s+/g, " ")}]`,
  );
}

await main(import.meta.url, "settings", process.argv.includes("--check") ? settingsGate : writeSettings);
