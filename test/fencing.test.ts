/** Who may write for a turn, and for how long. Real processes that stop and go on are in `stopped-process.test.ts`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { generateText, tool } from "ai";
import type { Clew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type HandClock, makeHandClock } from "./hand-clock.js";
import { some } from "./some.js";

const session = "telegram:chat:42";
const notRunning = { code: "turn/not-running" };
const options = { window: 8_192, timeZone: "UTC" } as const;
/** Short, so that a test sees many of them. */
const lease = { leaseMs: 240, renewalMs: 20 };
const soon = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe.each(["memory", "sqlite"])("a turn, on %s", (kind) => {
  let folder = "";
  let store: LogStore;
  let clew: Clew;
  let clock: HandClock;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-fencing-"));
    const path = join(folder, "clew.db");
    store = kind === "memory" ? makeMemoryStore({ hash: sha256 }) : openSqliteStore({ path, hash: sha256 });
    clock = makeHandClock();
    clew = await makeClewOverStore(store, options, undefined, { clock, lease });
  });

  afterEach(async () => {
    await clew.close();
    rmSync(folder, { recursive: true });
  });

  const lines = async () => (await clew.log()).lines.map(({ text }) => text);

  /** What the next view shows, and the rules by which its receipt leaves something out. */
  async function nextView(): Promise<{ readonly text: string; readonly rules: readonly string[] }> {
    const next = await clew.begin({ session, text: "and now?" });
    const view = await next.view();
    await next.complete({ text: "fine" });
    if (view.kind !== "fits") throw new Error("too small");
    const left = view.receipt.verdicts.filter(({ kind: what }) => what === "omitted");
    return { text: JSON.stringify([view.system, view.messages]), rules: left.map(({ rule }) => rule) };
  }

  test("takes nothing after its end: what is said then is kept as late, and no view shows it", async () => {
    const endings = [
      (turn: Turn) => turn.complete({ text: "answer" }),
      (turn: Turn) => turn.fail(new Error("broken")),
      (turn: Turn) => turn.cancel(),
    ];
    for (const [index, end] of endings.entries()) {
      const turn = await clew.begin({ session, id: index, text: "hello" });
      await end(turn);
      const { state } = turn;
      const calls = [{ id: `c${index}`, tool: "look", input: { at: "latecall" }, output: "lateresult" }];
      await expect(turn.record({ text: "latewords", calls })).rejects.toMatchObject(notRunning);
      await expect(turn.complete({ text: "latereply" })).rejects.toMatchObject(notRunning);
      await expect(turn.view()).rejects.toMatchObject(notRunning);
      expect(turn.state).toBe(state);
      expect((await lines()).slice(-4)).toEqual([
        "late: agent: latewords",
        'late: call look {"at":"latecall"}',
        "late: result of look: lateresult",
        "late: agent: latereply",
      ]);
      const { text, rules } = await nextView();
      expect(text).not.toMatch(/late(words|call|result|reply)/);
      expect(rules.filter((rule) => rule === "late").length).toBeGreaterThan(0);
    }
    const { lines: all } = await clew.log({ limit: 100 });
    const late = all.filter((line) => line.late !== undefined);
    expect(late.map(({ turn }) => turn)).toEqual(Array(12).fill(null));
    expect(await clew.search("latewords")).toEqual([]);
    const opened = await clew.recall({ pointer: late[0]?.pointer ?? "" });
    expect(JSON.stringify(opened)).toContain("latewords");
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  });

  test("takes nothing from a handle that says itself that there is nothing to do", async () => {
    const turn = await clew.begin({ session, id: 1, text: "hello" });
    const repeated = await clew.begin({ session, id: 1, text: "hello" });
    expect(repeated.repeated).toBe(true);
    const model = scriptedModel([{ calls: [{ tool: "wait", input: {} }] }, { text: "answer" }]);
    const { wait, opened } = makeDoor();
    const answering = turn.generate({ model, tools: { wait } });
    await opened.reached;
    await expect(repeated.record({ text: "from the other" })).rejects.toMatchObject(notRunning);
    await expect(repeated.complete({ text: "from the other" })).rejects.toMatchObject(notRunning);
    await expect(repeated.fail(new Error("from the other"))).rejects.toMatchObject(notRunning);
    await expect(repeated.cancel()).rejects.toMatchObject(notRunning);
    opened.open();
    expect((await answering).text).toBe("answer");
    await expect(repeated.record({ text: "too late" })).rejects.toMatchObject(notRunning);
    expect(repeated.state).toBe("completed");
    const all = await lines();
    expect(all.filter((line) => line.startsWith("late"))).toEqual([
      "late: agent: from the other",
      "late: agent: from the other",
      "late: agent: too late",
    ]);
    expect(all.filter((line) => !line.startsWith("late"))).toEqual([
      "user: hello",
      "call wait {}",
      "result of wait: open",
      "agent: answer",
      "usage",
    ]);
  });

  test("has one handle at a time: who takes it up again has its place, and the other's words are late", async () => {
    const first = await clew.begin({ session, id: 1, text: "hello" });
    await first.record({ text: "step of the first" });
    const waiting = clew.begin({ session, id: 2, text: "me too" });
    await vi.waitFor(async () => expect(await lines()).toContain("user: me too"));
    const second = await clew.turn(first.id);
    await second.record({ text: "step of the second" });
    await expect(first.record({ text: "late step" })).rejects.toMatchObject(notRunning);
    await expect(first.view()).rejects.toMatchObject(notRunning);
    await expect(first.complete({ text: "late reply" })).rejects.toMatchObject(notRunning);
    await expect(first.fail(new Error("late failure"))).rejects.toMatchObject(notRunning);
    await expect(first.cancel()).rejects.toMatchObject(notRunning);
    expect([first.state, second.state]).toEqual(["running", "running"]);
    const view = await second.view();
    expect(JSON.stringify(view)).toContain("step of the second");
    await second.complete({ text: "reply of the second" });
    await (await waiting).complete({ text: "fine" });
    expect(await lines()).toEqual([
      "user: hello",
      "agent: step of the first",
      "user: me too",
      "agent: step of the second",
      "late: agent: late step",
      "late: agent: late reply",
      "agent: reply of the second",
      "agent: fine",
    ]);
  });

  test("is not taken from a loop that is at work on it, but a person may stop it", async () => {
    const turn = await clew.begin({ session, id: 1, text: "hello" });
    const { wait, opened } = makeDoor();
    const model = scriptedModel([{ calls: [{ tool: "wait", input: {} }] }, { text: "never" }]);
    const onError = () => undefined;
    const answering = turn.generate({ model, tools: { wait }, onError }).catch((error: unknown) => error);
    await opened.reached;
    const other = await clew.turn(turn.id);
    await expect(other.view()).rejects.toMatchObject({ code: "lane/busy" });
    await expect(other.record({ text: "late" })).rejects.toMatchObject(notRunning);
    await expect(other.complete({ text: "late" })).rejects.toMatchObject(notRunning);
    await other.cancel("stop it");
    expect(other.state).toBe("cancelled");
    opened.open();
    expect(await answering).toMatchObject(notRunning);
    expect(turn.state).toBe("cancelled");
  });

  test("tells the reader of a stream that it is no answer", async () => {
    const ended = await clew.begin({ session, id: 1, text: "hello" });
    await ended.complete({ text: "answer" });
    const model = scriptedModel(() => ({ text: "words" }));
    await expect(ended.stream({ model })).rejects.toMatchObject(notRunning);
    await expect(ended.generate({ model })).rejects.toMatchObject(notRunning);
    expect(model.calls).toEqual([]);
    const { wait, opened } = makeDoor();
    const turn = await clew.begin({ session, id: 2, text: "hello" });
    const script = scriptedModel([{ text: "let me see", calls: [{ tool: "wait", input: {} }] }, { text: "never" }]);
    const errors: unknown[] = [];
    const heard: string[] = [];
    const { textStream } = await turn.stream({
      model: script,
      tools: { wait },
      onError: ({ error }: { error: unknown }) => {
        errors.push(error);
      },
    });
    const read = (async () => {
      for await (const part of textStream) heard.push(part);
    })();
    await opened.reached;
    await (await clew.turn(turn.id)).cancel();
    opened.open();
    await expect(read).rejects.toMatchObject(notRunning);
    expect(heard.join("")).toBe("let me see");
    expect(errors[0]).toMatchObject(notRunning);
    expect((await lines()).slice(-3).every((line) => line.startsWith("late: "))).toBe(true);
  });

  test("keeps its lane through a step of 20 minutes, and loses it when nobody works on it any more", async () => {
    const other = await makeClewOverStore({ ...store, close: async () => undefined }, options, undefined, { lease });
    const turn = await clew.begin({ session, id: 1, text: "hello" });
    const { wait, opened } = makeDoor();
    const model = scriptedModel([{ calls: [{ tool: "wait", input: {} }] }, { text: "answer" }]);
    const answering = turn.generate({ model, tools: { wait } });
    await opened.reached;
    const next = other.begin({ session, id: 2, text: "me too" });
    clock.wait(20 * 60_000);
    await soon(3 * lease.leaseMs);
    clock.set(-3 * 3_600_000);
    await soon(2 * lease.leaseMs);
    opened.open();
    expect((await answering).text).toBe("answer");
    expect(turn.state).toBe("completed");
    await (await next).complete({ text: "fine" });
    const idle = await clew.begin({ session, id: 3, text: "wait for me" });
    clock.wait(16 * 60_000);
    const last = await other.begin({ session, id: 4, text: "now me" });
    await expect(idle.complete({ text: "late" })).rejects.toMatchObject(notRunning);
    expect(idle.state).toBe("failed");
    await last.complete({ text: "yes" });
    await other.close();
  });
});

