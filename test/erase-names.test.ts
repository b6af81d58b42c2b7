/** Nothing that was made of an erased message stays, unless a message that stays says the same: then it was made of that one. */
import { writeFileSync } from "node:fs";
import { openClew } from "clewline";
import { openSqliteStore } from "clewline/stores/sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makePath, openAt, readAll, say, session } from "./erase-room.js";
import { checkAsyncProperty, timeLimit } from "./properties.js";

/** Short ones have a name of few words; those that differ in capitals tell the same memory in other words. */
const sentences = ["I like tea.", "i like tea.", "My dentist is Doctor Weber in Lindau.", "My dog is Rex."];
const chats = ["telegram:chat:1", "telegram:chat:2"];

interface Case {
  readonly tellings: readonly { readonly chat: number; readonly sentence: number }[];
  readonly target: "entry" | "session";
  readonly which: number;
}

const arbitraryCase: fc.Arbitrary<Case> = fc.record({
  tellings: fc.array(fc.record({ chat: fc.nat({ max: 1 }), sentence: fc.nat({ max: 3 }) }), {
    minLength: 2,
    maxLength: 5,
  }),
  target: fc.constantFrom("entry", "session"),
  which: fc.nat({ max: 4 }),
});

interface Version {
  readonly sources: readonly { readonly entry: string }[];
}

/** The log's messages by id, and all versions of every memory by name. */
async function readLog(clew: Awaited<ReturnType<typeof openAt>>) {
  const texts = new Map<string, string>();
  const memories = new Map<string, Version[]>();
  for await (const line of clew.export()) {
    const { entry } = JSON.parse(line);
    const change = entry?.note?.change;
    if (entry?.kind === "said") texts.set(entry.id, entry.parts[0].text);
    if (change !== undefined)
      memories.set(change.name, [
        ...(memories.get(change.name) ?? []),
        ...[change.before, change.after].flatMap((each) => each ?? []),
      ]);
  }
  return { texts, memories };
}

/** The memories that a message which stays tells word for word as every one that goes did. */
function listSupported({ texts, memories }: Awaited<ReturnType<typeof readLog>>, stays: ReadonlySet<string>) {
  return [...memories].flatMap(([name, versions]) => {
    const now = (versions.at(-1)?.sources ?? []).filter(({ entry }) => stays.has(entry));
    const said = new Set(now.map(({ entry }) => texts.get(entry)));
    const gone = versions.flatMap(({ sources }) => sources).filter(({ entry }) => !stays.has(entry));
    return gone.every(({ entry }) => said.has(texts.get(entry))) ? [name] : [];
  });
}

async function check({ tellings, target, which }: Case): Promise<void> {
  const path = makePath();
  const clew = await openAt(path, `${path}/memories`);
  for (const [number, { chat, sentence }] of tellings.entries())
    await say(clew, `m${number}`, sentences[sentence] ?? "", { session: chats[chat] ?? session, from: "ada" });
  const chosen = chats[tellings[which % tellings.length]?.chat ?? 0] ?? session;
  const said = (await clew.log({ session: chosen })).lines.filter(({ words }) => sentences.includes(words));
  const entry = said[which % said.length]?.pointer ?? "";
  const before = await readLog(clew);
  const report = await clew.erase(target === "entry" ? { entry } : { session: chosen });
  expect(report.search?.found).toBe(0);
  const after = await readLog(clew);
  expect([...after.memories.keys()].sort()).toEqual(listSupported(before, new Set(after.texts.keys())).sort());
  for (const { sources } of [...after.memories.values()].flat())
    for (const source of sources) expect([...after.texts.keys()]).toContain(source.entry);
  await clew.close();
  const gone = [...before.memories.keys()].filter((name) => !after.memories.has(name));
  const bytes = readAll(path);
  expect(gone.filter((name) => bytes.includes(name))).toEqual([]);
}

describe("a memory that several messages told", () => {
  test(
    "goes with its name if none of them that stays says the same, and else is told by those alone",
    async () => {
      await checkAsyncProperty(fc.asyncProperty(arbitraryCase, check), { runs: 6, longer: 200, endOnFailure: true });
    },
    timeLimit,
  );

  test.each([
    ["the same words", "I like tea.", [1, 0]],
    ["other words", "i like tea.", [0, 0]],
  ])("that is told twice, then in %s, goes with the last that says it", async (_, again, left) => {
    const path = makePath();
    const clew = await openAt(path);
    for (const [id, text] of ["I like tea.", again].entries()) await say(clew, `${id}`, text, { from: "ada" });
    const [memory, ...more] = await clew.memory.list();
    expect(more).toEqual([]);
    for (const memories of left) {
      const { lines } = await clew.log({ session });
      const line = lines.find(({ words }) => sentences.includes(words));
      await clew.erase({ entry: line?.pointer ?? "" });
      expect((await clew.memory.list()).length).toBe(memories);
      expect(readAll(path).includes(memory?.name ?? "")).toBe(memories > 0);
    }
    await clew.close();
  });
});

test("the search after erasing passes what another bot in the same file says", async () => {
  const path = makePath();
  const text = "the olive zeppelin needs three new engines";
  const bots = await Promise.all(
    ["one", "two"].map((owner) => openClew({ store: `${path}.db`, config: false, timeZone: "UTC", owner })),
  );
  for (const clew of bots) await say(clew, "1", text);
  await bots[1]?.close();
  const report = await bots[0]?.erase({ session });
  expect([report?.search?.found, report?.left]).toEqual([0, []]);
  await bots[0]?.close();
  expect(readAll(path)).toContain(text);
});

test("an erasure that is gone on with after a crash looks into the files too", async () => {
  const path = makePath();
  const store = openSqliteStore({ path: `${path}.db` });
  const crashing = {
    ...store,
    erase: (erasure: Parameters<typeof store.erase>[0]) =>
      erasure.sweep ? Promise.reject(new Error("The process ends")) : store.erase(erasure),
  };
  const options = { config: false, timeZone: "UTC", memoryFolder: `${path}/memories` } as const;
  const clew = await openClew({ ...options, store: crashing });
  await say(clew, "1", "My zeppelin is the olive one with three new engines.", { from: "ada" });
  await say(clew, "2", "the violet harbour has seven old lanterns", { session: "telegram:chat:2" });
  await expect(clew.erase({ session })).rejects.toThrow("The process ends");
  await clew.close();
  await store.close();
  expect(readAll(path)).not.toContain("olive");
  writeFileSync(`${path}/memories/own.md`, "He said: the olive one with three new engines\n");
  const warnings: string[] = [];
  const listen = (warning: Error) => warnings.push(warning.message);
  process.on("warning", listen);
  const next = await openClew({ ...options, store: `${path}.db` });
  await next.close();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings).toEqual([expect.stringMatching(/it is erased now, but .*own\.md: some of it is still there/)]);
});
