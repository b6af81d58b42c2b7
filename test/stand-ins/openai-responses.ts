import { openaiFailure, openaiInvalid, openaiKey, openaiPage } from "./openai-failures.js";
import { eventsOf, failedEvent, outputOf, responseOf } from "./openai-responses-events.js";
import {
  type ResponsesForm,
  responsesParts,
  responsesRequest,
  type WholeItem,
  wholeInput,
} from "./openai-responses-request.js";
import { promptText } from "./prompt-text.js";
import type { Failure, Refusal, StandIn, StandInOptions, StandInScript } from "./script.js";
import { type Answer, type Asked, type Dialect, type Limits, startStandIn } from "./server.js";
import { StepCache } from "./step-cache.js";

export interface ResponsesOptions extends StandInOptions {
  /** Says that a prompt is too long inside a stream that began with status 200. */
  readonly refusesInStream?: boolean;
}

/** OpenAI's responses, with the items that it keeps of its own answers. */
export function startOpenaiResponses(script: StandInScript, options: ResponsesOptions = {}): Promise<StandIn> {
  const rules = { stepTokens: 128, leastTokens: 1_024, ttlMs: 5 * 60_000 };
  const cache = new StepCache(rules, options.now ?? Date.now);
  const items = new Map<string, { item: WholeItem; needs: string | null }>();
  const responses = new Map<string, readonly WholeItem[]>();
  const dialect: Dialect<ResponsesForm> = {
    base: "/v1",
    lineEnd: "\n",
    keyOf: openaiKey,
    page: (path) => openaiPage(path, options.models ?? ["gpt-5", "gpt-5-mini"]),
    read: (path, body) => read(path, body, { items, responses }),
    overflow: (asked, window) => overflow(asked, window, options.refusesInStream ?? false),
    failure,
    count: ({ model, form }) => {
      const cacheRead = cache.serve(`${model} ${form.request.prompt_cache_key ?? ""}`, form.prompt);
      return { cacheRead, cacheWrite: 0, longWrite: 0, oracle: null };
    },
    whole: (answer) => responseOf(answer, "completed"),
    frames: eventsOf,
    broken: (body) => failedEvent(body),
    ended: (answer) => keep(answer, items, responses),
  };
  return startStandIn(dialect, script, options);
}

function read(
  path: string,
  body: unknown,
  kept: Parameters<typeof wholeInput>[1],
): Asked<ResponsesForm> | { refusal: Refusal } | undefined {
  if (path.split("?")[0] !== "/v1/responses") return undefined;
  const parsed = responsesRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { refusal: openaiInvalid(`Invalid value: ${issue?.message}`, issue?.path.join(".") ?? null) };
  }
  const request = parsed.data;
  const items = wholeInput(request, kept);
  if ("refusal" in items) return items;
  const { system, parts } = responsesParts(request, items);
  const { text: prompt, tokens } = promptText(request.tools ?? [], system, parts);
  return {
    ...{ model: request.model, stream: request.stream ?? false, system, parts, tokens },
    tools: (request.tools ?? []).flatMap(({ name }) => name ?? []),
    form: { request, items, prompt },
  };
}

function overflow({ tokens, stream }: Asked<ResponsesForm>, window: number, inStream: boolean): Refusal | null {
  if (tokens <= window) return null;
  const refusal = failure("overflow", { tokens, window });
  if (!stream || !inStream) return refusal;
  const { event, data } = failedEvent(refusal.body);
  const body = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return { status: 200, body, headers: { "content-type": "text/event-stream" } };
}

function failure(kind: Exclude<Failure, "cut">, _limits: Limits): Refusal {
  if (kind !== "overflow") return openaiFailure(kind);
  const message = "Your input exceeds the context window of this model. Please adjust your input and try again.";
  return openaiInvalid(message, "input", "context_length_exceeded");
}

/** Keeps what may be referred to later: the items of the answer, and the whole conversation up to it. */
function keep(
  answer: Answer<ResponsesForm>,
  items: Map<string, { item: WholeItem; needs: string | null }>,
  responses: Map<string, readonly WholeItem[]>,
): void {
  const { asked, id } = answer;
  if (asked.form.request.store === false) return;
  const output = outputOf(answer);
  const thought = output.find(({ type }) => type === "reasoning")?.id ?? null;
  for (const [place, item] of output.entries())
    if (item.id !== undefined) items.set(item.id, { item, needs: place === 1 ? thought : null });
  responses.set(`resp_${id}`, [...asked.form.items, ...output]);
}
