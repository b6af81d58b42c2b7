/** The provider of the check: aimock, which others wrote, on every wire format, with a plan in place of a model. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { besideAnswer, type ChatMessage, planReply, type ToolCall } from "./plan.js";

/** One request that asked for an answer, as aimock understood it, whatever the wire format. */
export interface UpstreamRequest {
  readonly path: string;
  readonly messages: readonly ChatMessage[];
  readonly bytes: number;
  /** Tokens that the client wants for the answer. */
  readonly reply: number;
  /** Whether it is the conversation: titles and summaries come without tools. */
  readonly hasTools: boolean;
  readonly status: number;
  readonly isCut: boolean;
}

/** What goes wrong with one request, once: the one that would be answered by this step of this task. */
export interface Fault {
  readonly kind: "busy" | "cut" | "slow";
  readonly task: string;
  /** The step; one more than there are is the answer. */
  readonly step: number;
}

export interface Upstream {
  readonly url: string;
  requests(): readonly UpstreamRequest[];
  /** From here on: what goes wrong, and the most bytes of a request that are taken. */
  arrange(faults: readonly Fault[], mostBytes?: number): void;
  /** How many requests were refused as too large. */
  refusals(): number;
  /** Whether the fault has happened, or is happening. */
  hasHappened(fault: Fault): boolean;
  close(): Promise<void>;
}

interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
  readonly max_tokens?: number;
}

/** The part of aimock that is used. */
interface Mock {
  readonly url: string;
  on(match: object, response: (request: CompletionRequest) => object, options?: object): Mock;
  getRequests(): readonly {
    readonly path: string;
    readonly body: CompletionRequest | null;
    readonly response: { readonly status: number; readonly interrupted?: boolean };
  }[];
  start(): Promise<string>;
  stop(): Promise<void>;
}

/** Bytes of an answer in one piece of its stream. */
const chunkSize = 8;
/** Pieces of a stream that come before it is cut: some of its words, not all. */
const piecesBeforeCut = 5;
const slowMs = 300;
/** As dense as numbers are, of which the pages are full. */
const bytesPerToken = 2;

export async function startUpstream(folder: string, tool: (file: string) => ToolCall): Promise<Upstream> {
  const file = join(folder, "node_modules/@copilotkit/aimock/dist/index.js");
  const { LLMock } = (await import(pathToFileURL(file).href)) as { LLMock: new (options: object) => Mock };
  const mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize, logLevel: "silent" });
  const waiting = new Set<Fault>();
  let mostBytes = Number.POSITIVE_INFINITY;
  let refusals = 0;
  const isWaiting = (kind: Fault["kind"]) => (request: CompletionRequest) =>
    findFault(waiting, kind, request) !== undefined;
  const take = (kind: Fault["kind"], request: CompletionRequest) => {
    const fault = findFault(waiting, kind, request);
    if (fault !== undefined) waiting.delete(fault);
  };
  const answer = (request: CompletionRequest) => writeReply(request, tool);
  mock
    .on({ predicate: (request: CompletionRequest) => hasTools(request) && sizeOf(request) > mostBytes }, (request) => {
      refusals++;
      return refuse(request, mostBytes);
    })
    .on({ predicate: isWaiting("busy") }, (request) => {
      take("busy", request);
      return { error: { message: "Too many requests", type: "rate_limit_error" }, status: 429, retryAfter: 1 };
    })
    .on(
      { predicate: isWaiting("cut") },
      (request) => {
        take("cut", request);
        return answer(request);
      },
      { truncateAfterChunks: piecesBeforeCut },
    )
    .on(
      { predicate: isWaiting("slow") },
      (request) => {
        take("slow", request);
        return answer(request);
      },
      { latency: slowMs },
    )
    .on({ predicate: () => true }, answer);
  await mock.start();
  return {
    url: mock.url,
    requests: () => mock.getRequests().flatMap(({ path, body, response }) => describeRequest(path, body, response)),
    arrange(faults, most = Number.POSITIVE_INFINITY) {
      for (const fault of faults) waiting.add(fault);
      mostBytes = most;
    },
    refusals: () => refusals,
    hasHappened: (fault) => !waiting.has(fault),
    close: () => mock.stop(),
  };
}

function findFault(waiting: ReadonlySet<Fault>, kind: Fault["kind"], request: CompletionRequest): Fault | undefined {
  const next = hasTools(request) ? planReply(request.messages) : null;
  return [...waiting].find((fault) => fault.kind === kind && fault.task === next?.task && fault.step === next.step);
}

function hasTools({ tools }: CompletionRequest): boolean {
  return tools !== undefined && tools.length > 0;
}

/** What a provider counts: tools take room as well. */
function sizeOf({ messages, tools = [] }: CompletionRequest): number {
  return Buffer.byteLength(JSON.stringify([messages, tools]));
}

function refuse(request: CompletionRequest, mostBytes: number): object {
  const [tokens, most] = [sizeOf(request), mostBytes].map((bytes) => Math.ceil(bytes / bytesPerToken));
  const error = { type: "invalid_request_error", message: `prompt is too long: ${tokens} tokens > ${most} maximum` };
  return { error, status: 400 };
}

function writeReply(request: CompletionRequest, tool: (file: string) => ToolCall): object {
  const next = hasTools(request) ? planReply(request.messages) : null;
  if (next === null) return { content: besideAnswer };
  if (next.file === null) return { content: next.answer };
  const { name, input } = tool(next.file);
  return { toolCalls: [{ name, arguments: JSON.stringify(input) }] };
}

function describeRequest(
  path: string,
  body: CompletionRequest | null,
  { status, interrupted = false }: { readonly status: number; readonly interrupted?: boolean },
): readonly UpstreamRequest[] {
  if (body === null || !Array.isArray(body.messages)) return [];
  const { messages, max_tokens: reply = 0 } = body;
  return [{ path, messages, bytes: sizeOf(body), reply, hasTools: hasTools(body), status, isCut: interrupted }];
}
