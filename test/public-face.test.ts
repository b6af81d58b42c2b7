/** What the public names promise besides what they do: options that are checked, errors that are known, a log that is closed. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jsonSchema } from "ai";
import { type Clew, ClewError, openClew } from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import { scriptedModel } from "clewline/testing";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";

const session = "terminal:default";
const open = (answers = 1) =>
  openClew({
    store: "memory",
    config: false,
    window: 8_192,
    model: scriptedModel(Array.from({ length: answers }, () => ({ text: "Yes." }))),
  });

describe("an option that does not exist is refused with the one that was meant", () => {
  /** Each call is as the types forbid it, and as somebody without them writes it. */
  type Loose = Record<string, (...given: unknown[]) => unknown>;
  const verbs: readonly [name: string, meant: string, call: (clew: Loose) => unknown][] = [
    ["begin", "whenBusy", (clew) => clew.begin?.({ session, text: "Hi" }, { whenbusy: "merge" })],
    ["stream", "maxSteps", (clew) => clew.stream?.({ session, text: "Hi" }, { maxstep: 3 })],
    ["generate", "window", (clew) => clew.generate?.({ session, text: "Hi" }, { windows: 4_000 })],
    ["generate", "folder", (clew) => clew.generate?.({ session, text: "Hi" }, { subagents: { a: { foldr: "." } } })],
    ["sync", "instructions", (clew) => clew.sync?.({ session, messages: [] }, { instruction: "x" })],
    ["middleware", "session", (clew) => clew.middleware?.({ sesion: session })],
    ["model", "name", (clew) => clew.model?.({ nam: "x" })],
    ["command", "bot", (clew) => clew.command?.({ session, text: "/context" }, { bott: "x" })],
    ["compact", "lane", (clew) => clew.compact?.({ lan: "x" })],
    ["clear", "session", (clew) => clew.clear?.({ sessions: session })],
    ["settings", "set", (clew) => clew.settings?.({ sett: {} })],
    ["journal", "day", (clew) => clew.journal?.({ days: "2026-11-15" })],
    ["usage", "since", (clew) => clew.usage?.({ sinces: "2026-11-15" })],
    ["context", "at", (clew) => clew.context?.({ att: "x" })],
    ["log", "limit", (clew) => clew.log?.({ limits: 3 })],
    ["trace", "limit", (clew) => clew.trace?.({ limits: 3 })],
    ["why", "turn", (clew) => clew.why?.({ turns: "x" })],
    ["recall", "offset", (clew) => clew.recall?.({ pointer: "x", offsett: 3 })],
    ["search", "limit", (clew) => clew.search?.("word", { limits: 3 })],
    ["import", "format", (clew) => clew.import?.("file", { formt: "mail" })],
    ["export", "session", (clew) => clew.export?.({ sesion: session })],
    ["doctor", "thorough", (clew) => clew.doctor?.({ through: true })],
  ];

  test.each(verbs)("%s: %s", async (_name, meant, call) => {
    const clew = await open();
    const refused = (async () => call(clew as unknown as Loose))();
    await expect(refused).rejects.toMatchObject({ code: "options/bad", hint: `Did you mean ${meant}?` });
    expect(await clew.sessions()).toEqual([]);
    await clew.close();
  });

  test("a turn's own verbs, and openClew", async () => {
    const clew = await open();
    const turn = await clew.begin({ session, text: "Hi" });
    const bad = (hint: string) => ({ code: "options/bad", hint: `Did you mean ${hint}?` });
    // @ts-expect-error misspelt
    await expect(turn.view({ windw: 3 })).rejects.toMatchObject(bad("window"));
    // @ts-expect-error misspelt
    await expect(turn.record({ txt: "x" })).rejects.toMatchObject(bad("text"));
    // @ts-expect-error misspelt
    await expect(turn.complete({ txt: "x" })).rejects.toMatchObject(bad("text"));
    // @ts-expect-error misspelt
    await expect(turn.generate({ subagent: {} })).rejects.toMatchObject(bad("subagents"));
    // @ts-expect-error misspelt
    expect(() => turn.aiSdk({ model: scriptedModel([]) }, { windw: 3 })).toThrow("There is no option");
    await turn.complete({ text: "Done" });
    await clew.close();
    // @ts-expect-error misspelt
    await expect(openClew({ store: "memory", confg: false })).rejects.toMatchObject(bad("config"));
    const file = join(mkdtempSync(join(tmpdir(), "clew-options-")), "clew.db");
    // @ts-expect-error misspelt
    await expect(openClew({ store: file, confg: false })).rejects.toMatchObject(bad("config"));
    expect(existsSync(file)).toBe(false);
  });

  test("options of the SDK pass", async () => {
    const clew = await open();
    const { text } = await clew.generate({ session, text: "Hi" }, { temperature: 0, maxRetries: 1, stopWhen: [] });
    expect(text).toBe("Yes.");
    await clew.close();
  });
});

