/** What is written while something is erased: nothing of it stays, nor comes back. */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Clew, type LogStore, openClew } from "clewline";
import { openSqliteStore } from "clewline/stores/sqlite";
import { describe, expect, test } from "vitest";
import { codeOf, makePath, openAt, readAll, say, session } from "./erase-room.js";

const words = "olive zeppelin needs three new engines";
const told = `Remember that my ${words}`;
const own = { session: "telegram:ada", from: "ada" };

/** What somebody does, in the middle of an erasure. */
type Deed = (clew: Clew) => Promise<unknown>;

/** When that is: the moment between plan and transaction, or before all of it with the write coming after. */
interface Moment {
  open(path: string): { readonly store: LogStore; arm(deed: () => Promise<unknown>): void };
}

/** Between the plan and the transaction. */
const planned: Moment = {
  open(path) {
    const inner = openSqliteStore({ path: `${path}.db` });
    let deed: (() => Promise<unknown>) | null = null;
    const store: LogStore = {
      ...inner,
      async queued(owner) {
        const armed = deed;
        deed = null;
        await armed?.();
        return inner.queued(owner);
      },
    };
    return { store, arm: (armed) => (deed = armed) };
  },
};

async function openWith(path: string, moment: Moment) {
  const { store, arm } = moment.open(path);
  const clew = await openClew({ store, config: false, timeZone: "UTC" });
  await say(clew, "1", told, own);
  await say(clew, "2", "Hello to all of you", { session, from: "ben" });
  await clew.index({ finish: true });
  const [memory] = await clew.memory.list({ all: true });
  expect(memory?.text).toContain("zeppelin");
  const { lines } = await clew.log({ session: own.session });
  const entry = lines.find((line) => line.words.includes(words))?.pointer ?? "";
  return { clew, store, arm, name: memory?.name ?? "", choices: { entry, session: own.session, person: "ada" } };
}

async function expectGone(clew: Clew, store: LogStore, path: string) {
  await clew.close();
  await store.close();
  expect(existsSync(`${path}.db`)).toBe(true);
  expect(readAll(path)).not.toContain(words);
}

const targets = ["entry", "session", "person"] as const;

describe.each(targets)("while the %s that told it is erased", (target) => {
  const deeds: Readonly<Record<string, (name: string) => Deed>> = {
    "a change of the memory": (name) => (clew) => clew.memory.edit(name, { text: `My ${words}, and wings` }),
    "a pin of the memory": (name) => (clew) => clew.memory.pin(name),
    "another version of the message": () => (clew) =>
      clew.edit({ ...own, id: "1", text: `${told}, and wings`, editedAt: 9_000 }),
    "a view of another chat that tells it": () => (clew) =>
      say(clew, "3", "What does the zeppelin need?", { session: "signal:ada", from: "ada" }),
  };
  test.each(Object.keys(deeds))("%s leaves nothing of it behind", async (deed) => {
    const path = makePath();
    const { clew, store, arm, name, choices } = await openWith(path, planned);
    arm(() => (deeds[deed] as (name: string) => Deed)(name)(clew));
    await clew.erase({ [target]: choices[target] });
    await expectGone(clew, store, path);
  });

  test("a change that was begun before brings nothing back", async () => {
    const path = makePath();
    const inner = openSqliteStore({ path: `${path}.db` });
    let erasing: Promise<unknown> | null = null;
    const late: LogStore = {
      ...inner,
      async write(change) {
        const isMemory = change.entries?.some((each) => each.kind === "noted" && each.note.kind === "memory");
        // As long as it takes to erase, unless that waits for this.
        if (isMemory === true && erasing !== null) await Promise.race([erasing, sleep(500)]);
        return inner.write(change);
      },
    };
    const { clew, store, name, choices } = await openWith(path, {
      open: () => ({ store: late, arm: () => undefined }),
    });
    let begin: (() => void) | undefined;
    erasing = new Promise<void>((resolve) => (begin = resolve)).then(() => clew.erase({ [target]: choices[target] }));
    const edited = clew.memory.edit(name, { text: `My ${words}, and wings` }).catch(() => null);
    await sleep(20);
    begin?.();
    await Promise.all([erasing, edited]);
    await expectGone(clew, store, path);
  });
});

test("a turn that begins meanwhile is a refusal, and nothing is left to be gone on with", async () => {
  const path = makePath();
  const { clew, store, arm, choices } = await openWith(path, planned);
  arm(() => clew.begin({ ...own, id: "3", text: "And what now?" }));
  expect(await codeOf(clew.erase({ session: choices.session }))).toBe("lane/busy");
  await clew.close();
  await store.close();
  const again = await openAt(path);
  expect((await again.sessions()).map((each) => each.session)).toContain(own.session);
  await again.close();
});
