/** Settings of a chat before its first message, limits that are off, and a folder in folders that are not there yet. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { balanced, openClew } from "clewline";
import { expect, test } from "vitest";

test("settings of a new chat can be changed and read, as by /config", async () => {
  await using clew = await openClew({ store: "memory", config: false });
  const named = (states: Awaited<ReturnType<typeof clew.settings>>) => states.find(({ name }) => name === "max_steps");
  const session = "telegram:chat:7";
  expect(named(await clew.settings({ session, set: { max_steps: "3" } }))).toMatchObject({ value: 3, changed: true });
  expect(named(await clew.settings({ session }))).toMatchObject({ value: 3, changed: true });
  expect(await clew.command({ session, text: "/config max_steps" })).toContain("3");
});

test("a policy in JSON lifts a limit by the word that the hint names", async () => {
  const policy = { ...balanced, spillOver: "off" };
  await using clew = await openClew({ store: "memory", config: false, policy: policy as never });
  const states = await clew.settings();
  expect(states.find(({ name }) => name === "spill_over")).toMatchObject({ value: "off" });
  const wrong = openClew({ store: "memory", config: false, policy: { ...policy, maxSteps: "off" } as never });
  await expect(wrong).rejects.toMatchObject({ code: "policy/bad" });
});

test("the folder of memories is created with the folders above it, unless a file is in the way", async () => {
  const base = mkdtempSync(join(tmpdir(), "clew-folder-"));
  try {
    const memoryFolder = join(base, "state", "deep", "memory");
    await using clew = await openClew({ store: "memory", config: false, memoryFolder });
    await clew.memory.add({ text: "The ladder is behind the house" });
    await clew.memory.sync();
    expect(existsSync(join(memoryFolder, "MEMORY.md"))).toBe(true);
    writeFileSync(join(base, "file"), "");
    const wrong = openClew({ store: "memory", config: false, memoryFolder: join(base, "file", "memory") });
    await expect(wrong).rejects.toMatchObject({ code: "options/bad" });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
