/**
 * Processes are killed in the middle of what they do. `npm run check:faults` tries more points, and on a disk.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { killed } from "./faults/driver.js";
import { modelHistory, telegramHistory } from "./faults/histories.js";
import { checkKilledSync } from "./faults/killed-sync.js";
import {
  checkKilledExport,
  checkKilledImport,
  checkKilledRestore,
  exported,
  type Reference,
  referenceFor,
} from "./faults/killed-transfers.js";
import { checkKilledTurns } from "./faults/killed-turns.js";
import { randomFrom, upTo } from "./faults/random.js";
import { turnOperations } from "./faults/script.js";
import { seed } from "./seed.js";

const points = Number(process.env.CLEW_POINTS ?? "6");
const random = randomFrom(seed);
const folder = mkdtempSync(join(tmpdir(), "clew-faults-"));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Two children at a time. */
async function atEach<Point>(
  all: readonly Point[],
  check: (point: Point, index: number, worker: number) => Promise<void>,
): Promise<void> {
  const left = [...all.entries()];
  const work = async (worker: number) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await check(next[1], next[0], worker);
  };
  await Promise.all([work(0), work(1)]);
}

function moments(share: number, lines: number, delayMs: number) {
  const count = Math.max(1, Math.round(points * share));
  return Array.from({ length: count }, () => ({ lines: 1 + upTo(random, lines), delayMs: upTo(random, delayMs) }));
}

describe(`a process that is killed (seed ${seed})`, () => {
  test("while it answers: what it acknowledged is there once and in order, and its lanes go on at once", async () => {
    const found = { points: 0, acknowledged: 0, cut: 0 };
    await atEach(moments(0.5, 90, 30), async (moment, index, worker) => {
      // A file lives through several kills.
      const [path, session] = [join(folder, `turns-${worker}-${Math.floor(index / 16)}.db`), `telegram:chat:${index}`];
      const { lines } = await killed(["turns", path, session], moment);
      const { acknowledged, cut } = await checkKilledTurns(path, session, lines, index % 5 === 0);
      found.points += 1;
      found.acknowledged += acknowledged;
      found.cut += cut;
    });
    console.log("killed while answering:", found);
    expect(found.cut).toBeGreaterThan(0);
  });

  test("while it hands over its list: every view that it got is there, and the same list adds nothing", async () => {
    const calls: number[] = [];
    await atEach(moments(0.1, 20, 40), async (moment, index) => {
      const path = join(folder, `sync-${index}.db`);
      const { lines } = await killed(["sync", path, "terminal:list"], moment);
      calls.push(await checkKilledSync(path, "terminal:list", lines));
    });
    console.log("lists that were acknowledged:", calls.join(", "));
    expect(calls.length).toBeGreaterThan(0);
  });

  test("while it imports: the same import completes it, and the log is as if nothing had happened", async () => {
    const [messages, turns] = points < 100 ? [60, 280] : [1_100, 700];
    const kills = moments(0.15, 1, 1_000);
    // Where there is one kill, each of them has its turn every other day.
    const histories = [telegramHistory(folder, messages), modelHistory(folder, turns)];
    const tried = kills.slice(0, 2).map((_, index) => histories[(seed + index) % 2] ?? "");
    const references: Reference[] = [];
    for (const [index, history] of tried.entries())
      references.push(await referenceFor(join(folder, `whole-${index}.db`), history));
    const left: number[] = [];
    await atEach(kills, async ({ lines, delayMs }, index) => {
      const [history = "", reference] = [tried[index % 2], references[index % 2]];
      if (reference === undefined) return;
      const path = join(folder, `import-${index}.db`);
      // After "opening" or, mostly, somewhere in the import itself.
      const moment =
        index % 7 === 6 ? { lines, delayMs: 5 } : { lines: 2, delayMs: (delayMs / 1_000) * 0.9 * reference.tookMs };
      await killed(["import", path, history], moment);
      left.push(await checkKilledImport(path, history, reference));
    });
    console.log(
      "entries that killed imports left:",
      left.join(", "),
      "took",
      references.map(({ tookMs }) => tookMs),
    );
  });

  test("while it exports, or restores an export: the whole file completes it, and every view replays", async () => {
    const source = join(folder, "source.db");
    const whole = join(folder, "whole.jsonl");
    await answeredLog(source);
    const started = Date.now();
    writeFileSync(whole, await exported(source));
    const exportMs = Date.now() - started;
    const reference = await referenceFor(join(folder, "restored.db"), whole);
    await checkKilledRestore(reference.path, whole);
    const parts = { restores: [] as number[], exports: [] as number[] };
    await atEach(moments(0.17, 1, 1_000), async ({ delayMs }, index) => {
      const path = join(folder, `restore-${index}.db`);
      const part = (delayMs / 1_000) * 0.9;
      if ((seed + index) % 4 === 3) {
        const half = join(folder, `half-${index}`);
        await killed(["export", source, half], { lines: 2, delayMs: part * exportMs });
        if (existsSync(half)) parts.exports.push(await checkKilledExport(source, half, whole, path));
        return;
      }
      await killed(["import", path, whole], { lines: 2, delayMs: part * reference.tookMs });
      parts.restores.push(await checkKilledRestore(path, whole));
    });
    console.log(
      "parts that were done when killed:",
      shown(parts.restores),
      "of restores,",
      shown(parts.exports),
      "of exports",
    );
  });
});

function shown(parts: readonly number[]): string {
  return parts.map((part) => part.toFixed(2)).join(" ");
}

/** A log with lanes, blobs, compactions and more views than one chain of receipts holds. */
async function answeredLog(path: string): Promise<void> {
  const clew = await openClew({ store: path, window: 8_192, timeZone: "UTC" });
  for (let number = 0; number < 24; number++) {
    for (const lane of [0, 1]) {
      const [first] = turnOperations(lane, number).filter(({ verb }) => verb === "begin");
      const turn = await clew.begin({ session: "telegram:chat:1", topic: lane, id: first?.message, text: first?.text });
      for (const { verb, text, call } of turnOperations(lane, number)) {
        if (verb === "view") await turn.view();
        if (verb === "record")
          await turn.record({ text, calls: [{ id: call, tool: "look", input: {}, output: text }] });
        if (verb === "complete") await turn.complete({ text });
        if (verb === "fail") await turn.fail(new Error("the pump is broken"));
        if (verb === "cancel") await turn.cancel("never mind");
      }
    }
  }
  await clew.close();
}
