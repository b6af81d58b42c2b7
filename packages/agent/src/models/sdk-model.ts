/** The AI SDK's model, as our own models implement it. */
import type { LanguageModel } from "ai";

export type Model = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;
export type ModelCall = Parameters<Model["doGenerate"]>[0];
export type Prompt = ModelCall["prompt"];
export type Generated = Awaited<ReturnType<Model["doGenerate"]>>;
export type Warning = Generated["warnings"][number];
export type StreamPart =
  Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
export type Finish = Extract<StreamPart, { readonly type: "finish" }>;

/** The parts of a stream as the content of one answer. */
export function collectContent(parts: readonly StreamPart[]): Generated["content"] {
  const content: Generated["content"] = [];
  for (const part of parts) {
    const last = content.at(-1);
    if (part.type === "text-start") content.push({ type: "text", text: "" });
    else if (part.type === "reasoning-start") content.push({ type: "reasoning", text: "" });
    else if (part.type === "tool-call") content.push(part);
    else if (part.type === "text-delta" && last?.type === "text") last.text += part.delta;
    else if (part.type === "reasoning-delta" && last?.type === "reasoning") last.text += part.delta;
  }
  return content;
}
