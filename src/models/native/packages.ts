/** Each import has a `try` of its own, which tells a bundler that the package is optional. */

/** Makes the error for a model whose package could not be loaded. */
export type Refuse = (cause: unknown) => unknown;

export async function loadAnthropic(refuse: Refuse): Promise<typeof import("@ai-sdk/anthropic")> {
  try {
    return await import("@ai-sdk/anthropic");
  } catch (cause) {
    throw refuse(cause);
  }
}

export async function loadOpenAI(refuse: Refuse): Promise<typeof import("@ai-sdk/openai")> {
  try {
    return await import("@ai-sdk/openai");
  } catch (cause) {
    throw refuse(cause);
  }
}

export async function loadGoogle(refuse: Refuse): Promise<typeof import("@ai-sdk/google")> {
  try {
    return await import("@ai-sdk/google");
  } catch (cause) {
    throw refuse(cause);
  }
}

export async function loadOpenAICompatible(refuse: Refuse): Promise<typeof import("@ai-sdk/openai-compatible")> {
  try {
    return await import("@ai-sdk/openai-compatible");
  } catch (cause) {
    throw refuse(cause);
  }
}
