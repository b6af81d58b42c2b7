import {
  type StandIn,
  type StandInOptions,
  type StandInScript,
  startDeepseek,
  startGemini,
  startGlm,
  startKimi,
  startOpenaiResponses,
} from "clewline/testing";
import { afterEach, describe, expect, test } from "vitest";

interface Item {
  readonly type: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly encrypted_content?: string;
  readonly [field: string]: unknown;
}

const started: StandIn[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((standIn) => standIn.close()));
});

async function open<Options>(
  start: (script: StandInScript, options?: Options) => Promise<StandIn>,
  script: StandInScript,
  options?: Options,
): Promise<StandIn> {
  const standIn = await start(script, options);
  started.push(standIn);
  return standIn;
}

async function post<Answer>(standIn: StandIn, path: string, body: unknown, headers = {}): Promise<Answer> {
  const response = await fetch(`${standIn.url}${path}`, { method: "POST", body: JSON.stringify(body), headers });
  return (await response.json()) as Answer;
}

interface Responded {
  readonly id: string;
  readonly output: readonly Item[];
  readonly error: { readonly code: string } | null;
  readonly usage: { readonly input_tokens_details: object };
  readonly prompt_cache_diagnostics?: object;
}

const think: StandInScript = ({ number }) => ({ reasoning: `Hm ${number}.`, calls: [{ tool: "look", input: {} }] });

/** Two rounds of tools, and the request that would come next. */
async function responses(options: StandInOptions & { readonly organization?: string } = {}) {
  const standIn = await open(startOpenaiResponses, think, options);
  const settings = {
    model: "gpt-6-sol",
    store: false,
    include: ["reasoning.encrypted_content"],
    instructions: "Brief.",
  };
  let input: readonly Item[] = [{ type: "message", role: "user", content: "Look" }];
  for (const round of [0, 1]) {
    const { output } = await post<Responded>(standIn, "/responses", { ...settings, input });
    const returned = output.flatMap(({ call_id }) =>
      call_id === undefined
        ? []
        : [{ type: "function_call_output", call_id, output: `Page ${round}: ${"wet ".repeat(9)}` }],
    );
    input = [...input, ...output, ...returned];
  }
  const ask = (more: object) => post<Responded>(standIn, "/responses", { ...settings, input, ...more });
  return { standIn, input, ask, dropped: () => standIn.requests.at(-1)?.dropped.map(({ path }) => path) };
}

describe("OpenAI's preserved reasoning", () => {
  test("is read where nothing before it changed, whatever the choice of tools", async () => {
    const { standIn, ask, dropped } = await responses();
    expect((await ask({ tool_choice: "auto" })).error).toBeNull();
    expect(dropped()).toEqual([]);
    expect(standIn.requests.at(-1)?.parts.filter(({ kind }) => kind === "thought")).toHaveLength(2);
  });

  test.each([
    ["instructions", { instructions: "Long." }, ["input[1]", "input[4]"]],
    ["tools", { tools: [{ type: "function", name: "look" }] }, ["input[1]", "input[4]"]],
    ["effort", { reasoning: { effort: "high" } }, ["input[1]", "input[4]"]],
    ["a format", { text: { format: { type: "json_object" } } }, ["input[1]", "input[4]"]],
  ])("is dropped without a word behind other %s", async (_, more, paths) => {
    const { standIn, ask, dropped } = await responses();
    expect((await ask(more)).error).toBeNull();
    expect(dropped()).toEqual(paths);
    expect(standIn.requests.at(-1)?.parts.filter(({ kind }) => kind === "thought")).toEqual([]);
  });

  test("is dropped behind a shortened result, and read by older models all the same", async () => {
    const { input, ask, dropped } = await responses();
    const shorter = input.map((item, place) => (place === 3 ? { ...item, output: "Page 0" } : item));
    await ask({ input: shorter });
    expect(dropped()).toEqual(["input[4]"]);
    await ask({ input: shorter, model: "gpt-5" });
    expect(dropped()).toEqual([]);
  });

  test("is refused from another organization, and where it was changed", async () => {
    const { input } = await responses({ organization: "a" });
    const other = await responses({ organization: "b" });
    expect((await other.ask({ input })).error).toMatchObject({ code: "invalid_encrypted_content" });
    const changed = input.map((item) => (item.encrypted_content ? { ...item, encrypted_content: "x.y.z" } : item));
    expect((await other.ask({ input: changed })).error).toMatchObject({ code: "invalid_encrypted_content" });
  });

  test("comes back by its name alone where the provider keeps it", async () => {
    const standIn = await open(startOpenaiResponses, think);
    const settings = { model: "gpt-6-sol" };
    const input = [{ type: "message", role: "user", content: "Look" }];
    const first = await post<Responded>(standIn, "/responses", { ...settings, input });
    const call_id = first.output.find(({ type }) => type === "function_call")?.call_id;
    const next = { previous_response_id: first.id, input: [{ type: "function_call_output", call_id, output: "wet" }] };
    await post(standIn, "/responses", { ...settings, ...next });
    await post(standIn, "/responses", { ...settings, ...next, instructions: "Long." });
    expect(standIn.requests.map(({ dropped }) => dropped.length)).toEqual([0, 0, 1]);
  });

  test("counts what is read and written, and says why a prefix was missed", async () => {
    const { ask, standIn } = await responses();
    const long = "word ".repeat(2_000);
    const first = await ask({ instructions: long });
    expect(first.usage.input_tokens_details).toMatchObject({ cached_tokens: 0, cache_write_tokens: 2_432 });
    const compare = { prompt_cache_options: { comparison_response_id: first.id } };
    const hit = await ask({ instructions: long, ...compare });
    expect(hit).toMatchObject({ usage: { input_tokens_details: { cached_tokens: 2_432 } } });
    expect(hit.prompt_cache_diagnostics).toEqual({ type: "cache_hit" });
    const missed = await ask({ instructions: `${long}!`, ...compare });
    expect(missed.prompt_cache_diagnostics).toMatchObject({ type: "cache_miss", reason: "input_changed" });
    const unknown = await ask({ prompt_cache_options: { comparison_response_id: "resp_x" } });
    expect(unknown.prompt_cache_diagnostics).toEqual({ type: "comparison_response_not_found" });
    expect(standIn.requests.every(({ refusal }) => refusal === null)).toBe(true);
  });
});

