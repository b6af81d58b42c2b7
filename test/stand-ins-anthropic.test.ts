import Anthropic from "@anthropic-ai/sdk";
import {
  type AnthropicOptions,
  type StandIn,
  type StandInReply,
  type StandInScript,
  startAnthropic,
} from "clewline/testing";
import { afterEach, describe, expect, test } from "vitest";

type Message = Anthropic.Beta.BetaMessageParam;
type Content = Exclude<Message["content"], undefined>;
type Request = Omit<Anthropic.Beta.MessageCreateParamsNonStreaming, "model" | "max_tokens">;

const controls = "thinking-binding-controls-2026-08-01";
const compact = "compact-2026-09-04";

const started: StandIn[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((standIn) => standIn.close()));
});

interface Talk {
  readonly standIn: StandIn;
  messages: Message[];
  /** Asks, and keeps the answer. */
  ask(more?: Partial<Request>, model?: string): Promise<Anthropic.Beta.BetaMessage>;
  /** The error that the request meets. */
  refused(more?: Partial<Request>, model?: string): Promise<string>;
}

async function open(script: StandInScript, options: AnthropicOptions = {}): Promise<Talk> {
  const standIn = await startAnthropic(script, options);
  started.push(standIn);
  const client = new Anthropic({ baseURL: standIn.origin, apiKey: "key", maxRetries: 0 });
  const system = "You are brief.";
  const talk: Talk = {
    standIn,
    messages: [],
    async ask(more = {}, model = "claude-opus-5-5") {
      const reply = await client.beta.messages.create({
        model,
        max_tokens: 500,
        system,
        messages: talk.messages,
        ...more,
      });
      talk.messages = [...talk.messages, { role: "assistant", content: reply.content as Content }];
      return reply;
    },
    async refused(more = {}, model = "claude-opus-5-5") {
      const body = { model, max_tokens: 500, system, messages: talk.messages, ...more };
      return client.beta.messages.create(body).then(
        () => "answered",
        (error: Error) => error.message,
      );
    },
  };
  return talk;
}

const user = (text: string): Message => ({ role: "user", content: [{ type: "text", text }] });

/** Three turns, each with a thought. */
async function talkOfThree(options: AnthropicOptions = {}, model?: string, reply: StandInReply = {}): Promise<Talk> {
  const talk = await open(
    ({ number }) => ({ reasoning: `Hm ${number}.`, text: `Answer ${number}.`, ...reply }),
    options,
  );
  for (const number of [0, 1, 2]) {
    talk.messages.push(user(`Question ${number}`));
    await talk.ask({}, model);
  }
  talk.messages.push(user("And?"));
  return talk;
}

function edit(talk: Talk): void {
  talk.messages = [user("Another question 0"), ...talk.messages.slice(1)];
}

function put({ messages }: Talk, place: number, message: Message): void {
  messages.splice(place, 1, message);
}

function withoutThoughts(message: Message | undefined): Message {
  const content = (message?.content ?? []) as Anthropic.Beta.BetaContentBlockParam[];
  return { role: "assistant", content: content.filter(({ type }) => !type.includes("thinking")) };
}

const dropBlock = {
  thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
} as const;

