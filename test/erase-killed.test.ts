/** A process that is killed while it erases: the next open finds it done, or goes on with it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { openClew } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundled } from "./child-program.js";
import { laterOptimised } from "./later-optimised.js";
import { isLongerCheck, timeLimit } from "./properties.js";

const root = mkdtempSync(join(tmpdir(), "clew-erase-killed-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const [gone, kept] = ["telegram:chat:1", "telegram:chat:2"];
const secret = "violet lantern seventeen harbour";
const points = isLongerCheck ? 200 : 4;
let program = "";
let replays: readonly (readonly [string, string])[] = [];

const openHome = (home: string) =>
  openClew({
    store: join(home, "log.db"),
    memoryFolder: join(home, "memories"),
    spillFolder: join(home, "spilled"),
    policy: { ...balanced, spillOver: 2_500 },
    config: false,
    timeZone: "UTC",
  });

beforeAll(async () => {
  program = await bundled(new URL("erase/eraser.ts", import.meta.url));
  const clew = await openHome(join(root));
  const views: [string, string][] = [];
  for (let number = 0; number < 20; number++) {
    const session = number % 2 === 0 ? gone : kept;
    const text = number % 2 === 0 ? `My dentist is ${secret} number ${number}.` : `I like the number ${number}.`;
    const turn = await clew.begin({ session, id: `${number}`, from: session, text });
    const output = `${secret} `.repeat(1_000);
    if (number % 10 === 0) await turn.record({ calls: [{ id: `${number}`, tool: "look", input: {}, output }] });
    const view = await turn.view();
    await turn.complete({ text: "Noted." });
    if (session === kept && view.kind === "fits") views.push([view.receipt.id, await clew.replay(view.receipt.id)]);
  }
  await clew.index({ finish: true });
  await clew.close();
  expect(readdirSync(join(root, "spilled")).length).toBeGreaterThan(1);
  replays = views;
}, timeLimit);

async function eraseFor(home: string, ms: number): Promise<number> {
  const words = [...laterOptimised, program, join(home, "log.db"), join(home, "memories"), gone, join(home, "spilled")];
  const child = spawn(process.execPath, words);
  await once(child.stdout, "data");
  const began = performance.now();
  const timer = setTimeout(() => child.kill("SIGKILL"), ms);
  await once(child, "exit");
  clearTimeout(timer);
  return performance.now() - began;
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });
}

function makeHome(name: string): string {
  const home = join(mkdtempSync(join(tmpdir(), "clew-erase-home-")), name);
  cpSync(root, home, { recursive: true });
  return home;
}

describe("a process that is killed while it erases", () => {
  test(
    "leaves it done, not begun, or gone on with by the next open; never half",
    async () => {
      const whole = makeHome("whole");
      const lasts = await eraseFor(whole, timeLimit);
      const states: string[] = [];
      for (let point = 0; point < points; point++) {
        const home = makeHome(String(point));
        await eraseFor(home, (lasts * (point + 0.5)) / points);
        const clew = await openHome(home);
        const isThere = (await clew.sessions()).some(({ session }) => session === gone);
        const found = await clew.search("lantern");
        const remembered = JSON.stringify(await clew.memory.list({ all: true })).includes("lantern");
        const faults = await clew.doctor({ thorough: true });
        const bytes = await Promise.all(replays.map(async ([id]) => [id, await clew.replay(id)]));
        await clew.close();
        const left = listFiles(home).filter((path) => readFileSync(path).includes(secret)).length > 0;
        expect(faults).toEqual([]);
        expect(bytes).toEqual(replays);
        expect([found.length > 0, remembered, left]).toEqual([isThere, isThere, isThere]);
        states.push(isThere ? "not begun" : "done");
        rmSync(home, { recursive: true, force: true });
      }
      expect(states).toContain("done");
    },
    timeLimit,
  );
});
