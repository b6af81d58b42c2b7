import type { LanguageModel, ModelMessage } from "ai";

export type Model = Exclude<LanguageModel, string>;

/** The input of one call of a model, as far as we read it; the rest passes through. */
export interface ModelCall {
  readonly prompt: unknown;
  readonly maxOutputTokens?: number | undefined;
  readonly tools?: unknown;
  readonly toolChoice?: unknown;
  readonly abortSignal?: AbortSignal | undefined;
  readonly providerOptions?: object | undefined;
  readonly includeRawChunks?: boolean | undefined;
}

/** The messages that the SDK's loop is to send. */
export interface SdkRequest {
  readonly system?: unknown;
  readonly messages: readonly unknown[];
}

/**
 * The request as the SDK would hand it to the model. The SDK's own translation is not public and differs between majors,
 * so it is asked to make a call, of which only the prompt is kept.
 */
export async function extractPrompt(model: Model, { system, messages }: SdkRequest): Promise<unknown> {
  const { generateText } = await import("ai");
  let prompt: unknown;
  const noted = (call: ModelCall): never => {
    prompt = call.prompt;
    throw new Error("Only the prompt was wanted");
  };
  const listening = { ...copyModelIdentity(model), doGenerate: noted, doStream: noted } as unknown as Model;
  try {
    await generateText({
      model: listening,
      messages: messages as ModelMessage[],
      maxRetries: 0,
      ...(system === undefined ? {} : { system: system as string }),
    });
  } catch (error) {
    if (prompt === undefined) throw error;
  }
  return prompt;
}

/** How a model shows itself to the SDK. Its fields may be getters of a class, which a spread would lose. */
export function copyModelIdentity(model: Model) {
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  return { specificationVersion, provider, modelId, supportedUrls };
}
