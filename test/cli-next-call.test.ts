/** What `clew context` shows is what the provider gets next: for every way in, from outside of the program, the clock apart. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { chat, runChat } from "@clewline/cli/chat/chat.js";
import { readInput } from "@clewline/cli/program/arguments.js";
import { makeScreen } from "@clewline/cli/terminal/screen.js";
import { generateText, tool, wrapLanguageModel } from "ai";
import { balanced, type Clew, type ClewOptions, openClew } from "clewline";
import { type ScriptedModel, scriptedModel, startOpenaiChat } from "clewline/testing";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { objects, typed } from "./cli-run.js";

const folder = mkdtempSync(join(tmpdir(), "clew-next-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tools = {
  forecast: tool({
    description: "The weather of a day",
    inputSchema: z.object({ day: z.string() }),
    execute: async ({ day }) => `${day}: dry. ${"No wind, no cloud. ".repeat(400)}`,
  }),
};
/** Looks something up for every second message. */
const makeModel = (hasTools: boolean) =>
  scriptedModel((prompt, call) =>
    hasTools && prompt.at(-1)?.role === "user" && call % 3 === 0
      ? { calls: [{ tool: "forecast", input: { day: `day ${call}` } }] }
      : { text: `Answer ${call}: ${"it is as it was. ".repeat(20)}` },
  );

type Say = (text: string) => Promise<unknown>;
interface Host {
  readonly name: string;
  readonly options: ClewOptions;
  readonly session: string;
  readonly lane?: string;
  readonly turns: number;
  /** How the program answers a message; `model` remembers what it was sent. */
  readonly open: (clew: Clew, model: ScriptedModel) => Say;
}

let ids = 100;
const hosts: readonly Host[] = [
  {
    name: "a bot of a group, with topics, replies, an edit, names and a zone of its own",
    options: {
      instructions: "You help in a <clew-garden> group.",
      window: 12_000,
      people: { 101: "Ana" },
      timeZone: "Asia/Tokyo",
    },
    session: "telegram:chat:1",
    lane: "topic:1:7",
    turns: 3,
    open: (clew, model) => async (text) => {
      const message = { session: "telegram:chat:1", topic: 7, from: 101 };
      const turn = await clew.begin({ ...message, id: ids++, text });
      await (await turn.stream({ model, tools })).consumeStream();
      const id = ids++;
      await clew.observe({ ...message, id, from: 102, text: `Aside ${id}` });
      await clew.edit({ ...message, id, from: 102, text: `Aside ${id}, corrected`, editedAt: Date.now() + id });
    },
  },
  {
    name: "an agent with tools and a reply reserve, whose results are cleared",
    options: { window: { tokens: 9_000, reply: 1_024 } },
    session: "terminal:agent",
    turns: 4,
    open: (clew, model) => (text) =>
      clew.generate({ session: "terminal:agent", text }, { model, tools, maxSteps: 20, maxOutputTokens: 2_000 }),
  },
  {
    name: "a program that makes the calls itself, with a policy of its own and an open question",
    options: {
      window: 4_096,
      instructions: "You look after one household.",
      policy: { ...balanced, name: "house", compactTo: 0.4 },
    },
    session: "terminal:home",
    turns: 16,
    open: (clew) => async (text) => {
      const turn = await clew.begin({ session: "terminal:home", text });
      await turn.view({ instructions: "Answer in one line." });
      const asks = [{ expects: "yes-no", about: "call the plumber" }] as const;
      await turn.complete({ text: `Noted: ${text} ${"and so on ".repeat(30)}`, asks });
    },
  },
  {
    name: "a page, with a system prompt of each call",
    options: { window: 16_000 },
    session: "web:1",
    turns: 4,
    open: (clew, model) => async (text) => {
      const message = { id: `m${ids++}`, role: "user", parts: [{ type: "text", text }] } as const;
      const result = await clew.stream(
        { session: "web:1", message: { ...message, parts: [...message.parts] } },
        { model, tools, system: "You are the garden's page.", maxOutputTokens: 900 },
      );
      await result.consumeStream();
    },
  },
  {
    name: "a program that keeps the list, behind the middleware",
    options: { policy: "rolling" },
    session: "web:2",
    turns: 4,
    open: (clew, model) => {
      const wrapped = wrapLanguageModel({ model, middleware: clew.middleware({ session: "web:2", window: 20_000 }) });
      const messages: { role: "user" | "assistant"; content: string }[] = [];
      return async (text) => {
        messages.push({ role: "user", content: text });
        const { text: answer } = await generateText({ model: wrapped, system: "Be brief.", messages });
        messages.push({ role: "assistant", content: answer });
      };
    },
  },
];

