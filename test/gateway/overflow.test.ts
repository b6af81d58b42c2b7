/** Providers that take less than they were believed to: the client gets its answer as long as the smallest view fits. */
import { expect, test } from "vitest";
import { openRawRoom, type RawRoom } from "./raw-upstream.js";

const fixed = "You keep a library, and read one page after the other. ".repeat(1_000);
const page = (step: number) => {
  return Array.from(
    { length: 125 },
    (_, line) => `On line ${line} of page ${step} stands ${(line * 7919 + step) % 9973}.`,
  ).join("\n");
};
/** Bytes of a token, as the provider refuses by. */
const bytesPerToken = 2;

test("a view that is as small as it can be is sent where the limit that was named holds it, though counts differ", async () => {
  const mostBytes = fixed.length + 44_000;
  const statuses: number[] = [];
  const room: RawRoom = await openRawRoom("openai", [
    (response) => {
      const bytes = room.bodies.at(-1)?.length ?? 0;
      const isRefused = bytes > mostBytes;
      const [tokens, most] = [bytes, mostBytes].map((size) => Math.ceil(size / bytesPerToken));
      const error = {
        type: "invalid_request_error",
        message: `prompt is too long: ${tokens} tokens > ${most} maximum`,
      };
      // It counts half of what it refuses by.
      const usage = { prompt_tokens: Math.ceil(bytes / 4), completion_tokens: 5 };
      const call = { id: `call_${room.bodies.length}`, type: "function", function: { name: "read", arguments: "{}" } };
      const choices = [{ index: 0, message: { role: "assistant", content: null, tool_calls: [call] } }];
      statuses.push(isRefused ? 400 : 200);
      response.writeHead(isRefused ? 400 : 200, { "content-type": "application/json" });
      response.end(JSON.stringify(isRefused ? { error } : { id: "c", choices, usage }));
    },
  ]);
  const messages: object[] = [
    { role: "system", content: fixed },
    { role: "user", content: "Read all pages." },
  ];
  for (let step = 1; step <= 12; step++) {
    const inner = { role: "user", content: "<<<INTERNAL>>> nothing runs" };
    const body = { model: "claude-sonnet-5", max_completion_tokens: 8_000, messages: [...messages, inner] };
    const answer = await fetch(`${room.url}/v1/chat/completions`, {
      ...{ method: "POST", body: JSON.stringify(body) },
      headers: { authorization: "Bearer key", "content-type": "application/json", "x-clew-session": "test:one" },
    });
    expect([step, answer.status]).toEqual([step, 200]);
    const { choices } = (await answer.json()) as { choices: { message: { tool_calls: { id: string }[] } }[] };
    const message = choices[0]?.message;
    messages.push(message as object, { role: "tool", tool_call_id: message?.tool_calls[0]?.id, content: page(step) });
  }
  expect(statuses).toContain(400);
});
