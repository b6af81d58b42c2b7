/** A disk that takes no more: the system itself refuses to let a file grow, as it does on a disk that is full. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { openClew } from "clewline";
import { afterAll, expect, test } from "vitest";
import { bundled } from "./child-program.js";

const root = mkdtempSync(join(tmpdir(), "clew-erase-full-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const session = "telegram:chat:1";
const [store, memories] = [join(root, "log.db"), join(root, "memories")];
const open = () => openClew({ store, memoryFolder: memories, config: false, timeZone: "UTC" });

test("erasing on a disk that is full says so in a sentence, and nothing is half; with room it is done", async () => {
  const clew = await open();
  for (let number = 0; number < 30; number++) {
    const text = `The lantern number ${number} ${Array.from({ length: 300 }, (_, word) => `word${number}x${word}`).join(" ")}`;
    const turn = await clew.begin({ session, id: `${number}`, from: "ada", text });
    await turn.view();
    await turn.complete({ text: "Noted." });
  }
  await clew.close();
  const program = await bundled(new URL("erase/eraser.ts", import.meta.url));
  const blocks = Math.floor(statSync(store).size / 512 / 4);
  const script = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const words = ["-c", script, process.execPath, program, store, memories, session];
  const { stdout } = await promisify(execFile)("/bin/sh", words);
  expect(stdout).toMatch(/^ready\nstore\/\w+: [^\n]+\n$/);
  const again = await open();
  expect((await again.search("lantern")).length).toBeGreaterThan(0);
  expect((await again.log({ session, limit: 100 })).lines.length).toBe(60);
  expect(await again.doctor({ thorough: true })).toEqual([]);
  expect((await again.erase({ session })).entries).toBe(60);
  await again.close();
  expect(readFileSync(store).includes("lantern")).toBe(false);
});