describe("Bound reasoning at the stand-in of Anthropic", () => {
  test.each([
    ["as it was", (_: Talk) => undefined, "answered"],
    ["with an edited message", edit, "bound to a different conversation"],
    ["without the oldest thought", (talk: Talk) => put(talk, 1, withoutThoughts(talk.messages[1])), "answered"],
    [
      "without a thought in the middle",
      (talk: Talk) => put(talk, 3, withoutThoughts(talk.messages[3])),
      "messages.5.content.0: Invalid `signature`",
    ],
    ["without the newest thought", (talk: Talk) => put(talk, 5, withoutThoughts(talk.messages[5])), "answered"],
    ["with a message less", (talk: Talk) => void talk.messages.splice(0, 2), "bound to a different conversation"],
  ])("%s", async (_, change, said) => {
    const talk = await talkOfThree();
    change(talk);
    expect(await talk.refused()).toContain(said);
  });

  test("compares system text and tools, but neither marks nor deferred tools that nobody referred to", async () => {
    const tool = { name: "look", input_schema: { type: "object" as const } };
    const mark = { type: "ephemeral" as const };
    const talk = await talkOfThree();
    expect(await talk.refused({ system: "You are long." })).toContain("bound to a different");
    expect(await talk.refused({ tools: [tool] })).toContain("bound to a different");
    expect(await talk.refused({ tools: [{ ...tool, defer_loading: true }] })).toBe("answered");
    put(talk, 0, { role: "user", content: [{ type: "text", text: "Question 0", cache_control: mark }] });
    expect(await talk.refused({ cache_control: mark })).toBe("answered");
  });

  test("asks older accounts for nothing but with Fable 5.2, and tells them by the header alone", async () => {
    const old = await talkOfThree({ account: { opened: "2026-08-30" } });
    edit(old);
    expect(await old.refused()).toBe("answered");
    const told = await old.ask({ betas: [controls] });
    expect(told.input_transformations).toHaveLength(3);
    expect(told.input_transformations?.[0]).toMatchObject({ type: "thinking_mismatch_allowed" });
    const newest = await talkOfThree({ account: { opened: "2026-08-30" } }, "claude-fable-5-2");
    edit(newest);
    expect(await newest.refused({}, "claude-fable-5-2")).toContain("bound to a different");
  });

  test("drops the first block that fails and all later ones, bills none of them, and wants the header", async () => {
    const talk = await talkOfThree();
    const whole = (await talk.ask({ ...dropBlock, betas: [controls] })).usage.input_tokens;
    talk.messages.splice(-1, 1);
    put(talk, 2, user("Question one"));
    expect(await talk.refused(dropBlock)).toBe(
      '400 {"type":"error","error":{"type":"invalid_request_error","message":"thinking.adaptive.block_binding: Extra inputs are not permitted"}}',
    );
    const reply = await talk.ask({ ...dropBlock, betas: [controls] });
    expect(reply.input_transformations?.map(({ path }) => path)).toEqual([
      "messages.3.content.0",
      "messages.5.content.0",
    ]);
    expect(reply.usage.input_tokens).toBeLessThan(whole);
    expect(talk.standIn.requests.at(-1)?.dropped).toHaveLength(2);
    expect(talk.standIn.requests.at(-1)?.parts.filter(({ kind }) => kind === "thought")).toHaveLength(1);
  });

  test("leaves out what another model or another organization thought, and takes it back on return", async () => {
    const talk = await talkOfThree({ account: { organization: "a" } }, "claude-sonnet-5-5");
    await talk.ask({}, "claude-fable-5-2");
    talk.messages.push(user("Back?"));
    const reply = await talk.ask({ betas: [controls] }, "claude-sonnet-5-5");
    expect(reply.input_transformations).toEqual([
      { type: "thinking_dropped", path: "messages.7.content.0", reason: "model_binding_mismatch" },
    ]);
    const other = await open(() => ({ text: "Yes." }), { account: { organization: "b" } });
    other.messages = [...talk.messages, user("There?")];
    await other.ask({}, "claude-sonnet-5-5");
    expect(other.standIn.requests[0]?.dropped.map(({ reason }) => reason)).toContain("organization_binding_mismatch");
  });

  test("takes thoughts without words back, and none of which a half is missing in an open round of tools", async () => {
    const calls = [{ tool: "look", input: {} }];
    const talk = await open(() => ({ reasoning: "Hm.", redacted: true, calls }));
    const tools = [{ name: "look", input_schema: { type: "object" as const } }];
    const thinking = { type: "adaptive", display: "omitted" } as const;
    talk.messages.push(user("Look"));
    const { content } = await talk.ask({ tools, thinking });
    expect(content.map((block) => (block.type === "thinking" ? block.thinking : block.type))).toEqual([
      "",
      "redacted_thinking",
      "tool_use",
    ]);
    const id = content.flatMap((block) => (block.type === "tool_use" ? [block.id] : []))[0] ?? "";
    talk.messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "dry" }] });
    expect(await talk.refused({ tools })).toBe("answered");
    put(talk, 1, { role: "assistant", content: content.slice(1) as Content });
    expect(await talk.refused({ tools })).toContain("blocks in the latest assistant message cannot be modified");
    put(talk, 1, withoutThoughts(talk.messages[1]));
    expect(await talk.refused({ tools })).toBe("answered");
  });

  test("counts tokens only of what it would take", async () => {
    const talk = await talkOfThree();
    const client = new Anthropic({ baseURL: talk.standIn.origin, apiKey: "key", maxRetries: 0 });
    const count = () =>
      client.beta.messages.countTokens({ model: "claude-opus-5-5", system: "You are brief.", messages: talk.messages });
    expect((await count()).input_tokens).toBeGreaterThan(20);
    edit(talk);
    await expect(count()).rejects.toThrow("bound to a different");
  });
});

