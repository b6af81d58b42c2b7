import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "./planted.js";

const invariants = "test/invariants/generated-views.ts";

/** The tests that a cell names: a file alone, or a file and the beginning of a name in it. */
function listTests(cell: string): readonly { readonly file: string; readonly name: string }[] {
  return cell.split(/[;,] (?=[`"])/).map((part) => {
    const [, file = invariants] = /`(test\/[^`]+)`/.exec(part) ?? [];
    const [, name = ""] = /"([^"]+)"/.exec(part) ?? [];
    return { file, name };
  });
}

function listRows(page: string): readonly (readonly string[])[] {
  const promises = page.slice(0, page.indexOf("## What is not promised"));
  const rows = promises.split("\n").filter((line) => line.startsWith("| ") && !/^\| (promise|---)/.test(line));
  return rows.map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
}

test("every promise names tests that are there", () => {
  const rows = listRows(readFileSync(join(repository, "docs/guarantees.md"), "utf8"));
  expect(rows.length).toBeGreaterThan(25);
  const missing = rows.flatMap(([promise = "", cell = ""]) =>
    listTests(cell)
      .filter(({ file, name }) => !readFileSync(join(repository, file), "utf8").includes(name))
      .map(({ file, name }) => `${promise}: ${file} ${name}`),
  );
  expect(missing).toEqual([]);
});

test("each of the five promises of the README is on the page", () => {
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const section = readme.slice(readme.indexOf("## What you can rely on"), readme.indexOf("## When not to use it"));
  const page = readFileSync(join(repository, "docs/guarantees.md"), "utf8");
  const proofs = {
    "It fits": "I1",
    "Nothing is lost": "I9",
    "Nothing is torn": "I3",
    "It ends": "I12",
    "You can": "I14",
  };
  for (const [promise, proof] of Object.entries(proofs)) {
    expect(section).toContain(`**${promise}`);
    expect(page).toMatch(new RegExp(`"${proof} `));
  }
  expect(section.match(/^\d\. /gm)).toHaveLength(Object.keys(proofs).length);
});
