import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const command = "$ npx clew try session.jsonl\n";
const readBlock = (text: string, from: string) => text.slice(text.indexOf(from) + from.length).split("\n```")[0] ?? "";

it("the README's example of clew try begins as the recorded run does, and its percentages are those of the run's prices", () => {
  const run = readBlock(read("bench/results/try.md"), "```console\n");
  const shown = readBlock(read("README.md"), command);
  expect(shown).toMatch(/^balanced would have sent /);
  expect(run.startsWith(`${shown}\n`)).toBe(true);
  const priceOf = (row: string) => Number(new RegExp(`^${row} .*?\\$([\\d.]+)`, "m").exec(run)?.[1]);
  const pairs = [
    ["balanced", "full history"],
    ["balanced", "own client"],
    ["rolling", "full history"],
  ] as const;
  const less = pairs.map(([one, other]) => Math.round(100 * (1 - priceOf(one) / priceOf(other))));
  const compared = shown.replaceAll("\n", " ").matchAll(/(\d+) % (less|more) than (?:the whole|what the program)/g);
  const told = [...compared].map(([, percent, how]) => (how === "less" ? Number(percent) : -Number(percent)));
  expect(told).toEqual(less);
});
