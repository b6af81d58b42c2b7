/**
 * Wraps the builder's model while a turn is answered. A request refused as too large goes out again, smaller; an empty
 * answer is requested once more; every call's cost is recorded. All else passes through.
 */
import { isDeepStrictEqual } from "node:util";
import { ClewError } from "@clewline/core/errors.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import type { Overflow } from "@clewline/core/model/overflow/classify.js";
import { isOfReasoning } from "@clewline/core/model/reasoning/refused-reasoning.js";
import type { Refusal } from "@clewline/core/view/view-input.js";
import { isObject } from "@clewline/text/json.js";
import { type Attempt, forwardParts, makeStream, type Result, startStream } from "./guard-stream.js";
import {
  cutShort,
  type GuardedTurn,
  isBlank,
  isCut,
  isEmpty,
  isNoCall,
  isOutOfRoom,
  type Part,
  watchCall,
} from "./guard-watch.js";
import { copyModelIdentity, extractPrompt, type Model, type ModelCall } from "./prompt-of.js";
import { matchStreamedTools } from "./streamed-tools.js";

interface Answer extends Part {
  readonly content: readonly Part[];
}

/** Refusals of one request that are mended; a further one reaches the builder. */
const mostRefusals = 4;
/** With less than this there is no answer worth having. */
const leastReply: Tokens = 256;
/** Models whose providers want room for the longest reply that is asked for, and how long that was when they said so. */
const reserving = new WeakMap<Model, Tokens>();

export function guardModel(model: Model, turn: GuardedTurn): Model {
  // After a rate limit the SDK retries the request that it knows, so the mended one has to be remembered.
  const mended = new WeakMap<object, ModelCall>();
  const inner = model as unknown as {
    doGenerate(call: ModelCall): Promise<Answer>;
    doStream(call: ModelCall): Promise<Result>;
  };
  const own = {
    ...copyModelIdentity(model),
    async doGenerate(given: ModelCall): Promise<Answer> {
      const attempt = makeAttempt(model, turn, given, mended);
      const generate = (call: ModelCall) => turn.drive(() => inner.doGenerate(matchStreamedTools(model, call)));
      for (;;) {
        const answer = await tryOrRest(turn, () => tryGenerate(attempt, turn, given, generate));
        if (answer !== null) return answer;
      }
    },
    async doStream(given: ModelCall): Promise<Result> {
      const attempt = makeAttempt(model, turn, given, mended);
      const ask = (call: ModelCall) => turn.drive(() => inner.doStream(requestRawChunks(model, call)));
      const start = () => startStream(attempt, turn, given, ask);
      const first = await start();
      return { ...first.result, stream: makeStream(forwardParts({ first, start }, attempt, turn, given)) };
    },
  };
  return own as unknown as Model;
}

/** The SDK may retry after an error, or give up without a word. */
async function tryOrRest<Result>(turn: GuardedTurn, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    turn.rest();
    throw error;
  }
}

/** Returns null if the answer has to be requested again. */
async function tryGenerate(
  attempt: Attempt,
  turn: GuardedTurn,
  given: ModelCall,
  ask: (call: ModelCall) => Promise<Answer>,
): Promise<Answer | null> {
  const watch = watchCall(turn, given);
  let answer: Answer;
  try {
    answer = await ask(attempt.call);
  } catch (error) {
    await attempt.mend(watch.failed(error));
    return null;
  }
  const content = turn.isClosing() ? answer.content.filter(isNoCall) : answer.content;
  if (isCut(answer) && content.every(isBlank)) {
    watch.ended("refused", answer);
    await attempt.mend(cutShort);
    return null;
  }
  if (turn.insists && isEmpty(content, answer)) {
    watch.ended("empty", answer);
    attempt.again(isOutOfRoom(answer) ? "no room" : "empty");
    return null;
  }
  watch.ended("answered", answer);
  return { ...answer, content };
}

function makeAttempt(model: Model, turn: GuardedTurn, given: ModelCall, mended: WeakMap<object, ModelCall>): Attempt {
  const key = given.prompt as object;
  let call = mended.get(key) ?? prepareCall(model, turn, given);
  let refusals = 0;
  let blanks = 0;
  const keep = (next: ModelCall) => {
    call = next;
    mended.set(key, next);
  };
  const shrink = async (refused: Refusal) => {
    const smaller = await turn.smaller(refused);
    const next = { ...call, prompt: await extractPrompt(model, smaller), ...capReply(model, turn, given) };
    const isSame = isDeepStrictEqual([next.prompt, next.maxOutputTokens], [call.prompt, call.maxOutputTokens]);
    keep(next);
    // The same request would be refused again.
    return !isSame;
  };
  return {
    get call() {
      return call;
    },
    again(why) {
      blanks += 1;
      if (why === "no room") throw makeNoRoomError();
      if (blanks > 1) throw turn.isClosing() ? makeUsedUpError() : makeEmptyAnswerError();
      // At the end of a turn, a model that goes on to call tools is left without any.
      if (turn.isClosing()) keep({ ...call, tools: undefined, toolChoice: undefined });
    },
    finish(trouble) {
      if (trouble.kind === "window") turn.smallerNext(makeRefusal(trouble.limit, trouble.requested));
      return makeBrokenFinish(model);
    },
    async mend(trouble): Promise<void> {
      if (!("kind" in trouble)) {
        const words = turn.mayMend() ? readReasoningRefusal(trouble.error) : null;
        const bare = words === null ? null : await turn.bare(words);
        if (bare === null) throw trouble.error;
        return keep({ ...call, prompt: await extractPrompt(model, bare), ...capReply(model, turn, given) });
      }
      refusals += 1;
      if (trouble.kind === "quota") throw makeQuotaError(trouble);
      if (refusals > mostRefusals) throw makeOverflowError(trouble);
      if (trouble.kind !== "reply") {
        const refused = trouble.kind === "payload" ? { bytes: true } : makeRefusal(trouble.limit, trouble.requested);
        if (!(await shrink(refused))) await this.mend(trouble);
        return;
      }
      reserving.set(model, trouble.reply);
      const prompt = trouble.requested - trouble.reply;
      const reply = trouble.limit - prompt;
      if (reply < leastReply || reply >= (call.maxOutputTokens ?? Number.POSITIVE_INFINITY)) {
        await shrink(makeRefusal(trouble.limit, prompt));
        return;
      }
      keep({ ...call, maxOutputTokens: reply });
    },
  };
}

