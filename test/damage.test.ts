/** Rows of a log are damaged behind its back. `npm run check:faults` damages more, in a longer log. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { damageRows, pickDamages, session, writeLog } from "./damage/damaged-log.js";
import { randomFrom } from "./faults/random.js";
import { seed } from "./seed.js";

const rows = Number(process.env.CLEW_POINTS ?? "36");
const turns = process.env.CLEW_POINTS === undefined ? 60 : 400;
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
  const clew = await openClew({ store: path, window: 12_000, policy: "laned" });
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
});