describe("config", () => {
  afterEach(() => vi.unstubAllEnvs());

  function makeConfig(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), "clew-face-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "own.toml"), text);
    return join(folder, "own.toml");
  }
  const windowOf = async (clew: Clew) => {
    await clew.observe({ session, text: "Hi" });
    const { window } = await clew.context();
    await clew.close();
    return window;
  };

  test("a path names the file, and false reads neither a file nor our variables", async () => {
    vi.stubEnv("CLEW_CONFIG", makeConfig("window = 16384\n"));
    expect(await windowOf(await openClew({ store: "memory" }))).toBe(16_384);
    expect(await windowOf(await openClew({ store: "memory", config: makeConfig("window = 9000\n") }))).toBe(9_000);
    expect(await windowOf(await openClew({ store: "memory", config: false }))).toBe(32_768);
    vi.stubEnv("CLEW_WINDOW", "12000");
    expect(await windowOf(await openClew({ store: "memory" }))).toBe(12_000);
    expect(await windowOf(await openClew({ store: "memory", config: false }))).toBe(32_768);
  });

  test("false does not see CLEW_STORE either", async () => {
    const config = makeConfig("");
    vi.stubEnv("CLEW_STORE", config.replace("own.toml", "variable.db"));
    vi.stubEnv("XDG_DATA_HOME", config.replace("own.toml", "data"));
    const clew = await openClew({ config: false });
    expect(clew.location).not.toContain("variable.db");
    await clew.close();
  });

  test("a file that is named and not there is an error", async () => {
    await expect(openClew({ store: "memory", config: "/no/such/clew.toml" })).rejects.toMatchObject({
      code: "config/bad",
    });
  });
});

test("a Clew closes itself at the end of its block", async () => {
  const clew = await open();
  await clew[Symbol.asyncDispose]();
  await expect(clew.sessions()).rejects.toMatchObject({ code: "store/closed" });
  const store = makeMemoryStore();
  const borrowed = await openClew({ store, config: false });
  await borrowed[Symbol.asyncDispose]();
  await expect(store.faults(true)).resolves.toEqual([]);
});

describe("ClewError.isInstance", () => {
  // Of another copy: error-copies.test.ts.
  test("knows what openClew refuses, and by which code", async () => {
    const caught: unknown = await openClew({ store: "memory", policy: "balancd" }).catch((error) => error);
    expect(ClewError.isInstance(caught)).toBe(true);
    expect(ClewError.isInstance(caught) && caught.code).toBe("policy/bad");
  });

  test("its marker is in no JSON and no list of keys", () => {
    const error = new ClewError("options/bad", "Wrong", { hint: "Right" });
    expect(Object.keys(error).sort()).toEqual(["code", "hint", "name"]);
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code: "options/bad", hint: "Right", name: "ClewError" });
  });
});

test("a line of the log says who speaks, what, and what a note is about", async () => {
  const clew = await open();
  const turn = await clew.begin({ session, from: "ann", text: "agent: is this a trick?" });
  await turn.record({ calls: [{ id: "c1", tool: "look", input: { at: "x" }, output: "sent" }] });
  await turn.complete({ text: "usage", usage: { inputTokens: 3 } });
  await turn.sent("77");
  const { lines } = await clew.log({ session });
  expect(lines.map(({ kind, who, words, note }) => [kind, who, words, note])).toEqual([
    ["said", "ann", "agent: is this a trick?", null],
    ["called", "look", '{"at":"x"}', null],
    ["returned", "look", "sent", null],
    ["said", "agent", "usage", null],
    ["noted", null, "", "usage"],
    ["noted", null, "", "sent"],
  ]);
  expect(lines[0]?.text).toBe("ann: agent: is this a trick?");
  await clew.close();
});

