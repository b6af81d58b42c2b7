import { promptText } from "../prompt-text.js";
import type { StandIn, StandInFailure, StandInOptions, StandInRefusal, StandInScript } from "../script.js";
import { type Answer, type Asked, type Dialect, type Limits, serveDialect } from "../server.js";
import { StepCache } from "../step-cache.js";
import { openaiFailure, openaiInvalid, openaiKey, openaiPage, takesMarks } from "./failures.js";
import { checkReasoning } from "./preserved.js";
import { ResponseDiagnostics } from "./response-diagnostics.js";
import { listEvents, listOutput, sealAnswer, writeFailure, writeResponse } from "./responses-events.js";
import {
  type Kept,
  listToolNames,
  type ResponsesForm,
  responsesParts,
  responsesRequest,
  type WholeItem,
  wholeInput,
} from "./responses-request.js";

/** Settings of the stand-in of OpenAI's Responses API. */
export interface ResponsesOptions extends StandInOptions {
  /** Says that a prompt is too long inside a stream that began with status 200. */
  readonly refusesInStream?: boolean;
  /** The organization that asks where no header names one: it can't send back what another was given. */
  readonly organization?: string;
}

/**
 * Starts a stand-in of OpenAI's Responses API, with the items that it keeps of its own answers. Newer models drop reasoning behind
 * another beginning without a word to the client: `dropped` of the request tells the test.
 */
export function startOpenaiResponses(script: StandInScript, options: ResponsesOptions = {}): Promise<StandIn> {
  const rules = { stepTokens: 128, leastTokens: 1_024, ttlMs: 5 * 60_000 };
  const cache = new StepCache(rules, options.now ?? Date.now);
  const items = new Map<string, { item: WholeItem; needs: string | null }>();
  const responses = new Map<string, readonly WholeItem[]>();
  const seals = new Map<string, string>();
  const diagnostics = new ResponseDiagnostics();
  const { organization = "" } = options;
  const dialect: Dialect<ResponsesForm> = {
    base: "/v1",
    lineEnd: "\n",
    keyOf: openaiKey,
    page: (path) => openaiPage(path, options.models ?? ["gpt-5", "gpt-5-mini"]),
    read(path, body, headers) {
      const asking = headers["openai-organization"]?.toString() ?? organization;
      return read(path, body, { kept: { items, responses, seals }, organization: asking });
    },
    overflow: (asked, window) => overflow(asked, window, options.refusesInStream ?? false),
    failure,
    count: ({ model, form }) => {
      const { read, written } = cache.serve(`${model} ${form.request.prompt_cache_key ?? ""}`, form.prompt);
      return { cacheRead: read, cacheWrite: takesMarks(model) ? written : 0, longWrite: 0, oracle: null };
    },
    whole: (answer) => writeResponse(answer, "completed", diagnostics.compare(answer)),
    frames: (answer) => listEvents(answer, diagnostics.compare(answer)),
    broken: (body) => writeFailure(body),
    ended: (answer) => keep(answer, { items, responses, seals }),
  };
  return serveDialect(dialect, script, options);
}

function read(
  path: string,
  body: unknown,
  { kept, organization }: { readonly kept: Kept; readonly organization: string },
): Asked<ResponsesForm> | { refusal: StandInRefusal } | undefined {
  if (path.split("?")[0] !== "/v1/responses") return undefined;
  const parsed = responsesRequest.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return { refusal: openaiInvalid(`Invalid value: ${issue?.message}`, issue?.path.join(".") ?? null) };
  }
  const request = parsed.data;
  const items = wholeInput(request, kept);
  if ("refusal" in items) return items;
  const { dropped, refused } = checkReasoning(request, items, { organization, stored: kept.seals });
  if (refused !== null) {
    const message = `The encrypted content for item ${refused} could not be verified.`;
    return { refusal: openaiInvalid(message, "input", "invalid_encrypted_content") };
  }
  const gone = new Set(dropped.map(({ path }) => path));
  const shown = items.filter((_, place) => !gone.has(`input[${place}]`));
  const { system, parts } = responsesParts(request, shown);
  const { text: prompt, tokens } = promptText(request.tools ?? [], system, parts);
  return {
    ...{ model: request.model, stream: request.stream ?? false, system, parts, tokens },
    tools: listToolNames(request, items),
    dropped,
    form: { request, items, prompt, organization },
  };
}

function overflow({ tokens, stream }: Asked<ResponsesForm>, window: number, inStream: boolean): StandInRefusal | null {
  if (tokens <= window) return null;
  const refusal = failure("overflow", { tokens, window });
  if (!stream || !inStream) return refusal;
  const { event, data } = writeFailure(refusal.body);
  const body = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return { status: 200, body, headers: { "content-type": "text/event-stream" } };
}

function failure(kind: Exclude<StandInFailure, "cut">, _limits: Limits): StandInRefusal {
  if (kind !== "overflow") return openaiFailure(kind);
  const message = "Your input exceeds the context window of this model. Please adjust your input and try again.";
  return openaiInvalid(message, "input", "context_length_exceeded");
}

interface Keeping extends Kept {
  readonly items: Map<string, { item: WholeItem; needs: string | null }>;
  readonly responses: Map<string, readonly WholeItem[]>;
  readonly seals: Map<string, string>;
}

/** Keeps what may be referred to later: the items of the answer, and the whole conversation up to it. */
function keep(answer: Answer<ResponsesForm>, { items, responses, seals }: Keeping): void {
  const { asked, id, reply } = answer;
  if (asked.form.request.store === false) return;
  const output = listOutput(answer);
  const thought = output.find(({ type }) => type === "reasoning")?.id ?? null;
  if (thought !== null) seals.set(thought, sealAnswer(asked.form, reply.reasoning ?? ""));
  for (const [place, item] of output.entries())
    if (item.id !== undefined) items.set(item.id, { item, needs: place === 1 ? thought : null });
  responses.set(`resp_${id}`, [...asked.form.items, ...output]);
}
