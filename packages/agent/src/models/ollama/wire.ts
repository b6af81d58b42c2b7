/** Ollama's format, as far as it is used here. Fields of newer versions are ignored. */
import { z } from "zod";

export interface OllamaMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
  readonly thinking?: string;
  readonly images?: readonly string[];
  readonly tool_calls?: readonly OllamaToolCall[];
  readonly tool_name?: string;
  readonly tool_call_id?: string;
}

export interface OllamaToolCall {
  readonly id?: string;
  readonly function: { readonly name: string; readonly arguments: unknown };
}

export interface OllamaTool {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description?: string; readonly parameters: unknown };
}

export interface OllamaRequest {
  readonly model: string;
  readonly messages: readonly OllamaMessage[];
  readonly stream: boolean;
  readonly truncate: false;
  readonly shift: false;
  readonly options: Readonly<Record<string, unknown>>;
  readonly tools?: readonly OllamaTool[];
  readonly format?: unknown;
  readonly think?: boolean | string;
}

/** One line of an answer, or a whole answer without streaming. */
export const answerSchema = z.object({
  error: z.string().optional(),
  model: z.string().optional(),
  created_at: z.string().optional(),
  message: z
    .object({
      content: z.string().nullish(),
      thinking: z.string().nullish(),
      tool_calls: z
        .array(
          z.object({
            id: z.string().optional(),
            function: z.object({ name: z.string(), arguments: z.unknown().optional() }),
          }),
        )
        .nullish(),
    })
    .optional(),
  done: z.boolean().optional(),
  done_reason: z.string().optional(),
  prompt_eval_count: z.number().optional(),
  eval_count: z.number().optional(),
});

export type OllamaAnswer = z.output<typeof answerSchema>;

export const installedSchema = z.object({
  models: z.array(
    z.object({
      name: z.string(),
      capabilities: z.array(z.string()).nullish(),
      details: z.object({ family: z.string().nullish() }).nullish(),
    }),
  ),
});

export const loadedSchema = z.object({
  models: z.array(z.object({ name: z.string(), context_length: z.number().optional() })),
});

export const shownSchema = z.object({
  parameters: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish(),
});
