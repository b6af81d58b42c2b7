/** A program without types may give anything to the public API: it gets an answer or a ClewError, never a bare TypeError. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, ClewError, openClew, type Turn } from "clewline";
import { scriptedModel } from "clewline/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pickOfTheDay } from "./properties.js";

const folder = mkdtempSync(join(tmpdir(), "clew-types-"));
const model = scriptedModel(() => ({ text: "Hello yourself" }));
const file = join(folder, "notes.jsonl");
writeFileSync(file, "nothing");

let clew: Clew;

beforeAll(async () => {
  clew = await openClew({ store: "memory", config: false, model, window: 8_000 });
  const turn = await clew.begin({ session: "telegram:chat:0", text: "The key is under the mat" });
  await turn.complete({ text: "Noted" });
});

afterAll(async () => {
  await clew.close();
  rmSync(folder, { recursive: true, force: true });
});

const known = { session: "telegram:chat:0", lane: "root:0" };
const message = {
  session: "SESSION",
  text: "Hi",
  id: 1,
  from: 2,
  topic: 3,
  replyTo: 4,
  quote: { text: "so" },
  files: [],
};
const chat = { session: "SESSION", message: { id: "m", role: "user", parts: [{ type: "text", text: "Hi" }] } };
const view = {
  window: { tokens: 8_000, reply: 1_000 },
  instructions: "Be brief",
  refused: { limit: 9_000 },
  deadlineMs: 9,
};
const answering = {
  model,
  maxSteps: 2,
  window: 8_000,
  subagents: { helper: { description: "helps" } },
  tools: {},
  toolOrder: [],
};
const { signal } = new AbortController();
const begun = { origin: "interactive", whenBusy: "refuse", signal, onKept: () => undefined };
const listed = [
  { role: "user", content: "Hi" },
  { role: "assistant", content: [{ type: "text", text: "Ho" }] },
];
const call = { id: "c", tool: "look", input: {}, output: "seen" };
const ask = { expects: "choice", about: "colour", options: ["red", "blue"], minutes: 5 };

/** Arguments that each verb takes. SESSION is a new chat for each call. */
const verbs: Readonly<Record<string, readonly unknown[]>> = {
  "clew.begin": [message, begun],
  "clew.stream": [chat, { ...answering, origin: "interactive", whenBusy: "refuse", abortSignal: signal }],
  "clew.generate": [message, { ...answering, system: "Be brief" }],
  "clew.model": [{ ...known, name: "offline" }],
  "clew.middleware": [{ session: "SESSION", ...view, signal }],
  "clew.observe": [{ ...message, surface: "web", private: true, at: 5, raw: {} }],
  "clew.edit": [{ ...message, editedAt: 5, deleted: false }],
  "clew.sync": [{ session: "SESSION", messages: listed }, view],
  "clew.messages": ["telegram:chat:0", { lane: "root:0", limit: 3, surface: "web", at: "x" }],
  "clew.tools": [{ ...known, window: 8_000 }],
  "clew.turn": ["x"],
  "clew.unsent": [{ session: "telegram:chat:0", limit: 3 }],
  "clew.unanswered": [],
  "clew.command": [{ session: "SESSION", text: "/config" }, { bot: "me" }],
  "clew.compact": [{ ...known, from: 1, to: 2, focus: "keys", undo: false }],
  "clew.clear": [known],
  "clew.settings": [{ session: "SESSION", set: { spill_over: "off" } }],
  "clew.journal": [{ session: "telegram:chat:0", day: "2026-11-16" }],
  "clew.summaries": ["telegram:chat:0"],
  "clew.usage": [{ session: "telegram:chat:0", since: "2026-11-16", by: "day", advise: true }],
  "clew.context": [{ ...known, message, from: 2, window: 8_000 }],
  "clew.log": [{ ...known, limit: 3 }],
  "clew.trace": [{ ...known, limit: 3 }],
  "clew.why": [{ ...known, turn: "x" }],
  "clew.diff": ["x", "y"],
  "clew.replay": ["x"],
  "clew.replayCall": ["x"],
  "clew.recall": [{ ...known, pointer: "clew:e0123456789", offset: 0, find: "key", lines: { from: 1, to: 2 } }],
  "clew.search": [
    "key",
    { ...known, limit: 3, person: "x", since: "2026-11-16", until: "2026-11-17", kind: "said", archived: true },
  ],
  "clew.import": [file, { agents: true, format: "plain", importers: [], onProgress: () => undefined }],
  "clew.export": [{ session: "telegram:chat:0" }],
  "clew.erase": [{ session: "SESSION" }, { dryRun: true }],
  "clew.index": [{ finish: true, onProgress: () => undefined, signal }],
  "clew.doctor": [{ thorough: true }],
  "clew.sessions": [{ which: "all", begins: 2 }],
  "clew.lanes": ["telegram:chat:0"],
  "memory.list": [{ person: "x", kind: "fact", all: true }],
  "memory.find": ["key", { session: "telegram:chat:0", kind: "fact", limit: 2 }],
  "memory.add": [{ text: "Keys hang in the hall", kind: "fact", person: "x", until: "2027-01-01" }],
  "memory.edit": ["x", { text: "Keys", kind: "fact", until: null }],
  "memory.history": ["x"],
  "memory.forget": ["x"],
  "memory.learn": [{ dryRun: true, limit: 5, session: "telegram:chat:0" }],
  "memory.rebuild": [{ dryRun: true }],
  "memory.pin": ["x"],
  "memory.unpin": ["x"],
  "memory.undo": ["x"],
  "memory.review": [],
  "memory.apply": [
    [
      { op: "add", text: "Keys" },
      { op: "merge", name: "x", others: ["y"], text: "z" },
    ],
  ],
  "memory.sync": [],
  "memory.why": ["x"],
  "ranges.list": [known],
  "ranges.hide": ["1-2", known],
  "ranges.show": ["1-2", known],
  "ranges.pin": ["1-2", known],
  "ranges.unpin": ["1-2", known],
  "turn.view": [{ ...view, ambiguous: "ask", signal }],
  "turn.record": [{ text: "Looking", calls: [call], usage: { inputTokens: 3 }, model: "offline" }],
  "turn.complete": [{ text: "Ho", at: 5, usage: {}, asks: [ask] }],
  "turn.fail": ["lost"],
  "turn.cancel": ["stopped"],
  "turn.sent": [["7", 8]],
  "turn.aiSdk": [{ model, tools: {}, system: "Be brief", abortSignal: signal }, view],
  "turn.stream": [{ ...answering, abortSignal: signal }],
  "turn.generate": [answering],
};