describe("Compaction at the stand-in of Anthropic", () => {
  const summarise: Partial<Request> = { compaction: { type: "summarize" }, betas: [compact] };

  /** What is left of the conversation once its first four messages are summed up. */
  async function swapped(): Promise<Talk> {
    const talk = await talkOfThree({}, "claude-opus-5-5", { summary: "They asked twice." });
    const all = talk.messages;
    talk.messages = all.slice(0, 4);
    const block = await talk.ask(summarise);
    expect(block).toMatchObject({ stop_reason: "compaction", usage: { input_tokens: 0, output_tokens: 0 } });
    expect(block.usage.iterations).toMatchObject([{ type: "compaction", output_tokens: 5 }]);
    talk.messages = [...talk.messages.slice(4), ...all.slice(4)];
    return talk;
  }

  test("keeps the thoughts of the turns that follow it", async () => {
    const talk = await swapped();
    expect(talk.standIn.requests.at(-1)).toMatchObject({ asks: "summary" });
    const reply = await talk.ask({ betas: [compact, controls] });
    expect(reply.input_transformations).toEqual([]);
    talk.messages.push(user("More?"));
    expect(await talk.refused({ betas: [compact] })).toBe("answered");
  });

  test.each([
    ["without its header", (_: Talk) => undefined, [], "Extra inputs are not permitted"],
    [
      "after another message",
      (talk: Talk) => void talk.messages.unshift(user("Hi")),
      [compact],
      "compaction_block_misplaced",
    ],
    [
      "with other words",
      (talk: Talk) => put(talk, 0, changed(talk, "content", "x")),
      [compact],
      "compaction_content_mismatch",
    ],
    [
      "signed by others",
      (talk: Talk) => put(talk, 0, changed(talk, "signature", "x.y.z")),
      [compact],
      "compaction_signature_invalid",
    ],
    ["before edited turns", (talk: Talk) => put(talk, 1, user("Edited")), [compact], "bound to a different"],
  ])("is refused %s", async (_, change, betas, said) => {
    const talk = await swapped();
    change(talk);
    expect(await talk.refused({ betas })).toContain(said);
  });

  function changed({ messages }: Talk, field: string, value: string): Message {
    const [block] = (messages[0]?.content ?? []) as Anthropic.Beta.BetaContentBlockParam[];
    return { role: "assistant", content: [{ ...block, [field]: value } as Anthropic.Beta.BetaContentBlockParam] };
  }

  test("answers without a block where no summary was made, and not beside context editing", async () => {
    const talk = await open(() => ({ finish: "length" }));
    talk.messages.push(user("Hello"));
    expect(await talk.ask(summarise)).toMatchObject({ content: [], stop_reason: "max_tokens" });
    const both = { ...summarise, context_management: { edits: [{ type: "clear_thinking_20251015" as const }] } };
    const betas = [compact, "context-management-2025-06-27"];
    expect(await talk.refused({ ...both, betas })).toContain("cannot be combined");
  });

  test("at a threshold comes with the answer, and stands for all before it", async () => {
    const talk = await open(({ number }) => ({
      reasoning: "Hm.",
      text: `Answer ${number}.`,
      summary: "A long question.",
    }));
    const edits = [{ type: "compact_20260112", trigger: { type: "input_tokens", value: 50_000 } }] as const;
    const management = { context_management: { edits: [...edits] }, betas: ["compact-2026-01-12"] };
    talk.messages.push(user("word ".repeat(60_000)));
    const reply = await talk.ask(management);
    expect(reply.content.map(({ type }) => type)).toEqual(["compaction", "thinking", "text"]);
    expect(reply.usage.iterations).toMatchObject([{ type: "compaction" }, { type: "message" }]);
    talk.messages.push(user("More?"));
    await talk.ask(management);
    expect(talk.standIn.requests.at(-1)?.tokens).toBeLessThan(100);
    talk.messages = [...talk.messages.slice(1), user("And?")];
    expect(await talk.refused(management)).toBe("answered");
  });
});

