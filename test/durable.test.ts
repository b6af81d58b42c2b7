import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import type { ReceiptId } from "@clewline/core/log/keys.js";
import type { TurnOrigin } from "@clewline/core/log/turn.js";
import { isStateless, readMemoryTokens, readPrefix } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { LogStore, TextModel } from "@clewline/core/ports/index.js";
import { makeReceiptCache } from "@clewline/engine/read/receipts.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import type { Clew, ClewOptions } from "clewline";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHistory, arbitraryMessage, Host, incoming, type Sent, type Verb } from "./durable/history.js";
import { goneProcess } from "./hand-clock.js";
import { openDatabase } from "./open-database.js";
import { checkAsyncProperty, isLongerCheck, pickOfTheDay } from "./properties.js";
import { storesAndPresets } from "./stores-in-turn.js";

/** An open log. */
interface Open {
  readonly store: LogStore;
  readonly clew: Clew;
}

/** Chooses and tells by the prompt alone. */
const fastModel: TextModel<AbortSignal> = async ({ text }) => {
  const digits = sha256(text);
  const picked = [...digits.slice(0, 3)].map((digit) => 1 + (Number.parseInt(digit, 16) % 8));
  return text.includes('what="older turns"') ? JSON.stringify(picked) : `## Facts\n- a summary with the mark ${digits}`;
};

async function openOn(opened: LogStore, options: ClewOptions): Promise<Open> {
  const store = keepChain(opened);
  return {
    store,
    clew: await makeClewOverStore(store, { window: 4_096, timeZone: "UTC", instructions: "Be brief.", ...options }),
  };
}

/** Keeps the last chain of receipts that was read, so that one read serves the bytes of a view and its account. */
function keepChain(store: LogStore): LogStore {
  let last: { readonly id: ReceiptId; readonly chain: ReturnType<LogStore["receipt"]> } | null = null;
  return {
    ...store,
    receipt(session, id) {
      last = last?.id === id ? last : { id, chain: store.receipt(session, id) };
      return last.chain;
    },
  };
}

const inMemory = (options: ClewOptions) => openOn(makeMemoryStore({ hash: sha256 }), options);
const inFile = (path: string, options: ClewOptions) => openOn(openSqliteStore({ path, hash: sha256 }), options);

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
  const book = makeReceiptCache(store);
  for (const { receipt, bytes } of sent) {
    expect(await clew.replay(receipt.id)).toBe(bytes);
    expect((await book.find(receipt.ref, receipt.id))?.receipt).toEqual(receipt);
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

async function replaysInFile(
  options: ClewOptions,
  first: readonly Verb[],
  second: readonly Verb[],
): Promise<readonly Sent[]> {
  const host = new Host();
  await inFolder(async (folder) => {
    const path = join(folder, "clew.db");
    let open = await inFile(path, options);
    const reopened = async (between?: () => void) => {
      await open.clew.close();
      between?.();
      open = await inFile(path, options);
      await expectReplays(open, host.sent);
    };
    await host.play(open.clew, first);
    await expectReplays(open, host.sent);
    await reopened();
    await reopened(() => {
      const database = openDatabase(path);
      database.exec("VACUUM");
      database.close();
    });
    await expectSameAfterTransfer(open, await inFile(join(folder, "other.db"), options), folder, host.sent);
    await expectSameAfterTransfer(open, await inMemory(options), folder, host.sent);
    await host.play(open.clew, second);
    await reopened();
    expect(await open.clew.doctor({ thorough: true })).toSatisfy(onlyCutOff);
    await open.clew.close();
  });
  return host.sent;
}

/** A turn that the history left running, and whose holder was closed, is one. */
function onlyCutOff(faults: readonly { readonly what: string }[]): boolean {
  return faults.every(({ what }) => /cut off before the answer$/.test(what));
}

async function replaysInMemory(
  options: ClewOptions,
  first: readonly Verb[],
  second: readonly Verb[],
): Promise<readonly Sent[]> {
  const host = new Host();
  await inFolder(async (folder) => {
    const open = await inMemory(options);
    await host.play(open.clew, first);
    await expectSameAfterTransfer(open, await inMemory(options), folder, host.sent);
    await expectSameAfterTransfer(open, await inFile(join(folder, "other.db"), options), folder, host.sent);
    await host.play(open.clew, second);
    await expectReplays(open, host.sent);
    await open.clew.close();
  });
  return host.sent;
}

const histories = [arbitraryHistory(4, 14), arbitraryHistory(0, 8)] as const;
/** Of turns with two views each, before and after a restart. A checkpoint comes every 64 views: both halves cross one. */
const many = isLongerCheck ? { first: 70, second: 35 } : { first: 35, second: 32 };
const replays = { sqlite: replaysInFile, memory: replaysInMemory };
const ways = { sqlite: "restart, vacuum, export and import", memory: "export and import" };

describe.each(storesAndPresets)("a log that lives on, on $kind with the policy $policy", ({ kind, policy }) => {
  it(`I14 replay: after ${ways[kind]}, and more turns`, async () => {
    let views = 0;
    await checkAsyncProperty(
      fc.asyncProperty(...histories, async (first, second) => {
        views += (await replays[kind]({ policy, fastModel }, first, second)).length;
      }),
      { runs: 1, longer: 20 },
    );
    expect(views).toBeGreaterThan(0);
  });
});

// How receipts build on each other is no matter of the policy: each has its turn within six days.
describe.each(pickOfTheDay(Object.values(presets), 1))("a log with many receipts, with the policy $name", (policy) => {
  const options: ClewOptions = { policy, fastModel };

  it("I14 replay: across the checkpoints of many receipts", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(arbitraryHistory(2, 5), arbitraryHistory(2, 5), async (before, after) => {
        const first = { do: "many", count: many.first } as const;
        const second = { do: "many", count: many.second } as const;
        const sent = await replaysInFile(options, [...before, first, ...after], [second, ...after]);
        expect(sent.length).toBeGreaterThan(130);
        expect(isDecided(sent, "selection")).toBe(policy.past.kind === "choosing");
        // In the others nothing of such short turns has to leave the view, and then nothing is looked up.
        const possible = readPrefix(policy) === "head" ? [readMemoryTokens(policy) !== null] : [true, false];
        expect(possible).toContain(isDecided(sent, "retrieved"));
      }),
      { runs: 1, longer: 4, endOnFailure: true },
    );
  });
});

