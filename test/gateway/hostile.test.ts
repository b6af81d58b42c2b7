/** Clients that send too much, read too slowly, leave, or pack what they send. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import * as zlib from "node:zlib";
import { describe, expect, test } from "vitest";
import { openRawRoom, type RawAnswer } from "./raw-upstream.js";
import { openRoom, said } from "./room.js";
import { speakers } from "./speakers.js";

const session = "test:one";
const path = "/v1/messages";
const headers = { "x-clew-session": session, "x-api-key": "sk-test", "content-type": "application/json" };
const asked = { model: "claude-sonnet-5", max_tokens: 500, messages: [{ role: "user", content: "Say." }] };

describe.each(speakers.map((speaker) => [speaker.wire, speaker] as const))("%s", (_wire, speaker) => {
  test.each([
    ["says how long it is", true],
    ["does not say how long it is", false],
  ])(
    "a body of 50 MB that %s gets one error in the provider's own form, and others are answered",
    async (_how, says) => {
      const room = await openRoom(() => ({ text: "Yes." }), { upstream: speaker.upstream });
      const { status, text } = await sendBlank(`${room.url}${speaker.path}`, 50, says);
      expect([status, Object.keys(JSON.parse(text) as object)]).toEqual([413, expect.arrayContaining(["error"])]);
      expect(text).toContain("more than");
      expect(room.upstream.requests).toEqual([]);
      expect(await speaker.say({ url: room.url, headers: {}, lines: [["user", "Hello"]] })).toBe("Yes.");
    },
  );
});

describe("a packed body", () => {
  const { zstdCompressSync } = zlib as { readonly zstdCompressSync?: (body: Buffer) => Buffer };
  const packings = [
    ["gzip", zlib.gzipSync],
    ["br", zlib.brotliCompressSync],
    ["deflate", zlib.deflateSync],
    ...(zstdCompressSync === undefined ? [] : [["zstd", zstdCompressSync] as const]),
  ] as const;

  test.each(packings)("of %s is unpacked, kept, and goes on plain", async (packing, pack) => {
    const room = await openRoom([{ text: "Yes." }]);
    const body = pack(Buffer.from(JSON.stringify(asked)));
    const response = await fetch(`${room.url}${path}`, {
      ...{ method: "POST", body: new Uint8Array(body) },
      headers: { ...headers, "content-encoding": packing },
    });
    expect([response.status, response.headers.get("x-clew")]).toEqual([200, "viewed"]);
    expect(room.upstream.requests.map((each) => [each.body, each.headers["content-encoding"]])).toEqual([
      [asked, undefined],
    ]);
    expect(await said(room, session)).toHaveLength(2);
  });

  test.each([
    ["that is no packing at all", Buffer.from("no gzip")],
    ["that unpacks to more than is taken", zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024))],
  ])("%s passes as it is, for the provider to judge", async (_what, body) => {
    const room = await openRawRoom("anthropic", [(response) => response.writeHead(400).end("no")]);
    const response = await fetch(`${room.url}${path}`, {
      ...{ method: "POST", body: new Uint8Array(body) },
      headers: { ...headers, "content-encoding": "gzip" },
    });
    expect([response.status, response.headers.get("x-clew")]).toEqual([400, "passed; gzip can't be unpacked"]);
  });
});

test("a client that reads slowly holds its provider back, and gets everything in the end", async () => {
  const megabytes = 24;
  let written = 0;
  const room = await openRawRoom("anthropic", [writeMuch(megabytes, (bytes) => (written += bytes))]);
  const answer = await open(`${room.url}${path}`, JSON.stringify({ ...asked, stream: true }));
  answer.pause();
  await pause(1_500);
  const taken = written;
  let read = 0;
  for await (const piece of answer) read += (piece as Buffer).length;
  expect(taken).toBeLessThan((megabytes / 2) * 1_000_000);
  expect(read).toBe(written);
});

test("a client that leaves ends the provider's stream; what came is kept, and the chat goes on", async () => {
  const room = await openRawRoom("anthropic", [writeEndless, writeEndless]);
  const answer = await open(`${room.url}${path}`, JSON.stringify({ ...asked, stream: true }));
  await once(answer, "data");
  answer.destroy();
  await room.gone;
  for (let waits = 0; waits < 100 && (await said(room, session)).length < 2; waits++) await pause(20);
  expect((await said(room, session)).join("\n")).toContain("word");
  const again = await open(`${room.url}${path}`, JSON.stringify({ ...asked, stream: true }));
  expect(again.headers["x-clew"]).toBe("viewed");
  again.destroy();
});

/** So many megabytes of spaces. */
async function sendBlank(url: string, megabytes: number, says: boolean): Promise<{ status: number; text: string }> {
  const piece = Buffer.alloc(1_000_000, 32);
  const length = says ? { "content-length": String(megabytes * piece.length) } : {};
  const asking = request(url, { method: "POST", headers: { ...headers, ...length } });
  const answered = once(asking, "response") as Promise<[IncomingMessage]>;
  for (let sent = 0; sent < megabytes; sent++) if (!asking.write(piece)) await once(asking, "drain");
  asking.end();
  const [answer] = await answered;
  const pieces: Buffer[] = [];
  for await (const each of answer) pieces.push(each as Buffer);
  return { status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() };
}

async function open(url: string, body: string): Promise<IncomingMessage> {
  const asking = request(url, { method: "POST", headers });
  asking.end(body);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return answer;
}

function writeDelta(text: string): string {
  return `data: ${JSON.stringify({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })}\n\n`;
}

const opening = [
  { type: "message_start", message: { id: "msg_1", type: "message", role: "assistant", content: [], usage: {} } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .join("");

function writeMuch(megabytes: number, wrote: (bytes: number) => void): RawAnswer {
  return async (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const pieces = [opening, ...Array.from({ length: megabytes }, () => writeDelta("x".repeat(1_000_000)))];
    for (const piece of pieces) {
      wrote(Buffer.byteLength(piece));
      if (!response.write(piece)) await once(response, "drain");
    }
    response.end();
  };
}

const writeEndless: RawAnswer = async (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(opening);
  while (!response.destroyed) {
    response.write(writeDelta("word "));
    await pause(10);
  }
};

describe("a web page of another site", () => {
  test.each([
    ["https://evil.example", 401, 0],
    ["null", 401, 0],
    ["http://localhost:3000", 200, 1],
    ["app://desktop", 200, 1],
  ])("asks from %s: %i", async (origin, status, asks) => {
    const room = await openRoom([{ text: "Yes." }]);
    const response = await fetch(`${room.url}${path}`, {
      ...{ method: "POST", body: JSON.stringify(asked) },
      headers: { ...headers, origin },
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(asks === 0 ? { type: "error" } : { role: "assistant" });
    expect(room.upstream.requests).toHaveLength(asks);
  });
});
