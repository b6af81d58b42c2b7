import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { docsCodeGate } from "../../scripts/docs-code.js";
import { examplesGate } from "../../scripts/examples.js";
import { lend, plant } from "./planted.js";

const fence = (info: string, ...lines: string[]) => [`\`\`\`${info}`, ...lines, "```", ""].join("\n");
const ci = fence("sh ci", "npm ci && npm run demo", "npm ci && npm test");
const project = {
  "package.json": '{ "name": "clewline", "type": "module", "exports": { ".": "./dist/index.js" } }',
  "dist/index.js": 'export const name = "built";\n',
  "dist/cli/main.js": '#!/usr/bin/env node\nconsole.log("clew", process.argv[2]);\n',
  "examples/01-minimal.ts":
    'import { name } from "clewline";\n// #region open\n  const one: string = name;\n// #endregion\n',
};

async function found(files: Record<string, string>) {
  const root = plant({ ...project, ...files });
  chmodSync(join(root, "dist/cli/main.js"), 0o755);
  lend(root, ".ci/run", "tsconfig.base.json");
  return await docsCodeGate(root);
}

async function places(files: Record<string, string>) {
  return (await found(files)).map(({ file, line, message }) => `${file}:${line} ${message.split("\n")[0]}`);
}

test("blocks that keep their promises are clean", async () => {
  const readme = [
    ci,
    fence(
      "ts",
      'import { name } from "clewline";',
      'if (name !== "built") throw new Error(name);',
      "const one: number = 1;",
    ),
    fence("ts continue", "if (one !== 1 || !process.env.CLEW_STORE) throw new Error();"),
    fence("ts file=examples/01-minimal.ts", 'import { name } from "clewline";', "  const one: string = name;"),
    fence("ts file=examples/01-minimal.ts#open", "const one: string = name;"),
    fence("sh", 'test "$(clew demo)" = "clew demo"', "echo kept > kept"),
    fence("sh", "cat kept"),
    fence("json", '{ "a": 1 }') + fence("toml", "a = 1") + fence("text", "{") + fence("console", "$ false"),
  ];
  expect(await places({ "README.md": readme.join("\n"), "docs/a.md": fence("sh ci", "npm ci && npm test") })).toEqual(
    [],
  );
});

describe("a broken promise is named with its document and line", () => {
  test.each([
    [`text\n${fence("")}`, "docs/a.md:3 the fence names no language"],
    [fence("python", "1"), "docs/a.md:2 unknown fence: python"],
    [fence("ts norun", "1"), "docs/a.md:2 unknown fence: ts norun"],
    ["```text\nopen", "docs/a.md:2 unknown fence: unclosed"],
    [fence("json", "{ a }"), /^docs\/a\.md:2 does not parse: /],
    [fence("toml", "a = "), /^docs\/a\.md:2 does not parse: /],
    [fence("sh", "false | true"), "docs/a.md:2 ended with 1"],
    [fence("ts", 'throw new Error("x");'), "docs/a.md:2 ended with 1"],
    [fence("ts file=examples/02.ts", ""), "docs/a.md:2 quotes examples/02.ts, which is not there"],
    [
      fence("ts file=examples/01-minimal.ts#shut", ""),
      "docs/a.md:2 quotes examples/01-minimal.ts#shut, which is not there",
    ],
    [fence("ts file=examples/01-minimal.ts", "const two = 2;"), "docs/a.md:2 differs from examples/01-minimal.ts"],
    [fence("sh ci", "npm ci && npm start"), "docs/a.md:2 .ci/run does not run: npm start"],
  ])("%j", async (text, finding) => {
    expect(await places({ "README.md": ci, "docs/a.md": text })).toEqual([
      typeof finding === "string" ? finding : expect.stringMatching(finding),
    ]);
  });

  test("the stack trace of a chain has the lines of the document", async () => {
    const text = `${fence("ts", "const one = 1;")}\nmore\n\n${fence("ts continue", "throw new Error(String(one));")}`;
    const [finding] = await found({ "README.md": text });
    expect(finding?.message).toMatch(/README-md-2\.ts:8/);
  });
});

test("an example that fails is named", async () => {
  const root = plant({ ...project, "examples/02-bad.ts": 'throw new Error("wrong");\n' });
  lend(root, "tsconfig.base.json");
  const findings = await examplesGate(root);
  expect(findings.map(({ file }) => file)).toEqual(["examples/02-bad.ts"]);
  expect(findings[0]?.message).toContain("wrong");
});
