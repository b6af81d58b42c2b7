/** Requests that pass unchanged: watched, a share of the chats, or all of them while the gateway is turned off. */
import { existsSync } from "node:fs";
import type Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { typed } from "../cli-run.js";
import { checkAsyncProperty } from "../properties.js";
import { openRawRoom } from "./raw-upstream.js";
import { ask, openRoom, type Room, said } from "./room.js";
import { type Move, playAgent, thinkAndRead } from "./thinking-agent.js";

const words = (count: number) => Array.from({ length: count }, (_, place) => `word${place}`).join(" ");
const turns = Array.from({ length: 8 }, (_, number) => [`Note ${number}: ${words(120)}`, "Noted."] as const).flat();
const lines = [...turns, "What was the first note?"].map((text, place) => ({ text, isUser: place % 2 === 0 }));
const messages = lines.map(({ text: content, isUser }) => ({ role: isUser ? "user" : "assistant", content }));
const contents = lines.map(({ text, isUser }) => ({ role: isUser ? "user" : "model", parts: [{ text }] }));
/** No writer of ours would write such white space, such a number, or the same name twice. */
const odd = (body: object) =>
  JSON.stringify(body, null, 3).replace(/\}$/, ',  "top_p" : 0.50000000000000000, "top_p":1.0}');

const bodies: readonly (readonly [wire: string, provider: string, path: string, body: string])[] = [
  ["anthropic", "anthropic", "/v1/messages", odd({ model: "claude-sonnet-5", max_tokens: 9, messages })],
  ["openai-chat", "openai", "/v1/chat/completions", odd({ model: "gpt-5", messages })],
  ["openai-responses", "openai", "/v1/responses", odd({ model: "gpt-5", store: false, input: messages })],
  ["gemini", "google", "/v1beta/models/gemini-3-flash:generateContent", odd({ contents })],
];

async function post(room: Room, path: string, body: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(`${room.url}${path}`, {
    ...{ method: "POST", body },
    headers: { "content-type": "application/json", "x-clew-session": "test:one", ...headers },
  });
  return { how: response.headers.get("x-clew"), status: response.status, text: await response.text() };
}

describe.each(bodies)("%s", (_wire, provider, path, body) => {
  test.each([
    ["with --observe", { share: 0 }, {}, "observed"],
    ["with a header", {}, { "x-clew-mode": "observe" }, "observed"],
    ["with a header that turns it off", {}, { "x-clew-mode": "off" }, "passed; off"],
  ])("%s every byte passes, and the log has the list", async (_how, options, headers, how) => {
    const room = await openRawRoom(provider, [(response) => response.end('{"fine":true}')], {
      told: 2_000,
      ...options,
    });
    expect(await post(room, path, body, headers)).toEqual({ how, status: 200, text: '{"fine":true}' });
    expect(room.bodies).toEqual([body]);
    expect(room.lines).toEqual([]);
    await vi.waitFor(async () => expect((await (await room.log()).usage()).total.calls).toBe(1), { timeout: 20_000 });
    expect(await said(room, "test:one")).toHaveLength(messages.length);
    const { watched } = await (await room.log()).usage();
    const isWatched = how === "observed";
    expect(watched.calls).toBe(isWatched ? 1 : 0);
    expect(watched.given).toBe(isWatched ? body.length : 0);
    expect(watched.sent).toBeLessThan(isWatched ? body.length / 2 : 1);
  });
});

const [, , path, body] = bodies[0] ?? bodies[1] ?? ["", "", "", ""];

test("a mode that there is none of is refused with what to write", async () => {
  const room = await openRawRoom("anthropic", [(response) => response.end("{}")]);
  const { status, text } = await post(room, path, body, { "x-clew-mode": "watch" });
  expect([status, text]).toEqual([400, expect.stringContaining("Write observe or off")]);
  expect(room.bodies).toEqual([]);
});

