/** What somebody outside the project can build with the public names alone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  balanced,
  type Importer,
  laned,
  layered,
  openClew,
  parseLaneKey,
  parseSessionKey,
  presets,
  rolling,
  selective,
  tiered,
} from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import { openSqliteStore } from "clewline/stores/sqlite";
import { scriptedModel, storeContract } from "clewline/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { ListStore } from "./stranger/list-store.js";

test("the stranger's store is one file that imports the package and nothing else", () => {
  const text = readFileSync(join(import.meta.dirname, "stranger/list-store.ts"), "utf8");
  expect([...text.matchAll(/from "([^"]+)"/g)].map(([, name]) => name)).toEqual(["clewline", "clewline/stores/rules"]);
});

describe("a store that a stranger wrote keeps the contract", () => {
  test.each(storeContract(async (hash) => new ListStore(hash)).map(({ name, run }) => [name, run] as const))(
    "%s",
    async (_name, run) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );
});

describe("openClew over a store of one's own", () => {
  const stores = {
    "a stranger's": () => new ListStore(),
    "the memory store": () => makeMemoryStore(),
    "the SQLite store": () => openSqliteStore({ path: join(makeFolder(), "own.db") }),
  };
  const session = "terminal:default";

  test.each(Object.entries(stores))("%s runs a turn and stays open", async (_name, make) => {
    const store = make();
    const clew = await openClew({ store, model: scriptedModel([{ text: "Noted." }]), window: 8_192 });
    expect(clew.location).toBe(store.location);
    const { turn, text } = await clew.generate({ session, id: 1, text: "The meeting is on Friday" });
    expect(text).toBe("Noted.");
    expect((await clew.search("Friday")).map(({ ref }) => ref.session)).toEqual([session]);
    expect((await clew.why({ turn: turn.id })).verdicts.length).toBeGreaterThan(0);
    await clew.close();
    await clew.close();
    await expect(clew.sessions()).rejects.toMatchObject({ code: "store/closed" });
    const again = await openClew({ store, window: 8_192 });
    expect((await again.log({ session })).lines.map(({ text: line }) => line).join(" ")).toContain("Friday");
    await again.close();
    await store.close();
  });

  test("what is no store is refused with what it lacks", async () => {
    const { write, ...rest } = makeMemoryStore();
    expect(write).toBeTypeOf("function");
    // @ts-expect-error a store without write is none
    await expect(openClew({ store: rest })).rejects.toMatchObject({
      code: "options/bad",
      message: "The store has no write",
    });
  });
});

test("a format of one's own is imported, and asked before ours", async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, "notes.own"), "Ann: the bed is 4711\n");
  const own: Importer = {
    format: "own-notes",
    title: "Notes of my own",
    recognises: ({ name }) => name.endsWith(".own"),
    async *read(source) {
      for await (const { number, text } of source.lines()) {
        const place = {
          session: parseSessionKey("notes:own"),
          lane: parseLaneKey("root:own"),
          key: `line-${number}`,
          at: 1_000,
        };
        yield { ...place, kind: "item", item: { kind: "said", role: "user", parts: [{ kind: "text", text }] } };
      }
    },
  };
  const clew = await openClew({ store: "memory" });
  const report = await clew.import(join(folder, "notes.own"), { importers: [own] });
  expect(report).toMatchObject({ format: "own-notes", added: 1, sessions: ["notes:own"] });
  expect(await clew.search("4711")).toHaveLength(1);
  await expect(clew.import(join(folder, "notes.own"), { importers: [own], format: "none" })).rejects.toMatchObject({
    hint: expect.stringContaining("own-notes"),
  });
  await clew.close();
});

test("all presets are values, and each opens a log", async () => {
  expect(Object.keys(presets).sort()).toEqual(["balanced", "laned", "layered", "rolling", "selective", "tiered"]);
  expect(presets).toEqual({ balanced, laned, layered, rolling, selective, tiered });
  for (const policy of Object.values(presets)) {
    const clew = await openClew({ store: makeMemoryStore(), policy });
    expect(await clew.sessions()).toEqual([]);
    await clew.close();
  }
});

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-stranger-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
