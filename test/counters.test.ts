import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CountedLog, type Counters, openCounted } from "../src/bench/counted-log.js";
import { fillLog, generatedRef } from "../src/bench/generated-log.js";
import { receiptsOfLane } from "../src/bench/speed-receipts.js";
import { sha256 } from "../src/compose/options.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";

const folder = mkdtempSync(join(tmpdir(), "clew-counters-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { session } = generatedRef;
const sizes = { short: 1_000, long: 100_000 };
const paths = { short: join(folder, "short.db"), long: join(folder, "long.db") };
type Size = keyof typeof sizes;

beforeAll(async () => {
  for (const size of ["short", "long"] as const) {
    const store = sqliteStore({ path: paths[size], hash: sha256 });
    await fillLog(store, sizes[size]);
    await store.close();
  }
}, 180_000);

/** What each of the same acts costs on one of the logs. */
async function costs(
  size: Size,
  acts: (log: CountedLog) => Promise<readonly Counters[]>,
): Promise<readonly Counters[]> {
  const log = await openCounted(paths[size]);
  try {
    return await acts(log);
  } finally {
    await log.clew.close();
  }
}

/** A view tells the minute: where that changes between two of them, one stores a piece more than the other. */
async function earlyInTheMinute(): Promise<void> {
  const passed = Date.now() % 60_000;
  if (passed > 35_000) await new Promise((resolve) => setTimeout(resolve, 60_000 - passed));
}

async function compare(acts: (log: CountedLog) => Promise<readonly Counters[]>): Promise<void> {
  await earlyInTheMinute();
  const [short, long] = [await costs("short", acts), await costs("long", acts)];
  expect(long.length).toBeGreaterThan(0);
  expect(long.map(({ statements }) => statements)).toEqual(short.map(({ statements }) => statements));
  for (const [index, { rows }] of long.entries()) expect(rows).toBeLessThanOrEqual(1.1 * (short[index]?.rows ?? 0));
}

/** Begins, views and completes; what begin and view cost. */
async function turn({ clew, take }: CountedLog, message: { id: string; replyTo?: string }): Promise<Counters> {
  take();
  const turn = await clew.begin({ session, from: "7", text: `A new question, ${message.id}`, ...message });
  const view = await turn.view();
  const cost = take();
  if (view.kind !== "fits") throw new Error("The view does not fit");
  await turn.complete({ text: "A new answer" });
  return cost;
}

describe("statements and rows are as many in a log of 100,000 entries as in one of 1,000", () => {
  test("for begin and view, warm and cold", { timeout: 240_000 }, async () => {
    for (const opening of ["first", "second", "third"]) {
      await compare(async (log) => {
        const found: Counters[] = [];
        for (let index = 0; index < 12; index++) found.push(await turn(log, { id: `${opening}-${index}` }));
        return found;
      });
    }
  });

  test("for a message that replies to an old one, or to one that nobody knows", async () => {
    await compare(async (log) => [
      await turn(log, { id: "reply-1", replyTo: "3" }),
      await turn(log, { id: "reply-2", replyTo: "3" }),
      await turn(log, { id: "reply-3", replyTo: "nobody knows" }),
    ]);
  });

  test("for a message that is observed, again, and edited", async () => {
    await compare(async ({ clew, take }) => {
      const acts = [
        () => clew.observe({ session, id: "seen", from: "7", text: "By the way" }),
        () => clew.observe({ session, id: "seen", from: "7", text: "By the way" }),
        () => clew.edit({ session, id: "seen", from: "7", text: "By the way, no", editedAt: 5 }),
        () => clew.edit({ session, id: "3", from: "7", text: "Something else", editedAt: 5 }),
      ];
      const found: Counters[] = [];
      for (const act of acts) {
        await act();
        found.push(take());
      }
      return found;
    });
  });
});

test("between checkpoints no receipt of a long lane adds 8 KiB besides new text", async () => {
  const receipts = await receiptsOfLane(join(folder, "turns.db"), 1_000);
  const between = receipts.filter(({ checkpoint }) => !checkpoint);
  expect(receipts.length).toBeGreaterThan(1_000);
  expect(between.length).toBeGreaterThan(receipts.length / 2);
  for (const { bytes } of between) expect(bytes).toBeLessThan(8 * 1_024);
}, 180_000);
