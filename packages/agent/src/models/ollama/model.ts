/** Ollama's chat endpoint as a model of the AI SDK. */
import { isSilentlyCut } from "@clewline/core/model/overflow/classify.js";
import { collectContent, type Model, type ModelCall, type StreamPart, type Warning } from "../sdk-model.js";
import { type AnswerReader, makeAnswerReader } from "./answer.js";
import {
  makeBrokenOffError,
  makeCutError,
  makeLateRefusalError,
  makeRefusalError,
  makeUnreadableError,
  type SentRequest,
} from "./failure.js";
import { buildRequest, estimateRequestTokens } from "./request.js";
import { makeMissingModelError, type OllamaServer, sendRequest } from "./server.js";
import { answerSchema, type OllamaAnswer, type OllamaRequest } from "./wire.js";

export interface OllamaModelOptions {
  readonly model: string;
  /** The window to request if the call names none as `providerOptions.ollama.num_ctx`. */
  readonly window?: (signal: AbortSignal | undefined) => Promise<number>;
  /** Whether the model thinks before it answers; by default as the model is set. */
  readonly think?: boolean;
}

interface ServerAnswer {
  readonly response: Response;
  readonly asking: SentRequest & { readonly body: OllamaRequest };
  readonly warnings: Warning[];
}

export function makeOllamaModel(server: OllamaServer, options: OllamaModelOptions): Model {
  let takesTools = true;
  const ask = async (call: ModelCall, stream: boolean): Promise<ServerAnswer> => {
    const { abortSignal: signal } = call;
    const requested = call.providerOptions?.ollama?.num_ctx;
    const window = typeof requested === "number" ? requested : await options.window?.(signal);
    const { body, warnings } = buildRequest(takesTools ? call : dropTools(call), {
      model: options.model,
      stream,
      window,
      think: options.think,
    });
    if (!takesTools && call.tools !== undefined) warnings.push({ type: "unsupported", feature: "tools" });
    const asking = { url: `${server.address}/api/chat`, body };
    const response = await sendRequest(server, "/api/chat", { body, headers: call.headers, signal });
    if (response.ok) return { response, asking, warnings };
    const error = await makeRefusalError(response, asking);
    if (response.status === 404 && /not found/.test(error.message))
      throw await makeMissingModelError(server, options.model, signal);
    if (body.tools === undefined || !/does not support tools/.test(error.message)) throw error;
    // Without tools, the model can still answer.
    takesTools = false;
    return ask(call, stream);
  };
  return {
    specificationVersion: "v3",
    provider: "ollama",
    modelId: options.model,
    supportedUrls: {},
    doGenerate: async (call) => {
      const answered = await ask(call, false);
      const parts: StreamPart[] = [];
      for await (const part of readParts(answered, call)) {
        if (part.type === "error") throw part.error;
        parts.push(part);
      }
      const finish = parts.find((part) => part.type === "finish");
      if (finish === undefined) throw await makeBrokenOffError(answered.asking);
      const { finishReason, usage } = finish;
      return { content: collectContent(parts), finishReason, usage, ...describeExchange(answered) };
    },
    doStream: async (call) => {
      const stop = new AbortController();
      const { abortSignal = stop.signal } = call;
      const stoppable = { ...call, abortSignal: AbortSignal.any([abortSignal, stop.signal]) };
      const answered = await ask(stoppable, true);
      const { request, response, warnings } = describeExchange(answered);
      const parts = readParts(answered, stoppable);
      return { stream: makeStream({ type: "stream-start", warnings }, parts, stop), request, response };
    },
  };
}

function dropTools({ tools: _tools, ...call }: ModelCall): ModelCall {
  return call;
}

function describeExchange({ asking, response, warnings }: ServerAnswer) {
  const headers = Object.fromEntries(response.headers);
  return { warnings, request: { body: asking.body }, response: { headers } };
}

/** Ends with a `finish` or an `error`; throws only if it was aborted. */
async function* readParts(
  { response, asking }: ServerAnswer,
  { abortSignal, includeRawChunks }: ModelCall,
): AsyncGenerator<StreamPart, void> {
  const reader = makeAnswerReader();
  try {
    for await (const line of readLines(response.body ?? new ReadableStream())) {
      const answer = parseLine(line);
      if (includeRawChunks) yield { type: "raw", rawValue: answer ?? line };
      if (answer === null) return yield* failAnswer(reader, await makeUnreadableError(line, asking));
      if (answer.error !== undefined)
        return yield* failAnswer(reader, await makeLateRefusalError(answer.error, asking));
      yield* reader.read(answer);
      if (answer.done) return yield* endAnswer(reader, answer, asking);
    }
  } catch (cause) {
    if (abortSignal?.aborted) throw abortSignal.reason;
    return yield* failAnswer(reader, await makeBrokenOffError(asking, cause));
  }
  yield* failAnswer(reader, await makeBrokenOffError(asking));
}

function parseLine(line: string): OllamaAnswer | null {
  try {
    return answerSchema.parse(JSON.parse(line));
  } catch {
    // Neither JSON nor of the format: the caller reports the line.
    return null;
  }
}

function* failAnswer(reader: AnswerReader, error: Error): Generator<StreamPart, void> {
  yield* reader.close();
  yield { type: "error", error };
}

async function* endAnswer(
  reader: AnswerReader,
  answer: OllamaAnswer,
  asking: ServerAnswer["asking"],
): AsyncGenerator<StreamPart, void> {
  const cut = countCutTokens(answer, asking.body);
  if (cut > 0) return yield* failAnswer(reader, await makeCutError(cut, asking));
  yield* reader.close();
  yield reader.finish(answer);
}

/** How many tokens a server silently cut from the prompt; 0 if it read everything. */
function countCutTokens({ prompt_eval_count: counted = 0 }: OllamaAnswer, body: OllamaRequest): number {
  const { num_ctx: requested } = body.options;
  const window = typeof requested === "number" ? requested : null;
  const asked = estimateRequestTokens(body);
  if (!isSilentlyCut(asked, counted, window)) return 0;
  return Math.max(1, asked - (window !== null && asked > window ? window : counted));
}

/** Cancelling the stream stops the answer. */
function makeStream(
  start: StreamPart,
  parts: AsyncGenerator<StreamPart, void>,
  stop: AbortController,
): ReadableStream<StreamPart> {
  return new ReadableStream<StreamPart>({
    start: (controller) => controller.enqueue(start),
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => stop.abort(),
  });
}

/** Splits a stream of bytes into lines; characters and lines may be cut anywhere between two pieces. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(isFilled);
  }
  yield* [rest + decoder.decode()].filter(isFilled);
}

function isFilled(line: string): boolean {
  return line.trim() !== "";
}