describe("a turn in the host's own loop", () => {
  let clew: Clew;
  let clock: HandClock;
  const look = tool({ inputSchema: z.object({}), execute: async () => "seen" });
  const busy = { code: "lane/busy" };

  beforeEach(async () => {
    clock = makeHandClock();
    clew = await makeClewOverStore(makeMemoryStore({ hash: sha256 }), options, undefined, { clock, lease });
  });
  afterEach(() => clew.close());

  test("is not taken from it between two steps, and is when it stood still for a lease", async () => {
    const turn = await clew.begin({ session, id: 1, text: "hello" });
    const other = await clew.turn(turn.id);
    const model = scriptedModel([{ calls: [{ tool: "look", input: {} }] }, { text: "late" }]);
    const refused: unknown[] = [];
    const onStepFinish = async () => {
      refused.push(await other.view().catch((error: unknown) => error));
      refused.push(await other.generate({ model }).catch((error: unknown) => error));
      clock.wait(lease.leaseMs);
      refused.push((await other.view()).kind);
    };
    const loop = generateText({ ...turn.aiSdk({ model, tools: { look }, onStepFinish }), maxRetries: 0 });
    await expect(loop).rejects.toMatchObject(notRunning);
    expect(refused).toEqual([expect.objectContaining(busy), expect.objectContaining(busy), "fits"]);
    await other.complete({ text: "answer" });
    expect([turn.state, model.calls.length]).toEqual(["running", 1]);
  });

  test("is free at once when its loop broke off", async () => {
    const broken = scriptedModel([{ error: new Error("no network") }]);
    const turn = await clew.begin({ session, id: 1, text: "hello" });
    await expect(generateText({ ...turn.aiSdk({ model: broken }), maxRetries: 0 })).rejects.toThrow("no network");
    const unready = turn.aiSdk({
      model: broken,
      prepareStep: () => {
        throw new Error("not ready");
      },
    });
    await expect(generateText(unready)).rejects.toThrow("not ready");
    const again = await clew.turn(turn.id);
    expect((await again.generate({ model: scriptedModel([{ text: "answer" }]) })).text).toBe("answer");
  });

  test("is answered by one call at a time, also of the same handle", async () => {
    const turn = await clew.begin({ session, id: 1, text: "hello" });
    const model = () => scriptedModel([{ text: "answer" }]);
    const done = await Promise.allSettled([turn.generate({ model: model() }), turn.stream({ model: model() })]);
    expect(done).toMatchObject([{ status: "fulfilled" }, { status: "rejected", reason: busy }]);
    expect(turn.reply?.text).toBe("answer");
  });
});

