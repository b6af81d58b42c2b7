import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Feature, FeatureGroup } from "./feature.js";
import { featureGroups } from "./features-list.js";
import { type Finding, main, textIfAny } from "./finding.js";
import { listTestTitles, type TestTitles } from "./test-titles.js";

const page = "docs/features.md";

/** Fails if a feature names a test that is not there, or if the page differs from the list and the tests' titles. */
export function featuresGate(root: string, groups: readonly FeatureGroup[] = featureGroups): Finding[] {
  const tests = listTestTitles(root);
  const missing = groups.flatMap(({ features }) =>
    features.flatMap(({ name, tests: wanted }) =>
      wanted.filter((each) => findTitles(tests, each).length === 0).map((each) => `${name}: no test is ${each}`),
    ),
  );
  if (missing.length > 0) return missing.map((message) => ({ file: "scripts/features-list.ts", line: 1, message }));
  if (textIfAny(join(root, page)) === makePage(groups, tests)) return [];
  return [{ file: page, line: 1, message: "differs from the tests' titles: npm run docs" }];
}

function writePage(root: string): Finding[] {
  writeFileSync(join(root, page), makePage(featureGroups, listTestTitles(root)));
  return [];
}

/** The titles that a reference means: those of `file.test.ts`, or those of them that hold the words after `#`. */
function findTitles(tests: readonly TestTitles[], reference: string): readonly string[] {
  const [file, words] = reference.split("#");
  const titles = tests.find((each) => each.file === `test/${file}`)?.titles ?? [];
  return titles.filter((title) => isTelling(title) && (words === undefined || title.includes(words)));
}

/** "on …" says nothing by itself. */
function isTelling(title: string): boolean {
  return title.split(/\s+/).filter((word) => /\p{L}{3}/u.test(word)).length > 1;
}

function makePage(groups: readonly FeatureGroup[], tests: readonly TestTitles[]): string {
  const all = groups.flatMap(({ features }) => features);
  const count = (state: Feature["state"]) => all.filter((each) => each.state === state).length;
  return [
    "<!-- Written by npm run docs, from scripts/features-list.ts and the titles of the tests. -->",
    "# Features",
    "",
    `${all.length} features: ${count(undefined)} are there, ${count("partly")} partly, ${count("later")} come later. Below each stands what its tests`,
    "say, in their own words; [guarantees.md](guarantees.md) tells how the promises are tried.",
    ...groups.flatMap((group) => makeSection(group, tests)),
    "",
  ].join("\n");
}

function makeSection({ title, features }: FeatureGroup, tests: readonly TestTitles[]): readonly string[] {
  return ["", `## ${title}`, "", ...features.flatMap((feature) => makeItem(feature, tests))];
}

function makeItem({ name, state, why, tests: wanted }: Feature, tests: readonly TestTitles[]): readonly string[] {
  const label = state === undefined ? "" : ` *${state[0]?.toUpperCase()}${state.slice(1)}: ${why}*`;
  return [`- **${name}**${label}`, ...wanted.map((each) => `  - ${describe(each, findTitles(tests, each))}`)];
}

const shownTitles = 4;

function describe(reference: string, titles: readonly string[]): string {
  const [file] = reference.split("#");
  const more = titles.length > shownTitles ? `; and ${titles.length - shownTitles} more` : "";
  return `\`test/${file}\`: ${titles.slice(0, shownTitles).map(escapeMarkup).join("; ")}${more}`;
}

/** A title is words, not markup. */
function escapeMarkup(title: string): string {
  return title.replace(/[<>*_`[\]]/g, (sign) => `\\${sign}`);
}

await main(import.meta.url, "features", writePage);