interface Generated {
  readonly candidates: readonly { readonly content: { readonly parts: readonly Item[] } }[];
  readonly error?: { readonly message: string };
}

describe("Gemini's thought signatures", () => {
  test.each([
    ["as they came", {}, "gemini-3-pro", undefined],
    ["left out", { thoughtSignature: undefined }, "gemini-3-pro", "missing a thought_signature"],
    ["made up", { thoughtSignature: "x.y.z" }, "gemini-3-pro", "Corrupted thought signature"],
    ["of another model", {}, "gemini-3-flash", "Invalid thought signature"],
    ["bypassed", { thoughtSignature: "skip_thought_signature_validator" }, "gemini-3-pro", undefined],
  ])("in the running turn, %s", async (_, change, model, message) => {
    const standIn = await open(startGemini, () => ({
      calls: [
        { tool: "look", input: {} },
        { tool: "look", input: {} },
      ],
    }));
    const asked = { role: "user", parts: [{ text: "Look" }] };
    const generate = (name: string, contents: readonly object[]) =>
      post<Generated>(standIn, `/models/${name}:generateContent`, { contents });
    const { candidates } = await generate("gemini-3-pro", [asked]);
    const parts = candidates[0]?.content.parts ?? [];
    const returned = { role: "user", parts: parts.map(() => ({ functionResponse: { name: "look", response: {} } })) };
    const answer = { role: "model", parts: parts.map((part, place) => (place === 0 ? { ...part, ...change } : part)) };
    const open_ = [asked, answer, returned];
    expect((await generate(model, open_)).error?.message).toEqual(message && expect.stringContaining(message));
    const later = [...open_, { role: "model", parts: [{ text: "Done." }] }, asked];
    expect((await generate(model, later)).error).toBeUndefined();
  });
});

describe("DeepSeek's reasoning of turns with calls", () => {
  test.each([
    ["is taken back", (message: object) => message, undefined],
    [
      "is refused where it is missing",
      (message: object) => ({ ...message, reasoning_content: undefined }),
      "must be passed back",
    ],
  ])("%s", async (_, change, said) => {
    const standIn = await open(startDeepseek, think);
    const user = { role: "user", content: "Look" };
    const ask = (messages: readonly object[]) =>
      post<{
        readonly choices: readonly { readonly message: { readonly tool_calls: readonly { readonly id: string }[] } }[];
        readonly error?: { readonly message: string };
      }>(standIn, "/chat/completions", { model: "deepseek-v4", messages });
    const message = (await ask([user])).choices[0]?.message;
    const result = { role: "tool", tool_call_id: message?.tool_calls[0]?.id, content: "wet" };
    const done = { role: "assistant", content: "Wet." };
    const { error } = await ask([user, change(message ?? {}), result, done, user]);
    expect(error?.message).toEqual(said && expect.stringContaining(said));
  });
});

describe("Reasoning that is kept on request", () => {
  test.each([
    ["Kimi", startKimi, { keep: "all" }, "changed"],
    ["Kimi", startKimi, {}, undefined],
    ["GLM", startGlm, { clear_thinking: false }, "changed"],
    ["GLM", startGlm, { clear_thinking: true }, undefined],
  ])("is read by %s as it came (%#)", async (_, start, thinking, reason) => {
    const standIn = await open(start, think);
    const user = { role: "user", content: "Look" };
    const ask = (messages: readonly object[]) =>
      post<{ readonly choices: readonly { readonly message: Item & { readonly tool_calls: readonly Item[] } }[] }>(
        standIn,
        "/chat/completions",
        { model: "some", messages, thinking },
      );
    const message = (await ask([user])).choices[0]?.message;
    const result = { role: "tool", tool_call_id: message?.tool_calls[0]?.id, content: "wet" };
    await ask([user, { ...message }, result]);
    await ask([user, { ...message, reasoning_content: "Hm." }, result]);
    expect(standIn.requests.map(({ dropped }) => dropped[0]?.reason)).toEqual([undefined, undefined, reason]);
  });
});
