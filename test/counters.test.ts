import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackTurns } from "@clewline/agent/active-turns.js";
import type { Clew } from "@clewline/clewline/compose/clew.js";
import { buildClewVerbs } from "@clewline/clewline/compose/clew-verbs.js";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { makeEngineContext } from "@clewline/clewline/compose/options.js";
import { type EntryId, type LaneRef, parseSessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { type Policy, readMemoryTokens } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import type { ClewOptions } from "clewline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillLog, generatedRef } from "../bench/generated-log.js";
import { generateRound } from "../bench/generated-round.js";
import { writeSlackArchive } from "../bench/growth/slack-archive.js";
import { makeCountingStore, type ReceiptBytes } from "./counted-store.js";
import { noBrains } from "./no-brains.js";
import { isLongerCheck } from "./properties.js";

const folder = mkdtempSync(join(tmpdir(), "clew-counters-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { session } = generatedRef;
const group = parseSessionKey("bench:group");
/** More lanes in both than any view looks at. What a number does not limit shows at twenty times as many, too. */
const long = isLongerCheck ? { entries: 100_000, lanes: 4_000 } : { entries: 20_000, lanes: 800 };
const sizes = { short: { entries: 2_000, lanes: 80 }, long };
/** Both logs end with the same rounds, so that their views compact at the same moments. */
const lastRound = 60_000;
const paths = { short: join(folder, "short.db"), long: join(folder, "long.db") };
type Size = keyof typeof sizes;

beforeAll(async () => {
  for (const size of ["short", "long"] as const) {
    const store = openSqliteStore({ path: paths[size], hash: sha256 });
    await fillLog(store, sizes[size].entries, lastRound);
    await fillGroup(store, sizes[size].lanes);
    await store.close();
  }
});

const minuteMs = 60_000;
const opened = Date.UTC(2026, 0, 5, 9);

/** A group of several people, whose newest lanes began in the last twenty minutes, and all others before those. */
async function fillGroup(store: LogStore, lanes: number): Promise<void> {
  for (let lane = 0; lane < lanes; lane++) {
    const first = String(lane * 10);
    const ref: LaneRef = {
      ...generatedRef,
      session: group,
      lane: route({ session: group, topic: null, replyTo: first }, null),
    };
    const entries = ["which crate was it?", "the crate on the quay", "the boat leaves at noon"].map((text, place) => ({
      id: `group-${lane}-${place}` as EntryId,
      turn: null,
      step: null,
      at: opened - Math.min(20, lanes - lane) * minuteMs + place,
      arrived: opened,
      kind: "said" as const,
      by: { role: "user" as const, address: String(7 + place) },
      parts: [{ kind: "text" as const, text }],
      source: { message: String(lane * 10 + place), revision: 0 },
      replyTo: place === 0 ? null : first,
    }));
    await store.write({ ref, entries });
  }
}

type Acts = (log: CountedLog) => Promise<readonly Counters[]>;

/** Views tell times: where those differ, so does what they store. Hence the same ones for both logs. */
const passed: Record<Size, Time> = {
  short: { seconds: 0, ids: 0 },
  long: { seconds: 0, ids: 0 },
};

/** What the store was asked for. */
interface Counters {
  readonly statements: number;
  /** Given back or changed. */
  readonly rows: number;
}

interface CountedLog {
  readonly clew: Clew;
  /** What has been counted since the last time that this was called. */
  take(): Counters;
}

interface Time {
  seconds: number;
  ids: number;
}

function openCounted(size: Size, options: ClewOptions): Promise<CountedLog> {
  return openCountedAt(paths[size], passed[size], options);
}

async function openCountedAt(path: string, time: Time, options: ClewOptions = {}): Promise<CountedLog> {
  let [statements, rows] = [0, 0];
  const watch = (_sql: string, count: number) => {
    statements += 1;
    rows += count;
  };
  const activeTurns = trackTurns();
  const store = openSqliteStore({ path, hash: sha256, watch });
  const engine = await makeEngineContext({ window: 8_192, timeZone: "UTC", ...options }, store, activeTurns.presence);
  const clock = {
    now: () => opened + 1_000 * time.seconds,
    monotonic: () => 1_000 * time.seconds,
    id: () => `01990000-0000-7000-8000-${String(time.ids++).padStart(12, "0")}`,
  };
  return {
    clew: buildClewVerbs({ engine: { ...engine, clock }, activeTurns, registry: noBrains }),
    take() {
      const counted = { statements, rows };
      [statements, rows] = [0, 0];
      time.seconds += 1;
      return counted;
    },
  };
}

/** What each of the same acts costs on one of the logs. */
async function costs(size: Size, acts: Acts, options: ClewOptions): Promise<readonly Counters[]> {
  const log = await openCounted(size, options);
  try {
    return await acts(log);
  } finally {
    await log.clew.close();
  }
}

type Costs = readonly Counters[];

async function compare(acts: Acts, options: ClewOptions = {}, check = checkEqual): Promise<void> {
  const [short, long] = [await costs("short", acts, options), await costs("long", acts, options)];
  expect(long.length).toBeGreaterThan(0);
  check(short, long);
}

function checkEqual(short: Costs, long: Costs): void {
  expect(long.map(({ statements }) => statements)).toEqual(short.map(({ statements }) => statements));
  for (const [index, { rows }] of long.entries()) expect(rows).toBeLessThanOrEqual(1.1 * (short[index]?.rows ?? 0));
}

/**
 * What answers a message depends on how rare its words are, and so on the log; what is read for it only on how far a look-up
 * goes. A view that compacts is in these figures too.
 */
function boundLookUps(_short: Costs, long: Costs): void {
  for (const { statements, rows } of long) {
    expect(statements).toBeLessThanOrEqual(300);
    expect(rows).toBeLessThanOrEqual(2_000);
  }
}

/** The policy without look-ups. */
function makeSilent(name: string): Policy {
  const policy = presets[name];
  if (policy === undefined) throw new Error(`There is no policy ${name}`);
  return (readMemoryTokens(policy) ?? 0) === 0 ? policy : applySettings(policy, { memory_tokens: 0 });
}

interface Question {
  readonly id: string;
  readonly session?: string;
  readonly from?: string;
  readonly text?: string;
  readonly replyTo?: string;
}

/** Begins, views and completes; what begin and view cost. */
async function turn({ clew, take }: CountedLog, message: Question): Promise<Counters> {
  take();
  const turn = await clew.begin({ session, from: "7", text: "A new question", ...message });
  const view = await turn.view();
  const cost = take();
  if (view.kind !== "fits") throw new Error("The view does not fit");
  await turn.complete({ text: "A new answer" });
  return cost;
}

async function turns(log: CountedLog, questions: readonly Question[]): Promise<readonly Counters[]> {
  const found: Counters[] = [];
  for (const question of questions) found.push(await turn(log, question));
  return found;
}

describe(`statements and rows are as many in a log of ${long.entries} entries as in one of ${sizes.short.entries}`, () => {
  test("for begin and view, warm and cold", async () => {
    for (const opening of ["first", "second", "third"]) {
      await compare((log) =>
        turns(
          log,
          Array.from({ length: 12 }, (_, index) => ({ id: `${opening}-${index}` })),
        ),
      );
    }
  });

  describe.each(Object.keys(presets))("with the policy %s", (policy) => {
    const id = (name: string) => `${policy}-${name}`;
    // Where nothing is written behind the replies, so that only what a view itself asks for is counted.
    const picks = { selective: true, tiered: true }[policy] === true;
    const model: ClewOptions = picks ? { fastModel: async () => "[1, 3]" } : {};
    const options: ClewOptions = { policy: makeSilent(policy), ...model };

    test("for messages one after another, and replies to old and unknown ones", async () => {
      await compare(
        (log) =>
          turns(log, [
            { id: id("1") },
            { id: id("2") },
            { id: id("3"), replyTo: "3" },
            { id: id("4"), replyTo: "3" },
            { id: id("5"), replyTo: "nobody knows" },
          ]),
        options,
      );
    });

    test("for a group of many lanes, whether they are told or inferred", async () => {
      const messages = [
        { session: group, id: id("9"), from: "7", text: "which crate was it, on the quay?" },
        { session: group, id: id("10"), from: "8", text: "the boat leaves at noon" },
        { session: group, id: id("11"), from: "9", text: "the crate", replyTo: "11" },
      ];
      await compare((log) => turns(log, messages), options);
      const others = messages.map((message) => ({ ...message, id: `${message.id}-inferred` }));
      await compare((log) => turns(log, others), { ...options, inferReplies: true });
    });
  });

  test("for a message that is observed, again, and edited", async () => {
    await compare(async ({ clew, take }) => {
      const acts = [
        () => clew.observe({ session, id: "seen", from: "7", text: "By the way" }),
        () => clew.observe({ session, id: "seen", from: "7", text: "By the way" }),
        () => clew.edit({ session, id: "seen", from: "7", text: "By the way, no", editedAt: 5 }),
        () => clew.edit({ session, id: "3", from: "7", text: "Something else", editedAt: 5 }),
      ];
      const found: Counters[] = [];
      for (const act of acts) {
        await act();
        found.push(take());
      }
      return found;
    });
  });
});

describe("what is done many times costs the same each time", () => {
  test("an edit after 200 edits of the same message is as many statements and rows as after 2", async () => {
    const { clew, take } = await openCountedAt(join(folder, "edits.db"), { seconds: 0, ids: 0 });
    await clew.observe({ session, id: "plan", from: "7", text: "The plan." });
    const found: Counters[] = [];
    for (let index = 1; index <= 210; index++) {
      take();
      await clew.edit({ session, id: "plan", from: "7", editedAt: 1_000 + index, text: `The plan, number ${index}.` });
      found.push(take());
    }
    await clew.close();
    expect(found.slice(200)).toEqual(found.slice(2, 12));
  });

  test("each member of an archive is as many statements and rows as the one before", async () => {
    const found: Counters[] = [];
    for (const days of [50, 100, 200]) {
      const { clew, take } = await openCountedAt(join(folder, `archive-${days}.db`), { seconds: 0, ids: 0 });
      take();
      expect((await clew.import(writeSlackArchive(folder, days))).added).toBe(days);
      found.push(take());
      await clew.close();
    }
    const [first, second, third] = found.map(({ statements, rows }) => [statements, rows]);
    const growth = (less: readonly number[] = [], more: readonly number[] = []) =>
      more.map((each, index) => each - (less[index] ?? 0));
    expect(growth(second, third)).toEqual(growth(first, second).map((each) => 2 * each));
  });
});

/** A lane goes on for so many turns: a copy of the long one here, in the longer check a new one that lives through more. */
const livedTurns = isLongerCheck ? 1_000 : 70;

test(`between checkpoints no receipt of ${livedTurns} turns of a long lane adds 8 KiB besides new text`, async () => {
  const path = join(folder, "turns.db");
  if (!isLongerCheck) copyFileSync(paths.long, path);
  const receipts = await receiptsOfTurns(path, livedTurns);
  const between = receipts.filter(({ checkpoint }) => !checkpoint);
  expect(receipts.length).toBeGreaterThan(livedTurns);
  // Whole receipts at compactions, and every so often between them.
  expect(receipts.length - between.length).toBeGreaterThan(livedTurns / 64);
  expect(between.length).toBeGreaterThan(receipts.length / 2);
  expect(between.filter(({ bytes }) => bytes >= 8 * 1_024)).toEqual([]);
});

/** What each receipt adds while the lane is lived on for so many turns. */
async function receiptsOfTurns(path: string, count: number): Promise<readonly ReceiptBytes[]> {
  const receipts: ReceiptBytes[] = [];
  const store = makeCountingStore(openSqliteStore({ path, hash: sha256 }), (receipt) => receipts.push(receipt));
  const clew = await makeClewOverStore(store, { window: 8_192, timeZone: "UTC" });
  for (let number = 0; number < count; number++) {
    const { message, calls, reply } = generateRound(number);
    const turn = await clew.begin({ session, id: `lived-${number}`, from: "7", text: `${number}: ${message}` });
    await turn.view();
    if (calls.length > 0) {
      const step = calls.map((call, index) => ({ ...call, id: `${number}-${index}`, input: JSON.parse(call.input) }));
      await turn.record({ calls: step });
      await turn.view();
    }
    await turn.complete({ text: reply });
  }
  await clew.close();
  return receipts;
}

/** After the others, because the logs go different ways once different answers were looked up. */
describe("what a look-up reads is limited by how far it goes, not by the log", () => {
  test.each(Object.keys(presets))("with the policy %s, for words that much of the log holds", async (policy) => {
    const id = (name: string) => `${policy}-looked-${name}`;
    // With one that nobody ever said, so that neither log has entries with all of them.
    const common = "please check whether every crate on the quay is counted twice before the boat leaves the marina";
    const questions = [
      { id: id("1"), text: common },
      { id: id("2"), text: `${common}?` },
      { id: id("3"), text: "the meeting at noon, as I told you in the other chat" },
      { id: id("4"), text: common, replyTo: "5" },
    ];
    await compare((log) => turns(log, questions), { policy }, boundLookUps);
  });

  test("for words that became common: how far they are followed back", async () => {
    // In tool inputs of every hundredth round: many rows of the long log for each, and a handful of the short one.
    const question = { id: "numbers", text: "was it 11, 23, 37, 41, 59, 67, 73 or 89?" };
    await compare((log) => turns(log, [question]), {}, boundLookUps);
  });
});
