import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { parseLaneKey, parseOwnerKey, parseSessionKey, type TurnId } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { type Clew, ClewError } from "clewline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { goneProcess, type HandClock, makeHandClock } from "./hand-clock.js";
import { idleMs } from "./idle-time.js";

const session = "telegram:chat:42";
const ref = { owner: parseOwnerKey("me"), session: parseSessionKey(session), lane: parseLaneKey("root:42") };
const soon = () => new Promise((done) => setTimeout(done, 40));
/** A place of another machine, which nobody can look at. */
const elsewhere = { holder: "another-machine/ 1 1", renewal: false } as const;

describe.each(["memory", "sqlite"])("a busy lane, on %s", (kind) => {
  let folder = "";
  let store: LogStore;
  let clew: Clew;
  let clock: HandClock;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-queue-"));
    const path = join(folder, "clew.db");
    store = kind === "memory" ? makeMemoryStore({ hash: sha256 }) : openSqliteStore({ path, hash: sha256 });
    clock = makeHandClock();
    clew = await makeClewOverStore(store, { window: 8_192, timeZone: "UTC" }, undefined, { clock });
  });

  afterEach(async () => {
    await clew.close();
    rmSync(folder, { recursive: true });
  });

  /** Until the log has so many messages: those that wait for their turn are kept at once. */
  const isKept = (count: number) => expect.poll(async () => (await clew.log()).total, { timeout: 20_000 }).toBe(count);

  const states = async () => (await clew.log()).turns.map(({ state }) => state).reverse();

  test("keeps a second message at once and answers it when the first is done, in the order of arrival", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const order: string[] = [];
    const others: Promise<void>[] = [];
    for (const [index, text] of ["two", "three", "four"].entries()) {
      others.push(
        clew.begin({ session, id: index + 2, text }).then((turn) => {
          order.push(text);
          return turn.complete({ text: `answer to ${text}` });
        }),
      );
      await isKept(index + 2);
    }
    expect(await states()).toEqual(["running"]);
    expect(order).toEqual([]);
    await first.complete({ text: "answer to one" });
    await Promise.all(others);
    expect(order).toEqual(["two", "three", "four"]);
    expect(await states()).toEqual(["completed", "completed", "completed", "completed"]);
  });

  test("does not hold up another lane", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const other = await clew.begin({ session, id: 2, topic: 7, text: "elsewhere" });
    expect(other.state).toBe("running");
    await Promise.all([first.cancel(), other.cancel()]);
  });

  test("merges what comes while a turn waits into that turn", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const second = clew.begin({ session, id: 2, text: "two" }, { whenBusy: "merge" });
    const third = clew.begin({ session, id: 3, text: "three" }, { whenBusy: "merge" });
    await expect.poll(async () => (await clew.log()).total).toBe(3);
    await first.complete({ text: "answer to one" });
    const [turn, other] = [await second, await third];
    expect([turn.repeated, other.repeated, turn.id === other.id]).toEqual([false, true, true]);
    const view = await turn.view();
    expect(view.kind === "fits" && JSON.stringify(view.messages.at(-1))).toMatch(/two.*three/s);
    await turn.complete({ text: "answer to both" });
    expect((await clew.begin({ session, id: 3, text: "three" })).repeated).toBe(true);
    expect(await states()).toEqual(["completed", "completed"]);
  });

  test("gives the joint turn to whoever joined, if the first of them stops waiting", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const stop = new AbortController();
    const second = clew.begin({ session, id: 2, text: "two" }, { whenBusy: "merge", signal: stop.signal });
    const third = clew.begin({ session, text: "three" }, { whenBusy: "merge" });
    await isKept(3);
    stop.abort(new ClewError("options/bad", "enough"));
    await expect(second).rejects.toThrow("enough");
    await first.complete({ text: "answer to one" });
    const turn = await third;
    expect(turn.repeated).toBe(false);
    const view = await turn.view();
    expect(view.kind === "fits" && JSON.stringify(view.messages.at(-1))).toContain("three");
    await turn.complete({ text: "answer to three" });
    expect((await clew.log()).lines.filter(({ text }) => text.includes("user: three")).length).toBe(1);
  });

  test("lets nobody wait for a log that is closed, and the lane is free when it is opened again", async () => {
    // What is in memory ends with its store, so here the store outlives the one that closes.
    clew = await makeClewOverStore(kind === "memory" ? { ...store, close: async () => undefined } : store, {});
    await clew.begin({ session, id: 1, text: "one" });
    const second = clew.begin({ session, id: 2, text: "two" });
    const refused = expect(second).rejects.toMatchObject({ code: "store/closed" });
    await isKept(2);
    await clew.close();
    await refused;
    if (kind !== "memory") store = openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
    clew = await makeClewOverStore(store, { window: 8_192, timeZone: "UTC" });
    const waited = await idleMs(async () => {
      const third = await clew.begin({ session, id: 3, text: "three" }, { whenBusy: "refuse" });
      await third.complete({ text: "done" });
    });
    expect(waited).toBeLessThan(5_000);
    // The one that was being answered, the one that waited, and the new one.
    expect(await states()).toEqual(["failed", "failed", "completed"]);
  });

  test("is not busy for one that would be refused once the turn in it has stood still for a lease", async () => {
    const dead = "0190a0b0-0000-7000-8000-000000000002" as TurnId;
    const lost = { id: dead, ref, state: "running", origin: "interactive", began: 1, ended: null } as const;
    const claim = { turn: dead, ...elsewhere, until: 2 };
    await store.write({ ref, turn: { ...lost, messages: [], attachOver: 1_000, asides: [] }, claim });
    const ask = () => clew.begin({ session, id: 1, text: "anybody there?" }, { whenBusy: "refuse" });
    // By its stamp it is half a century old, and that proves nothing: we have only just begun to watch it.
    await expect(ask()).rejects.toMatchObject({ code: "lane/busy" });
    for (let watched = 0; watched < 29_000; watched += 9_000) {
      await expect(ask()).rejects.toMatchObject({ code: "lane/busy" });
      clock.wait(9_000);
    }
    const next = await ask();
    await next.complete({ text: "yes" });
    expect((await clew.log()).lines.map(({ text }) => text)).toEqual([
      "user: anybody there?",
      "turn failed: abandoned: the process that was answering stopped",
      "agent: yes",
    ]);
  });

  test("is not busy because of a process of this machine that is gone", async () => {
    const dead = "0190a0b0-0000-7000-8000-000000000002" as TurnId;
    const lost = { id: dead, ref, state: "running", origin: "interactive", began: 1, ended: null } as const;
    const claim = { turn: dead, holder: goneProcess, until: Date.now() + 1e9, renewal: false };
    await store.write({ ref, turn: { ...lost, messages: [], attachOver: 1_000, asides: [] }, claim });
    const next = await clew.begin({ session, id: 1, text: "anybody there?" }, { whenBusy: "refuse" });
    await next.complete({ text: "yes" });
    expect((await clew.log()).lines.map(({ text }) => text)).toEqual([
      "turn failed: abandoned: the process that was answering stopped",
      "user: anybody there?",
      "agent: yes",
    ]);
  });

  test("is answered once for a message that was kept first and is begun twice at once", async () => {
    await clew.observe({ session, id: 1, text: "one" });
    const turns = await Promise.all([1, 2, 3].map(() => clew.begin({ session, id: 1, text: "one" })));
    expect(turns.map(({ repeated }) => repeated).toSorted()).toEqual([false, true, true]);
    await turns.find(({ repeated }) => !repeated)?.complete({ text: "yes" });
    for (let other = 0; other < 60; other++) {
      await (await clew.begin({ session, id: 100 + other, text: "more" })).complete({ text: "ok" });
    }
    expect((await clew.begin({ session, id: 1, text: "one" })).repeated).toBe(true);
  });

  test("answers of a burst what nobody else answers, once each", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    await first.complete({ text: "yes" });
    const burst = [1, 2, 2].map((id) => ({ session, id, text: id === 1 ? "one" : "two" }));
    const turn = await clew.begin(burst);
    const record = await store.turn(ref, turn.id as TurnId);
    expect([turn.repeated, record?.messages.length]).toEqual([false, 1]);
    await turn.complete({ text: "yes" });
  });

  test("opens no turn for a message that was taken back while it waited", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const second = clew.begin({ session, id: 2, text: "two" });
    await isKept(2);
    await clew.edit({ session, id: 2, deleted: true });
    await first.complete({ text: "yes" });
    expect((await second).repeated).toBe(true);
    expect((await clew.begin({ session, id: 2, text: "two" })).repeated).toBe(true);
  });

  test("refuses if that is wanted, and keeps the message, which can be begun later", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const refused = clew.begin({ session, id: 2, text: "two" }, { whenBusy: "refuse" });
    await expect(refused).rejects.toMatchObject({ code: "lane/busy" });
    expect((await clew.log()).total).toBe(2);
    await first.complete({ text: "done" });
    const second = await clew.begin({ session, id: 2, text: "two" });
    expect(second.repeated).toBe(false);
    await second.complete({ text: "done too" });
    expect((await clew.log()).total).toBe(4);
  });

  test("lets a caller stop waiting; the message is kept and the next one is not held up", async () => {
    const first = await clew.begin({ session, id: 1, text: "one" });
    const stop = new AbortController();
    const second = clew.begin({ session, id: 2, text: "two" }, { signal: stop.signal });
    const third = clew.begin({ session, id: 3, text: "three" });
    await isKept(3);
    stop.abort(new ClewError("options/bad", "enough"));
    await expect(second).rejects.toThrow("enough");
    await first.complete({ text: "done" });
    await (await third).complete({ text: "done" });
    expect((await clew.log()).total).toBe(5);
  });

  test("passes over a place that stood still for a lease, and that turn has failed", async () => {
    const dead = "0190a0b0-0000-7000-8000-000000000001" as TurnId;
    const lost = { id: dead, ref, state: "running", origin: "interactive", began: 1, ended: null } as const;
    const turn = { ...lost, messages: [], attachOver: 1_000, asides: [] };
    await store.write({ ref, turn, claim: { turn: dead, ...elsewhere, until: Date.now() + 1e9 } });
    const next = await clock.passing(clew.begin({ session, id: 1, text: "anybody there?" }), 5_000);
    expect(clock.waited).toBeGreaterThanOrEqual(30_000);
    expect((await clew.turn(dead)).state).toBe("failed");
    await next.complete({ text: "yes" });
    expect(await states()).toEqual(["failed", "completed"]);
  });

  test("waits for a place of another machine as long as it moves, whatever the clocks say", async () => {
    const other = "0190a0b0-0000-7000-8000-000000000001" as TurnId;
    const renew = (until: number, renewal: boolean) =>
      store.write({ ref, claim: { turn: other, ...elsewhere, until, renewal } });
    await renew(1, false);
    let isAnswered = false;
    const next = clew.begin({ session, id: 1, text: "anybody there?" }).then((turn) => {
      isAnswered = true;
      return turn;
    });
    for (let until = 2; until < 12; until++) {
      clock.wait(9_000);
      clock.set(until % 2 === 0 ? 3_600_000 : -10_800_000);
      await soon();
      await renew(until, true);
    }
    expect([isAnswered, clock.waited]).toEqual([false, 90_000]);
    await (await clock.passing(next, 5_000)).cancel();
    expect(clock.waited).toBeGreaterThanOrEqual(120_000);
  });

  test("answers a message again only when whoever was answering it has proved to be gone", async () => {
    await clew.observe({ session, id: 1, text: "one" });
    const dead = "0190a0b0-0000-7000-8000-000000000001" as TurnId;
    const entry = (await store.bySource(ref, "1"))?.entry.id ?? ("none" as never);
    const lost = { id: dead, ref, state: "running", origin: "interactive", began: 1, ended: null } as const;
    const turn = { ...lost, messages: [entry], attachOver: 1_000, asides: [] };
    await store.write({ ref, turn, claim: { turn: dead, ...elsewhere, until: 2 } });
    const again = await clock.passing(clew.begin({ session, id: 1, text: "one" }), 5_000);
    expect([again.repeated, clock.waited >= 30_000]).toEqual([false, true]);
    await again.complete({ text: "yes" });
    expect(await states()).toEqual(["failed", "completed"]);
  });

  test("keeps what a turn that was given up says later, and refuses it as the answer", async () => {
    const late = await clew.begin({ session, id: 1, text: "one" });
    const record = await store.turn(ref, late.id as TurnId);
    const [lease] = await store.leases(ref);
    if (record === null || lease === undefined) throw new Error("no turn");
    await store.write({ ref, turn: { ...record, state: "failed", ended: 5 }, expects: lease });
    await expect(late.record({ text: "still looking" })).rejects.toMatchObject({ code: "turn/not-running" });
    expect(late.state).toBe("failed");
    await expect(late.complete({ text: "too late" })).rejects.toMatchObject({ code: "turn/not-running" });
    expect((await clew.log()).lines.map(({ text }) => text)).toEqual([
      "user: one",
      "late: agent: still looking",
      "late: agent: too late",
    ]);
    expect(await states()).toEqual(["failed"]);
  });

  /** A turn that waits for a person, and another of the lane that is being answered meanwhile. */
  async function waitBehind() {
    const asking = await clew.begin({ session, id: 1, text: "shall we?" });
    const record = await store.turn(ref, asking.id as TurnId);
    if (record === null) throw new Error("no turn");
    await store.write({ ref, turn: { ...record, state: "waiting" } });
    return { id: asking.id, between: await clew.begin({ session, id: 2, text: "something else" }) };
  }

  test("tells one that stood still that another has taken its place in the queue, and leaves it to him", async () => {
    const lease = { leaseMs: 30_000, renewalMs: 1e9 };
    const shared = { ...store, close: async () => undefined };
    const still = await makeClewOverStore(shared, { window: 8_192, timeZone: "UTC" }, undefined, { lease });
    const { id, between } = await waitBehind();
    const refused = (await still.turn(id)).view().catch((error: unknown) => error);
    await expect.poll(async () => (await store.leases(ref)).length).toBe(2);
    const taker = await clew.turn(id);
    for (let look = 0; look < 4; look++) {
      await expect(taker.view()).rejects.toMatchObject({ code: "lane/busy" });
      clock.wait(9_000);
    }
    const order: string[] = [];
    const view = taker.view().then(() => order.push("taker"));
    expect(await refused).toMatchObject({ code: "lane/busy" });
    const third = clew.begin({ session, id: 3, text: "and me" }).then(async (turn) => {
      order.push("third");
      await turn.complete({ text: "you too" });
    });
    await expect.poll(async () => (await store.leases(ref)).length).toBe(3);
    await between.complete({ text: "fine" });
    await view;
    await taker.complete({ text: "done" });
    await third;
    expect([order, await states()]).toEqual([["taker", "third"], Array(3).fill("completed")]);
    await still.close();
  });

  test("says so when it does not find the place that it took, and writes no more", async () => {
    let claims = 0;
    const forgetful: LogStore = {
      ...store,
      close: async () => undefined,
      leases: async (lane) => (await store.leases(lane)).filter(({ state }) => state === "running"),
      write: (change) => {
        claims += change.claim === undefined ? 0 : 1;
        return store.write(change);
      },
    };
    const other = await makeClewOverStore(forgetful, { window: 8_192, timeZone: "UTC" });
    const first = await clew.begin({ session, id: 1, text: "one" });
    await expect(other.begin({ session, id: 2, text: "two" })).rejects.toMatchObject({ code: "lane/busy" });
    expect(claims).toBe(2);
    await first.complete({ text: "done" });
    await other.close();
  });

  test("frees the lane while a turn waits for a person, and lets it go on afterwards", async () => {
    const { id, between } = await waitBehind();
    const resumed = await clew.turn(id);
    const view = resumed.view();
    await soon();
    await between.complete({ text: "fine" });
    expect((await view).kind).toBe("fits");
    await resumed.complete({ text: "done" });
    expect(await states()).toEqual(["completed", "completed"]);
  });
});