/** The clock of the message is the only thing that nobody can know. */
function stopClock(text: string): string {
  const last = text.lastIndexOf("<clew-from ");
  const said = last < 0 ? "" : text.slice(last).replace(/(at=\\?")[^"\\]*/, "$1");
  return `${last < 0 ? text : text.slice(0, last)}${said}`.replace(/(<clew-now [^>]*>)[^<]*/g, "$1");
}

/** Every text of a prompt, in order, whatever surrounds it. */
function listTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listTexts);
  if (typeof value !== "object" || value === null) return [];
  const { text, content, output, value: inner, input } = value as Record<string, unknown>;
  const own = typeof text === "string" ? [text] : typeof inner === "string" ? [inner] : [];
  const given = input === undefined ? [] : [JSON.stringify(input)];
  return [...own, ...(typeof content === "string" ? [content] : listTexts(content)), ...given, ...listTexts(output)];
}

describe("the next call is known before it is made", () => {
  test.each(hosts)("$name", async ({ name, options, session, lane, turns, open }) => {
    const store = join(folder, `${ids++}.db`);
    const clew = await openClew({ store, config: false, ...options });
    const model = makeModel(name.includes("tools") || name.includes("bot") || name.includes("page"));
    const say = open(clew, model);
    for (let turn = 0; turn < turns; turn++) await say(`Message ${turn}: the tap at plot ${turn} drips.`);
    const place = lane === undefined ? [] : ["--lane", lane];
    const asked = "Yes, please do. What about plot 3?";
    const command = ["context", session, ...place, "--store", store, "--message", asked, "--json"];
    const { out, error } = await typed(command);
    expect(error).toBe("");
    const [shown] = objects(out);
    const inside = await clew.context({ session, lane, message: asked });
    const before = (await clew.log({ session, lane })).total;
    const seen = model.calls.length;
    await say(asked);
    const trace = await clew.log({ session, lane });
    const [turn] = trace.turns;
    const bytes = stopClock(await clew.replay(await firstCall(clew, turn?.id ?? "")));
    expect(before).toBeGreaterThan(turns);
    expect(stopClock(canonical(inside.request))).toBe(bytes);
    expect(JSON.parse(stopClock(JSON.stringify(shown?.request)))).toEqual(JSON.parse(bytes));
    // What the provider got has the same texts; a host that makes the calls itself has no model here.
    const { system, messages } = inside.request;
    const received = model.calls.length === 0 ? [] : listTexts(model.calls[seen]?.prompt).map(stopClock);
    const expected = [system.map(({ text }) => text).join("\n\n"), ...listTexts(messages)].filter(
      (text) => text !== "",
    );
    expect(received).toEqual(model.calls.length === 0 ? [] : expected.map(stopClock));
    await clew.close();
  });

  /** The receipt of the turn's first call. */
  async function firstCall(clew: Clew, turn: string): Promise<string> {
    let { receipt } = await clew.why({ turn });
    while (receipt.call > 1 && receipt.parent !== null) receipt = (await clew.why({ turn: receipt.parent })).receipt;
    return receipt.id;
  }

  test("clew chat", async () => {
    const bodies: unknown[] = [];
    const server = await startOpenaiChat((request) => {
      bodies.push(request);
      return { text: `Heard ${bodies.length}` };
    });
    const store = join(folder, "chat.db");
    const config = join(folder, "clew.toml");
    writeFileSync(config, `model = "openai-chat:gpt-5"\n[servers]\nopenai = "${server.url}"\n`);
    process.env.OPENAI_API_KEY = "k";
    const words = ["--store", store, "--config", config];
    const out = new PassThrough() as unknown as NodeJS.WriteStream;
    const type = async (...lines: string[]) => {
      const input = readInput(
        { name: "chat", ...chat },
        words,
        makeScreen(out, () => out, {}),
      );
      const keys = Readable.from(lines.map((line) => `${line}\n`)) as unknown as NodeJS.ReadStream;
      return runChat(input, { input: keys, output: out });
    };
    await type("The key lies under the blue pot.", "Where is it?");
    const [shown] = objects((await typed(["context", ...words, "--message", "And now?", "--json"])).out);
    await type("And now?");
    const clew = await openClew({ store, config: false });
    const { receipt } = await clew.why();
    const bytes = stopClock(await clew.replay(receipt.id));
    await clew.close();
    await server.close();
    expect(bodies).toHaveLength(3);
    expect(bytes).toContain("And now?");
    expect(JSON.parse(stopClock(JSON.stringify(shown?.request)))).toEqual(JSON.parse(bytes));
  });
});

function canonical(request: object): string {
  return JSON.stringify(request, (_key, value: unknown) => value);
}
