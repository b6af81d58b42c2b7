import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { Clew } from "clewline";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clewOn } from "../src/compose/open.js";
import { sha256 } from "../src/compose/options.js";
import { ownerKey } from "../src/core/keys.js";
import type { LogStore } from "../src/core/ports.js";
import { receiptBook } from "../src/engine/receipts.js";
import { memoryStore } from "../src/stores/memory/memory-store.js";
import { sqliteStore } from "../src/stores/sqlite/sqlite-store.js";
import { arbitraryHistory, Host, type Sent, type Verb } from "./durable/history.js";

/** Fixed, so that a run can be repeated; CLEW_SEED=random looks elsewhere, and prints where. */
const wanted = process.env.CLEW_SEED ?? "20261115";
const seed = wanted === "random" ? {} : { seed: Number(wanted) };
const runs = Number(process.env.CLEW_RUNS ?? "12");

/** An open log. */
interface Open {
  readonly store: LogStore;
  readonly clew: Clew;
}

async function openOn(store: LogStore): Promise<Open> {
  return { store, clew: await clewOn(store, { window: 4_096, timeZone: "UTC", instructions: "Be brief." }) };
}

const inMemory = () => openOn(memoryStore({ hash: sha256 }));
const inFile = (path: string) => openOn(sqliteStore({ path, hash: sha256 }));

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "clew-durable-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every view that was handed out comes back, byte for byte, with the account that came with it. */
async function expectReplays({ clew, store }: Open, sent: readonly Sent[]): Promise<void> {
  const book = receiptBook(store, ownerKey("me"));
  for (const { receipt, bytes } of sent) {
    expect(await clew.replay(receipt.id)).toBe(bytes);
    expect((await book.find(receipt.id))?.receipt).toEqual(JSON.parse(JSON.stringify(receipt)));
  }
}

async function exported(clew: Clew): Promise<string> {
  const lines: string[] = [];
  for await (const line of clew.export()) lines.push(`${line}\n`);
  return lines.join("");
}

/** Another log with the same views, which exports the same bytes. */
async function expectSameAfterTransfer(from: Open, to: Open, folder: string, sent: readonly Sent[]): Promise<void> {
  const path = join(folder, "export.jsonl");
  const whole = await exported(from.clew);
  writeFileSync(path, whole);
  await to.clew.import(path);
  await expectReplays(to, sent);
  expect(await exported(to.clew)).toBe(whole);
  await to.clew.close();
}

async function replaysInFile(first: readonly Verb[], second: readonly Verb[]): Promise<number> {
  let count = 0;
  await inFolder(async (folder) => {
    const path = join(folder, "clew.db");
    const host = new Host();
    let open = await inFile(path);
    const reopened = async (between?: () => void) => {
      await open.clew.close();
      between?.();
      open = await inFile(path);
      await expectReplays(open, host.sent);
    };
    await host.play(open.clew, first);
    await expectReplays(open, host.sent);
    await reopened();
    await reopened(() => {
      const database = new Database(path);
      database.exec("VACUUM");
      database.close();
    });
    await expectSameAfterTransfer(open, await inFile(join(folder, "other.db")), folder, host.sent);
    await expectSameAfterTransfer(open, await inMemory(), folder, host.sent);
    await host.play(open.clew, second);
    await reopened();
    expect(await open.clew.doctor({ thorough: true })).toSatisfy(onlyCutOff);
    await open.clew.close();
    count = host.sent.length;
  });
  return count;
}

/** A turn that the history left running, and whose holder was closed, is one. */
function onlyCutOff(faults: readonly { readonly what: string }[]): boolean {
  return faults.every(({ what }) => /cut off before the answer$/.test(what));
}

async function replaysInMemory(first: readonly Verb[], second: readonly Verb[]): Promise<void> {
  await inFolder(async (folder) => {
    const host = new Host();
    const open = await inMemory();
    await host.play(open.clew, first);
    await expectSameAfterTransfer(open, await inMemory(), folder, host.sent);
    await expectSameAfterTransfer(open, await inFile(join(folder, "other.db")), folder, host.sent);
    await host.play(open.clew, second);
    await expectReplays(open, host.sent);
    await open.clew.close();
  });
}

describe("a log that lives on", () => {
  const histories = [arbitraryHistory(4, 14), arbitraryHistory(0, 8)] as const;

  it("I14 replay: after restart, vacuum, export and import, and more turns (a file)", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(...histories, async (first, second) => {
        await replaysInFile(first, second);
      }),
      { ...seed, numRuns: runs },
    );
  });

  it("I14 replay: after export and import, and more turns (in memory)", { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(...histories, replaysInMemory), { ...seed, numRuns: runs });
  });

  it("I14 replay: across the checkpoints of many receipts", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryHistory(2, 5), arbitraryHistory(2, 5), async (before, after) => {
        const long = [...before, { do: "many", count: 70 } as const, ...after];
        expect(await replaysInFile(long, [{ do: "many", count: 10 }, ...after])).toBeGreaterThan(130);
      }),
      { ...seed, numRuns: Math.ceil(runs / 6) },
    );
  });

  it("X4: a restart changes no byte of the next view of a message", { timeout: 120_000 }, async () => {
    const windows = fc.array(fc.constantFrom(1_024, 4_096, 32_768), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(histories[0], windows, async (verbs, asked) => {
        await inFolder((folder) => expectSameAfterRestart(folder, verbs, asked));
      }),
      { ...seed, numRuns: runs },
    );
  });
});

/** Two copies of one file: in one the process goes on, in the other it starts anew. */
async function expectSameAfterRestart(
  folder: string,
  verbs: readonly Verb[],
  windows: readonly number[],
): Promise<void> {
  const [path, copy] = [join(folder, "clew.db"), join(folder, "copy.db")];
  const open = await inFile(path);
  await new Host().play(open.clew, verbs);
  const going = await open.clew.begin({
    session: "telegram:chat:42",
    topic: 9,
    id: "last",
    replyTo: 3,
    text: "and now?",
  });
  const database = new Database(path);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  copyFileSync(path, copy);
  const left: Clew[] = [];
  for (const [index, window] of windows.entries()) {
    // In the copy the process is gone, and its leases have run out.
    const copied = new Database(copy);
    copied.exec("UPDATE leases SET until = 0");
    copied.close();
    const restarted = await inFile(copy);
    left.push(restarted.clew);
    const anew = await restarted.clew.turn(going.id);
    const [one, other] = [await going.view({ window }), await anew.view({ window })];
    expect(bytesOf(other)).toEqual(bytesOf(one));
    const step = { text: "looking", calls: [{ id: `c${index}`, tool: "look", input: {}, output: "dry ".repeat(900) }] };
    await going.record(step);
    await anew.record(step);
  }
  for (const clew of [...left, open.clew]) await clew.close();
}

function bytesOf(viewed: Awaited<ReturnType<Awaited<ReturnType<Clew["begin"]>>["view"]>>) {
  if (viewed.kind === "too-small") return viewed;
  const { root, chunks, verdicts, tokens, call, epoch, compacted } = viewed.receipt;
  return { root, chunks, verdicts, tokens, call, epoch, compacted, system: viewed.system, messages: viewed.messages };
}
