/** Clients that leave, and upstreams that fail: the chat goes on in its lane, with everything once. */
import { once } from "node:events";
import { type ClientRequest, request } from "node:http";
import { describe, expect, test } from "vitest";
import { openDatabase } from "../open-database.js";
import { openRawRoom, type RawAnswer } from "./raw-upstream.js";
import type { Room } from "./room.js";

const session = "test:one";
const user = (content: string) => ({ role: "user", content });
const agent = (content: string) => ({ role: "assistant", content });
const event = (body: { readonly type: string }) => `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`;
const opened = event({
  type: "message_start",
  message: { id: "m", type: "message", role: "assistant", content: [] },
} as {
  type: string;
});
const words = [
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Gladly." } },
]
  .map(event)
  .join("");
const ended = [
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 3 } },
  { type: "message_stop" },
]
  .map(event)
  .join("");

const stream = (text: string, isWhole: boolean): RawAnswer => {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(text);
    if (isWhole) response.end();
  };
};
const answers = stream(`${opened}${words}${ended}`, true);

/** A request of a named chat, or of one without a name. */
function send(room: Room, list: readonly object[], named: boolean): ClientRequest {
  const name = named ? { "x-clew-session": session } : {};
  const headers = { "content-type": "application/json", "x-api-key": "k", ...name };
  const asking = request(`${room.url}/v1/messages`, { method: "POST", headers });
  asking.on("error", () => undefined);
  asking.end(JSON.stringify({ model: "claude-sonnet-5", max_tokens: 100, stream: true, messages: list }));
  return asking;
}

async function hear(asking: ClientRequest): Promise<string> {
  const [response] = await once(asking, "response");
  let text = "";
  for await (const piece of response) text += String(piece);
  return text;
}

/** Every lane with what stands in it, and the states of its turns. */
async function readLanes(room: Room): Promise<readonly (readonly string[])[]> {
  const clew = await room.log();
  const sessions = await clew.sessions();
  const lanes = (await Promise.all(sessions.map((each) => clew.lanes(each.session)))).flat();
  return Promise.all(
    lanes.map(async ({ ref }) => {
      const { lines } = await clew.log({ session: ref.session, lane: ref.lane, limit: 100 });
      return lines.flatMap(({ kind, text }) => (kind === "noted" || kind === "withdrawn" ? [] : [text]));
    }),
  );
}

function readStates(room: Room): readonly string[] {
  const database = openDatabase(room.file);
  const rows = database.prepare("SELECT state FROM turns WHERE state IS NOT NULL ORDER BY number").all();
  database.close();
  return rows.map((row) => String((row as { state: unknown }).state));
}

const completed = async () => {
  const room = await openRawRoom("anthropic", [answers]);
  await hear(send(room, [user("Say.")], true));
  return readStates(room)[0];
};

describe.each([
  ["before the headers come", () => undefined],
  ["before the first words come", stream(opened, false)],
  ["in the middle of the answer", stream(`${opened}${words}`, false)],
] as const)("a client that leaves %s", (_when, hang) => {
  test.each([
    ["named", true],
    ["without a name", false],
  ])("frees its lane, and what it asks instead stands there once, %s", async (_what, named) => {
    const room = await openRawRoom("anthropic", [answers, hang as RawAnswer, answers]);
    const begun = [user("One."), agent("Gladly.")];
    await hear(send(room, begun.slice(0, 1), named));
    const leaving = send(room, [...begun, user("Two.")], named);
    while (room.bodies.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    leaving.destroy();
    await room.gone;
    const again = [...begun, user(named ? "Two, changed." : "Two.")];
    expect(await hear(send(room, again, named))).toContain("message_stop");
    const [lane = [], ...others] = await readLanes(room);
    expect(others).toEqual([]);
    const changed = named ? ["user: Two, changed."] : [];
    expect(lane.filter((text) => text.startsWith("user:"))).toEqual(["user: One.", "user: Two.", ...changed]);
    expect(lane.at(-1)).toBe("agent: Gladly.");
    expect(readStates(room).at(-1)).toBe(await completed());
  });
});

/** What stands in each lane of a session. */
async function readStanding(room: Room): Promise<readonly (readonly string[])[]> {
  const clew = await room.log();
  const lanes = (await Promise.all((await clew.sessions()).map((each) => clew.lanes(each.session)))).flat();
  return Promise.all(
    lanes.map(async ({ ref }) => {
      const messages = await clew.messages(ref.session, { lane: ref.lane });
      return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === "text" ? [part.text] : [])));
    }),
  );
}

