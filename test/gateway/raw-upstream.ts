/** An upstream that answers with the bytes that it is given, however strange, and remembers what it was sent. */
import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { StandIn } from "clewline/testing";
import { openRoom, type Room, type RoomOptions } from "./room.js";

/** Writes one answer. */
export type RawAnswer = (response: ServerResponse) => unknown;

export interface RawRoom extends Room {
  /** Bodies as they came, oldest first. */
  readonly bodies: readonly string[];
  /** Resolves when a request is given up by whoever asked. */
  readonly gone: Promise<void>;
}

/** A gateway in front of such an upstream; the last answer is given again and again. */
export async function openRawRoom(
  name: string,
  answers: readonly RawAnswer[],
  options: Omit<RoomOptions, "upstream"> = {},
): Promise<RawRoom> {
  const bodies: string[] = [];
  const leaving = new EventEmitter();
  const gone = once(leaving, "gone").then(() => undefined);
  const server = createServer(async (request, response) => {
    response.once("close", () => response.writableFinished || leaving.emit("gone"));
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    bodies.push(Buffer.concat(pieces).toString());
    (answers[bodies.length - 1] ?? answers.at(-1))?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const standIn: StandIn = { url: origin, origin, requests: [], window: null, close };
  const room = await openRoom([], { ...options, upstream: { name, start: async () => standIn } });
  return Object.assign(room, { bodies, gone });
}

export function answerEvents(...events: readonly object[]): RawAnswer {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));
  };
}

export function answerJson(body: unknown, status = 200): RawAnswer {
  return (response) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
