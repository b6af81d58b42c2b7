/** A log keeps the subjects that an earlier version named: the same thing under two names has one value. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { exported } from "./exported.js";
import { openFresh } from "./fresh-clew.js";

const folder = mkdtempSync(join(tmpdir(), "clew-subjects-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const anna = "mail:anna";

async function say(clew: Clew, session: string, text: string): Promise<void> {
  const turn = await clew.begin({ session, from: anna, text });
  await turn.complete({ text: "OK." });
  await clew.index({ finish: true });
}

/** A log in which `text` was learned by a version that named its subject otherwise. */
async function openOlder(text: string, session: string): Promise<Clew> {
  const former = await openFresh();
  await say(former, session, text);
  const lines = (await exported(former)).map((line) => line.replace(/"subject":"[^"]+"/gu, '"subject":"older name"'));
  expect(lines.join("\n")).toContain("older name");
  const path = join(folder, `${session.replaceAll(/\W/gu, "-")}.jsonl`);
  writeFileSync(path, `${lines.join("\n")}\n`);
  const clew = await openFresh();
  await clew.import(path);
  return clew;
}

const current = async (clew: Clew) => (await clew.memory.list({ person: anna })).map(({ text }) => text);

test.each([
  ["en", "My dentist is Dr. Weber.", "My dentist is Dr. Brandt."],
  ["de", "Mein Zahnarzt ist Dr. Weber.", "Mein Zahnarzt ist Dr. Brandt."],
  ["ru", "Мой обеденный перерыв — 17:45.", "Мой обеденный перерыв — 18:30."],
  ["zh", "我的牙医是王医生。", "我的牙医是李医生。"],
])("a value takes the place of one that an earlier version learned (%s)", async (language, was, is) => {
  const clew = await openOlder(was, `home:${language}`);
  expect(await current(clew)).toEqual([was]);
  await say(clew, `home:${language}`, is);
  expect(await current(clew)).toEqual([is]);
  await clew.memory.undo();
  expect(await current(clew)).toEqual([was]);
});

test("what was said in a group before, and alone now, is told in its newest version", async () => {
  const clew = await openOlder("My dentist is Dr. Weber.", "home:group");
  const other = await clew.begin({ session: "home:group", from: "mail:ben", text: "Hello." });
  await other.complete({ text: "Hello." });
  await say(clew, "home:alone", "My dentist is Dr. Brandt.");
  expect(await current(clew)).toEqual(["My dentist is Dr. Brandt."]);
});

test("what an earlier version learned is forgotten by the name that it has today", async () => {
  const clew = await openOlder("My blood type is B positive.", "home:blood");
  await say(clew, "home:blood", "Forget my blood type.");
  expect(await current(clew)).toEqual([]);
});
