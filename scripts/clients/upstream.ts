/** The provider of the check: aimock, which others wrote, on every wire format, with a plan in place of a model. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { besideAnswer, type ChatMessage, type NextReply, planReply, type ToolCall, wordsBefore } from "./plan.js";
import { describeInstructions, dropGatewayTool } from "./read-list.js";

/** One request that asked for an answer, as aimock understood it, whatever the wire format. */
interface UpstreamRequest {
  readonly bytes: number;
  /** The task and the step that it asks for; null beside the conversation. */
  readonly task: string | null;
  readonly step: number | null;
  /** What went wrong with it; null where it was answered. */
  readonly trouble: Fault["kind"] | "refused" | null;
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
  /** Whether the fault has happened, or is happening. */
  hasHappened(fault: Fault): boolean;
  close(): Promise<void>;
}

interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
}

/** The part of aimock that is used. Its own journal keeps no request above 64 kB. */
interface Mock {
  readonly url: string;
  on(match: object, response: (request: CompletionRequest) => object, options?: object): Mock;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Bytes of an answer in one piece of its stream. */
const chunkSize = 8;
/** Pieces of a stream that come before it is cut: some of its words, not all. */
const piecesBeforeCut = 5;
const slowMs = 300;
/** As dense as numbers are, of which the pages are full. */
export const bytesPerToken = 2;

export interface UpstreamOptions {
  /** Where aimock is installed. */
  readonly folder: string;
  /** A call of the client's own tool that reads this file. */
  readonly tool: (file: string) => ToolCall;
  /** Whether calls come in one piece on its wire, so that a stream can break off only within the words before. */
  readonly hasWholeCalls: boolean;
}

export async function startUpstream({ folder, tool, hasWholeCalls }: UpstreamOptions): Promise<Upstream> {
  const file = join(folder, "node_modules/@copilotkit/aimock/dist/index.js");
  const { LLMock } = (await import(pathToFileURL(file).href)) as { LLMock: new (options: object) => Mock };
  const mock = new LLMock({ port: 0, host: "127.0.0.1", chunkSize, logLevel: "silent" });
  const waiting = new Set<Fault>();
  const seen: UpstreamRequest[] = [];
  const plan = makePlanner();
  let mostBytes = Number.POSITIVE_INFINITY;
  const findFault = (kind: Fault["kind"], request: CompletionRequest) => {
    const next = plan(request);
    return [...waiting].find((fault) => fault.kind === kind && fault.task === next?.task && fault.step === next.step);
  };
  const isWaiting = (kind: Fault["kind"]) => ({
    predicate: (request: CompletionRequest) => findFault(kind, request) !== undefined,
  });
  /** Notes the request, and the fault as happened. */
  const take = (request: CompletionRequest, trouble: UpstreamRequest["trouble"]) => {
    const { task = null, step = null } = plan(request) ?? {};
    seen.push({ bytes: sizeOf(request), task, step, trouble });
    const fault = trouble === null || trouble === "refused" ? undefined : findFault(trouble, request);
    if (fault !== undefined) waiting.delete(fault);
  };
  const answer = (trouble: UpstreamRequest["trouble"]) => (request: CompletionRequest) => {
    take(request, trouble);
    return writeReply(plan(request), tool, trouble === "cut" && hasWholeCalls);
  };
  const isTooLarge = (request: CompletionRequest) => plan(request) !== null && sizeOf(request) > mostBytes;
  mock
    .on({ predicate: isTooLarge }, (request) => {
      take(request, "refused");
      return refuse(request, mostBytes);
    })
    .on(isWaiting("busy"), (request) => {
      take(request, "busy");
      return { error: { message: "Too many requests", type: "rate_limit_error" }, status: 429, retryAfter: 1 };
    })
    .on(isWaiting("cut"), answer("cut"), { truncateAfterChunks: piecesBeforeCut })
    .on(isWaiting("slow"), answer("slow"), { latency: slowMs })
    .on({ predicate: () => true }, answer(null));
  await mock.start();
  return {
    url: mock.url,
    requests: () => seen,
    arrange(faults, most = Number.POSITIVE_INFINITY) {
      for (const fault of faults) waiting.add(fault);
      mostBytes = most;
    },
    hasHappened: (fault) => !waiting.has(fault),
    close: async () => void (await mock.stop()),
  };
}

/** Null beside the conversation: titles and summaries come without tools, and other tasks have other instructions. */
function makePlanner(): (request: CompletionRequest) => NextReply | null {
  let first: string | null = null;
  return ({ messages, tools = [] }) => {
    if (dropGatewayTool(tools).length === 0) return null;
    const instructions = describeInstructions(messages.find(({ role }) => role === "system")?.content);
    first ??= instructions;
    return instructions === first ? planReply(messages) : null;
  };
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

function writeReply(next: NextReply | null, tool: UpstreamOptions["tool"], hasWords: boolean): object {
  const { content, call } = writeText(next, tool, hasWords);
  const calls = call === null ? {} : { toolCalls: [{ name: call.name, arguments: JSON.stringify(call.input) }] };
  return { ...(content !== null && { content }), ...calls };
}

/** Words before a call are for a stream that is to break off there. */
export function writeText(next: NextReply | null, tool: UpstreamOptions["tool"], hasWords: boolean) {
  if (next === null) return { content: besideAnswer, call: null };
  if (next.file === null) return { content: next.answer, call: null };
  return { content: hasWords ? wordsBefore : null, call: tool(next.file) };
}
