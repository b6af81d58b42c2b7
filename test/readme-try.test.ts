import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** By their first cell, the tokens of a row that are no words. */
function readRow(name: string): readonly string[] {
  const line = read("README.md")
    .split("\n")
    .find((each) => each.startsWith(`${name}  `));
  return (
    line
      ?.slice(name.length)
      .trim()
      .split(/\s{2,}/) ?? []
  );
}

const dollars = (cells: readonly string[]) => Number(cells.find((cell) => cell.startsWith("$"))?.slice(1));

it("the README's example of clew try says what the page of the bench says of the same session", () => {
  const [paid, full, balanced] = [readRow("as paid"), readRow("full history"), readRow("balanced")];
  const page = read("bench/results/cost.md").split("\n");
  const pages = page.map((line) => line.split("|").map((cell) => cell.trim()));
  const find = (file: string, policy: string) => pages.find((cells) => cells[1] === file && cells[2] === policy);
  const files = [...new Set(pages.flatMap((cells) => (cells[2] === "balanced" ? [cells[1] ?? ""] : [])))];
  const told = files.map((file) => ["full history", "balanced"].map((policy) => Number(find(file, policy)?.[3])));
  const meant = [dollars(full) / dollars(paid), dollars(balanced) / dollars(paid)];
  const near = told.filter((parts) => parts.every((part, place) => Math.abs(part - (meant[place] ?? 0)) < 0.006));
  expect(near).toHaveLength(1);
  const less = Math.round(100 * (1 - dollars(balanced) / dollars(paid)));
  expect(read("README.md")).toContain(`instead of ${paid[0]} for $${dollars(paid)} as paid:\n${less} % less.`);
});
