import type { Json } from "../text/json.js";

/**
 * The canonical request: what the model gets, and what a receipt reproduces byte for byte. Its messages have the AI
 * SDK's own shape, so that nothing is translated between the stored bytes and the SDK.
 */
export interface Request {
  readonly tools: readonly ToolSpec[];
  readonly system: readonly TextContent[];
  readonly messages: readonly Message[];
}

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Json;
}

export type Message =
  | { readonly role: "user"; readonly content: readonly UserContent[] }
  | { readonly role: "assistant"; readonly content: readonly AssistantContent[] }
  | { readonly role: "tool"; readonly content: readonly ToolContent[] };

export type Role = Message["role"];

export interface TextContent {
  readonly type: "text";
  readonly text: string;
}

interface FileContent {
  readonly type: "file";
  readonly mediaType: string;
  readonly data: string;
  readonly filename?: string;
}

interface WithOptions {
  readonly providerOptions?: Json;
}

export interface CallContent extends WithOptions {
  readonly type: "tool-call";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Json;
  readonly providerExecuted?: true;
}

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

export interface ResultContent extends WithOptions {
  readonly type: "tool-result";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly output: ResultOutput;
}

type UserContent = TextContent | FileContent;
type AssistantContent =
  | (TextContent & WithOptions)
  | ({ readonly type: "reasoning"; readonly text: string } & WithOptions)
  | FileContent
  | CallContent
  | ResultContent
  | { readonly type: "tool-approval-request"; readonly approvalId: string; readonly toolCallId: string };
type ToolContent =
  | ResultContent
  | {
      readonly type: "tool-approval-response";
      readonly approvalId: string;
      readonly approved: boolean;
      readonly reason?: string;
    };

export type Content = UserContent | AssistantContent | ToolContent;
