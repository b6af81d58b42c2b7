import { expect, test } from "vitest";
import { stagesGate } from "../../scripts/stages.js";
import { plant, shown } from "./planted.js";

const names = ["settle-log", "select-past", "draw-units", "plan-view", "reduce-view", "render-view"];
const clean = {
  ...Object.fromEntries(names.map((name) => [`packages/core/src/view/${name}.ts`, "export const stage = 1;\n"])),
  "packages/core/src/view/assemble.ts": names.map((name) => `import "./${name}.js";\n`).join(""),
};

const found = (files: Record<string, string>) => shown(stagesGate(plant({ ...clean, ...files })));

test("a line of stages that only the table of contents knows is clean", () => {
  expect(found({})).toEqual([]);
});

test("a stage that imports another one is named, for its types too", () => {
  expect(
    found({ "packages/core/src/view/plan-view.ts": 'import type { T } from "./draw-units.js";\nexport type U = T;\n' }),
  ).toEqual([
    "packages/core/src/view/plan-view.ts:1 only packages/core/src/view/assemble.ts may import the stage packages/core/src/view/draw-units.ts",
  ]);
});

test("whoever else imports a stage is named", () => {
  expect(
    found({
      "packages/engine/src/view.ts":
        '\nimport { stage } from "../../core/src/view/reduce-view.js";\nexport { stage };\n',
    }),
  ).toEqual([
    "packages/engine/src/view.ts:2 only packages/core/src/view/assemble.ts may import the stage packages/core/src/view/reduce-view.ts",
  ]);
});

test("a stage that is not in the line is named", () => {
  expect(
    found({
      "packages/core/src/view/assemble.ts": names
        .slice(1)
        .map((name) => `import "./${name}.js";\n`)
        .join(""),
    }),
  ).toEqual([
    "packages/core/src/view/assemble.ts:1 packages/core/src/view/assemble.ts does not import the stage packages/core/src/view/settle-log.ts",
  ]);
});
