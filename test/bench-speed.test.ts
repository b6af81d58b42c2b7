import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { quantile } from "../bench/speed/findings.js";
import { measureSpeed } from "../bench/speed/speed.js";
import { sizedRound } from "../bench/talk.js";
import { translated } from "./child-program.js";
import { repository } from "./gates/planted.js";

interface Found {
  readonly bench: string;
  readonly node: string;
  readonly tables: readonly { readonly title: string; readonly rows: readonly Readonly<Record<string, unknown>>[] }[];
}

/** Translated once: each of its processes would do that again. */
const checkout = await translated(["bench/run.ts", "bench/worker/worker.ts"]);
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

function bench(...words: readonly string[]) {
  const program = join(checkout, "bench/run.js");
  return spawnSync(process.execPath, [program, ...words], { cwd: repository, encoding: "utf8" });
}

function rowsOf({ tables }: Found, title: string) {
  const table = tables.find((each) => each.title.startsWith(title));
  return table?.rows ?? [];
}

test("a quick run of this checkout alone measures a turn and names what it could not compare with", () => {
  const { stdout, stderr } = bench("speed", "--quick", "--alone", "--json", "--only", "turn", "--only", "tool-view");
  expect(stderr).toContain("tool-view: clew");
  const found = JSON.parse(stdout) as Found;
  expect(found).toMatchObject({ bench: "speed", node: process.versions.node });
  expect(rowsOf(found, "CPU of a turn")).toEqual([
    expect.objectContaining({ subject: "clew", "messages in the log": 60, turns: 4 }),
  ]);
  const [turn] = rowsOf(found, "CPU of a turn");
  for (const figure of ["CPU ms a turn", "median turn", "p95", "input: messages", "input: characters"]) {
    expect(turn?.[figure]).toBeGreaterThan(0);
  }
  expect(rowsOf(found, "Views of a 40k window")).toEqual([expect.objectContaining({ subject: "clew", views: 2 })]);
  expect(rowsOf(found, "Targets")).toEqual([
    { figure: "a turn at 60 messages, to clew before", value: null, target: "at most 0.2", met: null },
    { figure: "a turn at 60 messages, to Mastra", value: null, target: "at most 3", met: null },
    { figure: "a turn at 60 messages, to 60 messages", value: 1, target: "at most 1.2", met: true },
    { figure: "a turn at 60 messages, to Mastra", value: null, target: "at most 1", met: null },
    expect.objectContaining({ figure: "a view of a 40k window after a tool call, to clew before", met: null }),
  ]);
  expect(rowsOf(found, "Not measured")).toEqual([expect.objectContaining({ what: "clew before" })]);
});

test("a row that does not exist, and a checkout that is not built, are refused", async () => {
  const row = bench("speed", "--alone", "--only", "turns");
  expect(row).toMatchObject({ status: 2, stderr: "There is no row turns\n" });
  expect(row.stdout).toContain("git worktree add");
  const unbuilt = measureSpeed({ only: [], quick: true, alone: false, before: "docs", say: () => undefined });
  await expect(unbuilt).rejects.toThrow("docs can't be measured: it has no dist/index.js: run `npm run build` in it");
});

test("texts have exactly the bytes that are asked for, and none is like another", () => {
  const texts = Array.from({ length: 200 }, (_, number) => sizedRound(45)(number)).flatMap(({ message, answer }) => [
    message,
    answer,
  ]);
  expect(new Set(texts.map((text) => Buffer.byteLength(text)))).toEqual(new Set([45]));
  expect(new Set(texts).size).toBe(400);
});

test("a quantile is one of the figures", () => {
  const figures = Array.from({ length: 40 }, (_, index) => 40 - index);
  expect([quantile(figures, 0.95), quantile([7], 0.95), quantile(figures, 1)]).toEqual([38, 7, 40]);
});