describe.each(Object.values(presets))("a log that lives on, with the policy $name", (policy) => {
  const options: ClewOptions = { policy, fastModel };

  it("X4: a restart in the middle of a turn changes no byte of its next view", async () => {
    const windows = fc.array(fc.constantFrom(1_024, 4_096, 32_768), { minLength: 1, maxLength: 3 });
    // What is prepared behind the replies goes on in one process and not in the other.
    const alone: ClewOptions = isStateless(policy) ? options : { policy };
    await checkAsyncProperty(
      fc.asyncProperty(histories[0], arbitraryMessage, windows, async (verbs, message, asked) => {
        await inFolder((folder) => expectSameAfterRestart(folder, alone, verbs, message, asked));
      }),
      { runs: 1, longer: 40 },
    );
  });
});

function isDecided(sent: readonly Sent[], what: string): boolean {
  return sent.some(({ receipt }) => Object.keys(receipt.decisions ?? {}).includes(what));
}

/** Two copies of one file: in one the process goes on, in the other it starts anew. */
async function expectSameAfterRestart(
  folder: string,
  options: ClewOptions,
  verbs: readonly Verb[],
  { origin, ...message }: Parameters<typeof incoming>[0] & { readonly origin: TurnOrigin },
  windows: readonly number[],
): Promise<void> {
  const [path, copy] = [join(folder, "clew.db"), join(folder, "copy.db")];
  const open = await inFile(path, options);
  const host = new Host();
  await host.play(open.clew, verbs);
  await host.tidy(open.clew);
  const going = await open.clew.begin({ ...incoming(message), id: "last" }, { origin });
  const database = openDatabase(path);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  copyFileSync(path, copy);
  const left: Clew[] = [];
  for (const [index, window] of windows.entries()) {
    // In the copy the process is gone.
    const copied = openDatabase(copy);
    copied.exec(`UPDATE leases SET holder = '${goneProcess}'`);
    copied.close();
    const restarted = await inFile(copy, options);
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
  const { root, chunks, verdicts, tokens, call, compacted } = viewed.receipt;
  const { summary, ...reached } = viewed.receipt.epoch;
  // Its id is made from those of the entries that it tells of, and each of the two files gives its own steps ids of their own.
  const epoch = { ...reached, summary: summary === null ? null : { from: summary.from, to: summary.to } };
  return { root, chunks, verdicts, tokens, call, epoch, compacted, system: viewed.system, messages: viewed.messages };
}
