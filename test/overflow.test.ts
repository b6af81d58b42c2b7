import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  classifyOverflow,
  isCutByWindow,
  isSilentlyCut,
  type Overflow,
} from "@clewline/core/model/overflow/classify.js";
import { rows } from "@clewline/core/model/overflow/rows.js";
import { APICallError, type LanguageModel, RetryError } from "ai";
import fc from "fast-check";
import { Ollama } from "ollama";
import { describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";
import { seed } from "./seed.js";
import { some } from "./some.js";
import { lookAlikes, type OverflowRow, overflowRows, promptIn } from "./stand-ins/overflow-rows.js";

const limit = 200_000;
const requested = 231_457;

type AnyRow = OverflowRow<Overflow["kind"] | null>;

const refused = overflowRows.filter(({ where }) => where !== "finish");

describe.each(refused)("$name", (row) => {
  it.each(wrappings(row))("is known %s", (_, wrap) => {
    expect(seen(classifyOverflow(wrap(row.body(limit, requested))))).toEqual(expected(row, limit, requested));
  });

  it("is known as its official client hands it over", async () => {
    const error = await refusalBy(row, row.body(limit, requested));
    expect(seen(classifyOverflow(error))).toEqual(expected(row, limit, requested));
  });

  it("is not taken from an attempt that was followed by another failure", () => {
    const other = apiError({ status: 503, where: "status" }, '{"error":{"message":"Service unavailable"}}');
    const attempts = [apiError(row, row.body(limit, requested)), other];
    expect(
      classifyOverflow(new RetryError({ message: "Failed", reason: "maxRetriesExceeded", errors: attempts })),
    ).toBeNull();
  });
});

describe.each(lookAlikes)("no overflow: $name", (row) => {
  it.each(wrappings(row))("not %s", (_, wrap) => {
    expect(classifyOverflow(wrap(row.body(limit, requested)))).toBeNull();
  });

  it("not as its official client hands it over", async () => {
    expect(classifyOverflow(await refusalBy(row, row.body(limit, requested)))).toBeNull();
  });
});

describe(`60. overflow, seed ${seed}`, () => {
  it("has a test for every row of the table", () => {
    const known = refused.map((row) => classifyOverflow(apiError(row, row.body(limit, requested)))?.row);
    const beside = ["Kimi: token length", "Cohere: prompt", "DS4: context size", "any: context length", "any: prompt"];
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name) && !beside.includes(name))).toEqual([]);
  });

  it.each([
    ["Kimi: token length", "Input token length too long", null, null],
    [
      "Cohere: prompt",
      "too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.",
      4081,
      4292,
    ],
    ["DS4: context size", "Prompt tokens (5000) exceeds context size (4096)", 4096, 5000],
    [
      "any: context length",
      "Requested token count exceeds the model's maximum context length of 131072 tokens.",
      131_072,
      null,
    ],
    ["any: prompt", "Prompt is too long", null, null],
    [
      "OpenAI: messages",
      "This model's maximum context length is 512 tokens. However, you requested 548 tokens in the input",
      512,
      548,
    ],
    [
      "DS4: configured size",
      "Prompt has 5,958,968 tokens, but the configured context size is 256,000 tokens",
      256_000,
      5_958_968,
    ],
    [
      "Gemini: token count",
      "The input token count (1 196 265) exceeds the maximum number of tokens allowed (1 048 575).",
      1_048_575,
      1_196_265,
    ],
    ["any: code", "Error code: 400 - {'error': {'code': 'context_length_exceeded'}}", null, null],
    ["Anthropic: prompt", "prompt is too long: 213462\n  tokens > 200000 maximum", 200_000, 213_462],
  ])("reads a bare text as %s: %s", (row, text, wantedLimit, wantedSize) => {
    for (const error of [text, new Error(text), new Error("Failed", { cause: new Error(text) }), { message: text }]) {
      expect(classifyOverflow(error)).toMatchObject({ kind: "window", limit: wantedLimit, requested: wantedSize, row });
    }
  });

  it("reads the numbers of every row, whatever they are and however their thousands are set", () => {
    const marks = fc.constantFrom("", ",", ".", "'", "_", " ", "\u00a0", "\u202f");
    const sizes = fc.tuple(fc.integer({ min: 1_024, max: 2_000_000 }), fc.integer({ min: 1, max: 2_000_000 }), marks);
    checkProperty(
      fc.property(fc.constantFrom(...refused), sizes, (row, [window, over, mark]) => {
        const body = row
          .body(window, window + over)
          .replace(/\d{4,7}(?=[ ,.()]|$)/g, (digits) => grouped(digits, mark));
        const found = seen(
          classifyOverflow(apiError(row, row.name.includes("fields alone") ? row.body(window, window + over) : body)),
        );
        expect(found).toEqual(expected(row, window, window + over));
      }),
      { runs: 1_000 },
    );
  });

  it("takes a prompt that alone is too large for a matter of the window, whatever reply was asked for", () => {
    const text =
      "This model's maximum context length is 8192 tokens. However, you requested 10192 tokens (9192 in the messages, 1000 in the completion).";
    expect(classifyOverflow(text)).toEqual({
      ...{ kind: "window", limit: 8_192, requested: 9_192, over: 1_000 },
      row: "OpenAI: messages and completion",
    });
  });

  it("takes a reply that no model could write for a matter of the reply", () => {
    const text =
      "This endpoint's maximum context length is 1048576 tokens. However, you requested about 2000000311 tokens (311 of text input, 2000000000 in the output).";
    expect(classifyOverflow(text)).toMatchObject({ kind: "reply", limit: 1_048_576, reply: 2_000_000_000 });
  });

  it("believes no limit that no model has, and no size below its limit", () => {
    expect(classifyOverflow("prompt is too long: 900 tokens > 0 maximum")).toMatchObject({
      limit: null,
      requested: 900,
    });
    expect(classifyOverflow("prompt is too long: 900000000000 tokens > 200000 maximum")).toMatchObject({
      limit,
      requested: null,
    });
    expect(classifyOverflow("prompt is too long: 900 tokens > 200000 maximum")).toMatchObject({
      limit,
      requested: null,
      over: null,
    });
  });

  it("looks for a status where one stands, not in numbers that contain one", () => {
    const words = "prompt is too long: 4294001 tokens > 4000000 maximum (429000 of 5000)";
    for (const error of [words, `400 ${words}`, { message: words, code: 42_900 }, { message: words, code: "4290" }]) {
      expect(classifyOverflow(error)).toMatchObject({ kind: "window", limit: 4_000_000 });
    }
    for (const status of [401, 403, 404, 429, 500, 502, 503, 529]) {
      expect(classifyOverflow(`${status} ${words}`)).toBeNull();
      expect(classifyOverflow(`API error: ${status}: ${words}`)).toBeNull();
      expect(classifyOverflow({ message: words, status })).toBeNull();
      expect(classifyOverflow({ error: { message: words, code: String(status) } })).toBeNull();
    }
  });

  it("reads an error that a server sent as a successful answer, and no answer as an error", () => {
    const words = "prompt is too long: 300000 tokens > 200000 maximum";
    const cases = [
      [{ error: { message: words, code: 400 } }, "window"],
      [{ object: "error", message: words }, "window"],
      [{ base_resp: { status_code: 2013, status_msg: "invalid params, context window exceeds limit" } }, "window"],
      [{ choices: [{ message: { role: "assistant", content: words } }] }, undefined],
      [{ message: { role: "assistant", content: words } }, undefined],
      [{ message: words }, undefined],
      [words, undefined],
    ] as const;
    for (const [body, kind] of cases) {
      const responseBody = typeof body === "string" ? body : JSON.stringify(body);
      const failed = { message: "Invalid JSON response", statusCode: 200, responseBody };
      expect(classifyOverflow(new APICallError({ ...failed, url: "", requestBodyValues: {} }))?.kind).toBe(kind);
    }
  });

  it("never reads the request that failed, nor what a model wrote", () => {
    const words = "prompt is too long: 300000 tokens > 200000 maximum";
    const request = { messages: [{ role: "user", content: words }], error: words, message: words };
    const failed = { message: "Invalid role", statusCode: 400, responseBody: '{"error":{"message":"Invalid role"}}' };
    expect(classifyOverflow(new APICallError({ ...failed, url: "", requestBodyValues: request }))).toBeNull();
    expect(
      classifyOverflow({ name: "AI_JSONParseError", message: `JSON parsing failed: Text: ${words}`, text: words }),
    ).toBeNull();
    expect(
      classifyOverflow({ name: "AI_TypeValidationError", message: words, value: { delta: words, message: words } }),
    ).toBeNull();
    expect(classifyOverflow({ detail: [{ msg: "Field required", input: words }] })).toBeNull();
  });

  it("takes no arbitrary failure for an overflow", () => {
    const status = fc.constantFrom(undefined, 200, 400, 401, 413, 422, 429, 500, 503);
    const words = fc.constantFrom(
      ..."context length window tokens maximum prompt 400 4001 413 limit exceeds is too large model 128000 input messages of".split(
        " ",
      ),
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 12 }).map((list) => `${list.join(" ")}.`),
      fc.json(),
    );
    const code = fc.oneof(fc.string({ maxLength: 12 }), fc.integer(), fc.constant(null));
    const error = fc.oneof(
      fc.anything(),
      text,
      fc.record({
        statusCode: status,
        message: text,
        responseBody: text.filter((body) => body.trim() !== ""),
        data: fc.anything(),
      }),
      fc.record({ type: fc.constant("error"), error: fc.record({ code, type: code, message: text }) }),
    );
    checkProperty(
      fc.property(error, (each) => {
        expect(classifyOverflow(each)).toBeNull();
      }),
      { runs: 1_000 },
    );
  });

  it("survives whatever it is given", () => {
    for (const error of some(hostile())) expect(() => classifyOverflow(error)).not.toThrow();
  });

  it("survives any value behind any of the fields that it reads", () => {
    const key = fc.constantFrom(
      ..."message error data cause errors lastError responseBody metadata raw value response status code type param detail n_ctx".split(
        " ",
      ),
    );
    const value = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 5 }, fc.anything(), fc.string(), fc.dictionary(key, tie("tree"), { maxKeys: 4 })),
    })).tree;
    checkProperty(
      fc.property(value, (each) => {
        classifyOverflow(each);
        classifyOverflow(trapped(each));
      }),
      { runs: 1_000 },
    );
  });
});

