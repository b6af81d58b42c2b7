/** A chat that goes on with the provider of another wire format, after an answer that its client never heard. */

import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import type { StandInRequest } from "clewline/testing";
import { afterEach, describe, expect, test } from "vitest";
import { openRoom } from "../room.js";
import { type Line, speakers } from "../speakers.js";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const headers = { "x-clew-session": "test:one" };
const first: readonly Line[] = [["user", "The tap in the cellar drips. Which tap drips?"]];
const on: readonly Line[] = [...first, ["agent", "That of the cellar."], ["user", "And who mends it?"]];
const recalls = { calls: [{ tool: "recall", input: { question: "cellar tap" } }] };

/** Thinks, looks into the past and answers. */
const think = ({ number }: StandInRequest) =>
  number === 0
    ? { ...recalls, reasoning: "Sealed thought.", text: "Let me look." }
    : { reasoning: "Another.", text: "That of the cellar." };

/** A list of Gemini's never goes on in the others' format: its lane is another. */
const wires = ["anthropic", "openai-chat", "openai-responses"];
const pairs = wires.flatMap((from) => wires.filter((to) => to !== from).map((to) => [from, to] as const));

describe("an answer kept as its provider wrote it", () => {
  test.each(pairs)("from %s is written anew for %s", async (one, two) => {
    const [from, to] = [one, two].map((name) => speakers.find(({ wire }) => wire === name));
    if (from === undefined || to === undefined) throw new Error("no such wire");
    const room = await openRoom(think, { upstream: from.upstream, recall: true });
    await from.say({ url: room.url, headers, lines: first });
    const heard = room.upstream.requests.length;
    await room.close();
    const upstream = await to.upstream.start([{ text: "The plumber." }, { text: "Gladly." }], {});
    closing.push(() => upstream.close());
    const gateway = await openGateway({ store: room.file }, noConfig, {
      ...{ host: "127.0.0.1", port: 0, keys: [], upstreams: [`${to.upstream.name}=${upstream.origin}`] },
      ...{ say: () => undefined, recall: true },
    });
    closing.push(() => gateway.close());
    expect(await to.say({ url: gateway.url, headers, lines: on })).toBe("The plumber.");
    expect(heard).toBe(2);
    const [sent, ...more] = upstream.requests;
    expect([sent?.refusal, more]).toEqual([null, []]);
    expect(sent?.tools).toContain("recall");
    const recalled = sent?.parts.filter((part) => part.kind === "called" && part.tool === "recall");
    expect(recalled).toHaveLength(1);
    const body = JSON.stringify(sent?.body);
    expect(body).toContain("Let me look.");
    expect(body).not.toMatch(foreign[one] ?? /./);
  });
});

/** Only blocks of this wire format have it. */
const foreign: Readonly<Record<string, RegExp>> = {
  anthropic: /"tool_use"/,
  "openai-chat": /"tool_calls"|"field"/,
  "openai-responses": /"function_call"/,
};
