/** Every way in which providers refuse a request for its size, met by a real turn through the provider's own client. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Overflow } from "@clewline/core/model/overflow/classify.js";
import type { LanguageModel } from "ai";
import { type Clew, openClew, type Turn } from "clewline";
import {
  type StandIn,
  type StandInReply,
  type StandInRequest,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { startOllama } from "./stand-ins/ollama.js";
import { lookAlikes, type OverflowRow, overflowRows, promptIn } from "./stand-ins/overflow-rows.js";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

type AnyRow = OverflowRow<Overflow["kind"] | null>;
type Wire = AnyRow["wire"];

const session = "terminal:overflow";
/** What the provider takes, and what it was said to take. */
const limit = 2_200;
const window = 20_000;
const answer = "It fits.";
/** What it takes of prompt and reply together, and the reply that is asked for, where the row is about that. */
const shared = 4_400;
const longReply = 2_500;

let script: (request: StandInRequest) => StandInReply = () => ({ text: answer });
let servers: Readonly<Record<Wire, StandIn>>;
const open: Clew[] = [];

beforeAll(async () => {
  const reply = (request: StandInRequest) => script(request);
  servers = {
    anthropic: await startAnthropic(reply),
    "openai-chat": await startOpenaiChat(reply),
    "openai-responses": await startOpenaiResponses(reply),
    gemini: await startGemini(reply),
    ollama: await startOllama(reply),
  };
  vi.stubEnv("OLLAMA_HOST", servers.ollama.url);
});
afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of Object.values(servers)) await server.close();
});

describe.each(overflowRows.filter(({ kind }) => kind === "window" || kind === "payload"))("$name", (row) => {
  test("is mended by a smaller view, and nothing is lost", async () => {
    const { clew, ask, requests, kept } = await conversation(row);
    script = (request) => (request.tokens > limit ? refusalBy(row, request.tokens) : { text: answer });
    const turn = await ask("And today?");
    expect(turn.state).toBe("completed");
    expect(turn.text).toMatch(/It fits\.$/);
    const refused = requests().filter(({ outcome, tokens }) => outcome === "failed" || tokens > limit).length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(3);
    const outcomes = await outcomesIn(clew);
    expect(outcomes).toEqual([...Array(refused).fill("refused"), "answered"]);
    expect((await lines(clew)).slice(0, kept.length)).toEqual(kept);
    const sent = requests().length;
    // A refusal with figures or about bytes is learned from; another, far below the window, is not: the next view is whole.
    const teaches = row.numbers || row.kind === "payload";
    expect((await ask("And tomorrow?")).text).toMatch(teaches ? /^It fits\.$/ : /It fits\.$/);
    expect((requests()[sent]?.tokens ?? 0) > limit).toBe(!teaches);
    const again = requests().length - sent;
    expect(again).toBeGreaterThanOrEqual(1);
    expect(again).toBeLessThanOrEqual(row.numbers ? 1 : 3);
  });
});

describe.each(overflowRows.filter(({ kind }) => kind === "reply"))("$name", (row) => {
  test("is mended by a shorter reply, and the same prompt is sent again", async () => {
    const { clew, ask, requests, kept } = await conversation(row);
    script = ({ tokens, body }) =>
      tokens + replyAskedFor(body) > shared ? refusalBy(row, promptIn(shared) + longReply, shared) : { text: answer };
    const turn = await ask("And today?", { maxOutputTokens: longReply });
    expect([turn.state, turn.text]).toEqual(["completed", answer]);
    expect(requests().map(({ body }) => replyAskedFor(body))).toEqual([longReply, shared - promptIn(shared)]);
    const [first, second] = requests().map(({ parts, system }) => JSON.stringify([system, parts]));
    expect(second).toBe(first);
    expect(await outcomesIn(clew)).toEqual(["refused", "answered"]);
    expect((await clew.why({ turn: turn.id })).receipt.compacted).toBe(false);
    expect((await lines(clew)).slice(0, kept.length)).toEqual(kept);
    // From now on a reply is asked for that fits beside the prompt.
    expect((await ask("And tomorrow?", { maxOutputTokens: longReply })).text).toBe(answer);
    expect(requests()).toHaveLength(3);
  });
});

describe.each(overflowRows.filter(({ kind }) => kind === "quota"))("$name", (row) => {
  test("is said at once: neither waiting nor a smaller view would help", async () => {
    const { clew, ask, requests, kept } = await conversation(row);
    script = ({ tokens }) => refusalBy(row, tokens);
    await expect(ask("And today?")).rejects.toMatchObject({ code: "model/quota" });
    expect(requests()).toHaveLength(1);
    const { receipt } = await clew.why({ session });
    expect(receipt.compacted).toBe(false);
    expect((await clew.turn(receipt.turn)).state).toBe("failed");
    expect((await lines(clew)).slice(0, kept.length)).toEqual(kept);
  });
});

const isRetried = ({ status }: AnyRow) => status === 429 || status >= 500;

