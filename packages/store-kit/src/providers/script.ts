/** The script that stand-ins of providers answer by, and the requests that they remember. One script runs on every one of them. */

/** One answer of the scripted model. Reasoning comes first, then text, then calls. */
export interface StandInReply {
  /** The model says this; a stream brings it word by word. */
  readonly text?: string;
  /** The model thinks this first. The provider signs it where its models do. */
  readonly reasoning?: string;
  /** A second block of reasoning that only its provider can read. */
  readonly redacted?: true;
  /** The text of a summary, where the provider is asked for one or makes one itself. */
  readonly summary?: string;
  /** The tools that the model calls. In the Responses API a text as input is a call of a custom tool. */
  readonly calls?: readonly { readonly tool: string; readonly input: unknown }[];
  /** A failure in the provider's own words: instead of the answer, or after so many words of it. */
  readonly fails?: { readonly as: StandInFailure; readonly after?: number; readonly window?: number };
  /** Instead of the answer, exactly this. */
  readonly error?: StandInRefusal;
  /** An error inside a stream that began with status 200: after so many words, or without `after` as the first thing in it. */
  readonly streamError?: { readonly after?: number; readonly body: unknown };
  /** After so many words nothing more comes, until the client goes. */
  readonly hangAfter?: number;
  /** Milliseconds before every word. */
  readonly wordDelayMs?: number;
  /** `length` and `filter` in the provider's own name; anything else as it is. */
  readonly finish?: string;
  /** Neither text nor calls, and yet a regular end. */
  readonly empty?: true;
  /** Reported instead of the count. */
  readonly usage?: Partial<StandInUsage>;
}

/** `cut` is a connection that ends without a word. */
export type StandInFailure = "overflow" | "rate-limit" | "overloaded" | "unauthorized" | "cut";

/** A response that is sent instead of an answer. */
export interface StandInRefusal {
  /** The status of the response. */
  readonly status: number;
  /** Sent as JSON; a string is sent as it is. */
  readonly body: unknown;
  /** Headers beside the content type. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tokens of one call. */
export interface StandInUsage {
  /** The whole prompt, including the tokens that came from the cache. */
  readonly input: number;
  /** Read from the cache. */
  readonly cacheRead: number;
  /** Written to the cache. */
  readonly cacheWrite: number;
  /** The part of the written tokens that lasts for an hour. */
  readonly longWrite: number;
  /** The whole answer. */
  readonly output: number;
  /** The part of the answer that is reasoning. */
  readonly reasoning: number;
  /** Tokens that the best use of the cache would have read; null for a provider that finds prefixes itself. */
  readonly oracle: number | null;
}

/** The answers in order, or a function of the request. A refused request does not reach the script. */
export type StandInScript =
  | readonly StandInReply[]
  | ((request: StandInRequest) => StandInReply | Promise<StandInReply>);

/** One request, read the same way for every wire format. */
export interface StandInRequest {
  /** Requests that reached the script before it. */
  readonly number: number;
  /** The model that it names. */
  readonly model: string;
  /** Whether it asks for a stream. */
  readonly stream: boolean;
  /** All system text at its head. */
  readonly system: string;
  /** A provider that compacts is asked for a summary by a request of its own. */
  readonly asks: "answer" | "summary";
  /** Names of the tools that it offers. */
  readonly tools: readonly string[];
  /** The conversation as the model reads it: without reasoning that the provider dropped. */
  readonly parts: readonly SeenPart[];
  /** Reasoning that came with the request and that the model does not read, whether the client is told or not. */
  readonly dropped: readonly DroppedReasoning[];
  /** Tokens of the prompt, as the stand-in counts them. */
  readonly tokens: number;
  /** The path with its query. */
  readonly path: string;
  /** Headers in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, read. */
  readonly body: unknown;
  /** The same, byte for byte as it came; left out where there were none. */
  readonly bytes?: Uint8Array;
  /** Tokens of the call; null until it is answered. */
  readonly usage: StandInUsage | null;
  /** The refusal that the client got; null without one. */
  readonly refusal: StandInRefusal | null;
  /** `gone`: the client did not wait for the end. Null while it lasts. */
  readonly outcome: "answered" | "failed" | "refused" | "gone" | null;
}

/** One block of reasoning that the provider left out. */
export interface DroppedReasoning {
  /** Its place in the request. */
  readonly path: string;
  /** The provider's reason, in its own words where it has any. */
  readonly reason: string;
}

/** One part of a conversation. */
export type SeenPart =
  | { readonly kind: "said"; readonly by: "user" | "agent" | "system"; readonly text: string }
  | { readonly kind: "thought"; readonly text: string }
  | { readonly kind: "called"; readonly id: string; readonly tool: string; readonly input: string }
  | { readonly kind: "returned"; readonly id: string; readonly text: string }
  | { readonly kind: "media"; readonly type: string };

/** A provider's API on a free port of this machine, with a scripted model behind it. */
export interface StandIn {
  /** The base address as the official client takes it. */
  readonly url: string;
  /** The same without a path. */
  readonly origin: string;
  /** All requests for an answer, oldest first, including the refused ones. */
  readonly requests: readonly StandInRequest[];
  /** Tokens that a prompt may have; null for any number. It may be set at any time. */
  window: number | null;
  /** Ends the server and all requests that are still open. */
  close(): Promise<void>;
}

/** Settings that all stand-ins have. */
export interface StandInOptions {
  /** Tokens that a prompt may have. */
  readonly window?: number;
  /** Requests without this key are refused. Without it any key will do. */
  readonly key?: string;
  /** The models that it lists. */
  readonly models?: readonly string[];
  /** The time for its cache. */
  readonly now?: () => number;
  /** How many tokens it counts for four bytes; one if not given. */
  readonly density?: number;
}

/** A script that throws, or that has ended, answers with an error that clients do not retry. */
export async function pickReply(script: StandInScript, request: StandInRequest): Promise<StandInReply> {
  if (typeof script !== "function")
    return (
      script[request.number] ?? unscripted(`The script has ${script.length} replies, and this is one request more`)
    );
  try {
    return await script(request);
  } catch (error) {
    return unscripted(`The script failed: ${error}`);
  }
}

/** A request as lines for people, the same for every wire format. */
export function describeRequest(request: StandInRequest): readonly string[] {
  const system = request.system === "" ? [] : [`system: ${request.system}`];
  return [...system, ...request.parts.map(seenLine)];
}

/** The newest words of the user. */
export function findLastSaid(request: StandInRequest): string {
  return request.parts.reduce((last, part) => (part.kind === "said" && part.by === "user" ? part.text : last), "");
}

/** Results of tools since the model or the user last spoke. */
export function listNewestResults(request: StandInRequest): readonly string[] {
  const before = request.parts.findLastIndex(({ kind }) => kind === "said" || kind === "called");
  return request.parts.slice(before + 1).flatMap((part) => (part.kind === "returned" ? [part.text] : []));
}

function unscripted(message: string): StandInReply {
  const error = { type: "invalid_request_error", message, code: 400, status: "INVALID_ARGUMENT" };
  return { error: { status: 400, body: { type: "error", error } } };
}

function seenLine(part: SeenPart): string {
  switch (part.kind) {
    case "said":
      return `${part.by}: ${part.text}`;
    case "thought":
      return `thought: ${part.text}`;
    case "called":
      return `call ${part.tool} ${part.input}`;
    case "returned":
      return `result: ${part.text}`;
    case "media":
      return `[${part.type}]`;
  }
}

/** A field of outside data. */
export function readField(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
