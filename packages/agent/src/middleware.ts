/** For hosts that keep the messages themselves: what they send to a model becomes the view of it. */

import { parseSessionKey, type ReceiptId } from "@clewline/core/log/keys.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import { isOfBond } from "@clewline/core/model/reasoning/refused-reasoning.js";
import { findOptionsReducer } from "@clewline/core/model/server-edits.js";
import type { ToolSpec } from "@clewline/core/view/request.js";
import { makeTooSmallError } from "@clewline/core/view/view.js";
import type { ViewRequest } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import type { LearnedFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import { toJson } from "@clewline/text/json.js";
import type { LanguageModel, LanguageModelMiddleware, ModelMessage } from "ai";
import { readReasoningRefusal } from "./ai-sdk/guard.js";
import { extractPrompt, type Model } from "./ai-sdk/prompt-of.js";
import { buildSdkRequest } from "./ai-sdk/sdk-request.js";
import { matchStreamedTools } from "./ai-sdk/streamed-tools.js";
import type { HostList } from "./answer.js";
import type { SyncedChat } from "./answer-options.js";
import { gatherContent, makeAnswerMessage } from "./chat/answer-content.js";
import { makeTextModel } from "./models/registry/text-model.js";
import type { StreamPart } from "./models/sdk-model.js";
import type { ViewOptions } from "./turn.js";
import { makeReservedWindow } from "./window.js";

type Sync = (
  given: SyncedChat & { readonly messages: readonly ModelMessage[] },
  options: ViewOptions,
  more: ViewRequest<AbortSignal>,
) => Promise<ViewOutcome>;

/** Takes in a list without making a view of it, and what the call cost that it ends with. */
type Keep = (given: HostList) => Promise<void>;

/** A call from its view to its answer. */
interface AskedCall {
  readonly messages: readonly ModelMessage[];
  readonly model: string;
  /** Null where its provider reduces the history, and no view was made. */
  readonly receipt: ReceiptId | null;
}

export interface SyncVerbs {
  readonly sync: Sync;
  readonly keep: Keep;
}

/** `windowTold`: whoever opened the log said how large it is, so that the model's own does not count. */
export function makeSyncMiddleware(
  { sync, keep }: SyncVerbs,
  { models, windowTold }: { readonly models: LearnedFacts; readonly windowTold: boolean },
  given: SyncedChat & ViewOptions,
): LanguageModelMiddleware {
  const { session, group, ...options } = given ?? {};
  parseSessionKey(session);
  /** The messages and the model of each call, by its parameters. */
  const asked = new WeakMap<object, AskedCall>();
  const keepAnswer = async (params: object, content: Parameters<typeof makeAnswerMessage>[0], usage: unknown) => {
    const [before, answer] = [asked.get(params), makeAnswerMessage(content)];
    if (before === undefined || answer === null) return;
    await keep({ ...before, session, messages: [...before.messages, answer], usage });
  };
  return {
    specificationVersion: "v3",
    async wrapGenerate({ doGenerate, params, model }) {
      const result = await learnFrom(doGenerate, model, models);
      await keepAnswer(params, result.content, result.usage);
      return result;
    },
    async wrapStream({ doStream, params, model }) {
      const { stream, ...rest } = await learnFrom(doStream, model, models);
      const gathered = gatherContent();
      // An answer that was cut off is what the host makes of it: its next list says.
      const watch = new TransformStream<StreamPart, StreamPart>({
        async transform(part, out) {
          gathered.add(part);
          if (part.type === "finish") await keepAnswer(params, gathered.content, part.usage);
          out.enqueue(part);
        },
      });
      return { ...rest, stream: stream.pipeThrough(watch) };
    },
    async transformParams({ params, model }) {
      const at = formatModelName(model);
      const facts = findModelFacts(at, models);
      const own = windowTold || facts.window === null ? {} : { window: facts.window };
      const reply = params.maxOutputTokens;
      // The prompt of a model differs from the SDK's messages only in what the SDK has settled already.
      const messages = params.prompt as unknown as readonly ModelMessage[];
      if (findOptionsReducer(params.providerOptions) !== null) {
        await keep({ session, group, messages });
        asked.set(params, { messages, model: at, receipt: null });
        return params;
      }
      const fastModel = makeTextModel(model as LanguageModel);
      const more = { model: { name: at, facts }, tools: listToolSpecs(params.tools ?? []), fastModel };
      const viewed = await sync({ session, messages, group }, { ...reserveReply(own, reply), ...options }, more);
      if (viewed.kind !== "fits") throw makeTooSmallError(viewed.needed, viewed.available);
      const prompt = await extractPrompt(model as Model, buildSdkRequest(viewed));
      const viewedParams = matchStreamedTools(model, { ...params, prompt: prompt as typeof params.prompt });
      asked.set(viewedParams, { messages, model: at, receipt: viewed.receipt.id });
      return viewedParams;
    },
  };
}

/** The host hears of a refusal; the chat's next request goes out without what was refused. */
async function learnFrom<Result>(
  call: () => PromiseLike<Result>,
  model: Parameters<typeof formatModelName>[0],
  models: LearnedFacts,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (isOfBond(readReasoningRefusal(error) ?? "")) models.learnBound(formatModelName(model));
    throw error;
  }
}

function reserveReply({ window }: { readonly window?: number }, reply: number | undefined): ViewOptions {
  if (window === undefined) return {};
  return { window: reply === undefined ? window : makeReservedWindow(window, reply) };
}

function listToolSpecs(tools: readonly { readonly type: string }[]): readonly ToolSpec[] {
  return tools.flatMap((tool) => {
    if (tool.type !== "function") return [];
    const { name, description = "", inputSchema } = tool as unknown as Partial<ToolSpec> & { readonly name: string };
    return [{ name, description, inputSchema: toJson(inputSchema ?? {}) }];
  });
}