/** As soon as the first words are there. */
async function leaveInTheMiddle(asking: ClientRequest): Promise<void> {
  const [response] = await once(asking, "response");
  response.on("error", () => undefined);
  await once(response, "data");
  asking.destroy();
}

const hangs = stream(`${opened}${words}`, false);

test("a client that leaves and asks the next question at once has the next answer in its lane", async () => {
  const room = await openRawRoom("anthropic", [answers, hangs, answers]);
  const begun = [user("One."), agent("Gladly.")];
  await hear(send(room, begun.slice(0, 1), true));
  const leaving = send(room, [...begun, user("Two.")], true);
  await leaveInTheMiddle(leaving);
  const list = [...begun, user("Two."), user("Three.")];
  expect(await hear(send(room, list, true))).toContain("message_stop");
  expect(await readStanding(room)).toEqual([["One.", "Gladly.", "Two.", "Three.", "Gladly."]]);
  await hear(send(room, [...list, agent("Gladly."), user("Four.")], true));
  expect((await readStanding(room))[0]?.slice(-3)).toEqual(["Gladly.", "Four.", "Gladly."]);
  expect(room.lines).toEqual([]);
});

test.each([
  ["the next question after it", [user("One."), agent("Gladly."), user("Two.")], [user("Three.")]],
  ["the first words of the chat, and the next", [user("One.")], [user("Two.")]],
])("a chat without a name goes on in its lane without the answer that it left, with %s", async (_what, left, next) => {
  const before = left.length > 1 ? [answers] : [];
  const room = await openRawRoom("anthropic", [...before, hangs, answers]);
  if (left.length > 1) await hear(send(room, left.slice(0, 1), false));
  const leaving = send(room, left, false);
  await leaveInTheMiddle(leaving);
  await room.gone;
  await hear(send(room, [...left, ...next], false));
  const said = [...left, ...next].map(({ content }) => content);
  expect(await readStanding(room)).toEqual([[...said, "Gladly."]]);
});

test("a question in other words takes the place of one whose answer was left", async () => {
  const room = await openRawRoom("anthropic", [answers, hangs, answers]);
  const begun = [user("One."), agent("Gladly.")];
  await hear(send(room, begun.slice(0, 1), false));
  const leaving = send(room, [...begun, user("Two.")], false);
  await leaveInTheMiddle(leaving);
  await room.gone;
  await hear(send(room, [...begun, user("Two, in other words.")], false));
  expect(await readStanding(room)).toEqual([["One.", "Gladly.", "Two, in other words.", "Gladly."]]);
});

const breaksOff = (text: string, type = "text/event-stream"): RawAnswer => {
  return (response) => {
    response.writeHead(200, { "content-type": type, "content-length": "5000" }).write(text);
    setTimeout(() => response.destroy(), 50);
  };
};

describe("a turn is over", () => {
  const failing: readonly (readonly [string, RawAnswer])[] = [
    ["is refused for the moment", (response) => response.writeHead(429).end('{"type":"error"}')],
    ["ends without a word", (response) => response.destroy()],
    ["breaks off", breaksOff(`${opened}${words}`)],
    ["breaks off before its first words", breaksOff(opened)],
    ["breaks off and is no stream", breaksOff("{", "application/json")],
  ];

  test.each(failing)(
    "when the upstream's answer %s, and the same request again is its second try",
    async (_what, fail) => {
      const room = await openRawRoom("anthropic", [fail, answers]);
      const list = [user("One.")];
      await hear(send(room, list, false)).catch(() => "");
      const running = readStates(room)[0];
      await hear(send(room, list, false));
      expect(readStates(room)).toEqual([await completed()]);
      expect(running).not.toBe(await openState());
      const lanes = await readLanes(room);
      expect(lanes).toHaveLength(1);
      expect(lanes[0]?.filter((text) => text.startsWith("user:"))).toEqual(["user: One."]);
      expect(lanes[0]?.at(-1)).toBe("agent: Gladly.");
    },
  );

  test("after a restart the same request is a second try too", async () => {
    const room = await openRawRoom("anthropic", [breaksOff(`${opened}${words}`), answers]);
    await hear(send(room, [user("One.")], false)).catch(() => "");
    const next = await room.restart();
    await hear(send(next, [user("One.")], false));
    expect(await readLanes(next)).toHaveLength(1);
  });
});

/** How a turn is stored while a client runs its tool. */
async function openState(): Promise<string | undefined> {
  const call = { type: "tool_use", id: "t1", name: "look", input: {} };
  const body = { id: "m", type: "message", role: "assistant", content: [call], stop_reason: "tool_use" };
  const room = await openRawRoom("anthropic", [
    (response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body)),
  ]);
  await hear(send(room, [user("Look.")], true));
  return readStates(room)[0];
}
