/** What stands around a builder's model, where it shows on the wire. */
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { type Clew, openClew } from "clewline";
import { describeRequest, type StandIn, scriptedModel, startOpenaiChat, startOpenaiResponses } from "clewline/testing";
import { afterEach, describe, expect, test, vi } from "vitest";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

const session = "terminal:guard";
const open: (Clew | StandIn)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function fresh(): Promise<Clew> {
  const clew = await openClew({ store: "memory", window: 8_000, timeZone: "UTC" });
  open.push(clew);
  return clew;
}

async function startedOn(start: typeof startOpenaiChat): Promise<StandIn> {
  const standIn = await start(({ number }) => ({ text: `Answer ${number}.` }));
  open.push(standIn);
  return standIn;
}

describe("options for the provider", () => {
  test("are the builder's first, option by option", async () => {
    const clew = await fresh();
    const model = { ...scriptedModel([{ text: "One." }, { text: "Two." }]), provider: "openai.responses" };
    await clew.generate({ session, text: "Hello" }, { model, providerOptions: { openai: { store: true } } });
    await clew.generate({ session, text: "Again" }, { model, providerOptions: { openai: { promptCacheKey: "mine" } } });
    expect(model.calls.map(({ providerOptions }) => providerOptions)).toEqual([
      { openai: { store: true, promptCacheKey: expect.any(String) } },
      { openai: { store: false, promptCacheKey: "mine" } },
    ]);
  });

  test("past answers go to OpenAI in the view's own words, and not by the name of something that it stored", async () => {
    const clew = await fresh();
    const standIn = await startedOn(startOpenaiResponses);
    const model = createOpenAI({ baseURL: standIn.url, apiKey: "key" }).responses("gpt-4.1");
    for (const text of ["First", "Second"]) await clew.generate({ session, text }, { model });
    const second = standIn.requests[1];
    expect(JSON.stringify(second?.body)).not.toContain("item_reference");
    expect(second === undefined ? [] : describeRequest(second)).toContain("agent: Answer 0.");
  });
});

describe("an answer that the provider broke off", () => {
  test("is never referred to by the name that it had there, also where the builder lets answers be stored", async () => {
    const clew = await fresh();
    for (let day = 0; day < 8; day++) {
      const turn = await clew.begin({ session, text: `Day ${day}: ${"the beds were dry. ".repeat(20)}` });
      await turn.complete({ text: "Noted." });
    }
    const error = { code: "context_length_exceeded", message: "Your input exceeds the context window of this model" };
    const broken = { text: "The beginning of it", streamError: { after: 2, body: { error } } };
    const standIn = await startOpenaiResponses(({ number }) => (number === 0 ? broken : { text: `Answer ${number}.` }));
    open.push(standIn);
    const model = createOpenAI({ baseURL: standIn.url, apiKey: "key" }).responses("gpt-4.1");
    for (const text of ["First", "Second"]) {
      const result = await clew.stream({ session, text }, { model, providerOptions: { openai: { store: true } } });
      await result.consumeStream();
    }
    expect(standIn.requests.map(({ outcome }) => outcome)).toEqual(["failed", "answered", "answered"]);
    const last = standIn.requests[2];
    expect(JSON.stringify(last?.body)).toContain('{"type":"output_text","text":"The beginning"}');
    const said = last === undefined ? [] : describeRequest(last);
    expect(said.slice(-3, -1)).toEqual(["agent: The beginning", "agent: Answer 1."]);
  });
});

describe("raw chunks of a stream", () => {
  test.each([
    [undefined, false],
    [true, true],
  ])("are looked at where the client drops words, and handed on to whoever wants them: %s", async (wanted, shown) => {
    const clew = await fresh();
    const standIn = await startedOn(startOpenaiChat);
    const model = createOpenAICompatible({ name: "openrouter", baseURL: standIn.url, apiKey: "key" })("vendor/model");
    const options = wanted === undefined ? {} : { includeRawChunks: wanted };
    const result = await clew.stream({ session, text: "Hello" }, { model, ...options });
    const types = new Set<string>();
    for await (const { type } of result.fullStream) types.add(type);
    expect(types.has("text-delta")).toBe(true);
    expect(types.has("raw")).toBe(shown);
  });
});
