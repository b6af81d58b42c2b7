/** The SDK's options as a turn takes and returns them, for `streamText` and `generateText` of both majors. */
import type { LanguageModel, LanguageModelUsage, ModelMessage, StepResult, streamText, ToolSet } from "ai";

/** The options of `streamText`, as the installed SDK has them. */
export type SdkCallOptions = Parameters<typeof streamText>[0];
/** The SDK's callback before every call. @public */
export type SdkPrepareStep = NonNullable<SdkCallOptions["prepareStep"]>;
/** A finished step, as the SDK reports it. @public */
export type SdkStep = StepResult<ToolSet>;

/** Callbacks that a turn composes with its own: it runs first, yours after it. @public */
export type ComposedCallback =
  | "prepareStep"
  | "onStepFinish"
  | "onStepEnd"
  | "onStepError"
  | "onFinish"
  | "onEnd"
  | "onError"
  | "onAbort";

/** Options of the SDK that a turn has a say in. @public */
export type OwnOption = ComposedCallback | "messages" | "prompt" | "model" | "tools" | "toolOrder";

/**
 * The options that a builder passes. Methods, not properties, so that a callback typed for one set of tools is
 * accepted. Options that are not named here pass through untouched.
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
  /** Runs when the run is aborted. */
  onAbort?(event: { readonly steps: readonly SdkStep[] }): unknown;
}

/** The SDK's report at the end of a run. @public */
export interface FinishedRun {
  /** All its steps, oldest first. */
  readonly steps: readonly SdkStep[];
  /** The total usage of the steps. */
  readonly totalUsage: LanguageModelUsage;
}

/** The options that `aiSdk` adds to the SDK's. @public */
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

/** A callback that only listens; the SDK knows its event better than we do. @public */
export type ObservingCallback<Callback> = Callback extends (...event: never) => infer Result
  ? (event: unknown) => Result
  : Callback;