describe("an answer", () => {
  it.each(overflowRows.filter(({ where }) => where === "finish"))("was cut by the window: $name", (row) => {
    expect(isCutByWindow({ raw: row.body(limit, requested) })).toBe(true);
  });

  it.each([undefined, "", "stop", "length", "max_tokens", "tool_calls", "end_turn", "content_filter", "error"])(
    "was not cut by the window: %s",
    (raw) => {
      expect(isCutByWindow({ raw })).toBe(false);
    },
  );

  it("shows that the front of its prompt was cut, by a count far below what was sent", () => {
    expect(isSilentlyCut(20_000, 4_096, null)).toBe(true);
    expect(isSilentlyCut(20_000, 4_096, 32_768)).toBe(true);
    expect(isSilentlyCut(7_000, 3_600, 4_096)).toBe(true);
    expect(isSilentlyCut(5_000, 4_096, 4_096)).toBe(true);
    expect(isSilentlyCut(5_000, 4_050, 4_096)).toBe(true);
  });

  it("shows by a count above the window that the window was not kept", () => {
    expect(isSilentlyCut(210_000, 205_000, 200_000)).toBe(true);
    expect(isSilentlyCut(180_000, 200_001, 200_000)).toBe(true);
  });

  it("shows nothing where nothing was counted, or too little was sent to tell", () => {
    expect(isSilentlyCut(20_000, 0, 4_096)).toBe(false);
    expect(isSilentlyCut(20_000, Number.NaN, null)).toBe(false);
    expect(isSilentlyCut(300, 100, null)).toBe(false);
    expect(isSilentlyCut(Number.NaN, 4_096, 8_192)).toBe(false);
  });

  it("is not suspected for an estimate that is up to 40 % too high", () => {
    const prompt = fc.integer({ min: 1, max: 1_000_000 });
    const room = fc.integer({ min: 0, max: 1_000_000 });
    checkProperty(
      fc.property(prompt, fc.double({ min: 0.9, max: 1.4, noNaN: true }), room, (counted, factor, free) => {
        const window = Math.ceil(counted / 0.98) + 1 + free;
        expect(isSilentlyCut(Math.floor(counted * factor), counted, window)).toBe(false);
        expect(isSilentlyCut(Math.floor(counted * factor), counted, null)).toBe(false);
      }),
      { runs: 1_000 },
    );
  });
});

