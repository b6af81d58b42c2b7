import { expect, test } from "vitest";
import { checkRooms } from "../../scripts/rooms.js";
import { plant, shown } from "./planted.js";

const files = (folder: string, count: number, stem = "file") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${folder}/${stem}-${index}.ts`, ""]));
const found = (given: Record<string, string>) => shown(checkRooms(plant(given)));

test.each(["packages/core/src/log", "packages/cli/src", "bench/speed"])(
  "a 26th file in %s is refused, folders inside it apart",
  (folder) => {
    expect(found({ ...files(folder, 25), ...files(`${folder}/inside`, 25), [`${folder}/notes.md`]: "" })).toEqual([]);
    expect(found(files(folder, 26))).toEqual([`${folder}:1 26 files in one folder, at most 25`]);
  },
);

test("tests beside the sources don't count", () => {
  expect(found({ ...files("packages/core/src/log", 25), "packages/core/src/log/entry.test.ts": "" })).toEqual([]);
});

test("a folder of one kind may hold more, if all its files are named by its rule", () => {
  const kinds = { "packages/core/src/rules": /^file-\d+\.ts$/ };
  const root = plant({ ...files("packages/core/src/rules", 30), "packages/core/src/rules/other.ts": "" });
  expect(shown(checkRooms(plant(files("packages/core/src/rules", 30)), kinds))).toEqual([]);
  expect(shown(checkRooms(root, kinds))).toEqual([
    "packages/core/src/rules/other.ts:1 is not named as /^file-\\d+\\.ts$/, the rule of packages/core/src/rules",
  ]);
});

/** Of two digits, so that their order is that of the numbers. */
const nameRoom = (number: number) => `room-${10 + number}`;

/** Rooms of a floor, each of which imports a type of the others before it, until there are so many arrows. */
function wire(floor: string, arrows: number): Record<string, string> {
  const given: Record<string, string> = {};
  let left = arrows;
  for (let room = 0; left > 0 || room < 2; room += 1) {
    const used = Math.min(left, room);
    const imports = Array.from(
      { length: used },
      (_, other) => `import type { A${other} } from "../${nameRoom(other)}/a.js";\n`,
    );
    const twice = room === 1 ? ['import { A0 as B } from "../room-10/a.js";\n'] : [];
    given[`packages/${floor}/src/${nameRoom(room)}/a.ts`] = [...imports, ...twice, `export class A${room} {}\n`].join(
      "",
    );
    left -= used;
  }
  return given;
}

test.each([
  ["core", 45],
  ["engine", 20],
  ["clewline", 25],
  ["cli", 40],
])("beyond its number of arrows, %s is told the thinnest of them", (floor, most) => {
  expect(found(wire(floor, most))).toEqual([]);
  const beyond = found(wire(floor, most + 1));
  expect(beyond).toEqual([
    expect.stringMatching(
      new RegExp(
        `^packages/${floor}/src/room-12/a.ts:1 room-12 -> room-10: packages/${floor} has ${most + 1} arrows between its rooms, at most ${most};`,
      ),
    ),
  ]);
  expect(found(wire(floor, most + 3))).toHaveLength(3);
});

test("a file that lies directly on a floor is a room; what crosses floors, or stays in a room, is no arrow", () => {
  const engine = wire("engine", 20);
  const own = 'import { b } from "./b.js";\nimport { e } from "../../../core/src/e.js";\nexport const a = b + e;\n';
  const inside = {
    "packages/engine/src/room-10/b.ts": "export const b = 1;\n",
    "packages/core/src/e.ts": "export const e = 1;\n",
  };
  expect(found({ ...engine, ...inside, "packages/engine/src/room-10/c.ts": own })).toEqual([]);
  const direct = { "packages/engine/src/engine.ts": 'export type { A0 } from "./room-10/a.js";\n' };
  expect(found({ ...engine, ...direct })).toHaveLength(1);
});
