/** Rows of a log are damaged behind its back. `npm run check:faults` damages more, in a longer log. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Entry } from "@clewline/core/log/entry.js";
import type { FaultyRow } from "@clewline/core/ports/index.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { objects, typed } from "./cli-run.js";
import { type Damage, damageRows, pickDamages, session, writeLog } from "./damage/damaged-log.js";
import { randomFrom } from "./faults/random.js";
import { seed } from "./seed.js";

const rows = Number(process.env.CLEW_POINTS ?? "14");
const turns = process.env.CLEW_POINTS === undefined ? 20 : 400;
const folder = mkdtempSync(join(tmpdir(), "clew-damage-"));
const whole = join(folder, "whole.db");
const random = randomFrom(seed);

beforeAll(() => writeLog(whole, turns));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function copyLog(name: string): string {
  const path = join(folder, name);
  copyFileSync(whole, path);
  return path;
}

/** The chat goes on: one more turn with a view that fits and accounts for every entry of the lane. */
async function answer(path: string, text: string) {
  const clew = await openClew({ store: path, window: 12_000, policy: "laned", memory: false });
  try {
    const turn = await clew.begin({ session, from: 42, text });
    const view = await turn.view();
    await turn.complete({ text: "That one." });
    const { receipt } = await clew.why({ session });
    return { view, receipt, replayed: await clew.replay(receipt.id) };
  } finally {
    await clew.close();
  }
}

describe(`a log with damaged rows (seed ${seed})`, () => {
  test("is answered from, whichever row it is", async () => {
    const damages = pickDamages(whole, random, rows);
    for (const [index, damage] of damages.entries()) {
      const path = copyLog("one.db");
      damageRows(path, [damage]);
      const { view, receipt } = await answer(path, `Which one was it, ${index}?`).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(damage)}: ${String(error)}`, { cause: error });
      });
      expect(view.kind).toBe("fits");
      const places = receipt.verdicts.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, at) => from + at),
      );
      expect(places).toEqual(places.map((_, at) => at + 1));
    }
  });

  test("many rows at once: the chat goes on, the doctor names each, and a rescue has everything else", async () => {
    const [path, into] = [copyLog("many.db"), join(folder, "rescued.db")];
    const damages = pickDamages(whole, random, rows);
    damageRows(path, damages);
    const before = readFileSync(path);
    const named = await nameFaults(path);
    expect(damages.filter((damage) => !named.has(nameDamage(damage)))).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);

    const { code, out } = await typed(["doctor", "--rescue", into, "--json", "--store", path]);
    expect(code).toBe(1);
    const [report] = objects(out) as unknown as { lost: FaultyRow[] }[];
    const lost = new Set(report?.lost.map(({ table, number }) => `${table} ${number ?? ""}`));
    expect(damages.filter(({ table, place }) => !lost.has(`${table} ${place.number ?? place.id ?? ""}`))).toEqual([]);
    expect(readFileSync(path).equals(before)).toBe(true);
    const rescued = await openClew({ store: into });
    const faults = await rescued.doctor({ thorough: true });
    await rescued.close();
    // A file whose content is lost stays named by its entry.
    expect(faults.filter(({ what }) => !what.startsWith("Entries whose contents are not all there"))).toEqual([]);
    const [was, is] = [await readAll(whole), await readAll(into)];
    const damaged = new Set(damages.filter(({ table }) => table === "entries").map(({ place }) => place.number));
    const kept = was.entries.filter(({ seq }) => !damaged.has(seq));
    const saved = new Map(is.entries.map((entry) => [entry.seq, entry]));
    expect(kept.map(({ seq }) => saved.get(seq))).toEqual(kept);
    expect(is.entries.length).toBe(was.entries.length);
    const replayed = [...is.bytes].filter(([id]) => was.bytes.has(id));
    expect(replayed).toEqual(replayed.map(([id]) => [id, was.bytes.get(id)]));
    expect(is.receipts.filter((id) => !was.receipts.includes(id))).toEqual([]);

    expect((await answer(path, "Which one?")).view.kind).toBe("fits");
    expect((await answer(into, "Which one?")).view.kind).toBe("fits");
    // Nothing is ever written over.
    const again = await typed(["doctor", "--rescue", into, "--store", path]);
    expect([again.code, again.error]).toEqual([1, expect.stringContaining("[store/unavailable]")]);
  });
});

async function nameFaults(path: string): Promise<ReadonlySet<string>> {
  const clew = await openClew({ store: path });
  const faults = await clew.doctor();
  await clew.close();
  return new Set(faults.flatMap(({ row }) => (row === undefined ? [] : [`${row.table} ${row.number ?? ""}`])));
}

function nameDamage({ table, place }: Damage): string {
  return `${table} ${table === "epochs" ? "" : (place.number ?? place.id)}`;
}

/** The log as an export has it, with the bytes of its newest views. */
async function readAll(path: string) {
  const clew = await openClew({ store: path });
  const lines: { kind: string; entry?: Entry; receipt?: { id: string } }[] = [];
  for await (const line of clew.export()) lines.push(JSON.parse(line) as (typeof lines)[number]);
  const receipts = lines.flatMap(({ receipt }) => (receipt === undefined ? [] : [receipt.id]));
  const bytes = new Map<string, string>();
  for (const id of receipts.filter((_id, index) => index % 5 === 0)) bytes.set(id, await clew.replay(id));
  await clew.close();
  return { entries: lines.flatMap(({ entry }) => (entry === undefined ? [] : [entry])), receipts, bytes };
}
