import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { chat, runChat } from "@clewline/cli/chat/chat.js";
import { makePieceCleaner } from "@clewline/cli/chat/text.js";
import { readInput } from "@clewline/cli/program/arguments.js";
import { makeScreen } from "@clewline/cli/terminal/screen.js";
import { openClew } from "clewline";
import { findLastSaid, type StandIn, type StandInReply, type StandInRequest, startOpenaiChat } from "clewline/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "./cli-program.js";
import { objects, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-chat-"));
const session = "terminal:default";
let server: StandIn;
let config = "";
let logs = 0;

/** Answers by what the newest message asks for. */
function reply(request: StandInRequest): StandInReply {
  const said = findLastSaid(request).split("\n").at(-1) ?? "";
  const hasLooked = request.parts.at(-1)?.kind === "returned";
  if (said.startsWith("look") && !hasLooked) {
    return { text: "One moment.", calls: [{ tool: "recall", input: { question: "blue pot" } }] };
  }
  if (said.endsWith("then wait")) return { text: "This takes a while", hangAfter: 2 };
  if (said.startsWith("refuse")) return { fails: { as: "unauthorized" } };
  if (said.startsWith("break"))
    return { text: "one two three", streamError: { after: 1, body: { error: { message: "The disk is full" } } } };
  if (said.startsWith("paint")) return { text: "\u001b[31mred\u001b[0m, \u202eturned" };
  return { text: `Heard: ${said}`, reasoning: "Let me see." };
}

function fresh(): string {
  logs += 1;
  return join(base, `${logs}.db`);
}

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** In a pipe that brings these lines. */
async function piped(lines: readonly string[], ...words: readonly string[]): Promise<Ran> {
  const [out, error] = [pane(false), pane(false)];
  const input = readInput(
    { name: "chat", ...chat },
    words,
    makeScreen(out.stream, () => error.stream, {}),
  );
  const keys = Readable.from(lines.map((line) => `${line}\n`));
  const code = await runChat(input, { input: keys as unknown as NodeJS.ReadStream, output: out.stream });
  return { code, out: out.text(), error: error.text() };
}

function pane(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  const chunks: string[] = [];
  const stream = new PassThrough().on("data", (chunk) => chunks.push(String(chunk)));
  return {
    stream: Object.assign(stream, { isTTY, columns: isTTY ? 80 : undefined }) as unknown as NodeJS.WriteStream,
    text: () => chunks.join(""),
  };
}

/** At a terminal, where keys are pressed one after another. */
function atTerminal(...words: readonly string[]) {
  const [out, error] = [pane(true), pane(true)];
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const input = readInput(
    { name: "chat", ...chat },
    words,
    makeScreen(out.stream, () => error.stream, { NO_COLOR: "1" }),
  );
  const code = runChat(input, { input: keys as unknown as NodeJS.ReadStream, output: out.stream });
  let seen = 0;
  return {
    code,
    error: error.text,
    press: (text: string) => keys.write(text),
    /** Until this is there, after what was waited for before. */
    async shows(text: string): Promise<void> {
      const early = code.then(() => Promise.reject(new Error(`It ended before "${text}": ${error.text()}`)));
      while (out.text().indexOf(text, seen) < 0) await Promise.race([once(out.stream, "data"), early]);
      early.catch(() => undefined);
      seen = out.text().indexOf(text, seen) + text.length;
    },
  };
}

async function statesIn(store: string): Promise<readonly string[]> {
  const clew = await openClew({ store });
  const { turns } = await clew.log({ session });
  await clew.close();
  return turns.map(({ state }) => state).reverse();
}

/** What was printed is sent. */
async function listOwed(store: string): Promise<readonly unknown[]> {
  const clew = await openClew({ store });
  const replies = await clew.unsent();
  await clew.close();
  return replies;
}

/** A process of its own, with its output as it comes. */
function started(...words: readonly string[]) {
  const child = spawn(process.execPath, [...program, "chat", ...words], { env: process.env, cwd: base });
  const said: Record<"stdout" | "stderr", string> = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (chunk) => (said[name] += String(chunk)));
  return {
    child,
    said,
    async shows(text: string): Promise<void> {
      const early = once(child, "close").then(() =>
        Promise.reject(new Error(`It ended before "${text}": ${said.stderr}`)),
      );
      while (!said.stdout.includes(text)) await Promise.race([once(child.stdout, "data"), early]);
      early.catch(() => undefined);
    },
    ended: () => once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
  };
}