describe("Context editing at the stand-in of Anthropic", () => {
  test("clears results and thoughts for the model, and keeps later thoughts valid", async () => {
    const talk = await open(({ number }) => ({
      reasoning: `Hm ${number}.`,
      calls: [{ tool: "look", input: { number } }],
    }));
    const betas = ["context-management-2025-06-27", controls];
    const tools = [{ name: "look", input_schema: { type: "object" as const } }];
    const edits = [
      { type: "clear_thinking_20251015", keep: { type: "thinking_turns", value: 1 } },
      {
        type: "clear_tool_uses_20250919",
        trigger: { type: "tool_uses", value: 3 },
        keep: { type: "tool_uses", value: 1 },
      },
    ] as const;
    let applied: unknown = null;
    for (const number of [0, 1, 2, 3]) {
      const call = (talk.messages.at(-1)?.content ?? []) as Anthropic.Beta.BetaContentBlockParam[];
      const results = call.flatMap((block) =>
        block.type === "tool_use"
          ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "wet ".repeat(99) }]
          : [],
      );
      const asked = number % 2 === 0 ? [{ type: "text" as const, text: `Look ${number}` }] : [];
      talk.messages.push({ role: "user", content: [...results, ...asked] });
      const reply = await talk.ask({ tools, betas, context_management: { edits: [...edits] } });
      applied = reply.context_management;
      expect(reply.input_transformations).toEqual([]);
    }
    expect(applied).toMatchObject({
      applied_edits: [
        { type: "clear_thinking_20251015", cleared_thinking_turns: 1 },
        { type: "clear_tool_uses_20250919", cleared_tool_uses: 2 },
      ],
    });
    const returned = talk.standIn.requests.at(-1)?.parts.filter(({ kind }) => kind === "returned");
    expect(returned).toMatchObject([
      { text: "[cleared]" },
      { text: "[cleared]" },
      { text: expect.stringContaining("wet") },
    ]);
  });
});

describe("Cache diagnostics at the stand-in of Anthropic", () => {
  test.each<[string, Partial<Request>, string | undefined, object | null]>([
    ["nothing where all is as it was", {}, undefined, null],
    ["another model", {}, "claude-sonnet-5-5", { type: "model_changed" }],
    ["other system text", { system: "You are long." }, undefined, { type: "system_changed" }],
    [
      "other tools",
      { tools: [{ name: "look", input_schema: { type: "object" } }] },
      undefined,
      { type: "tools_changed" },
    ],
    ["other messages", { messages: [user("Another")] }, undefined, { type: "messages_changed" }],
    ["other settings", { thinking: { type: "adaptive", display: "omitted" } }, undefined, { type: "unavailable" }],
  ])("names %s", async (_, more, model, reason) => {
    const talk = await open(() => ({ text: "Fine." }));
    talk.messages.push(user("Hello"));
    const first = await talk.ask({ diagnostics: { previous_message_id: null } });
    expect(first.diagnostics).toBeNull();
    talk.messages.push(user("More"));
    const { diagnostics } = await talk.ask({ diagnostics: { previous_message_id: first.id }, ...more }, model);
    const found = reason === null ? null : { cache_miss_reason: reason };
    expect(diagnostics).toEqual(
      found === null ? null : expect.objectContaining({ cache_miss_reason: expect.objectContaining(reason) }),
    );
    talk.messages.push(user("Once more"));
    const unknown = await talk.ask({ diagnostics: { previous_message_id: "msg_other" } });
    expect(unknown.diagnostics).toEqual({ cache_miss_reason: { type: "previous_message_not_found" } });
  });
});