/** The words in which the provider refuses a request for its reasoning; null for any other error. */
export function readReasoningRefusal(error: unknown): string | null {
  if (!isObject(error)) return null;
  const { statusCode, message, responseBody } = error;
  const words = `${message} ${responseBody}`;
  return (statusCode === 400 || statusCode === 422) && isOfReasoning(words) ? words : null;
}

function makeRefusal(limit: Tokens | null, requested: Tokens | null): Refusal {
  return { ...(limit === null ? {} : { limit }), ...(requested === null ? {} : { requested }) };
}

function prepareCall(model: Model, turn: GuardedTurn, given: ModelCall): ModelCall {
  const providerOptions = mergeOptions(turn.providerOptions(), given.providerOptions ?? {});
  return { ...given, providerOptions, ...capReply(model, turn, given) };
}

/** As much as was asked for and fits beside the view; nothing where the provider leaves that to itself. */
function capReply(model: Model, turn: GuardedTurn, { maxOutputTokens }: ModelCall): Partial<ModelCall> {
  const asked = reserving.has(model) ? (maxOutputTokens ?? reserving.get(model)) : undefined;
  return asked === undefined ? {} : { maxOutputTokens: Math.min(asked, Math.max(leastReply, turn.free())) };
}

/** The builder's options override ours, one by one. */
function mergeOptions(ours: object, given: object): object {
  const vendors = Object.entries(given).map(([vendor, options]) => [
    vendor,
    { ...(ours as Readonly<Record<string, object>>)[vendor], ...options },
  ]);
  return { ...ours, ...Object.fromEntries(vendors) };
}

/** OpenRouter wraps what its upstreams say, and the client hands on the wrapping alone. */
function requestRawChunks({ provider }: Model, call: ModelCall): ModelCall {
  return /^openrouter\b/.test(provider) ? { ...call, includeRawChunks: true } : call;
}

/** In the shape that the model's version of the SDK has for it. */
function makeBrokenFinish({ specificationVersion }: Model): Part {
  const unknown = { inputTokens: undefined, outputTokens: undefined, totalTokens: undefined };
  if (specificationVersion === "v2") return { type: "finish", finishReason: "tool-calls", usage: unknown };
  const inputTokens = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  const outputTokens = { total: undefined, text: undefined, reasoning: undefined };
  const finishReason = { unified: "tool-calls", raw: undefined };
  return { type: "finish", finishReason, usage: { inputTokens, outputTokens } };
}

function makeOverflowError(overflow: Overflow): ClewError {
  const limit =
    "limit" in overflow && overflow.limit !== null ? ` It says that it takes ${overflow.limit} tokens.` : "";
  const bytes = overflow.kind === "payload" ? " It counts bytes: files and images weigh most." : "";
  return new ClewError(
    "model/overflow",
    `The model refused the request as too large, and again after it was made smaller ${mostRefusals} times.${limit}${bytes}`,
    {
      hint: "Everything is kept. Shorten the instructions, send fewer tools, or use a model with a larger window",
    },
  );
}

function makeQuotaError({ limit, requested }: Extract<Overflow, { kind: "quota" }>): ClewError {
  return new ClewError(
    "model/quota",
    `The request has ${requested} tokens, and the account may send ${limit} in a minute: waiting would not help`,
    { hint: `Set window to at most ${limit}, or ask the provider for a higher limit` },
  );
}

function makeEmptyAnswerError(): ClewError {
  return new ClewError("model/empty", "The model gave an empty answer, and another when it was asked again", {
    hint: "Everything is kept. Ask in other words, or use another model",
  });
}

function makeUsedUpError(): ClewError {
  return new ClewError("model/empty", "The steps of the turn were used up, and the model still gave no answer", {
    hint: "Everything is kept. Allow more steps with maxSteps, or ask for less at once",
  });
}

function makeNoRoomError(): ClewError {
  return new ClewError("model/empty", "The model reached the limit of its reply before it said a word", {
    hint: "Everything is kept. Give it a larger maxOutputTokens, or let it think less",
  });
}
