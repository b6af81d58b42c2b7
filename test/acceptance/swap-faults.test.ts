/** A store that fails at the n-th call, before or after the work, while a lane's epoch is swapped. */

import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import type { LogStore, TextModel } from "@clewline/core/ports/index.js";
import { compactLane } from "@clewline/engine/growth/compact-lane.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { afterAll, describe, expect, test } from "vitest";
import { exchange, filler, type Lab, openLab, recordsOf, session, shown, sound, standing } from "./lab.js";

type When = "before" | "after";

interface Fragile {
  readonly store: LogStore;
  /** The n-th call from now fails. */
  failAt(call: number, when: When): void;
  /** Whether it has failed since. */
  failed(): boolean;
}

function fragile(inner: LogStore): Fragile {
  let left = Number.POSITIVE_INFINITY;
  let moment: When = "before";
  let broke = false;
  const called = async (name: string | symbol, given: readonly unknown[]): Promise<unknown> => {
    const fails = name !== "close" && --left === 0;
    if (fails) broke = true;
    if (fails && moment === "before") throw new Error("the disk is gone");
    const result: unknown = await Reflect.apply(Reflect.get(inner, name), inner, given);
    if (fails) throw new Error("the disk went away");
    return result;
  };
  const store = new Proxy(inner, {
    get: (target, name) =>
      typeof Reflect.get(target, name) === "function"
        ? (...given: unknown[]) => called(name, given)
        : Reflect.get(target, name),
  });
  return {
    store,
    failAt(call, when) {
      [left, moment, broke] = [call, when, false];
    },
    failed: () => broke,
  };
}

const fastModel: TextModel<AbortSignal> = async () => "## Facts\n- The garden was discussed at length.";

const folder = mkdtempSync(join(tmpdir(), "clew-swap-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A lane that is one message away from its second compaction: lived once, and then copied. */
const lived = new Map<boolean, Promise<string>>();
let copies = 0;

async function brink(withModel: boolean): Promise<{ lab: Lab; broken: Fragile }> {
  const whole = lived.get(withModel) ?? live(withModel);
  lived.set(withModel, whole);
  const path = join(folder, `copy-${copies++}.db`);
  copyFileSync(await whole, path);
  const broken = fragile(openSqliteStore({ path, hash: sha256 }));
  return { lab: await openOn(broken.store, withModel), broken };
}

function openOn(store: LogStore, withModel: boolean): Promise<Lab> {
  // What is looked up comes and goes, and this is about sizes.
  const policy = applySettings(balanced, { memory_tokens: 0 });
  return openLab({ window: 2_000, policy, ...(withModel ? { fastModel } : {}) }, { store });
}

/** The path of its file, which is closed. */
async function live(withModel: boolean): Promise<string> {
  const path = join(folder, `lived-${withModel}.db`);
  const lab = await openOn(openSqliteStore({ path, hash: sha256 }), withModel);
  await exchange(lab, { asked: "The pump's serial number is QX-4471." });
  for (let turn = 0; turn < 100; turn++) {
    const asked = turn % 4 === 0 ? `Bed ${turn} has ${turn + 20} tulips.` : filler(turn, 15);
    const { tokens } = await exchange(lab, { asked, reply: filler(turn, 100) });
    await lab.prepared();
    const { epoch, candidate } = await standing(lab);
    if (epoch.number !== 1 || tokens <= 1_080 || (candidate !== null) !== withModel) continue;
    await lab.clew.close();
    return path;
  }
  throw new Error("It never came that far");
}

/** The epoch, its summary and its records belong together, and everything is told once. */
async function whole(lab: Lab, allowed: readonly number[]): Promise<number> {
  const { epoch, summary, last } = await standing(lab);
  expect(allowed).toContain(epoch.number);
  expect(summary?.id).toBe(epoch.summary?.id);
  expect([summary?.from, summary?.to]).toEqual([epoch.summary?.from, epoch.summary?.to]);
  expect(summary?.to).toBe(epoch.through["leave-out"]);
  expect(epoch.through["leave-out"]).toBeLessThan(last);
  const summaries = await recordsOf(lab, "summary");
  expect(summaries.map(({ id }) => id)).toContain(summary?.id);
  expect(summaries).toHaveLength(epoch.number);
  expect(await recordsOf(lab, "journal")).toHaveLength(epoch.number);
  return epoch.number;
}

async function nextView(lab: Lab): Promise<void> {
  const view = await exchange(lab, { asked: "And the pump's number?" });
  expect(shown(view)).toContain("QX-4471");
  expect(shown(view)).toContain("And the pump's number?");
}

const cases = [
  ["before", false],
  ["after", false],
  ["before", true],
  ["after", true],
] as const;

describe.each(cases)("a store that fails %s the call, with a prepared candidate: %s", (when, fastModel) => {
  test("leaves the old or the new epoch when a view swaps it", async () => {
    const seen = new Set<number>();
    for (let call = 1; ; call++) {
      const { lab, broken } = await brink(fastModel);
      const turn = await lab.clew.begin({ session, text: filler(call, 320) });
      broken.failAt(call, when);
      const outcome = await turn.view().then(
        () => "made",
        (error: Error) => error.message,
      );
      const failed = broken.failed();
      broken.failAt(Number.POSITIVE_INFINITY, when);
      seen.add(await whole(lab, failed ? [1, 2] : [2]));
      // A fault that comes after everything was written may go unseen.
      expect(outcome).toMatch(failed ? /^made$|the disk/ : /^made$/);
      await sound(lab, turn);
      expect(await whole(lab, [2])).toBe(2);
      await turn.complete({ text: "Done." });
      await nextView(lab);
      await lab.clew.close();
      expect(call).toBeLessThan(60);
      if (!failed) break;
    }
    expect([...seen].sort()).toEqual([1, 2]);
  });

  test("leaves the old or the new epoch when it is compacted on demand", async () => {
    const seen = new Set<number>();
    for (let call = 1; ; call++) {
      const { lab, broken } = await brink(fastModel);
      broken.failAt(call, when);
      const outcome = await compactLane(lab.engine, lab.ref).then(
        ({ kind }) => kind,
        (error: Error) => error.message,
      );
      const failed = broken.failed();
      broken.failAt(Number.POSITIVE_INFINITY, when);
      seen.add(await whole(lab, failed ? [1, 2] : [2]));
      expect(outcome).toMatch(failed ? /./ : /^compacted$/);
      await nextView(lab);
      await whole(lab, [1, 2, 3]);
      await lab.clew.close();
      expect(call).toBeLessThan(60);
      if (!failed) break;
    }
    expect([...seen].sort()).toEqual([1, 2]);
  });
});
