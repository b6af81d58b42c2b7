/** Copies of one log: which files each may take away, and what a search of the bytes finds. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { chooseFrom, fillLog, findRuns, type Happening, openHome, readFiles } from "./erase/generated-log.js";
import { within } from "./erase-room.js";
import { openDatabase } from "./open-database.js";

const root = mkdtempSync(join(tmpdir(), "clew-erase-copies-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const happenings: readonly Happening[] = [
  { chat: 0, person: 0, about: "fact", tool: true },
  { chat: 1, person: 1, about: "talk", tool: true },
];

let made = 0;

async function makeLog(happened = happenings) {
  made += 1;
  const home = join(root, String(made));
  mkdirSync(home);
  const clew = await openHome(home);
  const said = await fillLog(clew, happened);
  await clew.close();
  return { home, said };
}

function listSpilled(home: string): readonly string[] {
  return readdirSync(join(home, "spilled")).filter((name) => name.endsWith(".txt") && !name.startsWith("history-"));
}

function listStates(home: string): readonly string[] {
  return readdirSync(join(home, "memories")).filter((name) => name.startsWith(".clew-"));
}

/** The log as an older version wrote it: with whole paths, and without a list of its files. */
function makeOlder(home: string): void {
  const database = openDatabase(join(home, "log.db"));
  database.prepare("UPDATE entries SET rest = replace(rest, ?, ?)").run(['"spilled/', `"${home}/spilled/`]);
  database.exec("UPDATE sessions SET settings = json_remove(settings, '$.place') WHERE settings IS NOT NULL");
  database.close();
  for (const name of readdirSync(join(home, "spilled")))
    if (name.endsWith(".list")) rmSync(join(home, "spilled", name));
}

describe("a log in a folder", () => {
  test("has its files' paths from its own folder alone", async () => {
    const { home } = await makeLog();
    const lines = await within(openHome(home), async (clew) => {
      const all: string[] = [];
      for await (const line of clew.export()) all.push(line);
      return all;
    });
    const kept = lines.flatMap((line) => /"file":"([^"]*)"/.exec(line)?.[1] ?? []);
    expect(kept.length).toBeGreaterThan(0);
    for (const file of kept) expect(file).toMatch(/^spilled\/[0-9a-f-]{36}\.txt$/);
    expect(readdirSync(join(home, "spilled")).filter((name) => name.endsWith(".list"))).toHaveLength(1);
  });

  test("that is moved has one list of its notes, without a name of what was erased", async () => {
    const { home, said } = await makeLog();
    renameSync(home, `${home}-moved`);
    await within(openHome(`${home}-moved`), (clew) => clew.erase({ person: "ada" }));
    expect(listStates(`${home}-moved`)).toHaveLength(1);
    expect(findRuns(readFiles(`${home}-moved`), [said[0]?.text ?? ""])).toEqual([]);
    const state = readFileSync(join(`${home}-moved`, "memories", listStates(`${home}-moved`)[0] ?? ""), "utf8");
    expect(state).not.toMatch(/dentist|\bada\b/);
  });
});

describe("two copies with one spill folder", () => {
  test("both leave what they share, and each takes away what it wrote since", async () => {
    const { home, said } = await makeLog();
    copyFileSync(join(home, "log.db"), join(home, "copy.db"));
    const before = listSpilled(home);
    await within(openHome(home, "copy.db"), (clew) => fillLog(clew, happenings.slice(0, 1), 300));
    await within(openHome(home), (clew) => fillLog(clew, happenings.slice(0, 1), 400));
    expect(listSpilled(home)).toHaveLength(before.length + 2);
    for (const log of ["copy.db", "log.db"]) {
      const report = await within(openHome(home, log), async (clew) => {
        const { choice } = await chooseFrom(clew, said, "session");
        return clew.erase(choice);
      });
      expect(report.left.filter((line) => line.includes("spilled"))).toHaveLength(1);
      expect(report.search?.found).toBe(0);
    }
    expect(listSpilled(home).toSorted()).toEqual(before.toSorted());
  });

  test("the one that is left erases all of it", async () => {
    const { home, said } = await makeLog();
    copyFileSync(join(home, "log.db"), join(home, "copy.db"));
    await within(openHome(home, "copy.db"), (clew) => clew.sessions());
    rmSync(join(home, "log.db"));
    const report = await within(openHome(home, "copy.db"), async (clew) => {
      const { choice } = await chooseFrom(clew, said, "session");
      return clew.erase(choice);
    });
    expect([report.left, listSpilled(home).length]).toEqual([[], 1]);
  });
});

