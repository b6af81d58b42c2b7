import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Entry } from "@clewline/core/log/entry.js";
import { parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { afterAll, expect, test } from "vitest";
import { bundled } from "./child-program.js";
import { some } from "./some.js";

const folder = mkdtempSync(join(tmpdir(), "clew-processes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = await bundled(new URL("./store-processes/append.ts", import.meta.url));

interface Writer {
  readonly child: ChildProcess;
  /** Writes that were acknowledged, by message id. */
  readonly acknowledged: Map<string, { readonly lane: string; readonly seq: number }>;
  /** What it had to say when it failed. */
  readonly complaint: () => string;
}

function writer(path: string, name: string, count: number): Writer {
  const argv = [program, path, name, String(count)];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "pipe"] });
  const acknowledged: Writer["acknowledged"] = new Map();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [lane = "", seq = "", message = ""] = line.split(" ");
    acknowledged.set(message, { lane, seq: Number(seq) });
  });
  let complaint = "";
  child.stderr.on("data", (data) => {
    complaint += String(data);
  });
  return { child, acknowledged, complaint: () => complaint };
}

async function lanesOf(path: string): Promise<Readonly<Record<string, readonly Entry[]>>> {
  const store = openSqliteStore({ path, hash: (text) => createHash("sha256").update(text).digest("hex") });
  const ref = { owner: parseOwnerKey("me"), session: parseSessionKey("chat:1") };
  const read = (lane: string) => store.read({ ...ref, lane: parseLaneKey(lane) }, 100_000, null);
  const lanes = { "root:even": (await read("root:even")).entries, "root:odd": (await read("root:odd")).entries };
  await store.close();
  return lanes;
}

function messagesOf(entries: readonly Entry[]): readonly string[] {
  return entries.map((entry) => (entry.kind === "said" ? (entry.source?.message ?? "") : ""));
}

function expectGapless(entries: readonly Entry[]): void {
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
}

function expectKept(lanes: Readonly<Record<string, readonly Entry[]>>, { acknowledged }: Writer): void {
  for (const [message, { lane, seq }] of some(acknowledged)) {
    expect(messagesOf(lanes[lane]?.slice(seq - 1, seq) ?? [])).toEqual([message]);
  }
}

test("Four processes append to two lanes of one file, from its creation on, and nothing is lost or doubled", async () => {
  const path = join(folder, "shared.db");
  const rounds = 200;
  const writers = ["a", "b", "c", "d"].map((name) => writer(path, name, rounds));
  const codes = await Promise.all(writers.map(async ({ child }) => (await once(child, "close"))[0] as number));
  expect([codes, writers.map(({ complaint }) => complaint()).join("")]).toEqual([[0, 0, 0, 0], ""]);
  const lanes = await lanesOf(path);
  for (const entries of Object.values(lanes)) {
    expectGapless(entries);
    // Half of the rounds: each process's own message, and one that all four delivered.
    expect(entries.length).toBe((rounds / 2) * (writers.length + 1));
    expect(new Set(messagesOf(entries)).size).toBe(entries.length);
  }
  for (const each of writers) {
    expect(each.acknowledged.size).toBe(rounds);
    expectKept(lanes, each);
  }
});

test("A process that is killed in the middle loses no write that it acknowledged and leaves no gap", async () => {
  const path = join(folder, "killed.db");
  const killed = writer(path, "killed", 1_000_000);
  const survivor = writer(path, "survivor", 100);
  const closed = Promise.all([once(killed.child, "close"), once(survivor.child, "close")]);
  while (killed.acknowledged.size < 50 && killed.child.exitCode === null) {
    await new Promise((done) => setTimeout(done, 5));
  }
  killed.child.kill("SIGKILL");
  await closed;
  expect([killed.complaint(), survivor.complaint()]).toEqual(["", ""]);
  const lanes = await lanesOf(path);
  for (const entries of Object.values(lanes)) expectGapless(entries);
  expect(killed.acknowledged.size).toBeGreaterThanOrEqual(50);
  expect(survivor.acknowledged.size).toBe(100);
  for (const each of [killed, survivor]) expectKept(lanes, each);
});
