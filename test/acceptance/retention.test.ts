/** Sessions in which nothing happens any more: archived, or erased where that was asked for. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EntryId, LaneKey, OwnerKey, SessionKey } from "@clewline/core/log/keys.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { listSessions } from "@clewline/engine/read/sessions/archive.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import { fingerprint } from "@clewline/store-kit/fingerprint.js";
import { type Clew, type ClewOptions, openClew, rolling } from "clewline";
import fc from "fast-check";
import { afterAll, describe, expect, it, test, vi } from "vitest";
import { objects, typed } from "../cli-run.js";
import { openFresh } from "../fresh-clew.js";
import { checkAsyncProperty } from "../properties.js";
import { storeKinds, withStore } from "../stores-in-turn.js";

const root = mkdtempSync(join(tmpdir(), "clew-retention-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const dayMs = 86_400_000;
const daysAgo = (days: number) => Date.now() - days * dayMs;
const [old, recent] = ["telegram:chat:1", "telegram:chat:2"];
const keys = (listed: readonly { readonly session: string }[]) => listed.map(({ session }) => session);

async function say(clew: Clew, session: string, text: string, at = Date.now()): Promise<void> {
  const turn = await clew.begin({ session, text, at, from: session });
  await turn.view();
  await turn.complete({ text: "Noted." });
}

/** Something that was said long ago, and answered then. */
async function observe(clew: Clew, session: string, text: string, at: number): Promise<void> {
  await clew.observe({ session, text, at, from: session });
}

async function openWithOld(options: ClewOptions): Promise<Clew> {
  const clew = await openFresh(options);
  await observe(clew, old, "The door code is 4711 blue seven", daysAgo(31));
  await observe(clew, recent, "The gate code is 4712 green eight", daysAgo(29));
  return clew;
}

describe("case 76: a session that is idle for longer than retention_days", () => {
  test("is in no list and no search of everything, with all of it kept", async () => {
    const clew = await openWithOld({ policy: "rolling" });
    expect(keys(await clew.sessions())).toEqual([recent]);
    expect(keys(await clew.sessions({ which: "archived" }))).toEqual([old]);
    expect(keys(await clew.sessions({ which: "all" }))).toEqual([recent, old]);
    expect((await clew.search("code")).map(({ ref }) => ref.session)).toEqual([recent]);
    expect((await clew.search("code", { archived: true })).length).toBe(2);
    expect((await clew.search("code", { session: old })).length).toBe(1);
    expect((await clew.log({ session: old })).lines.length).toBe(1);
  });

  test("is back with its next message", async () => {
    const clew = await openWithOld({ policy: "rolling" });
    await say(clew, old, "Which code was it?");
    expect(keys(await clew.sessions())).toEqual([old, recent]);
    expect((await clew.search("door")).length).toBe(1);
    expect(await clew.sessions({ which: "archived" })).toEqual([]);
  });

  test("is archived in rolling alone, unless somebody chose it elsewhere or there otherwise", async () => {
    const listed: Record<string, number> = {};
    for (const policy of Object.keys(presets))
      listed[policy] = (await (await openWithOld({ policy })).sessions()).length;
    const expected = Object.fromEntries(Object.keys(presets).map((name) => [name, name === "rolling" ? 1 : 2]));
    expect(listed).toEqual(expected);
    const longer = await openWithOld({ policy: { ...rolling, retention: { days: 40, erases: false } } });
    expect((await longer.sessions()).length).toBe(2);
  });

  test("is never erased by that, and no memory of it goes", async () => {
    const clew = await openFresh({ policy: "rolling" });
    await observe(clew, old, "My dentist is Doctor Violet Harbour of Lisbon", daysAgo(400));
    await clew.index({ finish: true });
    await say(clew, recent, "Hello");
    await clew.index({ finish: true });
    expect(JSON.stringify(await clew.memory.list({ all: true }))).toContain("Violet Harbour");
    expect(keys(await clew.sessions({ which: "archived" }))).toEqual([old]);
  });

  test("is nobody's own choice: a chat can't change it for itself", async () => {
    const clew = await openWithOld({ policy: "rolling" });
    const answer = await clew.command({ session: recent, text: "/config retention_days 90" });
    expect(answer).toContain("for the whole log");
  });
});

