import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test } from "vitest";
import { program } from "../cli-program.js";
import { typed } from "../cli-run.js";

const folder = mkdtempSync(join(tmpdir(), "clew-serve-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("clew serve says where it listens, answers there, and ends when it is told to", async () => {
  const words = ["serve", "--port", "0", "--json", "--store", join(folder, "clew.db")];
  const child = spawn(process.execPath, [...program, ...words], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await fetch(`${url}/clew/health`)).json()).toEqual({ ok: true });
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
}, 60_000);

test.each([
  ["an address that others reach, without keys", ["--host", "0.0.0.0"], "CLEW_KEYS"],
  ["an upstream without an address", ["--upstream", "anthropic"], "--upstream anthropic="],
])("clew serve refuses %s, and makes no log", async (_what, words, hint) => {
  const { code, error } = await typed(["serve", "--port", "0", "--store", join(folder, "none.db"), ...words]);
  expect(code).toBe(2);
  expect(error).toContain(hint);
  expect(existsSync(join(folder, "none.db"))).toBe(false);
});
