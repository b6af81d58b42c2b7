/** Memories that were erased in a log that had moved, where their folder was not named: nothing comes back from the files. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makePath, openAt, readAll, say, within } from "./erase-room.js";

const doctor = "My doctor is Dr. Brandt in the old harbour street.";
const dentist = "My dentist is Dr. Quixotel in the new market lane.";

/** A folder with a log, `log.db`, and the notes of these people's memories in `log`. */
async function makeHome(people: readonly string[]): Promise<string> {
  const home = makePath();
  mkdirSync(home, { recursive: true });
  await within(openAt(join(home, "log"), join(home, "log")), async (clew) => {
    for (const from of people)
      await say(clew, from, from === "ben" ? doctor : dentist, { session: `telegram:${from}`, from });
    await clew.index({ finish: true });
    await clew.memory.sync();
  });
  expect(readAll(join(home, "log"))).toContain("notes");
  return home;
}

const listTexts = (path: string, folder: string) =>
  within(openAt(path, folder), async (clew) => (await clew.memory.list({ all: true })).map(({ text }) => text));

const eraseBen = (path: string) => within(openAt(path), (clew) => clew.erase({ person: "ben" }));

describe.each([
  ["everybody", ["ben"]],
  ["one of two", ["ada", "ben"]],
])("memories of %s, erased without their folder", (_title, people) => {
  test("do not come back after the folder was moved", async () => {
    const home = await makeHome(people);
    renameSync(home, `${home}-moved`);
    const path = join(`${home}-moved`, "log");
    await eraseBen(path);
    expect(await listTexts(path, path)).toHaveLength(people.length - 1);
    expect(readAll(path)).not.toMatch(/brandt/iu);
  });

  test("do not come back in a copy, and the original stays as it is", async () => {
    const home = await makeHome(people);
    cpSync(home, `${home}-copy`, { recursive: true });
    const [path, original] = [join(`${home}-copy`, "log"), readAll(join(home, "log"))];
    await eraseBen(path);
    expect(await listTexts(path, path)).toHaveLength(people.length - 1);
    expect(readAll(path)).not.toMatch(/brandt/iu);
    expect(readAll(join(home, "log"))).toBe(original);
    expect(await listTexts(join(home, "log"), join(home, "log"))).toHaveLength(people.length);
  });

  test("do not come back in a copy that shares the folder with the original", async () => {
    const home = await makeHome(people);
    copyFileSync(join(home, "log.db"), join(home, "copy.db"));
    await eraseBen(join(home, "copy"));
    for (let time = 0; time < 2; time += 1)
      expect(await listTexts(join(home, "copy"), join(home, "log"))).toHaveLength(people.length - 1);
    expect(readFileSync(join(home, "copy.db"), "latin1")).not.toMatch(/brandt/iu);
    expect(await listTexts(join(home, "log"), join(home, "log"))).toContainEqual(expect.stringContaining("Brandt"));
  });
});

test("a moved log that is erased again with the folder named tidies what was left there before", async () => {
  const home = await makeHome(["ada", "ben"]);
  renameSync(home, `${home}-moved`);
  const path = join(`${home}-moved`, "log");
  await eraseBen(path);
  await within(openAt(path, path), (clew) => clew.erase({ person: "ada" }));
  expect(await listTexts(path, path)).toEqual([]);
  expect(readAll(path)).not.toMatch(/brandt|quixotel/iu);
});

test("a note that a person wrote in the folder of a moved log is still taken over", async () => {
  const home = await makeHome(["ben"]);
  renameSync(home, `${home}-moved`);
  const path = join(`${home}-moved`, "log");
  await eraseBen(path);
  writeFileSync(join(path, "notes", "mine.md"), "The bins go out on Tuesday\n");
  expect(await listTexts(path, path)).toEqual(["The bins go out on Tuesday"]);
});
