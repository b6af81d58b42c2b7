/** Memories that an older version made, read anew by today's rules. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EntryId, parseOwnerKey } from "@clewline/core/log/keys.js";
import type { MemoryChange } from "@clewline/core/log/memories/memory.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { type Clew, type Memory, openClew } from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { say } from "./batch-room.js";
import { checkAsyncProperty } from "./properties.js";

const folder = mkdtempSync(join(tmpdir(), "clew-rebuilt-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const scope = { kind: "person", person: "nora" } as const;
const facts = {
  dentist: "My dentist is Dr. Weber.",
  plumber: "Our plumber is Mr. Okafor.",
  allergy: "I am allergic to nuts.",
  language: "Please always answer me in French.",
  rent: "Our rent is 900 a month.",
} as const;
type Fact = keyof typeof facts;
const names = Object.keys(facts) as readonly Fact[];

let count = 0;

/** Writes what rules of an older version would have written. */
async function writeAsOlder(
  store: LogStore,
  changes: readonly Pick<MemoryChange, "before" | "after">[],
): Promise<void> {
  const entries = changes.map(({ before, after }) => {
    count += 1;
    const change: MemoryChange = { name: (after ?? before)?.name ?? "", before, after, by: "rule", because: "said" };
    const at = Date.UTC(2026, 0, 1) + count;
    const base = { id: `older-${count}` as EntryId, turn: null, step: null, at, arrived: at } as const;
    return { ...base, kind: "noted", note: { kind: "memory", change } } as const;
  });
  await store.write({ ref: makeScopeRef(parseOwnerKey("me"), scope), entries });
}

async function openTold(): Promise<{ readonly clew: Clew; readonly store: LogStore }> {
  const store = makeMemoryStore();
  const clew = await openClew({ store, timeZone: "UTC" });
  for (const fact of names) await say(clew, facts[fact], { id: fact });
  await clew.index({ finish: true });
  return { clew, store };
}

const listAll = (clew: Clew) => clew.memory.list({ all: true });
const find = async (clew: Clew, words: string): Promise<Memory> => {
  const found = (await listAll(clew)).find(({ text }) => text.includes(words));
  if (found === undefined) throw new Error(`Nothing says ${words}`);
  return found;
};
const sorted = (memories: readonly Memory[]) => memories.toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** The ways in which older versions kept something else than today's rules do. */
const older = {
  reworded: (memory: Memory) => ({ ...memory, text: `${memory.text.slice(0, 12)}, 5 pm` }),
  replaced: (memory: Memory) => ({ ...memory, replacedBy: `joint-${memory.name}` }),
  "of another kind": (memory: Memory) => ({ ...memory, kind: "event" as const, subject: "something" }),
  ended: (memory: Memory) => ({ ...memory, until: Date.UTC(2026, 1, 1) }),
} as const;

/** Writes the memory as an older version kept it, and what that version joined it to. */
async function writeOlder(store: LogStore, memory: Memory, how: keyof typeof older): Promise<void> {
  const joint = { ...memory, name: `joint-${memory.name}`, text: "It is as it was, 5 pm" };
  const more = how === "replaced" ? [{ before: null, after: joint }] : [];
  await writeAsOlder(store, [{ before: memory, after: older[how](memory) }, ...more]);
}

describe("memories that an older version made", () => {
  test("become what today's rules keep of their messages, and what these refuse ends", async () => {
    const { clew, store } = await openTold();
    const before = await listAll(clew);
    const [dentist, plumber] = [await find(clew, "Weber"), await find(clew, "Okafor")];
    const chatter = { ...dentist, name: "what-a-day-0000", text: "What a lovely day it was" };
    await writeAsOlder(store, [
      { before: dentist, after: older.reworded(dentist) },
      { before: null, after: chatter },
    ]);
    await writeOlder(store, plumber, "replaced");
    expect(await clew.memory.rebuild({ dryRun: true })).toEqual({ read: 7, changed: 1, ended: 3, added: 1 });
    expect(await find(clew, "What a lovely day")).toBeDefined();
    expect(await clew.memory.rebuild()).toEqual({ read: 7, changed: 1, ended: 3, added: 1 });
    const plain = (memories: readonly Memory[]) => memories.map(({ text, sources }) => ({ text, sources }));
    expect(plain(await listAll(clew))).toEqual(plain(before));
    expect(await clew.memory.rebuild()).toMatchObject({ changed: 0, ended: 0, added: 0 });
    await clew.close();
  });

  test.each(["forgotten", "edited", "pinned"] as const)(
    "does not come back where what took its place was %s by a person",
    async (how) => {
      const { clew, store } = await openTold();
      const plumber = await find(clew, "Okafor");
      await writeOlder(store, plumber, "replaced");
      await touch(clew, { ...plumber, name: `joint-${plumber.name}` }, "plumber", how);
      const isCurrent = async () => (await clew.memory.list()).some(({ text }) => text === facts.plumber);
      expect(await isCurrent()).toBe(false);
      await clew.memory.rebuild();
      expect(await isCurrent()).toBe(false);
      await clew.close();
    },
  );

  test("is not said once more because a message of it says more than that", async () => {
    const { clew } = await openTold();
    await say(clew, "Our plumber is Mr. Okafor. My locker is number 18.", { id: "both" });
    await clew.index({ finish: true });
    await clew.memory.forget((await find(clew, "Okafor")).name);
    await clew.memory.rebuild();
    expect((await clew.memory.list()).filter(({ text }) => text.includes("Okafor"))).toEqual([]);
    await clew.close();
  });

  test("stay as they are where no memory is kept", async () => {
    const { clew, store } = await openTold();
    await writeOlder(store, await find(clew, "Okafor"), "reworded");
    const off = await openClew({ store, timeZone: "UTC", memory: false });
    expect(await off.memory.rebuild()).toMatchObject({ changed: 0, ended: 0, added: 0 });
    await off.close();
  });

  test("are not changed where today's rules made them", async () => {
    const { clew } = await openTold();
    const before = await listAll(clew);
    expect(await clew.memory.rebuild()).toEqual({ read: names.length, changed: 0, ended: 0, added: 0 });
    expect(await listAll(clew)).toEqual(before);
    await clew.close();
  });
});

