import type { LanguageModel } from "ai";

export type Model = Extract<LanguageModel, { readonly specificationVersion: "v3" }>;
export type ModelCall = Parameters<Model["doGenerate"]>[0];
export type Prompt = ModelCall["prompt"];
export type Generated = Awaited<ReturnType<Model["doGenerate"]>>;
export type Warning = Generated["warnings"][number];
export type StreamPart =
  Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;
export type Finish = Extract<StreamPart, { readonly type: "finish" }>;