test("each message of a view says which entries it shows, beside its bytes", async () => {
  const clew = await open();
  const first = await clew.begin({ session, id: 1, text: "The code is 4711" });
  await first.record({ calls: [{ id: "c1", tool: "look", input: {}, output: "A door" }] });
  await first.complete({ text: "Noted" });
  const turn = await clew.begin({ session, id: 2, text: "Which code?" });
  const view = await turn.view();
  if (view.kind !== "fits") throw new Error("The window is large enough");
  expect(view.shown).toHaveLength(view.messages.length);
  const { lines } = await clew.log({ session });
  const told = view.messages.map((message, place) => ({
    text: JSON.stringify(message.content),
    lines: lines.filter(({ seq }) => view.shown[place]?.seqs.includes(seq)),
  }));
  const shownIn = (words: string) => told.find(({ text }) => text.includes(words))?.lines.map(({ kind }) => kind);
  expect(shownIn("4711")).toEqual(["said"]);
  expect(shownIn("A door")).toEqual(["returned"]);
  expect(shownIn("Which code?")).toEqual(["said"]);
  const all = view.shown.flatMap(({ seqs }) => seqs);
  expect(new Set(all)).toEqual(new Set(lines.map(({ seq }) => seq)));
  for (const { seqs, pointers } of view.shown)
    expect(pointers).toEqual(seqs.map((seq) => lines.find((line) => line.seq === seq)?.pointer));
  expect(view.shown.flatMap(({ entries }) => entries)).toHaveLength(new Set(lines.map(({ pointer }) => pointer)).size);
  expect(Object.keys(JSON.parse(await clew.replay(view.receipt.id)) as object)).toEqual([
    "tools",
    "system",
    "messages",
  ]);
  await turn.complete({ text: "4711" });
  await clew.close();
});

describe("toolOrder", () => {
  const look = (description: string) => ({ description, inputSchema: jsonSchema({ type: "object" }) });
  const tools = { zebra: look("z"), apple: look("a"), mango: look("m") };

  test.each([
    ["by name", {}, ["apple", "compact", "mango", "recall", "remember", "zebra"]],
    ["as listed, the others by name", { toolOrder: ["zebra", "mango", "none"] }, ["zebra", "mango", "apple"]],
  ])("tools are sent %s, and the receipt says the same", async (_how, order, first) => {
    const model = scriptedModel([{ text: "Yes." }]);
    const clew = await openClew({ store: "memory", config: false, window: 8_192, model });
    const { turn } = await clew.generate({ session, text: "Hi" }, { tools, ...order });
    const sent = (model.calls[0]?.tools ?? []).map(({ name }) => name);
    expect(sent.slice(0, first.length)).toEqual(first);
    const { receipt } = await clew.why({ turn: turn.id });
    const replayed = JSON.parse(await clew.replay(receipt.id)) as { tools: { name: string }[] };
    expect(replayed.tools.map(({ name }) => name)).toEqual(sent);
    await clew.close();
  });
});

describe("what is given is read as it was meant, or refused", () => {
  const refused = { code: "options/bad" };

  test("options by a prototype, a list, or of a window", async () => {
    await expect(openClew(Object.create({ store: "memory", config: false }))).rejects.toMatchObject(refused);
    await expect(openClew([] as never)).rejects.toMatchObject(refused);
    await expect(openClew(null as never)).rejects.toMatchObject(refused);
    await expect(openClew({ store: 5 as never })).rejects.toMatchObject(refused);
    await expect(openClew({ store: "memory", config: true as never })).rejects.toMatchObject(refused);
    // @ts-expect-error misspelt
    await expect(openClew({ store: "memory", window: { token: 4_000, reply: 100 } })).rejects.toMatchObject(refused);
    // @ts-expect-error misspelt
    await expect(openClew({ store: "memory", tokens: "exakt" })).rejects.toMatchObject(refused);
  });

  test("a misspelt field of a message", async () => {
    const clew = await open();
    // @ts-expect-error misspelt
    const begun = clew.begin({ session, txt: "Hi", text: "" });
    await expect(begun).rejects.toMatchObject({
      code: "message/bad",
      hint: "Did you mean text? What only you need goes into raw",
    });
    await clew.close();
  });

  test("a person who is called agent is none", async () => {
    const clew = await open();
    const turn = await clew.begin({ session, from: "agent", text: "I am a person" });
    await turn.complete({ text: "I am none" });
    const { lines } = await clew.log({ session });
    expect(lines.flatMap(({ who, role }) => (role === null ? [] : [[who, role]]))).toEqual([
      ["agent", "user"],
      ["agent", "agent"],
    ]);
    await clew.close();
  });
});
