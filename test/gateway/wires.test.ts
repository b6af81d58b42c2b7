/** What holds on every wire, through its provider's own client. */

import { findLastSaid } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openRoom, type Room, said } from "./room.js";
import { type Line, speakers } from "./speakers.js";

const session = "test:one";
const headers = { "x-clew-session": session };
const words = (count: number) => Array.from({ length: count }, (_, place) => `word${place}`).join(" ");
const user = (text: string): Line => ["user", text];
const agent = (text: string): Line => ["agent", text];

describe.each(speakers.map((speaker) => [speaker.wire, speaker] as const))("%s", (_wire, speaker) => {
  const { upstream } = speaker;
  const sent = (room: Room, place: number) => speaker.list(room.upstream.requests[place]?.body);

  test("an answer comes whole and as a stream, and both are in the log", async () => {
    const room = await openRoom([{ text: "The left tap." }, { text: "Tomorrow at nine." }], { upstream });
    const { url } = room;
    expect(await speaker.say({ url, headers, lines: [user("Which tap drips?")] })).toBe("The left tap.");
    const pieces: string[] = [];
    const lines = [user("Which tap drips?"), agent("The left tap."), user("When does the plumber come?")];
    const answer = await speaker.say({ url, headers, lines, heard: (piece) => pieces.push(piece) });
    expect([answer, pieces.join("")]).toEqual(["Tomorrow at nine.", "Tomorrow at nine."]);
    expect(pieces.length).toBeGreaterThan(2);
    expect(sent(room, 1)).toEqual(lines.map(speaker.write));
    expect(await said(room, session)).toEqual([...lines, agent("Tomorrow at nine.")].map((line) => line.join(": ")));
    expect(room.lines).toEqual([]);
  });

  test("a window that is too small gets a view that fits, and what was said stays in the log", async () => {
    const room = await openRoom(() => ({ text: "Noted." }), { upstream, told: 6_000 });
    const lines: Line[] = [];
    for (let turn = 1; turn <= 12; turn++) {
      lines.push(user(`Note ${turn}: ${words(300)}`));
      lines.push(agent(await speaker.say({ url: room.url, headers, lines })));
    }
    expect(Math.max(...room.upstream.requests.map(({ tokens }) => tokens))).toBeLessThan(6_000);
    expect(JSON.stringify(lines).length / 4).toBeGreaterThan(6_000);
    expect(room.upstream.requests.map(({ outcome }) => outcome)).toEqual(lines.slice(0, 12).map(() => "answered"));
    expect(JSON.stringify(sent(room, 11))).toContain("clew-");
    expect(JSON.stringify(sent(room, 11).at(-1))).toContain("Note 12:");
    expect((await said(room, session)).filter((line) => line.startsWith("user: Note"))).toHaveLength(12);
  });

  test("a refusal as too large becomes a smaller view before the client hears of it", async () => {
    const room = await openRoom(() => ({ text: "Noted." }), { upstream, window: 5_000 });
    const lines = Array.from({ length: 30 }, (_, turn) => [
      user(`Note ${turn}: ${words(150)}`),
      agent("Noted."),
    ]).flat();
    const asked = [...lines, user("What was the first note?")];
    expect(await speaker.say({ url: room.url, headers, lines: asked, heard: () => undefined })).toBe("Noted.");
    const outcomes = room.upstream.requests.map(({ outcome }) => outcome);
    expect([outcomes[0], outcomes.at(-1)]).toEqual(["refused", "answered"]);
  });

  test("if not even the last message fits, the client gets its provider's own error", async () => {
    const room = await openRoom(() => ({ text: "Noted." }), { upstream, told: 1_000, window: 1_000 });
    const wrong = speaker.say({ url: room.url, headers, lines: [user("Hello")], system: words(3_000) });
    await expect(wrong).rejects.toMatchObject({ status: 400, message: expect.stringMatching(speaker.tooLong) });
    expect(room.upstream.requests.map(({ outcome }) => outcome)).toEqual(["refused"]);
  });

  test("a stream that is cut ends as the upstream's did, what came is kept, and the next try goes on", async () => {
    const cut = { text: "One two three four.", fails: { as: "cut" as const, after: 2 } };
    const room = await openRoom([cut, { text: "All of it." }], { upstream });
    const lines = [user("Count.")];
    const pieces: string[] = [];
    const broken = speaker.say({ url: room.url, headers, lines, heard: (piece) => pieces.push(piece) });
    await expect(broken).rejects.toThrow();
    expect(pieces.join("")).toBe("One two");
    await expect.poll(() => said(room, session)).toContain("agent: One two");
    expect(await speaker.say({ url: room.url, headers, lines })).toBe("All of it.");
    expect(sent(room, 1)).toEqual(lines.map(speaker.write));
  });

  test("two chats without a name that begin alike stay two", async () => {
    const room = await openRoom((request) => ({ text: `Heard ${findLastSaid(request)} (${request.number})` }), {
      upstream,
    });
    const chats: Line[][] = [[], []];
    for (const topic of ["Hello", "about %", "more %"]) {
      for (const [number, lines] of chats.entries()) {
        lines.push(user(topic.replace("%", ["apples", "pears"][number] ?? "")));
        lines.push(agent(await speaker.say({ url: room.url, headers: {}, lines })));
      }
    }
    const sessions = (await (await room.log()).sessions()).map(({ session: key }) => key);
    expect(sessions).toHaveLength(2);
    const texts = await Promise.all(sessions.map((key) => said(room, key)));
    expect(texts.map((lines) => lines.length)).toEqual([6, 6]);
    expect(texts.filter((lines) => lines.join().includes("apples") && lines.join().includes("pears"))).toEqual([]);
  });

  test("nobody reaches another's session with a key of his own, and no upstream sees that key", async () => {
    const keys = ["anna=anna-has-this-key-1", "ben=ben-has-that-key-22"];
    const room = await openRoom(() => ({ text: "Heard." }), { upstream, keys });
    const as = (key: string) => ({ url: room.url, headers: { ...headers, "x-clew-key": key } });
    await speaker.say({ ...as("anna-has-this-key-1"), lines: [user("My code is 1234.")] });
    await speaker.say({ ...as("ben-has-that-key-22"), lines: [user("What is my code?")] });
    expect(JSON.stringify(sent(room, 1))).not.toContain("1234");
    expect(JSON.stringify(room.upstream.requests.map((request) => request.headers))).not.toContain("has-th");
    await expect(speaker.say({ ...as("wrong"), lines: [user("Hello")] })).rejects.toMatchObject({ status: 401 });
  });

  test("a body that is no JSON gets its provider's own answer", async () => {
    const room = await openRoom([], { upstream });
    const send = async (url: string) => {
      const response = await fetch(`${url}${speaker.path}`, { method: "POST", body: "{" });
      return [response.status, await response.text()];
    };
    expect(await send(room.url)).toEqual(await send(room.upstream.origin));
  });
});
