import type { Json } from "@clewline/text/json.js";

/**
 * The canonical request: what the model gets, and what a receipt reproduces byte for byte. Its messages have the AI
 * SDK's own shape, so that nothing is translated between the stored bytes and the SDK.
 */
export interface ModelRequest {
  /** The tools that it may call, in order. */
  readonly tools: readonly ToolSpec[];
  /** All system text, block by block. */
  readonly system: readonly TextContent[];
  /** The messages, oldest first. */
  readonly messages: readonly RequestMessage[];
}

/** A tool, as the request describes it to the model. */
export interface ToolSpec {
  /** Its name. */
  readonly name: string;
  /** Tells the model how to use the tool. */
  readonly description: string;
  /** The tool's input, as JSON Schema. */
  readonly inputSchema: Json;
}

/** One message of a request, in the AI SDK's shape. */
export type RequestMessage =
  | { readonly role: "user"; readonly content: readonly UserContent[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantContent[] }
  | { readonly role: "tool"; readonly content: readonly ToolContent[] };

export type Role = RequestMessage["role"];

/** Plain text. */
export interface TextContent {
  /** As the AI SDK names it. */
  readonly type: "text";
  /** The words. */
  readonly text: string;
}

/** An image or another file. */
export interface FileContent {
  /** As the AI SDK names it. */
  readonly type: "file";
  /** Its IANA media type. */
  readonly mediaType: string;
  /** Base64, or its address. */
  readonly data: string;
  /** Its name, where it has one. */
  readonly filename?: string;
}

/** A part that can carry a provider's own options. @public */
export interface WithOptions {
  /** Handed to the provider as they are. */
  readonly providerOptions?: Json;
}

/** A call of a tool. */
export interface CallContent extends WithOptions {
  /** As the AI SDK names it. */
  readonly type: "tool-call";
  /** The model's id of the call. */
  readonly toolCallId: string;
  /** The tool that is called. */
  readonly toolName: string;
  /** The input that the model passed to the tool. */
  readonly input: Json;
  /** Set where the provider runs the tool itself. */
  readonly providerExecuted?: true;
}

/** A tool's output, in the AI SDK's shape. */
export type ResultOutput =
  | { readonly type: "text" | "error-text"; readonly value: string }
  | { readonly type: "json" | "error-json"; readonly value: Json }
  | { readonly type: "execution-denied"; readonly reason: string }
  | {
      readonly type: "content";
      readonly value: readonly (
        | TextContent
        | { readonly type: "file-data"; readonly data: string; readonly mediaType: string }
      )[];
    };

/** The result of a tool call. */
export interface ResultContent extends WithOptions {
  /** As the AI SDK names it. */
  readonly type: "tool-result";
  /** The call that it answers. */
  readonly toolCallId: string;
  /** The tool that was called. */
  readonly toolName: string;
  /** The tool's output. */
  readonly output: ResultOutput;
}

/** One part of what a person said. @public */
export type UserContent = TextContent | FileContent;
/** One part of what the model said or did. @public */
export type AssistantContent =
  | (TextContent & WithOptions)
  | ({ readonly type: "reasoning"; readonly text: string } & WithOptions)
  | FileContent
  | CallContent
  | ResultContent
  | { readonly type: "tool-approval-request"; readonly approvalId: string; readonly toolCallId: string };
/** One part of what came back from tools and approvals. @public */
export type ToolContent =
  | ResultContent
  | {
      readonly type: "tool-approval-response";
      readonly approvalId: string;
      readonly approved: boolean;
      readonly reason?: string;
    };

export type Content = UserContent | AssistantContent | ToolContent;