/** What the row should be read as; the row's own name is left out. */
function expected({ kind, reads }: AnyRow, window: number, size: number): unknown {
  if (kind === "payload") return { kind };
  if (kind === "quota") return { kind, limit: window, requested: size };
  if (kind === "reply") return { kind, limit: window, requested: size, reply: size - promptIn(window) };
  const figures = { limit: window, requested: size, over: size - window };
  const read = (name: keyof typeof figures) => (reads.includes(name) ? figures[name] : null);
  return { kind, limit: read("limit"), requested: read("requested"), over: read("over") };
}

const knownRows: readonly string[] = [...rows.map(({ name }) => name), "Cerebras: no body"];

function seen(overflow: Overflow | null): unknown {
  if (overflow === null) return null;
  const { row, ...rest } = overflow;
  if (!knownRows.includes(row)) throw new Error(`There is no row ${row}`);
  return rest;
}

type Wrapping = readonly [name: string, wrap: (body: string) => unknown];

function wrappings(row: AnyRow): readonly Wrapping[] {
  const wrapped: readonly Wrapping[] = [
    ["as an error of the SDK", (body) => apiError(row, body)],
    [
      "after several attempts",
      (body) => retryError([apiError({ status: 503, where: "status" }, ""), apiError(row, body)]),
    ],
    ["as the cause of another error", (body) => new Error("The call failed", { cause: apiError(row, body) })],
    ["inside another error's data", (body) => ({ type: "error", error: { cause: { data: apiError(row, body) } } })],
  ];
  if (row.body(limit, requested) === "") return wrapped;
  const status = row.where === "status" ? row.status : 400;
  return [
    ...wrapped,
    ["as a part of a stream", (body) => ({ type: "error", statusCode: status, error: innerOf(body) })],
    ["as the text of an error", (body) => new Error(`${row.where === "status" ? row.status : "Error:"} ${body}`)],
    ["as a bare string", (body) => `Error code: ${status} - ${body}`],
    ["as an error of another client", (body) => ({ message: "Request failed", response: { status, data: body } })],
    [
      "as an upstream's text",
      (body) => ({ error: { message: "Provider returned error", code: status, metadata: { raw: body } } }),
    ],
    [
      "as text within text within text",
      (body) => JSON.stringify({ error: { message: JSON.stringify({ message: body }), code: status } }),
    ],
  ];
}

