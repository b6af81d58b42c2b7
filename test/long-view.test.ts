/** While the view of a long list is made, others get their turn; what they do meanwhile leaves it whole, or refuses it. */

import type { Entry } from "@clewline/core/log/entry.js";
import { findItemUses, type ItemUses } from "@clewline/core/view/schedule/item-uses.js";
import { finish, type Steps } from "@clewline/text/steps.js";
import { type Clew, type LogStore, openClew } from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import { openSqliteStore } from "clewline/stores/sqlite";
import fc from "fast-check";
import { expect, test } from "vitest";
import { makePath, readAll } from "./erase-room.js";
import { checkProperty } from "./properties.js";

const session = "web:long";
const secret = "olive zeppelin";
const options = { config: false, window: 1_000_000, memory: false, timeZone: "UTC" } as const;

const messages = Array.from({ length: 451 }, (_, place) =>
  place % 2 === 0
    ? { role: "user" as const, content: `Question ${place}${place === 100 ? ` of the ${secret}` : ""}` }
    : { role: "assistant" as const, content: `Answer ${place}` },
);

/** Calls `during` once, when the first chunks of a long view are written and its receipt is still to come. */
function watchChunks(inner: LogStore, during: () => Promise<unknown>): LogStore {
  let isDone = false;
  return {
    ...inner,
    async write(change) {
      const written = await inner.write(change);
      if (change.chunks !== undefined && !isDone) {
        isDone = true;
        await during();
      }
      return written;
    },
  };
}

async function showMessages(clew: Clew): Promise<unknown> {
  const view = await clew.sync({ session, messages });
  return view.kind === "fits" ? view.messages : view;
}

test("another session is answered between the read of a long lane and the first write of its view", async () => {
  const inner = makeMemoryStore();
  let other: Promise<string> | null = null;
  const order: string[] = [];
  const watched: LogStore = {
    ...inner,
    async read(ref, ...more) {
      const state = await inner.read(ref, ...more);
      if (ref.session === session && state.entries.length > 450 && other === null) {
        other = clew.sync({ session: "web:short", messages: messages.slice(0, 1) }).then(({ kind }) => kind);
        void other.then(() => order.push("short"));
      }
      return state;
    },
    async write(change) {
      if (change.chunks !== undefined && !order.includes("long")) order.push("long");
      return inner.write(change);
    },
  };
  await using clew = await openClew({ ...options, store: watched });
  await clew.sync({ session, messages });
  expect(await other).toBe("fits");
  expect(order).toEqual(["short", "long"]);
});

test("an entry that is erased while its view is made stays erased", async () => {
  const path = makePath();
  const inner = openSqliteStore({ path: `${path}.db` });
  let erasing: Promise<unknown> = Promise.resolve();
  const store = watchChunks(inner, async () => {
    const { lines } = await clew.log({ session, limit: 1_000 });
    const entry = lines.find((line) => line.words.includes(secret))?.pointer ?? "";
    erasing = clew.erase({ entry });
    await erasing;
  });
  const clew = await openClew({ ...options, store });
  // The view that was being made is refused, and made again of what is left.
  expect(JSON.stringify(await showMessages(clew))).not.toContain(secret);
  await erasing;
  expect(await inner.faults(true)).toEqual([]);
  await clew.close();
  await inner.close();
  expect(readAll(path)).not.toContain(secret);
});

test("a log that is closed while a view is made has the same view when it is opened again", async () => {
  const path = makePath();
  const inner = openSqliteStore({ path: `${path}.db` });
  let closing: Promise<unknown> = Promise.resolve();
  const store = watchChunks(inner, async () => {
    closing = clew.close();
  });
  const clew = await openClew({ ...options, store });
  await showMessages(clew).catch(() => null);
  await closing;
  await inner.close();
  await using again = await openClew({ ...options, store: `${path}.db` });
  await using undisturbed = await openClew({ ...options, store: makeMemoryStore() });
  expect(await showMessages(again)).toEqual(await showMessages(undisturbed));
});

test("what later calls made of results is the same however two views of one lane take turns", () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 100 }),
    fc.integer({ min: 0, max: 100 }),
    fc.array(fc.constantFrom(0, 1), { maxLength: 20 }),
    (before, more, turns) => {
      const all = makeCalls(before + 2 * more);
      const lanes = [all.slice(0, before + more), all];
      const expected = lanes.map((lane) => listUses(lane, finish(findItemUses(structuredClone(lane)))));
      // An earlier view of the lane left what it found.
      finish(findItemUses(all.slice(0, before))).keep();
      const found = takeTurns(
        lanes.map((lane) => findItemUses(lane)),
        turns,
      );
      expect(found.map((uses, place) => listUses(lanes[place] ?? [], uses))).toEqual(expected);
    },
  );
  checkProperty(property, { runs: 100, longer: 2_000 });
});

/** All results, with the steps taken in these turns as far as they go. */
function takeTurns<Result>(all: readonly Steps<Result>[], turns: readonly number[]): readonly Result[] {
  const results = new Map<number, Result>();
  const step = (place: number) => {
    const next = results.has(place) ? undefined : all[place]?.next();
    if (next?.done === true) results.set(place, next.value);
  };
  for (const turn of turns) step(turn);
  while (results.size < all.length) for (const place of all.keys()) step(place);
  return all.map((_, place) => results.get(place) as Result);
}

function listUses(lane: readonly Entry[], { ageOf, sourceOf }: ItemUses) {
  return lane.map(({ seq }) => [ageOf(seq), sourceOf(seq)]);
}

/** Calls with results, each of which quotes the one before it. */
function makeCalls(count: number): readonly Entry[] {
  const name = (place: number) => [1, 2, 3].map((each) => `src/part${place}/file${each}.ts`).join("\n");
  const entries = Array.from({ length: count }, (_, place) => {
    const base = { id: `entry-${place}`, seq: place + 1, turn: "turn", step: Math.floor(place / 2) };
    return place % 2 === 0
      ? { ...base, kind: "called", input: JSON.stringify({ paths: name(place - 1) }) }
      : { ...base, kind: "returned", output: { kind: "text", text: name(place) } };
  });
  return entries as unknown as readonly Entry[];
}
