import { promptText } from "../prompt-text.js";
import type { StandIn, StandInFailure, StandInOptions, StandInRefusal, StandInScript } from "../script.js";
import { seal } from "../seal.js";
import { type Answer, type Asked, type Dialect, type Frame, type Limits, serveDialect, splitWords } from "../server.js";
import { StepCache } from "../step-cache.js";
import {
  type GeminiRequest,
  geminiParts,
  geminiRequest,
  geminiSystem,
  geminiTools,
  nameCall,
  wrongGemini,
} from "./request.js";

/** Starts a stand-in of Google's Gemini API, with its implicit cache. */
export function startGemini(script: StandInScript, options: StandInOptions = {}): Promise<StandIn> {
  const now = options.now ?? Date.now;
  const flash = new StepCache({ stepTokens: 128, leastTokens: 1_024, ttlMs: 5 * 60_000 }, now);
  const pro = new StepCache({ stepTokens: 128, leastTokens: 4_096, ttlMs: 5 * 60_000 }, now);
  const models = options.models ?? ["gemini-3-pro", "gemini-3-flash"];
  const dialect: Dialect<Form> = {
    base: "/v1beta",
    lineEnd: "\r\n",
    keyOf: (headers) => headers["x-goog-api-key"]?.toString(),
    page: (path) => page(path, models, options.window ?? 1_048_576),
    read: (path, body, headers) => read(path, body, String(headers["x-goog-api-key"] ?? "")),
    overflow: ({ tokens }, window) => (tokens > window ? failure("overflow", { tokens, window }) : null),
    failure,
    count: ({ model, form }) => {
      const { read: cacheRead } = (model.includes("flash") ? flash : pro).serve(model, form.prompt);
      return { cacheRead, cacheWrite: 0, longWrite: 0, oracle: null };
    },
    whole: (answer) => chunk(answer, contentParts(answer).flat(), finishReason(answer)),
    frames,
    broken: (body) => ({ data: body }),
  };
  return serveDialect(dialect, script, options);
}

interface Form {
  readonly request: GeminiRequest;
  readonly prompt: string;
  readonly key: string;
}

type Part = Readonly<Record<string, unknown>>;

function page(path: string, models: readonly string[], window: number): unknown {
  const listed = models.map((id) => ({
    ...{ name: `models/${id}`, displayName: id, inputTokenLimit: window, outputTokenLimit: 65_536 },
    supportedGenerationMethods: ["generateContent", "countTokens"],
  }));
  const place = path.split("?")[0];
  if (place === "/v1beta/models") return { models: listed };
  return listed.find(({ name }) => place === `/v1beta/${name}`);
}

function read(path: string, body: unknown, key: string): Asked<Form> | { refusal: StandInRefusal } | undefined {
  const [, model, verb] = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)(\?|$)/.exec(path) ?? [];
  if (model === undefined) return undefined;
  const parsed = geminiRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { refusal: invalid(`Invalid value at '${issue?.path.join(".")}': ${issue?.message}`) };
  }
  const request = parsed.data;
  const wrong = wrongGemini(request, { model, key });
  if (wrong !== null) return { refusal: invalid(wrong) };
  const [system, parts, tools] = [geminiSystem(request), geminiParts(request), geminiTools(request)];
  const { text: prompt, tokens } = promptText(tools, system, parts);
  return {
    ...{ model, stream: verb === "streamGenerateContent", system, parts, tokens },
    tools: tools.map(({ name }) => name),
    form: { request, prompt, key },
  };
}

function failure(kind: Exclude<StandInFailure, "cut">, { tokens, window }: Limits): StandInRefusal {
  switch (kind) {
    case "overflow":
      return invalid(`The input token count (${tokens}) exceeds the maximum number of tokens allowed (${window}).`);
    case "rate-limit": {
      const message =
        "You exceeded your current quota, please check your plan and billing details. Please retry in 1ms.";
      return { ...refused(429, "RESOURCE_EXHAUSTED", message), headers: { "retry-after-ms": "1" } };
    }
    case "overloaded": {
      const message = "The model is overloaded. Please try again later.";
      return { ...refused(503, "UNAVAILABLE", message), headers: { "retry-after-ms": "1" } };
    }
    case "unauthorized":
      return invalid("API key not valid. Please pass a valid API key.");
  }
}

function invalid(message: string): StandInRefusal {
  return refused(400, "INVALID_ARGUMENT", message);
}

function refused(code: number, status: string, message: string): StandInRefusal {
  return { status: code, body: { error: { code, message, status } } };
}

function frames(answer: Answer<Form>): readonly Frame[] {
  const { text = "", reasoning = "" } = answer.reply.empty ? {} : answer.reply;
  const [, , calls] = contentParts(answer);
  return [
    ...splitWords(reasoning).map((word) => ({ data: chunk(answer, [{ text: word, thought: true }]) })),
    ...splitWords(text).map((word) => ({ data: chunk(answer, [{ text: word }]), at: "word" as const })),
    ...calls.map((call) => ({ data: chunk(answer, [call]) })),
    { data: chunk(answer, answer.reply.empty ? [] : [{ text: "" }], finishReason(answer)), at: "end" },
  ];
}

/** Thoughts, words and calls. A model of the third generation signs the first call. */
function contentParts({
  asked,
  reply,
  calls,
}: Answer<Form>): readonly [readonly Part[], readonly Part[], readonly Part[]] {
  const { text = "", reasoning = "" } = reply.empty ? {} : reply;
  const signs = /gemini-[3-9]/.test(asked.model);
  return [
    reasoning === "" ? [] : [{ text: reasoning, thought: true }],
    text === "" ? [] : [{ text }],
    calls.map(({ id, tool, input }, place) => ({
      functionCall: { id, name: tool, args: input },
      ...(signs &&
        place === 0 && { thoughtSignature: seal({ model: asked.model, key: asked.form.key }, nameCall(tool, input)) }),
    })),
  ];
}

/** One piece of an answer; the last one says why it ended. */
function chunk({ id, asked, usage }: Answer<Form>, parts: readonly Part[], finish?: string): unknown {
  const content = { role: "model", ...(parts.length > 0 && { parts }) };
  const said = usage.output - usage.reasoning;
  const output =
    finish === undefined ? {} : { candidatesTokenCount: said, totalTokenCount: usage.input + usage.output };
  return {
    candidates: [{ content, index: 0, ...(finish !== undefined && { finishReason: finish }) }],
    usageMetadata: {
      promptTokenCount: usage.input,
      ...(usage.cacheRead > 0 && { cachedContentTokenCount: usage.cacheRead }),
      ...(usage.reasoning > 0 && { thoughtsTokenCount: usage.reasoning }),
      ...output,
    },
    modelVersion: asked.model,
    responseId: id,
  };
}

function finishReason({ reply }: Answer<Form>): string {
  return { length: "MAX_TOKENS", filter: "SAFETY" }[reply.finish ?? ""] ?? reply.finish ?? "STOP";
}