describe.each(storeKinds)("which sessions are archived, on %s", (kind) => {
  it("case 76: follows from the newest time alone, and the boundary is not over yet", async () => {
    const times = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 12 });
    await checkAsyncProperty(
      fc.asyncProperty(times, fc.constantFrom(1, 30, 90.5), (offsets, days) =>
        withStore(kind, fingerprint, async (store) => {
          const now = Date.UTC(2026, 4, 1);
          const boundary = Math.floor(now - days * dayMs);
          const owner = "me" as OwnerKey;
          for (const [number, offset] of offsets.entries()) {
            const [session, lane] = [`telegram:chat:${number}` as SessionKey, "root:1" as LaneKey];
            const at = boundary + offset;
            await store.write({
              ref: { owner, session, lane },
              entries: [
                {
                  ...{ id: `e${number}` as EntryId, turn: null, step: null, at, arrived: now },
                  ...{ kind: "noted", note: { kind: "instructions", text: "x" } },
                },
              ],
            } as Parameters<typeof store.write>[0]);
          }
          const clock = makeSystemClock(() => now);
          const engine = { store, owner, clock, policy: { ...rolling, retention: { days, erases: false } } };
          const places = (listed: readonly { readonly session: string }[]) =>
            keys(listed)
              .map((key) => Number(key.split(":")[2]))
              .sort((a, b) => a - b);
          const numbers = [...offsets.keys()];
          const isOver = (number: number) => (offsets[number] ?? 0) < 0;
          expect(places(await listSessions(engine, "active"))).toEqual(numbers.filter((number) => !isOver(number)));
          expect(places(await listSessions(engine, "archived"))).toEqual(numbers.filter(isOver));
          expect(places(await listSessions(engine, "all"))).toEqual(numbers);
        }),
      ),
      { runs: 20, longer: 200 },
    );
  });
});

describe("erasing by age", () => {
  const erasing = { ...rolling, retention: { days: 30, erases: true } };

  test("case 76: the clean-up runs behind a reply where it was asked for, and memories stay", async () => {
    const path = join(root, "aged.db");
    const first = await openClew({ store: path, config: false, timeZone: "UTC", policy: "rolling" });
    await observe(first, old, "My dentist is Doctor Violet Harbour of Lisbon", daysAgo(31));
    await observe(first, old, "The door code is 4711 blue seven", daysAgo(31));
    await observe(first, recent, "The gate code is 4712 green eight", daysAgo(29));
    await first.index({ finish: true });
    await first.close();
    const clew = await openClew({ store: path, config: false, timeZone: "UTC", policy: erasing });
    expect((await clew.sessions({ which: "all" })).length).toBe(2);
    await say(clew, recent, "Hello");
    await clew.close();
    const again = await openClew({ store: path, config: false, timeZone: "UTC", policy: erasing });
    expect(keys(await again.sessions({ which: "all" }))).toEqual([recent]);
    expect(JSON.stringify(await again.memory.list({ all: true }))).toContain("Violet Harbour");
    expect(await again.doctor({ thorough: true })).toEqual([]);
    await again.close();
    expect(readFileSync(path).includes("blue seven")).toBe(false);
  });

  test("waits while another process has the file open, and loses nothing", async () => {
    const path = join(root, "shared.db");
    const options = { store: path, config: false, timeZone: "UTC", policy: erasing } as const;
    const [clew, other] = [await openClew(options), await openClew({ ...options, policy: "balanced" })];
    await observe(other, old, "The door code is 4711 blue seven", daysAgo(31));
    await say(clew, recent, "Hello");
    await clew.close();
    expect((await other.search("door")).length).toBe(1);
    await other.close();
  });
});

describe("clew sessions, search and doctor", () => {
  test("tell how many sessions are archived, and show them when asked", async () => {
    const path = join(root, "told.db");
    const clew = await openClew({ store: path, config: false, policy: "rolling" });
    await observe(clew, old, "The door code is 4711 blue seven", daysAgo(31));
    await observe(clew, recent, "The gate code is 4712 green eight", daysAgo(29));
    await clew.close();
    const store = ["--store", path];
    vi.stubEnv("CLEW_POLICY", "rolling");
    const listed = await typed(["sessions", ...store]);
    expect(listed.out).not.toContain(old);
    expect(listed.error).toContain("1 archived session is not in it");
    expect(keys(objects((await typed(["sessions", "--archived", "--json", ...store])).out) as never)).toEqual([old]);
    expect((await typed(["search", "door", ...store])).code).toBe(1);
    expect((await typed(["search", "door", "--archived", ...store])).code).toBe(0);
    expect((await typed(["doctor", ...store])).out).toContain("1 of them archived");
  });
});
