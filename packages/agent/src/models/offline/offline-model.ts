import { ClewError } from "@clewline/core/errors.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { ModelAdapter } from "@clewline/core/model/model-adapter.js";
import type { Generated, Model, ModelCall, StreamPart } from "../sdk-model.js";
import type { Statement } from "./answer.js";
import { answerQuestion } from "./answer.js";
import { readPrompt } from "./prompt.js";

export interface OfflineOptions {
  /** Finds statements of this conversation with words of the question, best or newest first. */
  readonly search: (question: string) => Promise<readonly Statement[]>;
}

/** Answers without a model: it quotes earlier messages, and says so. */
export function makeOfflineModel({ search }: OfflineOptions): ModelAdapter<Model, AbortSignal> {
  return {
    name: "offline",
    model: makeQuotingModel(search),
    fast: async () => {
      throw new ClewError("model/unavailable", "No model is connected", {
        hint: "Put a key such as ANTHROPIC_API_KEY into the environment, start Ollama, or install the claude command",
      });
    },
    facts: async () => findModelFacts("offline"),
  };
}

const end: Pick<Generated, "finishReason" | "usage"> = {
  finishReason: { unified: "stop", raw: "stop" },
  usage: {
    inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 0, text: 0, reasoning: 0 },
  },
};

function makeQuotingModel(search: OfflineOptions["search"]): Model {
  const answer = async ({ prompt, abortSignal }: ModelCall) => {
    abortSignal?.throwIfAborted();
    const { question, before } = readPrompt(prompt);
    const found = question === "" ? [] : await search(question);
    abortSignal?.throwIfAborted();
    // A search hit has its date and pointer, so it comes before the same words in the view.
    return answerQuestion(question, [...found, ...before.toReversed()]);
  };
  return {
    specificationVersion: "v3",
    provider: "offline",
    modelId: "offline",
    supportedUrls: {},
    doGenerate: async (call) => {
      const lines = await answer(call);
      return { content: [{ type: "text", text: lines.join("") }], ...end, warnings: [] };
    },
    doStream: async (call) => ({ stream: makeStream(await answer(call)) }),
  };
}

function makeStream(lines: readonly string[]): ReadableStream<StreamPart> {
  const parts: readonly StreamPart[] = [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "quotes" },
    ...lines.map((delta): StreamPart => ({ type: "text-delta", id: "quotes", delta })),
    { type: "text-end", id: "quotes" },
    { type: "finish", ...end },
  ];
  const waiting = parts.values();
  return new ReadableStream<StreamPart>({
    pull(controller) {
      const { done, value } = waiting.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