beforeAll(async () => {
  server = await startOpenaiChat(reply, { models: ["tiny", "gpt-5"] });
  config = join(base, "stand-in.toml");
  writeFileSync(config, `model = "vllm:tiny"\n[servers]\nvllm = "${server.url}"\nopenai = "${server.url}"\n`);
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  for (const name of Object.keys(process.env)) if (/_API_KEY$|^CLEW_/.test(name)) delete process.env[name];
  Object.assign(process.env, { HOME: base, PATH: base, OLLAMA_HOST: `127.0.0.1:${port}`, TZ: "UTC" });
  delete process.env.XDG_CONFIG_HOME;
});

afterAll(async () => {
  await server.close();
  rmSync(base, { recursive: true, force: true });
});

describe("clew chat without a model", () => {
  test("says which log, which model and why, answers line after line, and goes on where it stopped", async () => {
    const store = fresh();
    const first = await piped(["The key lies under the blue pot.", "", "Where is the key?"], "--store", store);
    expect(first.code).toBe(0);
    expect(first.error).toBe(
      `Model: offline (There is no key in the environment, no Ollama on this machine and no claude command). Answers are quotes from the log\nLog: ${store} (named), chat terminal:default\n`,
    );
    expect(first.out).toContain('"The key lies under the blue pot."');
    expect(first.out).toMatch(/\n\nNo model is connected\./);
    expect(first.out).toMatch(/[^\n]\n$/);
    const second = await piped([], "--store", store);
    expect(second).toMatchObject({ code: 0, out: "" });
    expect(second.error).toMatch(
      /\nLast exchange, \d{4}-\d\d-\d\d \d\d:\d\d:\n {2}you: {3}Where is the key\?\n {2}agent: No model is connected\./,
    );
  });
});

describe("clew chat in a pipe", () => {
  test("streams what the model says, without its thoughts and without anything that moves a cursor", async () => {
    const store = fresh();
    const { code, out, error } = await piped(["Hello", "paint it"], "--store", store, "--config", config);
    expect(code).toBe(0);
    expect(out).toBe("Heard: Hello\n\n�[31mred�[0m, �turned\n");
    expect(error).toContain("Model: vllm:tiny (clew.toml or CLEW_MODEL names it)\n");
    await piped(["Go on"], "--store", store, "--config", config);
    const texts = server.requests.at(-1)?.parts.map((part) => ("text" in part ? part.text : "")) ?? [];
    expect(texts.join("\n")).toMatch(/Hello[\s\S]*Heard: Hello[\s\S]*Go on/);
  });

  test("takes a first message from the command line, and lines that go on", async () => {
    const lines = ["one \\", "two", " /compact is a message with a space before it"];
    const { out } = await piped(lines, "First", "--store", fresh(), "--config", config, "--plain");
    expect(out.split("\n\n")).toEqual([
      "Heard: First",
      "Heard: two",
      "Heard:  /compact is a message with a space before it\n",
    ]);
    expect(findLastSaid(server.requests.at(-2) as StandInRequest)).toMatch(/one \ntwo$/);
  });

  test("says beside the answer which tool is at work", async () => {
    const { out, error } = await piped(["look it up"], "--store", fresh(), "--config", config);
    expect(out).toBe("One moment.\nHeard: look it up\n");
    expect(error).toContain("\n· recall blue pot\n");
  });

  test("lets the model explore a folder only where one is named", async () => {
    const words = ["--store", fresh(), "--config", config];
    await piped(["Hello"], ...words);
    expect(server.requests.at(-1)?.tools).toEqual(expect.arrayContaining(["recall", "remember"]));
    expect(server.requests.at(-1)?.tools).not.toContain("explorer");
    await piped(["Hello"], ...words, "--folder", base);
    expect(server.requests.at(-1)?.tools).toEqual(
      expect.arrayContaining(["recall", "remember", "explorer", "compact"]),
    );
  });

  test("a failure is one sentence with the next step, leaves a failed turn, and the chat goes on", async () => {
    const store = fresh();
    const lines = ["refuse me", "break off", "Hello"];
    const { code, out, error } = await piped(lines, "--store", store, "--config", config);
    expect(code).toBe(1);
    expect(out).toBe("one\n\nHeard: Hello\n");
    expect(error).toMatch(/^clew: The provider of vllm:tiny refuses the key: .*\/model NAME\.$/m);
    expect(error).toMatch(/^clew: vllm:tiny failed: The disk is full\. Send the message again, or .*$/m);
    expect(error).not.toMatch(/^\s+at /m);
    expect(await statesIn(store)).toEqual(["failed", "failed", "completed"]);
  });

  test("wrong usage is one sentence", async () => {
    const run = (...words: string[]) => typed(["chat", "--store", fresh(), ...words]);
    expect(await run("--folder", join(base, "nowhere"))).toMatchObject({ code: 2 });
    expect((await run("--session", "no session")).error).toContain("[session/bad-key]");
    expect((await run("a", "b")).error).toContain("put a text with spaces in quotes");
    const unknown = await run("--model", "olama:qwen3");
    expect([unknown.code, unknown.error]).toEqual([1, expect.stringContaining("Did you mean ollama?")]);
  });
});

