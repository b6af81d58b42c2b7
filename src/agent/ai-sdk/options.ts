/** The SDK's options as a turn takes and returns them, for `streamText` and `generateText` of both majors. */
import type { LanguageModel, LanguageModelUsage, ModelMessage, StepResult, streamText, ToolSet } from "ai";

/** The options of `streamText`, as the installed SDK has them. */
export type SdkCallOptions = Parameters<typeof streamText>[0];
/** The SDK's callback before every call. */
export type SdkPrepareStep = NonNullable<SdkCallOptions["prepareStep"]>;
/** A step as the SDK tells of it. */
export type SdkStep = StepResult<ToolSet>;

/** Callbacks that a turn composes with its own: it runs first, yours after it. */
export type ComposedCallback =
  | "prepareStep"
  | "onStepFinish"
  | "onStepEnd"
  | "onStepError"
  | "onFinish"
  | "onEnd"
  | "onError"
  | "onAbort";

/** Options of the SDK that a turn has a say in. */
export type OwnOption = ComposedCallback | "messages" | "prompt" | "model" | "tools" | "toolOrder";

/**
 * What a builder gives. Methods, not properties, so that a callback written for one set of tools is taken as it is.
 * Everything that is not named here passes through untouched.
 */
export interface SdkOptions extends Partial<Omit<SdkCallOptions, OwnOption>> {
  /** A model of the AI SDK, or its name. */
  readonly model: LanguageModel;
  /** The tools that it may call. */
  readonly tools?: ToolSet;
  /** Names of tools in the order in which they are sent; the others follow by name. As in ai 7, and it works with ai 6 too. */
  readonly toolOrder?: readonly string[];
  /** Runs before every call, after ours. */
  prepareStep?(event: Parameters<SdkPrepareStep>[0]): ReturnType<SdkPrepareStep>;
  /** Runs after every step, under its name in ai 6. */
  onStepFinish?(step: SdkStep): unknown;
  /** Runs after every step, under its name in ai 7. */
  onStepEnd?(step: SdkStep): unknown;
  /** Runs when a step fails, in ai 7. */
  onStepError?(event: { readonly error: unknown }): unknown;
  /** Runs at the end, under its name in ai 6. */
  onFinish?(event: SdkStep & FinishedRun): unknown;
  /** Runs at the end, under its name in ai 7. */
  onEnd?(event: SdkStep & FinishedRun): unknown;
  /** Runs when the stream fails. */
  onError?(event: { readonly error: unknown }): unknown;
  /** Runs when somebody stops the run. */
  onAbort?(event: { readonly steps: readonly SdkStep[] }): unknown;
}

/** What the SDK tells at the end of a run. */
export interface FinishedRun {
  /** All its steps, oldest first. */
  readonly steps: readonly SdkStep[];
  /** What they cost together. */
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
    ComposedCallback | "system" | "instructions" | "toolOrder"
  >]: Key extends `${string}on${Capitalize<string>}` ? ObservingCallback<Options[Key]> : Options[Key];
} & SdkAdditions;

/** A callback that only listens; the SDK knows its event better than we do. */
export type ObservingCallback<Callback> = Callback extends (...event: never) => infer Result
  ? (event: unknown) => Result
  : Callback;
