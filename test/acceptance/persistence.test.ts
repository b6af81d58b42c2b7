/** What stays, what comes back and what never does: restarts, late replies, damage, two owners. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, type ClewOptions, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { openFresh } from "../fresh-clew.js";
import { openDatabase } from "../open-database.js";

const root = mkdtempSync(join(tmpdir(), "clew-persistence-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const session = "telegram:chat:42";
const open = (name: string, options: ClewOptions = {}) =>
  openClew({ store: join(root, name), config: false, timeZone: "UTC", ...options });

async function say(clew: Clew, id: string, text: string, chat = session) {
  const turn = await clew.begin({ session: chat, id, text });
  const view = await turn.view();
  await turn.complete({ text: `Noted ${id}.` });
  return view;
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ClewError ? error.code : String(error)),
  );

describe.each(["balanced", "rolling"])("under %s", (policy) => {
  test("case 59: the turn whose view trimmed the history is kept whole, from the user's text to the reply", async () => {
    const clew = await openFresh({ policy, window: 4_000 });
    for (let number = 0; number < 12; number++)
      await say(clew, `${number}`, `Message ${number}: ${"word ".repeat(150)}`);
    const asked = `The last one: ${"word ".repeat(300)}end`;
    const turn = await clew.begin({ session, id: "last", text: asked });
    await turn.view();
    const calls = ["a", "b"].map((id) => ({ id, tool: "look", input: { id }, output: `found ${"word ".repeat(200)}` }));
    for (const call of calls) {
      await turn.record({ calls: [call] });
      await turn.view();
    }
    await turn.complete({ text: "That is all." });
    const { receipt } = await clew.why({ session });
    expect(receipt.epoch.number).toBeGreaterThan(0);
    const { lines } = await clew.log({ session, limit: 20 });
    const own = lines.filter((line) => line.turn === turn.id);
    const opened = await Promise.all(own.map(async ({ pointer }) => (await clew.recall({ pointer })).text));
    expect(own.length).toBe(6);
    expect(opened[0]).toContain(asked);
    expect(opened.at(-1)).toContain("That is all.");
  });

  test("case 65: a restart gives the model the context that it had, summary and boundary included", async () => {
    const name = `restart-${policy}.db`;
    const first = await open(name, { policy, window: 4_000 });
    for (let number = 0; number < 14; number++)
      await say(first, `${number}`, `Message ${number}: ${"word ".repeat(150)}`);
    const before = await first.context({ session });
    await first.close();
    const second = await open(name, { policy, window: 4_000 });
    const after = await second.context({ session });
    await second.close();
    expect(before.compactions.count).toBeGreaterThan(0);
    expect(after.request.messages).toEqual(before.request.messages);
    expect(after.verdicts).toEqual(before.verdicts);
  });
});

describe.each(["memory", "file"])("with a log in a %s", (kind) => {
  test("case 67: a late reply does not bring back a conversation that was erased", async () => {
    const clew = kind === "memory" ? await openFresh() : await open("late.db");
    await say(clew, "1", "Hello", "telegram:chat:1");
    const turn = await clew.begin({ session, id: "1", text: "An order that takes long" });
    await turn.view();
    await turn.cancel();
    await clew.erase({ session });
    await codeOf(turn.complete({ text: "Here it is, late." }));
    await codeOf(turn.sent("900"));
    expect((await clew.sessions()).map((each) => each.session)).toEqual(["telegram:chat:1"]);
    expect(await clew.search("late")).toEqual([]);
    await clew.close();
  });
});

describe("case 68: a damaged log", () => {
  test("is answered from, its row is set aside and not deleted, and what it held is still in the file", async () => {
    const clew = await open("damaged.db");
    for (const id of ["1", "2", "3"]) await say(clew, id, `Message ${id}`);
    await clew.close();
    const path = join(root, "damaged.db");
    const database = openDatabase(path);
    database.exec("UPDATE entries SET text = x'ff00fe6c616e7465726e' WHERE number = 1");
    database.close();
    const again = await open("damaged.db");
    expect((await say(again, "4", "What did I say?")).kind).toBe("fits");
    expect((await again.doctor()).length).toBeGreaterThan(0);
    expect((await again.log({ session })).lines.length).toBe(8);
    await again.close();
    expect(readFileSync(path).includes(Buffer.from("ff00fe6c616e7465726e", "hex"))).toBe(true);
  });

  test("is not what a log is taken for that another process holds for a moment: nothing is set aside, and it goes on", async () => {
    const clew = await open("locked.db");
    await say(clew, "1", "Message 1");
    const path = join(root, "locked.db");
    const other = openDatabase(path);
    other.exec("BEGIN IMMEDIATE");
    const code = await codeOf(clew.observe({ session, id: "2", text: "Message 2" }));
    other.exec("COMMIT");
    other.close();
    expect(code).toBe("store/unavailable");
    await say(clew, "3", "Message 3");
    expect((await clew.log({ session })).lines.length).toBe(4);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
    await clew.close();
    expect(readdirSync(root).filter((name) => name.startsWith("locked"))).toEqual(["locked.db"]);
  });
});

test("case 69: the same conversation id under two owners shares nothing, and erasing one leaves the other", async () => {
  const [ada, ben] = [await open("owners.db", { owner: "ada" }), await open("owners.db", { owner: "ben" })];
  await say(ada, "1", "My dentist is Doctor Violet Harbour");
  await say(ben, "1", "My plumber is Mister Amber Lantern");
  expect(await ben.search("dentist")).toEqual([]);
  expect(await ada.search("plumber")).toEqual([]);
  expect((await ada.log({ session })).lines.map((line) => line.text)[0]).toContain("Violet");
  expect(JSON.stringify(await ben.memory.list({ all: true }))).not.toContain("Violet");
  await ada.close();
  expect((await ben.erase({ session })).sessions).toBe(1);
  await ben.close();
  const again = await open("owners.db", { owner: "ada" });
  expect((await again.search("dentist")).length).toBe(1);
  expect(await again.doctor({ thorough: true })).toEqual([]);
  await again.close();
});