type Turn = Awaited<ReturnType<Clew["begin"]>>;

/** A tool that waits until it is let go on. */
function makeDoor() {
  let open: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const wait = tool({
    inputSchema: z.object({}),
    execute: async () => {
      reach();
      await gate;
      return "open";
    },
  });
  return { wait, opened: { open: () => open(), reached } };
}

describe("lists of one session that are synced at once", () => {
  const list = (length: number) =>
    Array.from({ length }, (_, index) =>
      index % 2 === 0
        ? ({ role: "user", content: `question ${index}` } as const)
        : ({ role: "assistant", content: `answer ${index}` } as const),
    );

  test("each have their view, in one process and in two", async () => {
    const store = makeMemoryStore({ hash: sha256 });
    const clews = [await makeClewOverStore(store, options), await makeClewOverStore(store, options)] as const;
    for (const [round, many] of [1, 2].entries()) {
      const sync = (index: number) =>
        clews[index % many === 0 ? 0 : 1].sync({ session: `sync:chat:${round}`, messages: list(1 + 2 * (index % 6)) });
      const views = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => sync(index)));
      expect(views.flatMap((view) => (view.status === "rejected" ? [view.reason] : []))).toEqual([]);
      for (const [index, view] of some([...views.entries()])) {
        const text = JSON.stringify(view);
        expect(text).toContain(`question ${2 * (index % 6)}`);
        expect(text).not.toContain(`question ${2 * (index % 6) + 2}"`);
      }
    }
    for (const clew of clews) await clew.close();
  });
});

test("many streams at once bring no warning about listeners", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const clew = await makeClewOverStore(makeMemoryStore({ hash: sha256 }), options);
  const { wait, opened } = makeDoor();
  const stop = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const model = scriptedModel([{ calls: [{ tool: "wait", input: {} }] }, { text: "answer" }]);
      const given = { model, tools: { wait }, ...(index % 2 === 0 ? {} : { abortSignal: stop.signal }) };
      return clew.stream({ session: `telegram:chat:${index}`, text: "hello" }, given);
    }),
  );
  opened.open();
  expect(await Promise.all(streams.map(({ text }) => text))).toEqual(streams.map(() => "answer"));
  await clew.close();
  await soon(5);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