/** What a client takes out of an event. */
function innerOf(body: string): unknown {
  if (!body.startsWith("{")) return body;
  const parsed = JSON.parse(body) as { readonly error?: unknown };
  return parsed.error ?? parsed;
}

/** As the SDK makes it from a response. */
function apiError({ status, where }: Pick<AnyRow, "status" | "where">, responseBody: string): APICallError {
  const data = where === "stream" ? (JSON.parse(responseBody) as unknown) : undefined;
  const statusCode = where === "stream" ? 400 : status;
  const message = statusCode === 413 ? "Payload Too Large" : "Bad Request";
  return new APICallError({ message, url: "http://localhost/", requestBodyValues: {}, statusCode, responseBody, data });
}

function retryError(errors: unknown[]): RetryError {
  return new RetryError({ message: "Failed after 3 attempts", reason: "maxRetriesExceeded", errors });
}

type Model = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;

type Part = { readonly type: string; readonly error?: unknown; readonly rawValue?: unknown };

/** The failure that an official client makes of this body. */
async function refusalBy(row: AnyRow, body: string): Promise<unknown> {
  const isStream = row.where === "stream";
  const type = isStream ? "text/event-stream" : "application/json";
  const frame = row.wire === "anthropic" ? `event: error\ndata: ${body}\n\n` : `data: ${body}\n\n`;
  const fetch = () =>
    Promise.resolve(
      new Response(isStream ? frame : body, { status: row.status, headers: { ...row.headers, "content-type": type } }),
    );
  try {
    if (row.wire === "ollama") return await ollamaAnswer(fetch);
    const { stream } = await modelBy(row, fetch).doStream({
      prompt: [{ role: "user", content: [{ type: "text", text: "Good morning" }] }],
      includeRawChunks: row.raw === true,
    });
    let data: unknown;
    for await (const part of stream as unknown as AsyncIterable<Part>) {
      if (part.type === "raw") data = part.rawValue;
      if (part.type === "error") return { error: part.error, data };
    }
  } catch (error) {
    return error;
  }
  return expect.fail("no failure");
}