describe("commands in the chat", () => {
  test("/memory lists what is remembered, with its name", async () => {
    const lines = ["/memory", "My dentist is Dr. Weber.", "/memory", "/exit"];
    const { out } = await piped(lines, "--store", fresh(), "--config", config);
    expect(out).toContain("Nothing is remembered in this chat.\nMore: clew memory list --store ");
    expect(out).toMatch(/^my-dentist-is-dr-weber-\w{4} +My dentist is Dr\. Weber\.$/mu);
  });

  test("are answered here, and never become part of the log", async () => {
    const store = fresh();
    const lines = [
      "Hello",
      "/context",
      "/compact",
      "/config lookback_count",
      "/help",
      "/why",
      "/usage",
      "/modle",
      "/etc/hosts?",
    ];
    const { code, out, error } = await piped([...lines, "/exit", "too late"], "--store", store, "--config", config);
    expect(code).toBe(0);
    const answers = out.split("\n\n");
    expect(answers[0]).toBe("Heard: Hello");
    expect(out).toContain("\nContext: ");
    expect(out).toContain("\nNothing to compact: the newest ");
    expect(out).toContain("\nlookback: ");
    expect(out).toMatch(/^\/exit +ends/m);
    expect(out).toMatch(
      /turn \w{8}, call 1, .*\n.* tokens of a window of .*policy balanced\n.*\nMore: clew why \w{8} --store /,
    );
    expect(out).toMatch(/This chat: 1 call, \d+ tokens in \(0 % from a cache\), \d+ out, free\./);
    expect(out).toContain("There is no command /modle. Did you mean /model? ");
    expect(out.endsWith("Heard: /etc/hosts?\n")).toBe(true);
    expect(error).not.toContain("clew:");
    expect(await statesIn(store)).toEqual(["completed", "completed"]);
  });

  test("/model says which it is, and what a change costs", async () => {
    process.env.OPENAI_API_KEY = "none";
    const lines = ["Hello", "/model", "/model openai-chat:gpt-5", "And now?", "/model nobody:x", "Still there?"];
    const { code, out, error } = await piped(lines, "--store", fresh(), "--config", config);
    delete process.env.OPENAI_API_KEY;
    expect(code).toBe(1);
    expect(out).toContain("vllm:tiny (clew.toml or CLEW_MODEL names it).\n/model NAME chooses another");
    expect(error).toMatch(
      /Model: openai-chat:gpt-5 \(it was asked for\)\. It reads the conversation anew: up to [\d.]+k? tokens, \$0\.\d{4}\n/,
    );
    expect(error).toContain('clew: There is no provider "nobody" for the model nobody:x.');
    expect(server.requests.slice(-3).map(({ model }) => model)).toEqual(["tiny", "gpt-5", "gpt-5"]);
  });
});

describe("clew chat --json", () => {
  test("prints one event per line, in stable shapes", async () => {
    const store = fresh();
    const words = ["--store", store, "--config", config, "--json"];
    const { code, out, error } = await piped(["look it up", "/modle", "refuse me"], ...words);
    expect([code, error]).toEqual([1, ""]);
    expect(await listOwed(store)).toEqual([]);
    const events = objects(out);
    expect(events.slice(0, 2)).toEqual([
      {
        type: "model",
        name: "vllm:tiny",
        because: "clew.toml or CLEW_MODEL names it",
        window: null,
        server: { address: server.url, because: config },
      },
      { type: "chat", store, because: "named", session },
    ]);
    const told = events.filter(({ type }) => type === "text").map(({ text }) => text);
    expect(told.join("")).toBe("One moment.\n\nHeard: look it up");
    expect(told.length).toBeGreaterThan(3);
    const tool = { type: "tool", id: expect.any(String), tool: "recall", input: { question: "blue pot" } };
    expect(events.filter(({ type }) => type === "tool")).toEqual([
      { ...tool, state: "called" },
      { ...tool, state: "returned" },
    ]);
    const tokens = { input: expect.any(Number), cached: 0, output: expect.any(Number) };
    expect(events.filter(({ type }) => type === "turn")).toEqual([
      { type: "turn", id: expect.any(String), state: "completed", tokens, cost: 0 },
      { type: "turn", id: expect.any(String), state: "failed", tokens, cost: 0 },
    ]);
    expect(events.slice(-1)).toEqual([
      { type: "error", code: null, message: expect.stringContaining("refuses the key"), hint: expect.any(String) },
    ]);
    expect(events).toContainEqual({ type: "command", command: "/modle", text: expect.any(String) });
    expect(objects((await piped([], ...words)).out)[2]).toEqual({
      type: "last",
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      state: "failed",
      message: "refuse me",
      reply: null,
    });
  });
});

