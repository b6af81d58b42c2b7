import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { runGates } from "../../scripts/check.js";
import { typesGate } from "../../scripts/types.js";
import { lend, plant, repository } from "./planted.js";

function run(root: string, tool: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(join(repository, "node_modules/.bin", tool), words, {
    cwd: root,
    encoding: "utf8",
  });
  return { passed: status === 0, output: stdout + stderr };
}

describe("biome", () => {
  const lint = (name: string, text: string) => {
    const root = plant({ [name]: text });
    lend(root, "biome.json");
    return run(root, "biome", "check", "--error-on-warnings");
  };

  test("clean code passes", () => {
    const text =
      "export function f(read: () => void): void {\n  try {\n    read();\n  } catch {\n    // The reader reports it.\n  }\n}\n";
    expect(lint("packages/clewline/src/a.ts", text)).toMatchObject({ passed: true });
  });

  test.each([
    ["packages/clewline/src/a.ts", "export const a = 'x'\n", "format"],
    ["packages/clewline/src/a.ts", "export const a = (b: any) => b;\n", "noExplicitAny"],
    ["packages/clewline/src/a.ts", "export const a = (b?: string) => b!.length;\n", "noNonNullAssertion"],
    ["packages/clewline/src/a.ts", "export default 1;\n", "noDefaultExport"],
    ["packages/clewline/src/a.ts", 'import { B } from "./b.js";\n\nexport const a = (b: B) => b;\n', "useImportType"],
    ["packages/clewline/src/a.ts", 'import { b } from "./b.js";\n', "noUnusedImports"],
    ["packages/clewline/src/a.ts", "const b = 1;\n", "noUnusedVariables"],
    [
      "packages/clewline/src/a.ts",
      "export function a(f: () => void) {\n  try {\n    f();\n  } catch {}\n}\n",
      "noEmptyBlockStatements",
    ],
    ["packages/clewline/src/a.ts", "const b = async () => 1;\n\nb();\n", "noFloatingPromises"],
  ])("%s with %j fails by %s", (name, text, rule) => {
    const { passed, output } = lint(name, text);
    expect(passed).toBe(false);
    expect(output).toMatch(new RegExp(`a\\.ts.*${rule}`));
  });
});

describe("types", () => {
  const linesWithFaults = async (text: string, beside: string) => {
    const own = { "package.json": '{ "type": "module" }' };
    const root = plant({ ...own, "packages/core/src/a.ts": text, "packages/clewline/src/b.ts": beside });
    lend(root, "tsconfig.base.json", "tsconfig.json", "packages/core/tsconfig.json");
    mkdirSync(join(root, "node_modules"));
    for (const name of ["@types", "undici-types"])
      symlinkSync(join(repository, "node_modules", name), join(root, "node_modules", name));
    const check = async () =>
      (await typesGate(root)).flatMap(({ file, line, message }) =>
        message.startsWith("TS") ? [`${file}:${line}`] : [],
      );
    const first = await check();
    // By what is known of the first time.
    expect(await check()).toEqual(first);
    return new Set(first);
  };

  test("core knows the language and nothing of the machine", async () => {
    const unknown = 'process;\nBuffer;\nsetTimeout;\nimport "node:fs";\nexport const a: string = [""][0];\n';
    const language = 'export const words = new Intl.Segmenter("en", { granularity: "word" });\n';
    const places = [1, 2, 3, 4, 5].map((line) => `packages/core/src/a.ts:${line}`);
    const beside = "process;\nexport const a: string = 1;\n";
    expect(await linesWithFaults(unknown + language, beside)).toEqual(
      new Set([...places, "packages/clewline/src/b.ts:2"]),
    );
  });
});

test("knip names an export that nobody uses", () => {
  const root = plant({
    "package.json": '{ "name": "clewline", "type": "module", "workspaces": ["packages/*"] }',
    "packages/clewline/package.json": '{ "name": "@clewline/clewline", "exports": { "./*.js": "./src/*.ts" } }',
    "packages/clewline/src/index.ts": 'export { used } from "./a.js";\n',
    "packages/clewline/src/a.ts": "export const used = 1;\nexport const forgotten = 2;\n",
  });
  lend(root, "knip.json");
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  const { passed, output } = run(root, "knip");
  expect(passed).toBe(false);
  expect(output).toMatch(/forgotten .*src\/a\.ts:2/);
});

test("publint names an entry point that is not built", () => {
  const root = plant({});
  lend(root, "package.json");
  const { passed, output } = run(root, "publint", "--strict");
  expect(passed).toBe(false);
  expect(output).toContain("dist/index.js");
});

test("the check runs every gate, names each, and fails if one fails", async () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  expect(
    await runGates([
      [
        ["first", "exit 1", "exit 0"],
        ["second", "exit 0"],
      ],
      [["third", "exit 1"]],
    ]),
  ).toBe(false);
  const printed = print.mock.calls.flat().join("\n");
  print.mockClear();
  expect(await runGates([[["only", "exit 0"]]])).toBe(true);
  print.mockRestore();
  expect(printed).toMatch(/FAIL {2}first +\d+\.\d s\npass {2}second +\d+\.\d s/);
  expect(printed.split("\n").at(-1)).toBe("2 checks failed: first, third");
});

test(".ci/run lists every command of the readme once, and wants npm test among them", () => {
  const list = (readme: string) => {
    const root = plant({ "README.md": readme });
    lend(root, ".ci/run");
    return spawnSync("bash", [".ci/run", "--list"], { cwd: root, encoding: "utf8" });
  };
  const block = "```sh ci\nnpm ci && npm run demo\nnpm ci && npm test\n```\n";
  expect(list(`# Clewline\n${block}\n`).stdout).toBe("npm ci\nnpm run demo\nnpm test\n");
  expect(list("# Clewline\n").status).toBe(1);
});
