/** What all stand-ins of model servers share: the script that they answer by, and what they remember. One script runs on every one of them. */

/** One answer. Thinking comes first, then text, then calls. */
export interface StandInReply {
  /** What the model says; a stream brings it word by word. */
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: unknown }[];
  /** A failure in the vendor's own words: instead of the answer, or after so many words of it. */
  readonly fails?: { readonly as: Failure; readonly after?: number; readonly window?: number };
  /** Instead of the answer, exactly this. */
  readonly error?: Refusal;
  /** An error inside a stream that began with status 200: after so many words, or without `after` as the first thing in it. */
  readonly streamError?: { readonly after?: number; readonly body: unknown };
  /** After so many words nothing more comes, until the client goes. */
  readonly hangAfter?: number;
  /** How long every word is waited for. */
  readonly wordDelayMs?: number;
  /** `length` and `filter` in the vendor's own name; anything else as it is. */
  readonly finish?: string;
  /** Neither text nor calls, and yet a regular end. */
  readonly empty?: true;
  /** Said instead of what was counted. */
  readonly usage?: Partial<StandInUsage>;
}

/** `cut` is a connection that ends without a word. */
export type Failure = "overflow" | "rate-limit" | "overloaded" | "unauthorized" | "cut";

/** What is sent instead of an answer. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface StandInUsage {
  /** The whole prompt, with what came from the cache. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  /** Of what was written, what lasts for an hour. */
  readonly longWrite: number;
  readonly output: number;
  /** Of the output, what was thinking. */
  readonly reasoning: number;
  /** What the best use of the cache would have read; null where nobody keeps count. */
  readonly oracle: number | null;
}

/** The answers in order, or a function of the request. A request that is refused for its form or its length does not reach the script. */
export type StandInScript =
  | readonly StandInReply[]
  | ((request: StandInRequest) => StandInReply | Promise<StandInReply>);

/** One request, read the same way whatever wire format it came in. */
export interface StandInRequest {
  /** How many requests reached the script before it. */
  readonly number: number;
  readonly model: string;
  readonly stream: boolean;
  readonly system: string;
  /** Names of the tools that it offers. */
  readonly tools: readonly string[];
  readonly parts: readonly SeenPart[];
  /** Tokens of the prompt, as the stand-in counts them. */
  readonly tokens: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was sent. */
  readonly body: unknown;
  /** What was served for it, as far as it came. */
  readonly usage: StandInUsage | null;
  readonly refusal: Refusal | null;
  /** `gone`: the client did not wait for the end. Null while it lasts. */
  readonly outcome: "answered" | "failed" | "refused" | "gone" | null;
}

export type SeenPart =
  | { readonly kind: "said"; readonly by: "user" | "agent" | "system"; readonly text: string }
  | { readonly kind: "thought"; readonly text: string }
  | { readonly kind: "called"; readonly id: string; readonly tool: string; readonly input: string }
  | { readonly kind: "returned"; readonly id: string; readonly text: string }
  | { readonly kind: "media"; readonly type: string };

export interface StandIn {
  /** The base address as the official client takes it. */
  readonly url: string;
  /** The same without a path. */
  readonly origin: string;
  /** All requests for an answer, oldest first, with the refused ones. */
  readonly requests: readonly StandInRequest[];
  /** Tokens that a prompt may have; null for any number. It may be set at any time. */
  window: number | null;
  /** Ends the server and everything that is still under way. */
  close(): Promise<void>;
}

export interface StandInOptions {
  readonly window?: number;
  /** Without this key a request is refused. Any key will do where none is named. */
  readonly key?: string;
  /** The models that it lists. */
  readonly models?: readonly string[];
  /** The time for its cache. */
  readonly now?: () => number;
}

/** The script's answer for a request. A script that throws, or that is over, is an error that nobody asks again for. */
export async function replyFor(script: StandInScript, request: StandInRequest): Promise<StandInReply> {
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
export function seenLines(request: StandInRequest): readonly string[] {
  const system = request.system === "" ? [] : [`system: ${request.system}`];
  return [...system, ...request.parts.map(seenLine)];
}

/** The newest words of the user. */
export function lastSaid(request: StandInRequest): string {
  return request.parts.reduce((last, part) => (part.kind === "said" && part.by === "user" ? part.text : last), "");
}

/** What tools returned since the model or the user last spoke. */
export function newestResults(request: StandInRequest): readonly string[] {
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