test("a share of the chats gets views, the same chats after a restart, and more of them with a larger share", async () => {
  const chats = Array.from({ length: 40 }, (_, number) => `test:${number}`);
  const small = JSON.stringify(ask({ role: "user", content: "Hello" }));
  const readForms = async (room: Room) => {
    const forms: string[] = [];
    for (const session of chats) forms.push((await post(room, path, small, { "x-clew-session": session })).how ?? "");
    return forms;
  };
  const room = await openRoom(() => ({ text: "Yes." }), { share: 40 });
  const before = await readForms(room);
  const viewed = before.filter((form) => form === "viewed");
  expect(new Set(before)).toEqual(new Set(["viewed", "observed"]));
  expect(viewed.length).toBeGreaterThan(5);
  expect(viewed.length).toBeLessThan(30);
  expect(await readForms(await room.restart())).toEqual(before);
});

test("clew serve --off tells a running gateway, in the middle of a turn; --on counts from the next turn on", async () => {
  const room = await openRawRoom("anthropic", [(response) => response.end('{"fine":true}')], { told: 2_000 });
  const turn = async (word: string) => (await typed(["serve", word, "--store", room.file])).out.replace(/\s+/g, " ");
  expect((await post(room, path, body)).how).toBe("viewed");
  expect(await turn("--off")).toContain("pass every request unchanged");
  expect((await post(room, path, body)).how).toBe("passed; off");
  expect(room.bodies.at(-1)).toBe(body);
  expect(room.lines).toEqual([expect.stringContaining("turned off")]);
  expect(await (await fetch(room.url)).json()).toMatchObject({ off: true });
  expect(await turn("--on")).toContain("send views again");
  expect(existsSync(`${room.file}.off`)).toBe(false);
  expect((await post(room, path, body)).how).toMatch(/^passed; /);
  const next = JSON.parse(body) as { messages: object[] };
  next.messages.push({ role: "assistant", content: "Note 0." }, { role: "user", content: "And the second?" });
  expect((await post(room, path, JSON.stringify(next))).how).toBe("viewed");
  expect(await said(room, "test:one")).toHaveLength(messages.length + 2);
});

test.each([
  [["--off", "--on"], "Leave out one"],
  [["--off", "--port", "1"], "Leave out --port"],
  [["--on", "--store", "memory"], "SIGUSR2"],
  [["--observe", "--share", "10"], "Leave out one"],
  [["--share", "101"], "from 0 to 100"],
])("clew serve %j is answered with what to write", async (given, hint) => {
  const { code, error } = await typed(["serve", ...given]);
  expect(code).toBe(2);
  expect(error).toContain(hint);
});

describe("bound reasoning", () => {
  const moves = (length: number) =>
    Array.from({ length }, (_, place): Move => (place % 9 === 0 ? { kind: "ask" } : { kind: "read", lines: 300 }));

  test("whenever a gateway is turned off and on again, no client hears of it", async () => {
    const model = fc.constantFrom("claude-fable-5-2", "claude-opus-5-5", "prod-opus-5-5");
    const flips = fc.record({
      at: fc.uniqueArray(fc.integer({ min: 2, max: 35 }), { minLength: 1, maxLength: 6 }),
      model,
    });
    await checkAsyncProperty(
      fc.asyncProperty(flips, async ({ at, model }) => {
        const rooms: Room[] = [];
        const script = (request: Parameters<typeof thinkAndRead>[0]) => {
          const isAnswered = request.parts.length > 0;
          if (isAnswered && at.includes(request.number)) rooms[0]?.toggle();
          return thinkAndRead(request);
        };
        rooms.push(await openRoom(script, { told: 60_000 }));
        const played = await playAgent(rooms[0] as Room, moves(36), { model });
        expect([played.refused, played.calls.length]).toEqual([[], 36]);
      }),
      { runs: 4, longer: 60, endOnFailure: true },
    );
  });

  test("a chat that is only watched is refused what its client would be refused", async () => {
    const room = await openRoom(() => ({ reasoning: "A thought.", text: "Yes." }), { share: 0 });
    const client = room.client({ "x-clew-session": "agent" });
    const send = (...messages: Anthropic.MessageParam[]) =>
      client.messages.create({ model: "claude-fable-5-2", max_tokens: 500, messages });
    const { content } = await send({ role: "user", content: "One?" });
    const answer = { role: "assistant" as const, content };
    const edited = send({ role: "user", content: "Two?" }, answer, { role: "user", content: "And then?" });
    await expect(edited).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("bound to a different"),
    });
    expect(room.upstream.requests.map(({ outcome }) => outcome)).toEqual(["answered", "refused"]);
  });
});
