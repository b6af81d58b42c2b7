/** The SDK's options as a turn takes and returns them, for `streamText` and `generateText` of both majors. */
import type { LanguageModel, LanguageModelUsage, ModelMessage, StepResult, streamText, ToolSet } from "ai";

type StreamingOptions = Parameters<typeof streamText>[0];
type PrepareStep = NonNullable<StreamingOptions["prepareStep"]>;
type Step = StepResult<ToolSet>;

/** Callbacks that a turn composes with its own: it runs first, yours after it. */
type ComposedCallback =
  | "prepareStep"
  | "onStepFinish"
  | "onStepEnd"
  | "onStepError"
  | "onFinish"
  | "onEnd"
  | "onError"
  | "onAbort";

type OwnOption = ComposedCallback | "messages" | "prompt" | "model" | "tools";

/**
 * What a builder gives. Methods, not properties, so that a callback written for one set of tools is taken as it is.
 * Everything that is not named here passes through untouched.
 */
export interface SdkOptions extends Partial<Omit<StreamingOptions, OwnOption>> {
  readonly model: LanguageModel;
  readonly tools?: ToolSet;
  prepareStep?(event: Parameters<PrepareStep>[0]): ReturnType<PrepareStep>;
  onStepFinish?(step: Step): unknown;
  onStepEnd?(step: Step): unknown;
  onStepError?(event: { readonly error: unknown }): unknown;
  onFinish?(event: Step & FinishedRun): unknown;
  onEnd?(event: Step & FinishedRun): unknown;
  onError?(event: { readonly error: unknown }): unknown;
  onAbort?(event: { readonly steps: readonly Step[] }): unknown;
}

interface FinishedRun {
  readonly steps: readonly Step[];
  readonly totalUsage: LanguageModelUsage;
}

/** What `aiSdk` adds to the SDK's options. */
export interface SdkAdditions {
  /** The message to answer. Every call's messages come from `prepareStep`. */
  readonly messages: ModelMessage[];
  /** A fresh view for every call. */
  readonly prepareStep: (event: {
    readonly steps: readonly { readonly response: { readonly messages: readonly unknown[] } }[];
  }) => Promise<{ readonly messages: ModelMessage[]; readonly system?: string }>;
}

/** The builder's options without what a turn takes over, and with what it adds. The tools keep their types. */
export type AttachedOptions<Options extends SdkOptions> = {
  [Key in keyof Options as Exclude<
    Key,
    ComposedCallback | "system" | "instructions"
  >]: Key extends `${string}on${Capitalize<string>}` ? ObservingCallback<Options[Key]> : Options[Key];
} & SdkAdditions;

/** A callback that only listens; the SDK knows its event better than we do. */
type ObservingCallback<Callback> = Callback extends (...event: never) => infer Result
  ? (event: unknown) => Result
  : Callback;