function modelBy({ wire }: AnyRow, fetch: () => Promise<Response>): Model {
  const settings = { apiKey: "none", baseURL: "http://localhost", fetch };
  switch (wire) {
    case "anthropic":
      return createAnthropic(settings)("claude-sonnet-5");
    case "openai-responses":
      return createOpenAI(settings).responses("gpt-5");
    case "gemini":
      return createGoogleGenerativeAI(settings)("gemini-3-pro");
    default:
      return createOpenAICompatible({ ...settings, name: "any" }).chatModel("any");
  }
}

async function ollamaAnswer(fetch: () => Promise<Response>): Promise<unknown> {
  const messages = [{ role: "user", content: "Good morning" }];
  return new Ollama({ fetch }).chat({ model: "any", messages, stream: false });
}

function grouped(digits: string, mark: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, mark);
}

function hostile(): readonly unknown[] {
  const cycle: Record<string, unknown> = { message: "{}" };
  cycle.error = cycle;
  cycle.cause = [cycle, cycle];
  cycle.errors = [cycle];
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const deep = { error: nestedTo(5_000) };
  const endless: object = new Proxy({}, { get: () => endless });
  const growing = (): object => new Proxy({}, { get: () => growing() });
  const big = "prompt is too long ".repeat(300_000);
  return [
    ...[cycle, revoked.proxy, { errors: revoked.proxy }, deep, endless, growing(), trapped({ message: "x" })],
    ...[{ message: `${"{".repeat(100_000)}${"}".repeat(100_000)}` }, "[".repeat(200_000), `"${"\\".repeat(200_000)}"`],
    ...[
      `${big}{${big}}`,
      { responseBody: big, statusCode: 400 },
      " ".repeat(1_000_000),
      `${"1,234".repeat(100_000)} tokens`,
    ],
    ...["maximum context length is 1 tokens. however, you requested 1 tokens (".repeat(50_000), "(".repeat(500_000)],
    ...[{ errors: new Array(4_000_000_000) }, { code: Symbol("x"), message: 12n, status: () => 400 }, null, undefined],
  ];
}

function nestedTo(depth: number): unknown {
  let value: unknown = "prompt is too long";
  for (let level = 0; level < depth; level++) value = { error: value };
  return value;
}

/** Every field of it throws. */
function trapped(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get: () => {
      throw new Error("not for you");
    },
  });
}
