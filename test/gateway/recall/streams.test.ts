/** Streams in which the model recalls something: the client hears one answer, word by word, and nothing of the recall. */
import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { openRawRoom } from "../raw-upstream.js";
import { openRoom, type Room, said } from "../room.js";
import { openai, type Speaker, speakers } from "../speakers.js";
import { type Heard, type Streamer, streamers } from "./streamers.js";

const session = "test:one";
const asking = (question: string) => ({ tool: "recall", input: { question } });
/** The recall of "tap", and what follows the client's own call, as the log has them. */
const recall = ['call recall {"question":"tap"}', expect.stringMatching(/^result of recall: /)];
const rest = [
  'call weather {"town":"Ulm"}',
  expect.stringMatching(/^result of weather: .*rain/),
  "agent: It rains.",
  "user: Thank you!",
  "agent: Gladly.",
];
const weather = { tool: "weather", input: { town: "Ulm" } };

async function hear(streamer: Streamer, room: Room, list: readonly unknown[], heard?: (text: string) => void) {
  return streamer.stream({ url: room.url, session, list, heard: heard ?? (() => undefined) });
}

describe.each(streamers.map((streamer) => [streamer.wire, streamer] as const))("streams, %s", (_wire, streamer) => {
  const { upstream, user } = streamer;

  test("words come at once, before the model has what it asked for", async () => {
    let tell: () => void = () => undefined;
    const isHeard = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const room = await openRoom(
      async ({ number }) => {
        if (number === 0) return { text: "Let me look.", calls: [asking("tap")] };
        await isHeard;
        return { text: "That of the cellar." };
      },
      { upstream, recall: true },
    );
    let text = "";
    const { words } = await hear(streamer, room, [user("Which tap drips?")], (piece) => {
      text += piece;
      if (text.includes("look.")) tell();
    });
    expect(words).toBe(`Let me look.${streamer.joint}That of the cellar.`);
    expect(room.lines).toEqual([]);
  });

  test("the stream is that of one answer: nothing in it tells of the recalls", async () => {
    const usage = (input: number, output: number) => ({ usage: { input, output } });
    const replies = [
      { text: "Let me look.", calls: [asking("tap"), asking("cellar")], ...usage(1_000, 20) },
      { reasoning: "Hidden thought.", calls: [asking("sink")], ...usage(1_200, 5) },
      { text: "I found it.", reasoning: "Open thought.", calls: [weather], ...usage(1_500, 7) },
    ];
    const room = await openRoom(replies, { upstream, recall: true });
    const { raw, figures, calls } = await hear(streamer, room, [user("Which tap drips?")]);
    expect(raw).not.toMatch(/recall|Hidden/);
    expect(raw).toContain("Open");
    expect(calls).toEqual(["weather"]);
    expect(streamer.findFaults(raw)).toEqual([]);
    expect(figures).toEqual({ read: 1_500, written: 32 });
  });

  test("what the client has of it comes back in its list, and stands in the log and in the view once", async () => {
    const replies = [
      { text: "Let me look.", calls: [asking("tap")] },
      { text: "I found it.", calls: [weather] },
      { text: "It rains." },
      { text: "Gladly." },
    ];
    const room = await openRoom(replies, { upstream, recall: true });
    const first = [user("Which tap drips?")];
    const { items } = await hear(streamer, room, first);
    const second = [...first, ...items, ...streamer.results(items, ["rain"])];
    const third = [...second, ...(await list(streamer, room, second)), user("Thank you!")];
    await list(streamer, room, third);
    expect(room.upstream.requests.map(({ outcome }) => outcome)).toEqual(Array(4).fill("answered"));
    const last = JSON.stringify(room.upstream.requests[3]?.body);
    const texts = ["Let me look.", "I found it.", "It rains.", "Which tap drips?"];
    expect(texts.map((text) => last.split(text).length - 1)).toEqual([1, 1, 1, expect.any(Number)]);
    const words = await said(room, session);
    expect(words.slice(0, 5)).toEqual([
      "user: Which tap drips?",
      "agent: Let me look.",
      ...recall,
      "agent: I found it.",
    ]);
    expect(words.slice(5)).toEqual(rest);
  });

  test("reasoning that led to a recall goes back with it, as long as the client's tools run", async () => {
    const replies = [
      { reasoning: "First thought.", calls: [asking("tap")] },
      { calls: [weather] },
      { text: "It rains." },
    ];
    const room = await openRoom(replies, { upstream, recall: true });
    const first = [user("Which tap drips?")];
    const { items } = await hear(streamer, room, first);
    expect(JSON.stringify(items)).not.toContain("First");
    await hear(streamer, room, [...first, ...items, ...streamer.results(items, ["rain"])]);
    const [, asked, after] = room.upstream.requests.map(({ body }) => streamer.list(body));
    // The client's own mark and words come behind what the provider has read already.
    expect(after?.slice(0, asked?.length)).toEqual(asked);
  });

  test("a call of the client's beside a recall is the client's at once, and the next request has what was recalled", async () => {
    const replies = [{ text: "Both.", calls: [asking("tap"), weather] }, { text: "It rains." }, { text: "Gladly." }];
    const room = await openRoom(replies, { upstream, recall: true });
    const first = [user("Which tap drips?")];
    const { items, raw, calls } = await hear(streamer, room, first);
    expect(calls).toEqual(["weather"]);
    expect(raw).not.toContain("recall");
    expect(streamer.findFaults(raw)).toEqual([]);
    const second = [...first, ...items, ...streamer.results(items, ["rain"])];
    const third = [...second, ...(await list(streamer, room, second)), user("Thank you!")];
    await list(streamer, room, third);
    expect(room.upstream.requests.map(({ outcome }) => outcome)).toEqual(Array(3).fill("answered"));
    expect(JSON.stringify(room.upstream.requests[1]?.body)).toMatch(/recall.*"tap"|\\"tap\\"/);
    const words = await said(room, session);
    const [call, result] = recall;
    const [ownCall, ...others] = rest;
    expect(words).toEqual(["user: Which tap drips?", "agent: Both.", call, ownCall, result, ...others]);
  });

  test("an answer without a recall passes byte for byte", async () => {
    const reply = { text: "It drips in the cellar.", reasoning: "Which one?", calls: [weather] };
    const { raw } = await hear(streamer, await openRoom([reply], { upstream }), [user("Which tap drips?")]);
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).end(raw);
    const room = await openRawRoom(upstream.name, [answer], { recall: true });
    expect((await hear(streamer, room, [user("Which tap drips?")])).raw).toBe(raw);
    expect(JSON.parse(room.bodies[0] ?? "")).toHaveProperty("tools");
  });

  test.each([
    ["an error of the provider", { fails: { as: "overloaded" as const } }],
    ["a connection that breaks off", { text: "That of", fails: { as: "cut" as const, after: 1 } }],
  ])("%s in the middle breaks the stream off, and what came is in the log", async (_what, failing) => {
    const replies = [{ text: "Let me look.", calls: [asking("tap")] }, failing, { text: "That of the cellar." }];
    const room = await openRoom(replies, { upstream, recall: true });
    const list = [user("Which tap drips?")];
    await expect(hear(streamer, room, list)).rejects.toThrow();
    expect(await said(room, session)).toContain("agent: Let me look.");
    const again: Heard = await hear(streamer, room, list);
    expect(again.words).toBe("That of the cellar.");
  });

  test("a model that never stops, and speaks, is cut off", async () => {
    const room = await openRoom(() => ({ text: "Again.", calls: [asking("tap")] }), { upstream, recall: true });
    await expect(hear(streamer, room, [user("Which tap drips?")])).rejects.toThrow();
    expect(room.upstream.requests).toHaveLength(8);
    expect(room.lines.join("\n")).toContain("recalled more than 6 times");
  });
});

async function list(streamer: Streamer, room: Room, given: readonly unknown[]): Promise<readonly unknown[]> {
  return (await hear(streamer, room, given)).items;
}

test("an answer that began before a recall is continued by the name that its client has", async () => {
  const responses = speakers.find(({ wire }) => wire === "openai-responses") as Speaker;
  const replies = [{ text: "Let me look.", calls: [asking("tap")] }, { text: "In the cellar." }, { text: "Bye." }];
  const room = await openRoom(replies, { upstream: responses.upstream, recall: true });
  const client = openai(room.url, { "x-clew-session": session });
  const stream = client.responses.stream({ model: "gpt-5", input: "Which tap drips?" });
  const names: string[] = [];
  for await (const event of stream) if ("response" in event) names.push(event.response.id);
  const { id } = await stream.finalResponse();
  expect(new Set(names)).toEqual(new Set([id]));
  const next = await client.responses.create({ model: "gpt-5", previous_response_id: id, input: "Thanks." });
  expect(next.output_text).toBe("Bye.");
  expect(await said(room, session)).toEqual([
    "user: Which tap drips?",
    "agent: Let me look.",
    ...recall,
    "agent: In the cellar.",
    "user: Thanks.",
    "agent: Bye.",
  ]);
});
