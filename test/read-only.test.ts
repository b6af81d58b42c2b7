/** A log that can't be written can still be read, and says so. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { openClew } from "clewline";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { drivers } from "./sqlite-drivers.js";

const session = "terminal:default";
const nobody = 65_534;
const isRoot = process.geteuid?.() === 0;
let folder = "";
let store = "";

beforeAll(async () => {
  // Whoever it is must come as far as the folder.
  chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011);
  folder = mkdtempSync(join(tmpdir(), "clew-read-only-"));
  store = join(folder, "bot.db");
  const clew = await openClew({ store });
  const turn = await clew.begin({ session, text: "The key lies under the blue pot" });
  await turn.view();
  await turn.complete({ text: "Noted" });
  await clew.close();
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  chmodSync(folder, 0o555);
});

afterEach(() => becomeOneself());
afterAll(() => {
  chmodSync(folder, 0o755);
  rmSync(folder, { recursive: true });
});

/** Permissions mean nothing to the superuser, as whom tests in a container run. */
function becomeNobody(): void {
  if (isRoot) process.seteuid?.(nobody);
}

function becomeOneself(): void {
  if (isRoot) process.seteuid?.(0);
}

test("reading commands work in a folder that can't be written, and say that it is so", async () => {
  becomeNobody();
  const commands = [["log"], ["why"], ["search", "blue pot"], ["sessions"], ["context"], ["doctor"]];
  for (const words of commands) {
    const { code, out, error } = await typed([...words, "--store", store]);
    expect([words[0], code, out.length > 0]).toEqual([words[0], 0, true]);
    expect(error).toContain(`clew: ${store} can only be read: nothing is written\n`);
  }
  expect(objects((await typed(["search", "blue pot", "--store", store, "--json"])).out)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["bot.db"]);
});

test("what writes is refused in one sentence", async () => {
  becomeNobody();
  const { code, error } = await typed(["config", "summarise_at", "0.8", "--store", store]);
  expect([code, error.match(/\[store\/unavailable\]/g)]).toEqual([1, ["[store/unavailable]"]]);
  expect(error).toContain("bot.db can only be read: the file or its folder can't be written");
  const clew = await openClew({ store, config: false });
  await expect(clew.begin({ session, text: "More" })).rejects.toMatchObject({
    code: "store/unavailable",
    hint: expect.stringContaining("Copy the log to a folder that you may write to"),
  });
  expect((await clew.log({ session })).total).toBe(2);
  await clew.close();
});

test.each(drivers)("$name reads it, and takes a log with changes in its -wal for what it is", async (driver) => {
  const [live, still] = [join(folder, "..", `live-${driver.name.replace(":", "-")}`), `${folder}-still`];
  for (const each of [live, still]) mkdirSync(each, { recursive: true });
  const writer = await openClew({ store: join(live, "bot.db"), config: false });
  await (await writer.begin({ session, text: "Not yet in the file itself" })).complete({ text: "Right" });
  for (const end of ["", "-wal"]) copyFileSync(join(live, `bot.db${end}`), join(still, `bot.db${end}`));
  await writer.close();
  for (const name of readdirSync(still)) chmodSync(join(still, name), 0o444);
  chmodSync(still, 0o555);
  becomeNobody();
  const told: string[] = [];
  const open = (path: string) => openSqliteStore({ path, hash: sha256, driver, onReadOnly: (at) => told.push(at) });
  const log = open(store);
  expect(await log.faults(true)).toEqual([]);
  await log.close();
  expect(told).toEqual([store]);
  expect(() => open(join(still, "bot.db"))).toThrow(/its newest changes are in .*bot\.db-wal$/);
  expect(existsSync(join(still, "bot.db-shm"))).toBe(false);
  becomeOneself();
  chmodSync(still, 0o755);
  for (const each of [live, still]) rmSync(each, { recursive: true, force: true });
});
