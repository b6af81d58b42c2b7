/** A stream that is aborted ends as aborted: its turn is cancelled when it ends, and nothing passes for an answer. */

import { streamText, tool } from "ai";
import { openClew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { expect, test } from "vitest";
import { z } from "zod";

/** Answers the first call with a call of a tool, which stops the loop. */
function makeStopping(stop: AbortController) {
  const look = tool({ inputSchema: z.object({}), execute: () => "seen" });
  const model = scriptedModel((_prompt, call) => {
    if (call === 0) return { calls: [{ tool: "look", input: {} }] };
    stop.abort();
    return { error: stop.signal.reason };
  });
  return { tools: { look }, model, abortSignal: stop.signal, onError: () => undefined };
}

test.each(["stream", "aiSdk"])("by %s the turn is cancelled once the stream ends", async (way) => {
  await using clew = await openClew({ store: "memory", config: false, window: 8_000 });
  const options = makeStopping(new AbortController());
  const turn = await clew.begin({ session: "web:1", text: "Look" });
  const result = way === "stream" ? await turn.stream(options) : streamText(turn.aiSdk(options));
  const states: string[] = [];
  for await (const { type } of result.fullStream) if (type === "abort") states.push(turn.state);
  expect([...states, turn.state]).toEqual(["cancelled", "cancelled"]);
});

test("its text is no answer, also after a step that was finished", async () => {
  await using clew = await openClew({ store: "memory", config: false, window: 8_000 });
  const result = await clew.stream({ session: "web:1", text: "Look" }, makeStopping(new AbortController()));
  await expect(result.text).rejects.toMatchObject({ name: "AbortError" });
  await expect(result.finishReason).rejects.toMatchObject({ name: "AbortError" });
  expect(await result.steps).toHaveLength(1);
  expect(result.turn.state).toBe("cancelled");
});

test("a text stream ends with the turn cancelled", async () => {
  await using clew = await openClew({ store: "memory", config: false, window: 8_000 });
  const result = await clew.stream({ session: "web:1", text: "Look" }, makeStopping(new AbortController()));
  for await (const _ of result.textStream);
  expect(result.turn.state).toBe("cancelled");
});
