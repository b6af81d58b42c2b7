import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { openRawRoom, type RawAnswer } from "./raw-upstream.js";

const streams = 24;
const pieces = 20;
const write = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
const place = (number: number) => `piece ${number} of this one; `;

/** Pieces come one by one, and many answers at the same time. */
const answer: RawAnswer = async (response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(write({ type: "message_start", message: { id: "m", role: "assistant", content: [], usage: {} } }));
  response.write(write({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }));
  for (let number = 0; number < pieces; number++) {
    await pause(5);
    response.write(
      write({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: place(number) } }),
    );
  }
  response.end(write({ type: "content_block_stop", index: 0 }) + write({ type: "message_stop" }));
};

test("of many streams at the same time no piece is lost, and every answer is whole in the log", async () => {
  const room = await openRawRoom("anthropic", [answer]);
  const names = Array.from({ length: streams }, (_, number) => `test:${number}`);
  const ask = async (name: string) => {
    const body = { model: "m", max_tokens: 9, stream: true, messages: [{ role: "user", content: `I am ${name}.` }] };
    const response = await fetch(`${room.url}/v1/messages`, {
      ...{ method: "POST", body: JSON.stringify(body) },
      headers: { "x-clew-session": name, "content-type": "application/json" },
    });
    return response.text();
  };
  const texts = await Promise.all(names.map(ask));
  const whole = Array.from({ length: pieces }, (_, number) => place(number)).join("");
  const heard = texts.map((text) => [...text.matchAll(/"text":"(piece[^"]*)"/g)].map(([, piece]) => piece).join(""));
  expect(new Set(heard)).toEqual(new Set([whole]));
  const clew = await room.log();
  const kept = await Promise.all(
    names.map(async (session) => {
      const [first] = await clew.lanes(session);
      return JSON.stringify(first === undefined ? [] : await clew.messages(session, { lane: first.ref.lane }));
    }),
  );
  expect(kept.filter((messages) => messages.includes(whole.trim()))).toHaveLength(streams);
});
