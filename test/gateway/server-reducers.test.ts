import { describe, expect, test } from "vitest";
import { answerJson, openRawRoom } from "./raw-upstream.js";

const session = "test:one";
const result = "line of a file\n".repeat(8_000);

/** Old results that a view shows shorter. */
const messages = [1, 2, 3, 4, 5, 6].flatMap((number) => [
  { role: "user", content: `Read file ${number}.` },
  { role: "assistant", content: [{ type: "tool_use", id: `c${number}`, name: "read", input: { number } }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: `c${number}`, content: result }] },
  { role: "assistant", content: "Read." },
]);
const asked = [...messages, { role: "user", content: "Which is the longest?" }];

const answered = answerJson({
  ...{ type: "message", role: "assistant", content: [{ type: "text", text: "The third." }], stop_reason: "end_turn" },
  ...{ usage: { input_tokens: 9, output_tokens: 3 }, context_management: { applied_edits: [] } },
});

async function send(path: string, given: object, upstream = "anthropic", answer = answered) {
  const room = await openRawRoom(upstream, [answer], { told: 60_000 });
  const body = JSON.stringify(given);
  const headers = { "x-clew-session": session, "content-type": "application/json", "anthropic-version": "2023-06-01" };
  const response = await fetch(`${room.url}${path}`, { method: "POST", headers, body });
  await response.text();
  const [lane] = await (await room.log()).lanes(session);
  const receipt = response.headers.get("x-clew-receipt");
  return { how: response.headers.get("x-clew"), isSame: room.bodies[0] === body, receipt, entries: lane?.entries ?? 0 };
}

const claude = { model: "claude-sonnet-5-5", max_tokens: 9, messages: asked };
const edit = (type: string, more: object = {}) => ({ context_management: { edits: [{ type, ...more }] } });
const block = { type: "compaction", content: "They read files.", signature: "c2ln" };
const compacted = { messages: [{ role: "assistant", content: [block] }, ...asked] };

describe("a client that has its provider reduce the history", () => {
  test("without it a view is sent", async () => {
    expect(await send("/v1/messages", claude)).toMatchObject({ how: "viewed", isSame: false });
    const kept = edit("clear_thinking_20251015", { keep: "all" });
    expect((await send("/v1/messages", { ...claude, ...kept })).how).toBe("viewed");
  });

  test.each([
    ["compact", "at a size", edit("compact_20260112")],
    ["compact", "on demand", { compaction: { type: "summarize" } }],
    ["compact", "and sends the block back", compacted],
    ["clear", "clears results", edit("clear_tool_uses_20250919")],
  ] as const)(
    "%s, %s: its request goes out byte for byte, is in the log, and no view says what was shown",
    async (how, _name, more) => {
      const sent = await send("/v1/messages", { ...claude, ...more });
      expect(sent).toMatchObject({
        how: `passed; its client has the provider ${how} the history`,
        isSame: true,
        receipt: null,
      });
      expect(sent.entries).toBeGreaterThan(20);
    },
  );

  test("reasoning that the provider cleared from a view is told as cleared", async () => {
    const cleared = { type: "clear_thinking_20251015", cleared_thinking_turns: 1, cleared_input_tokens: 9 };
    const body = { type: "message", role: "assistant", content: [{ type: "text", text: "The third." }] };
    const answer = answerJson({
      ...{ ...body, stop_reason: "end_turn", usage: { input_tokens: 9, output_tokens: 3 } },
      context_management: { applied_edits: [cleared] },
    });
    const room = await openRawRoom("anthropic", [answer], { told: 60_000 });
    const thought = { type: "thinking", thinking: "Hm.", signature: "c2ln" };
    const given = {
      ...{ ...claude, model: "claude-sonnet-4-5", ...edit("clear_thinking_20251015") },
      messages: [
        { role: "user", content: "Which?" },
        { role: "assistant", content: [thought, { type: "text", text: "One." }] },
        { role: "user", content: "And?" },
      ],
    };
    const headers = {
      "x-clew-session": session,
      "content-type": "application/json",
      "anthropic-version": "2023-06-01",
    };
    await (await fetch(`${room.url}/v1/messages`, { method: "POST", headers, body: JSON.stringify(given) })).text();
    const { verdicts } = await (await room.log()).why({ session });
    expect(verdicts.filter(({ verdict }) => verdict.rule === "provider").map(({ line }) => line?.seq)).toEqual([3]);
  });

  test("its request is counted as it is", async () => {
    const counted = { model: claude.model, messages: asked, ...edit("clear_tool_uses_20250919") };
    const sent = await send("/v1/messages/count_tokens", counted, "anthropic", answerJson({ input_tokens: 7 }));
    expect(sent).toMatchObject({ how: "passed; its client has the provider clear the history", isSame: true });
  });

  test.each([
    ["asks for it", { context_management: [{ type: "compaction", compact_threshold: 1_000 }] }, []],
    ["sends the item back", {}, [{ type: "compaction", id: "cmp_1", encrypted_content: "abc" }]],
  ] as const)("OpenAI's own compaction: %s", async (_name, more, before) => {
    const input = [...before, { role: "user", content: "Which is the longest?" }];
    const item = {
      id: "m1",
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "The third." }],
    };
    const answer = answerJson({ id: "r1", output: [item], usage: { input_tokens: 9, output_tokens: 3 } });
    const sent = await send("/v1/responses", { model: "gpt-6-sol", input, ...more }, "openai", answer);
    expect(sent).toMatchObject({
      how: "passed; its client has the provider compact the history",
      isSame: true,
      receipt: null,
    });
  });
});
