/** Large results as files that the agent's own tools can read. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeSpillFolder } from "@clewline/platform/spill-folder.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { filler, type Lab, openLab, policies, session, shown, sound } from "./lab.js";

let folder = "";
const opened: Lab[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-spill-"));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ clew }) => clew.close()));
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const spills = () => join(folder, "results");

async function open(policy: string, kind: string, where = spills()): Promise<Lab> {
  const store =
    kind === "memory"
      ? makeMemoryStore({ hash: sha256 })
      : openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
  const given: Policy = { ...(presets[policy] as Policy), spillOver: 2_500, neverSpill: ["page"] };
  const lab = await openLab({ policy: given, window: 60_000, spillFolder: where }, { store });
  opened.push(lab);
  return lab;
}

async function viewOf(lab: Lab, tool: string, output: unknown) {
  const turn = await lab.clew.begin({ session, text: "Read it." });
  await turn.record({ calls: [{ id: "c1", tool, input: {}, output }] });
  return sound(lab, turn);
}

const cutMark = /<clew-cut characters=\\"\d+\\" open=\\"(clew:e\w+)\\"(?: file=\\"([^"\\]+)\\")?\/?>/;

describe.each(policies)("under %s", (policy) => {
  test.each(["memory", "SQLite"])("49 a large result is a file, a preview and a pointer, in %s", async (kind) => {
    const lab = await open(policy, kind);
    for (const size of [4_000, 40_000]) {
      const output = `first ${size} ${filler(1, size)} last`;
      const turn = await lab.clew.begin({ session, text: `Read ${size}.` });
      await turn.record({ calls: [{ id: `c${size}`, tool: "read", input: { size }, output }] });
      const all = shown(await sound(lab, turn));
      const text = all.slice(all.lastIndexOf(`first ${size} `));
      const [, pointer = "", file = ""] = new RegExp(cutMark.source).exec(text) ?? [];
      expect(text).toContain(`first ${size} `);
      expect(readFileSync(file, "utf8")).toBe(output);
      expect(dirname(file)).toBe(spills());
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(statSync(spills()).mode & 0o777).toBe(0o700);
      const page = await lab.clew.recall({ session, pointer });
      expect(page.text).toContain(`first ${size} `);
      const { entries } = await lab.engine.store.read(lab.ref, 10, null);
      const returned = entries.findLast((entry) => entry.kind === "returned");
      expect(basename(file)).toBe(`${returned?.id}.txt`);
      await turn.complete({ text: "Read." });
    }
    const lines: string[] = [];
    for await (const line of lab.clew.export()) lines.push(line);
    const copy = join(folder, "log.jsonl");
    writeFileSync(copy, lines.join("\n"));
    const other = await openLab();
    opened.push(other);
    await other.clew.import(copy);
    expect((await other.engine.store.read(lab.ref, 50, null)).entries).toEqual(
      (await lab.engine.store.read(lab.ref, 50, null)).entries,
    );
  });
});

test("49 a result of several texts, and one as JSON, are whole in their files", async () => {
  const lab = await open("balanced", "memory");
  const view = await viewOf(lab, "read", { lines: Array.from({ length: 900 }, (_, line) => `line number ${line}`) });
  const [, , file = ""] = cutMark.exec(shown(view)) ?? [];
  expect(JSON.parse(readFileSync(file, "utf8")).lines).toHaveLength(900);
});

test("49 a tool that shortens its results itself is left alone, and so is a small result", async () => {
  const lab = await open("balanced", "memory");
  const output = filler(1, 4_000);
  expect(shown(await viewOf(lab, "page", output))).toContain(output);
  expect(() => readdirSync(spills())).toThrow("ENOENT");
});

test("49 where the folder can't be written the text is in the log, the mark has no file, and one warning says why", async () => {
  const blocked = join(folder, "file");
  writeFileSync(blocked, "");
  const warnings: string[] = [];
  const onCall = (warning: Error) => void warnings.push(`${warning.name} ${warning.message}`);
  process.on("warning", onCall);
  const lab = await open("balanced", "memory", join(blocked, "results"));
  const output = `first ${filler(1, 4_000)} last`;
  const turn = await lab.clew.begin({ session, text: "Read it." });
  for (const id of ["c1", "c2", "c3"]) await turn.record({ calls: [{ id, tool: "read", input: {}, output }] });
  const view = await sound(lab, turn);
  await new Promise(setImmediate);
  process.off("warning", onCall);
  const [, pointer = "", file] = cutMark.exec(shown(view)) ?? [];
  expect(file).toBeUndefined();
  expect((await lab.clew.recall({ session, pointer })).text).toContain("first ");
  expect(warnings).toEqual([expect.stringMatching(/^ClewWarning .*spill folder: ENOTDIR/)]);
});

function keepIn(folder: string) {
  const { keep } = makeSpillFolder({ location: "memory", owner: "me", folder });
  if (keep === null) throw new Error("There is no folder");
  return keep;
}

test.each(["../out.txt", "/out.txt", "a/b.txt", "..", "", "a\\b.txt", "a.sh"])(
  "no file is ever written as %s",
  async (name) => {
    await expect(keepIn(spills())(name, "text")).rejects.toThrow("Not a file's name");
  },
);

test("a file that is there is never written over", async () => {
  const keep = keepIn(spills());
  await keep("one.txt", "first");
  await expect(keep("one.txt", "second")).rejects.toThrow("EEXIST");
  expect(readFileSync(join(spills(), "one.txt"), "utf8")).toBe("first");
});

test("a list that a host syncs has its large results in files too", async () => {
  const lab = await open("balanced", "memory");
  const output = { type: "text" as const, value: `first ${filler(1, 4_000)}` };
  const call = { type: "tool-call" as const, toolCallId: "c1", toolName: "read", input: {} };
  const result = { type: "tool-result" as const, toolCallId: "c1", toolName: "read", output };
  const view = await lab.clew.sync({
    session,
    messages: [
      { role: "user", content: "Read it." },
      { role: "assistant", content: [call] },
      { role: "tool", content: [result] },
    ],
  });
  const [, , file = ""] = cutMark.exec(JSON.stringify(view)) ?? [];
  expect(readFileSync(file, "utf8")).toBe(output.value);
});
