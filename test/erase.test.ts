/** Erasing, through the public verbs and the command line. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { openFresh } from "./fresh-clew.js";

const root = mkdtempSync(join(tmpdir(), "clew-erase-verbs-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const session = "telegram:chat:1";
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ClewError ? error.code : String(error)),
  );

async function say(clew: Clew, id: string, text: string, more: { from?: string; session?: string } = {}) {
  const turn = await clew.begin({ session, id, text, ...more });
  await turn.view();
  await turn.complete({ text: `Noted ${id}.` });
  return turn;
}

async function findPointer(clew: Clew, words: string): Promise<string> {
  const { lines } = await clew.log({ session });
  return lines.find((line) => line.words.includes(words))?.pointer ?? "";
}

let made = 0;
function makePath(): string {
  made += 1;
  return join(root, `${made}.db`);
}

describe("erasing", () => {
  test("an entry leaves a note in its place, and views say in a sentence that it was erased", async () => {
    const clew = await openFresh();
    const first = await say(clew, "1", "The door code is 4711 blue seven");
    await say(clew, "2", "Thank you very much");
    const pointer = await findPointer(clew, "door code");
    const report = await clew.erase({ entry: pointer });
    expect(report).toMatchObject({ entries: 1, sessions: 0, views: 2 });
    expect(report.stays[0]).toContain("What was answered to it stays");
    expect(await clew.recall({ pointer })).toMatchObject({ kind: "nothing", text: "This entry was erased." });
    expect((await clew.log({ session })).lines[0]?.text).toBe("erased");
    expect(await codeOf(clew.replay(first.id))).toBe("receipt/erased");
    const { verdicts } = await clew.why({ session });
    expect(verdicts.length).toBeGreaterThan(0);
    expect(await clew.search("door")).toEqual([]);
  });

  test("an erased message stays erased when its channel delivers it again", async () => {
    const clew = await openFresh();
    await say(clew, "1", "The door code is 4711 blue seven");
    await clew.erase({ entry: await findPointer(clew, "door code") });
    await clew.observe({ session, id: "1", text: "The door code is 4711 blue seven" });
    expect(await clew.search("door")).toEqual([]);
  });

  test("a late reply does not bring back a session that was erased", async () => {
    const clew = await openFresh();
    await say(clew, "1", "hello");
    const turn = await clew.begin({ session: "telegram:chat:9", id: "1", text: "an order" });
    await turn.cancel();
    await clew.erase({ session: "telegram:chat:9" });
    await codeOf(turn.complete({ text: "too late" }));
    expect((await clew.sessions()).map((each) => each.session)).toEqual([session]);
  });

  test("is refused while a turn is being answered there, and for what nobody knows", async () => {
    const clew = await openFresh();
    const turn = await clew.begin({ session, id: "1", text: "hello", from: "ada" });
    expect(await codeOf(clew.erase({ session }))).toBe("lane/busy");
    expect(await codeOf(clew.erase({ person: "ada" }))).toBe("lane/busy");
    await turn.complete({ text: "hi" });
    expect(await codeOf(clew.erase({ person: "bob" }))).toBe("person/unknown");
    expect(await codeOf(clew.erase({ session: "telegram:chat:8" }))).toBe("session/unknown");
    expect(await codeOf(clew.erase({ entry: "clew:e0123456789" }))).toBe("pointer/unknown");
    expect(await codeOf(clew.erase({}))).toBe("options/bad");
    expect((await clew.sessions()).length).toBe(1);
  });

  test("a person goes with their chat and what was remembered, and others stay", async () => {
    const clew = await openFresh();
    await say(clew, "1", "My dentist is Doctor Violet Harbour of Lisbon", { from: "ada", session: "telegram:chat:2" });
    await say(clew, "2", "I am allergic to peanuts and almonds", { from: "ben" });
    await say(clew, "3", "I live in the yellow house by the harbour", { from: "ada" });
    await clew.index({ finish: true });
    const report = await clew.erase({ person: "ada" });
    expect(report).toMatchObject({ sessions: 1, dryRun: false });
    expect(JSON.stringify(await clew.memory.list({ all: true }))).not.toContain("Violet");
    expect(await clew.search("harbour")).toEqual([]);
    expect((await clew.search("peanuts")).length).toBe(1);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  });

  test("is refused while another connection has the file open, and nothing is half", async () => {
    const path = makePath();
    const [one, other] = [
      await openClew({ store: path, config: false }),
      await openClew({ store: path, config: false }),
    ];
    await say(one, "1", "The door code is 4711 blue seven");
    expect(await codeOf(one.erase({ session }))).toBe("store/unavailable");
    expect((await other.search("door")).length).toBe(1);
    await other.close();
    // What was refused leaves the chat as it was.
    await say(one, "2", "Which code was it?");
    expect((await one.erase({ session })).sessions).toBe(1);
    await one.close();
    expect(readFileSync(path).includes("blue seven")).toBe(false);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe("clew erase", () => {
  test("tells what it would do, asks for --yes in a pipe, and then does it", async () => {
    const path = makePath();
    const clew = await openClew({ store: path, config: false });
    await say(clew, "1", "The door code is 4711 blue seven");
    await clew.close();
    const words = ["erase", "--session", session, "--store", path];
    const dry = await typed([...words, "--dry-run", "--json"]);
    expect(objects(dry.out)[0]).toMatchObject({ dryRun: true, sessions: 1, entries: 2 });
    expect((await typed(words)).code).toBe(2);
    expect((await typed(["erase", "--store", path, "--yes"])).code).toBe(2);
    const unknown = await typed(["erase", "--person", "nobody", "--store", path]);
    expect([unknown.code, unknown.error.includes("--yes")]).toEqual([1, false]);
    expect((await typed(["erase", "--person", "nobody", "--yes", "--store", path])).code).toBe(1);
    const done = await typed([...words, "--yes"]);
    expect(done.out).toContain("Erased: 1 session, 2 entries.");
    expect(done.out).toMatch(/Searched for \d+ phrases? of it in \d+ files?, [\d,]+ bytes: found 0\./);
    expect(done.code).toBe(0);
    expect(readFileSync(path).includes("blue seven")).toBe(false);
  });
});

test("clew erase of what is gone says so, and a bare word is asked to say what it is", async () => {
  const path = makePath();
  const clew = await openClew({ store: path, config: false });
  await say(clew, "1", "The door code is 4711 blue seven");
  await say(clew, "2", "The bin is emptied on Mondays");
  const [hit] = await clew.search("door code");
  await clew.close();
  const words = ["erase", "--entry", `${hit?.line.pointer}`, "--yes", "--store", path];
  expect((await typed(words)).out).toMatch(/^Erased: /);
  expect(await typed(words)).toMatchObject({ code: 0, out: "There is nothing left to erase: it is gone already.\n" });
  const bare = await typed(["erase", session, "--store", path]);
  expect([bare.code, bare.error]).toEqual([2, expect.stringContaining(`clew erase --session ${session} --dry-run`)]);
});