describe("clew chat at a terminal", () => {
  test("has a prompt; Ctrl-C stops an answer, drops a line, and ends the chat at an empty one", async () => {
    const store = fresh();
    const terminal = atTerminal("--store", store, "--config", config);
    await terminal.shows("> ");
    terminal.press("talk then wait\r");
    await terminal.shows("This takes");
    terminal.press("typed ahead");
    terminal.press("\u0003");
    await terminal.shows("> ");
    await terminal.shows("typed ahead");
    terminal.press("\u0003");
    await terminal.shows("> ");
    terminal.press("Hello\r");
    await terminal.shows("Heard: Hello\n\n");
    await terminal.shows("> ");
    terminal.press("\u0003");
    expect(await terminal.code).toBe(0);
    expect(terminal.error()).toContain("Stopped. The message is kept, the answer is not.\n");
    expect(await statesIn(store)).toEqual(["cancelled", "completed"]);
  });

  test("takes pasted lines as one message, and ends with Ctrl-D", async () => {
    const terminal = atTerminal("--store", fresh(), "--config", config);
    await terminal.shows("> ");
    terminal.press("\u001b[200~one\rtwo\u001b[201~");
    await terminal.shows("two");
    terminal.press("\r");
    await terminal.shows("Heard: two");
    expect(findLastSaid(server.requests.at(-1) as StandInRequest)).toMatch(/one\ntwo$/);
    terminal.press("\u0004");
    expect(await terminal.code).toBe(0);
  });
});

describe("a process that is stopped while it answers", () => {
  test("by SIGINT leaves a cancelled turn and says so", async () => {
    const store = fresh();
    const { child, said, shows, ended } = started("talk then wait", "--store", store, "--config", config);
    await shows("This takes");
    child.kill("SIGINT");
    expect(await ended()).toEqual([130, null]);
    expect(said.stdout).toBe("This takes\n");
    expect(said.stderr).toMatch(/\nStopped\. The message is kept, the answer is not\.\n$/);
    expect(await statesIn(store)).toEqual(["cancelled"]);
  });

  test("by kill -9 keeps the message and the finished steps; the turn has failed, and the next message goes through", async () => {
    const store = fresh();
    const { child, shows, ended } = started("look, then wait", "--store", store, "--config", config);
    await shows("This takes");
    child.kill("SIGKILL");
    expect(await ended()).toEqual([null, "SIGKILL"]);
    const { code, out, error } = await piped(["Hello"], "--store", store, "--config", config);
    expect([code, out]).toEqual([0, "Heard: Hello\n"]);
    expect(error).toContain("\nYour last message was not answered: look, then wait\n");
    expect(await statesIn(store)).toEqual(["failed", "completed"]);
    const clew = await openClew({ store });
    const { lines } = await clew.log({ session });
    await clew.close();
    expect(lines.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["you: look, then wait", "agent: One moment.", expect.stringMatching(/^call recall /)]),
    );
  });
});

test("whoever types is one person in all chats of the terminal: what is told in one is known in the others", async () => {
  const store = fresh();
  await piped(["My dentist is Dr. Weber."], "--store", store, "--config", config, "--session", "terminal:one");
  const clew = await openClew({ store });
  const told = await clew.memory.list({ person: "you" });
  await clew.close();
  expect(told.map(({ text }) => text)).toEqual(["My dentist is Dr. Weber."]);
});

test("a line's end or a letter that a stream cuts in two is put together again", () => {
  const pieces = makePieceCleaner();
  const given = ["one\r", "\ntwo \ud83d", "\ude00 \u001b", "[2J", "\r"];
  expect([...given.map((piece) => pieces.next(piece)), pieces.rest()]).toEqual([
    "one",
    "\ntwo ",
    "😀 �",
    "[2J",
    "",
    "�",
  ]);
});