describe("a copy that had to leave files which it shares", () => {
  const together: readonly Happening[] = [0, 1, 0, 1].map((person) => ({ chat: 0, person, about: "fact", tool: true }));

  test.each([
    ["a whole chat", happenings, "session"],
    ["one of several people in a chat", together, "person"],
  ] as const)("removes them once the other log is gone: %s", async (_title, happened, target) => {
    const { home, said } = await makeLog(happened);
    copyFileSync(join(home, "log.db"), join(home, "copy.db"));
    const { report, texts } = await within(openHome(home, "copy.db"), async (clew) => {
      const { choice, texts } = await chooseFrom(clew, said, target);
      return { report: await clew.erase(choice), texts };
    });
    expect(report.left.every((line) => line.endsWith("log.db has it too"))).toBe(true);
    const before = readFiles(home);
    await within(openHome(home, "copy.db"), (clew) => clew.sessions());
    expect([...readFiles(home).keys()]).toEqual([...before.keys()]);
    rmSync(join(home, "log.db"));
    expect(findRuns(readFiles(home), texts)).not.toEqual([]);
    // The folder of spilled files is found from the log.
    await within(openClew({ store: join(home, "copy.db"), config: false }), (clew) => clew.sessions());
    expect(findRuns(readFiles(join(home, "spilled")), texts)).toEqual([]);
    expect(listSpilled(home).length).toBeGreaterThan(0);
    await within(openHome(home, "copy.db"), (clew) => clew.sessions());
    expect(findRuns(readFiles(home), texts)).toEqual([]);
  });
});

test("a copy that shares the folder of memories leaves the other's notes, names them and does not learn them again", async () => {
  const { home } = await makeLog();
  copyFileSync(join(home, "log.db"), join(home, "copy.db"));
  const notes = () => readdirSync(join(home, "memories", "notes"));
  const before = notes();
  const report = await within(openHome(home, "copy.db"), (clew) => clew.erase({ person: "ada" }));
  expect(report.left.filter((line) => line.startsWith("notes/"))).toHaveLength(before.length);
  const remembered = await within(openHome(home, "copy.db"), (clew) => clew.memory.list({ all: true }));
  expect(remembered).toEqual([]);
  expect(notes()).toEqual(before);
  expect(await within(openHome(home), (clew) => clew.memory.list())).toHaveLength(before.length);
});

describe("a log of an older version, with whole paths", () => {
  test.each(["in its place", "moved", "copied"])("%s shows and erases its own files", async (how) => {
    const { home, said } = await makeLog();
    makeOlder(home);
    const to = how === "in its place" ? home : `${home}-new`;
    if (how === "moved") renameSync(home, to);
    if (how === "copied") cpSync(home, to, { recursive: true });
    const before = how === "copied" ? readFiles(home) : new Map<string, Buffer>();
    await within(openHome(to), async (clew) => {
      const turn = await clew.begin({ session: "telegram:chat:0", id: "again", from: "ada", text: "What did it say?" });
      const view = JSON.stringify(await turn.view({ window: 30_000 }));
      const [, file = ""] = /file=\\+"([^"\\]+)/.exec(view) ?? [];
      expect(file.startsWith(`${to}/`) && existsSync(file)).toBe(true);
      await turn.complete({ text: "This." });
      const report = await clew.erase({ session: "telegram:chat:0" });
      expect([report.left, report.search?.found]).toEqual([[], 0]);
    });
    expect(findRuns(readFiles(to), [said[0]?.text ?? "", ...(said[0]?.others ?? [])])).toEqual([]);
    expect(listSpilled(to)).toHaveLength(1);
    for (const [path, bytes] of before) expect([path, readFileSync(path).equals(bytes)]).toEqual([path, true]);
  });
});

test("an export that is imported beside the log takes no file of it away", async () => {
  const { home } = await makeLog();
  const lines = await within(openHome(home), async (clew) => {
    const all: string[] = [];
    for await (const line of clew.export()) all.push(line);
    return all;
  });
  writeFileSync(join(home, "log.jsonl"), lines.join("\n"));
  const before = listSpilled(home);
  const report = await within(openHome(home, "other.db"), async (clew) => {
    await clew.import(join(home, "log.jsonl"));
    return clew.erase({ session: "telegram:chat:0" });
  });
  expect(report.left.some((line) => line.includes("spilled"))).toBe(true);
  expect(listSpilled(home)).toEqual(before);
});

test("a spilled file that was left elsewhere is named, and not counted as removed", async () => {
  const { home } = await makeLog();
  mkdirSync(`${home}-alone`);
  renameSync(join(home, "log.db"), join(`${home}-alone`, "log.db"));
  const report = await within(openHome(`${home}-alone`), (clew) => clew.erase({ session: "telegram:chat:0" }));
  expect(report.left).toEqual([expect.stringMatching(/^spilled\/.*: it is not beside the log$/)]);
});

test("the search finds words of it in a file of the log that has no business to have them", async () => {
  const { home, said } = await makeLog();
  const report = await within(openHome(home), async (clew) => {
    for (const name of listSpilled(home)) writeFileSync(join(home, "spilled", name), `and ${said[0]?.text} and`);
    return clew.erase({ session: "telegram:chat:0" });
  });
  expect(report.search?.found).toBeGreaterThan(0);
  expect(report.left).toEqual([expect.stringContaining("some of it is still there")]);
});