describe.each(lookAlikes.filter(isRetried))("no overflow: $name", (row) => {
  test("is left to the SDK's patience, with the same request", async () => {
    const { clew, ask, requests } = await conversation(row);
    let times = 0;
    script = ({ tokens }) => (times++ === 0 ? refusalBy(row, tokens) : { text: answer });
    const turn = await ask("And today?");
    expect([turn.state, turn.text]).toEqual(["completed", answer]);
    expect(requests()).toHaveLength(2);
    expect(JSON.stringify(requests()[1]?.body)).toBe(JSON.stringify(requests()[0]?.body));
    expect(await outcomesIn(clew)).toEqual(["failed", "answered"]);
    expect((await clew.why({ turn: turn.id })).receipt.compacted).toBe(false);
  });
});

describe.each(lookAlikes.filter((row) => !isRetried(row)))("no overflow: $name", (row) => {
  test("reaches the caller in the provider's words, and compacts nothing", async () => {
    const { clew, ask, requests } = await conversation(row);
    script = () => refusalBy(row, limit + 1);
    const error: unknown = await ask("And today?").catch((thrown: unknown) => thrown);
    expect(error).toMatchObject(surfaced(row));
    expect(requests()).toHaveLength(1);
    const { receipt } = await clew.why({ session });
    expect([receipt.compacted, receipt.call]).toEqual([false, 1]);
    expect((await clew.turn(receipt.turn)).state).toBe("failed");
    expect(await outcomesIn(clew)).toEqual(["failed"]);
  });
});

interface Answered {
  readonly id: string;
  readonly state: Turn["state"];
  readonly text: string;
}

/** Some days of a log that is longer than the provider takes, and a way to ask something in it. */
async function conversation(row: AnyRow) {
  const clew = await openClew({ store: "memory", window, timeZone: "UTC" });
  open.push(clew);
  for (let day = 0; day < 6; day++) {
    const turn = await clew.begin({
      session,
      text: `Day ${day}: ${"the beds were dry and the cans empty. ".repeat(40)}`,
    });
    await turn.complete({ text: "Noted." });
  }
  const standIn = servers[row.wire];
  const earlier = standIn.requests.length;
  const model = modelFor(row, standIn.url);
  const ask = async (text: string, options: { readonly maxOutputTokens?: number } = {}): Promise<Answered> => {
    if (row.where !== "stream") {
      const result = await clew.generate({ session, text }, { model, ...options });
      return { id: result.turn.id, state: result.turn.state, text: result.text };
    }
    let error: unknown;
    const onError = (event: { readonly error: unknown }) => {
      error = event.error;
    };
    const result = await clew.stream({ session, text }, { model, onError, ...options });
    await result.consumeStream({ onError: () => undefined });
    if (error !== undefined) throw error;
    return { id: result.turn.id, state: result.turn.state, text: await result.text };
  };
  return { clew, ask, requests: () => standIn.requests.slice(earlier), kept: await lines(clew) };
}

function modelFor({ wire, vendor }: AnyRow, baseURL: string): LanguageModel {
  const settings = { baseURL, apiKey: "key" };
  switch (wire) {
    case "anthropic":
      return createAnthropic(settings)("claude-sonnet-4-5");
    case "openai-responses":
      return createOpenAI(settings).responses("gpt-4.1");
    case "gemini":
      return createGoogleGenerativeAI(settings)("gemini-3-flash");
    case "ollama":
      return "ollama:qwen3";
    case "openai-chat":
      if (vendor === "OpenAI" || vendor === "Azure") return createOpenAI(settings).chat("gpt-4.1");
      return createOpenAICompatible({ ...settings, name: vendor.toLowerCase() })("model");
  }
}

/** As the row has it. Whoever is to try again need not wait long. */
function refusalBy(row: AnyRow, requested: number, most = limit): StandInReply {
  const body = row.body(most, requested);
  if (row.where === "finish") return { empty: true, finish: body };
  if (row.where === "stream") return { text: "The beginning of it", streamError: { after: 2, body: JSON.parse(body) } };
  return { error: { status: row.status, body, headers: { ...row.headers, "retry-after-ms": "1" } } };
}

/** What a caller is told. That Ollama has no such model is said in our own words, with the models that it has. */
function surfaced(row: AnyRow): object {
  if (row.wire === "ollama" && row.status === 404) return { code: "model/unavailable" };
  const body = row.body(limit, limit + 1);
  if (row.where === "stream") return { message: JSON.parse(body).error.message };
  return { statusCode: row.status, responseBody: body };
}

function replyAskedFor(body: unknown): number {
  const { max_tokens, max_completion_tokens } = body as Record<string, number | undefined>;
  return max_completion_tokens ?? max_tokens ?? 0;
}

async function lines(clew: Clew): Promise<readonly string[]> {
  const page = await clew.log({ session, limit: 1_000 });
  expect(page.lines).toHaveLength(page.total);
  return page.lines.map(({ text }) => text);
}

/** What came of every call, as the trace has it. */
async function outcomesIn(clew: Clew): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const line of clew.export()) {
    const { record } = JSON.parse(line) as { record?: { name?: string; event?: { outcome?: string } } };
    if (record?.name === "model_usage" && record.event?.outcome !== undefined) found.push(record.event.outcome);
  }
  return found;
}
