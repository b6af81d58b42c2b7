import { expect, test } from "vitest";
import { stagesGate } from "../../scripts/stages.js";
import { plant, shown } from "./planted.js";

const names = ["settle-log", "select-past", "draw-units", "plan-view", "reduce-view", "render-view"];
const clean = {
  ...Object.fromEntries(names.map((name) => [`src/core/view/${name}.ts`, "export const stage = 1;\n"])),
  "src/core/view/assemble.ts": names.map((name) => `import "./${name}.js";\n`).join(""),
};

const found = (files: Record<string, string>) => shown(stagesGate(plant({ ...clean, ...files })));

test("a line of stages that only the table of contents knows is clean", () => {
  expect(found({})).toEqual([]);
});

test("a stage that imports another one is named, for its types too", () => {
  expect(
    found({ "src/core/view/plan-view.ts": 'import type { T } from "./draw-units.js";\nexport type U = T;\n' }),
  ).toEqual([
    "src/core/view/plan-view.ts:1 only src/core/view/assemble.ts may import the stage src/core/view/draw-units.ts",
  ]);
});

test("whoever else imports a stage is named", () => {
  expect(
    found({ "src/engine/view.ts": '\nimport { stage } from "../core/view/reduce-view.js";\nexport { stage };\n' }),
  ).toEqual(["src/engine/view.ts:2 only src/core/view/assemble.ts may import the stage src/core/view/reduce-view.ts"]);
});

test("a stage that is not in the line is named", () => {
  expect(
    found({
      "src/core/view/assemble.ts": names
        .slice(1)
        .map((name) => `import "./${name}.js";\n`)
        .join(""),
    }),
  ).toEqual([
    "src/core/view/assemble.ts:1 src/core/view/assemble.ts does not import the stage src/core/view/settle-log.ts",
  ]);
});