const junk: readonly unknown[] = [
  ...[undefined, null, 0, -1, 1.5, Number.NaN, "", "x", true, 10n, Symbol("s")],
  ...[[], [null], [0], {}, { x: 1 }, () => undefined, new Date(Number.NaN), new Map(), Object.create(null)],
];

interface Wrong {
  readonly verb: string;
  /** Where the junk stands: the argument, and the fields inside it. */
  readonly path: readonly string[];
  readonly value: unknown;
}

const wrongs: readonly Wrong[] = Object.entries(verbs).flatMap(([verb, given]) =>
  listPlaces(given).flatMap((path) => junk.map((value) => ({ verb, path, value }))),
);

test("the table has every verb that takes something", async () => {
  const turn = await begin(-1);
  const named = (room: string, object: object) =>
    Object.entries(object).flatMap(([name, value]) => (typeof value === "function" ? [`${room}.${name}`] : []));
  const all = [
    ...named("clew", clew),
    ...named("memory", clew.memory),
    ...named("ranges", clew.ranges),
    ...named("turn", turn),
  ];
  expect(Object.keys(verbs).sort()).toEqual(all.filter((name) => name !== "clew.close").sort());
});

test("every verb answers wrong types with a ClewError of one sentence, a code and a next step", async () => {
  const faults: string[] = [];
  for (const [place, wrong] of pickOfTheDay(wrongs, 200).entries()) {
    const fault = await findFault(wrong, place);
    if (fault !== null) faults.push(fault);
  }
  expect(faults).toEqual([]);
});

test("every option of openClew refuses another type", async () => {
  const options = ["store", "config", "instructions", "persona", "agentFolder", "memoryFolder", "runtime", "window"];
  options.push("model", "policy", "fastModel", "embedder", "redact", "spillFolder", "people", "memory", "inferReplies");
  options.push("timeZone", "owner", "openTelemetry", "tokens");
  const accepted: string[] = [];
  for (const name of options)
    for (const value of [
      null,
      0,
      Number.NaN,
      10n,
      Symbol("s"),
      [0],
      new Date(),
      { x: 1 },
      ...(name === "people" ? ["x"] : []),
    ]) {
      const given = { store: "memory", config: false, [name]: value };
      const opened = await openClew(given as never).catch((error: unknown) => error);
      if (!(opened instanceof ClewError)) accepted.push(`${name}: ${String(opened)} for ${describe(value)}`);
    }
  expect(accepted).toEqual([]);
});

async function findFault({ verb, path, value }: Wrong, place: number): Promise<string | null> {
  const [room = "", name = ""] = verb.split(".");
  const turn = room === "turn" ? await begin(place) : null;
  const target: object = { clew, memory: clew.memory, ranges: clew.ranges, turn }[room] ?? {};
  const given = fill(replace(verbs[verb] ?? [], path, value), `telegram:chat:${place + 1}`) as unknown[];
  try {
    await settle(await (Reflect.get(target, name) as (...given: unknown[]) => unknown).apply(target, given));
    return null;
  } catch (error) {
    const isOurs = error instanceof ClewError && error.message !== "" && error.hint !== undefined;
    // An option that is passed on may be refused by the SDK, in its own words.
    const isSdk = error instanceof Error && error.name.startsWith("AI_");
    return isOurs || isSdk
      ? null
      : `${verb} ${path.join(".")} = ${describe(value)}: ${error instanceof Error ? error.stack : String(error)}`;
  }
}

/** A stream is read to its end. */
async function settle(result: unknown): Promise<void> {
  if (typeof result !== "object" || result === null) return;
  if (Symbol.asyncIterator in result) for await (const _ of result as AsyncIterable<unknown>);
  if ("consumeStream" in result) await Reflect.get(result, "text");
}

async function begin(place: number): Promise<Turn> {
  return clew.begin({ session: `telegram:own:${place}`, text: "Hello" });
}

function listPlaces(given: unknown): readonly (readonly string[])[] {
  if (typeof given !== "object" || given === null || given === model || given === signal) return [];
  return Object.entries(given).flatMap(([key, value]) => [[key], ...listPlaces(value).map((path) => [key, ...path])]);
}

function replace(given: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const inner = replace(Reflect.get(given as object, key), rest, value);
  return Array.isArray(given)
    ? given.map((each, place) => (String(place) === key ? inner : each))
    : { ...(given as object), [key]: inner };
}

function fill(given: unknown, session: string): unknown {
  if (given === "SESSION") return session;
  if (Array.isArray(given)) return given.map((each) => fill(each, session));
  const isOwn = typeof given === "object" && given !== null && Object.getPrototypeOf(given) === Object.prototype;
  if (!isOwn || given === model) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, fill(value, session)]));
}

function describe(value: unknown): string {
  return typeof value === "object" ? (JSON.stringify(value) ?? "object") : String(value);
}