describe("an export", () => {
  const restore = async (lines: readonly string[]) => {
    const path = join(folder, `${lines.length}-${lines[0]?.length}.jsonl`);
    writeFileSync(path, lines.join("\n"));
    const clew = await openClew({ store: "memory", timeZone: "UTC" });
    await clew.import(path);
    return clew;
  };

  test("of an older version has its memories rebuilt where it is imported, and one of today's has not", async () => {
    const { clew, store } = await openTold();
    const dentist = await find(clew, "Weber");
    await writeAsOlder(store, [{ before: dentist, after: older.reworded(dentist) }]);
    await find(clew, ", 5 pm");
    const all: string[] = [];
    for await (const line of clew.export()) all.push(line);
    const [head = "", ...lines] = all;
    const { rules: _, ...without } = JSON.parse(head);
    const [before, after] = [await restore([JSON.stringify(without), ...lines]), await restore([head, ...lines])];
    expect((await listAll(before)).map(({ text }) => text)).toContain(facts.dentist);
    expect(sorted(await listAll(after))).toEqual(sorted(await listAll(clew)));
    for (const each of [clew, before, after]) await each.close();
  });
});

type Touch = "pinned" | "edited" | "forgotten" | "withdrawn" | "erased" | "nothing";

const touched = fc.tuple(
  fc.constantFrom(...(Object.keys(older) as (keyof typeof older)[])),
  fc.constantFrom<Touch[]>("pinned", "edited", "forgotten", "withdrawn", "erased", "nothing", "nothing"),
);

async function touch(clew: Clew, { name }: Memory, fact: Fact, how: Touch): Promise<void> {
  if (how === "pinned") await clew.memory.pin(name);
  else if (how === "edited") await clew.memory.edit(name, { text: `By hand: ${fact}` });
  else if (how === "forgotten") await clew.memory.forget(name);
  else if (how === "withdrawn") await clew.edit({ session: "chat:nora", id: fact, deleted: true });
  else if (how === "erased") {
    const [source] = (await clew.memory.why(name)).sources;
    await clew.erase({ entry: source?.pointer ?? "" });
  }
}

test("whatever people did stays, a second rebuild changes nothing, no gone message comes back, and undo restores", async () => {
  await checkAsyncProperty(
    fc.asyncProperty(fc.tuple(touched, touched, touched, touched, touched), async (plan) => {
      const { clew, store } = await openTold();
      for (const [place, fact] of names.entries()) {
        const [how, hand] = plan[place] ?? ["reworded", "nothing"];
        const memory = await find(clew, facts[fact].slice(0, -1));
        await writeOlder(store, memory, how);
        await touch(clew, older[how](memory), fact, hand);
        await clew.index({ finish: true });
      }
      const before = await listAll(clew);
      const history = await clew.memory.history();
      await clew.memory.rebuild();
      const after = await listAll(clew);
      for (const [place, fact] of names.entries()) {
        const [, hand] = plan[place] ?? [];
        const of = (memories: readonly Memory[]) =>
          sorted(memories.filter(({ text }) => text.includes(fact) || text.includes(facts[fact].slice(0, -1))));
        const [is, was] = [of(after), of(before)];
        const isRebuilt = hand === "nothing";
        expect(isRebuilt ? is.map(({ text }) => text) : is).toEqual(isRebuilt ? [facts[fact]] : was);
      }
      expect(await clew.memory.rebuild()).toMatchObject({ changed: 0, ended: 0, added: 0 });
      const made = (await clew.memory.history()).slice(history.length);
      if (made.length > 0) await clew.memory.undo(made[0]?.id);
      expect(sorted(await listAll(clew))).toEqual(sorted(before));
      expect(await clew.memory.rebuild()).toMatchObject({ changed: 0, ended: 0, added: 0 });
      await clew.close();
    }),
    { runs: 12, longer: 200 },
  );
});
