import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import {
  type StandIn,
  type StandInOptions,
  type StandInScript,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";

/** A wire format with its official client: what one scenario needs to run on it. */
export interface Vendor {
  readonly name: string;
  /** A model that the stand-in treats as one of the vendor's newest. */
  readonly modelId: string;
  start(script: StandInScript, options?: StandInOptions): Promise<StandIn>;
  /** The official client's model at this address. */
  model(url: string, modelId?: string, apiKey?: string): Exclude<LanguageModel, string>;
}

export const vendors: readonly Vendor[] = [
  {
    name: "anthropic",
    modelId: "claude-sonnet-5",
    start: startAnthropic,
    model: (baseURL, id = "claude-sonnet-5", apiKey = "key") => createAnthropic({ baseURL, apiKey })(id),
  },
  {
    name: "openai chat",
    modelId: "gpt-5",
    start: startOpenaiChat,
    model: (baseURL, id = "gpt-5", apiKey = "key") => createOpenAI({ baseURL, apiKey }).chat(id),
  },
  {
    name: "openai responses",
    modelId: "gpt-5",
    start: startOpenaiResponses,
    model: (baseURL, id = "gpt-5", apiKey = "key") => createOpenAI({ baseURL, apiKey }).responses(id),
  },
  {
    name: "gemini",
    modelId: "gemini-3-flash",
    start: startGemini,
    model: (baseURL, id = "gemini-3-flash", apiKey = "key") => createGoogleGenerativeAI({ baseURL, apiKey })(id),
  },
  {
    name: "openai-compatible",
    modelId: "local-model",
    start: startOpenaiChat,
    model: (baseURL, id = "local-model", apiKey = "key") =>
      createOpenAICompatible({ name: "local", baseURL, apiKey, includeUsage: true })(id),
  },
];
