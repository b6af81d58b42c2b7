/** Providers besides Anthropic with the SDK's own packages, and the places where a request broke their rules. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { listKeepable } from "@clewline/store-kit/providers/anthropic/binding.js";
import { standsBehind } from "@clewline/store-kit/providers/openai/preserved.js";
import type { responsesRequest, WholeItem } from "@clewline/store-kit/providers/openai/responses-request.js";
import type { wrapLanguageModel } from "ai";
import {
  type StandIn,
  type StandInReply,
  type StandInRequest,
  type StandInScript,
  startAnthropic,
  startDeepseek,
  startGemini,
  startGlm,
  startKimi,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";

type SdkModel = Parameters<typeof wrapLanguageModel>[0]["model"];

export interface ProviderKind {
  readonly name: string;
  /** As `provider:` before the model, where a loop of one's own names it. */
  readonly prefix: string;
  readonly models: readonly [string, ...string[]];
  /** Reasoning that is missing or stands elsewhere does no harm here: nothing can be planted. */
  readonly isLax?: true;
  start(script: StandInScript): Promise<StandIn>;
  connect(url: string): (model: string) => SdkModel;
  /** Reasoning that was left out although its provider would have read it, and the view of so many tokens had room for it. */
  listLost(requests: readonly StandInRequest[], window: number): readonly string[];
}

/** Thinks and reads, two pages at once every third time, and looks into the past where it can, until it has made so many calls. */
export function thinkAndRead({ number, parts, tools }: StandInRequest): StandInReply {
  const asked = parts.findLast(
    (part) => part.kind === "said" && part.by === "user" && /read \d+ times/.test(part.text),
  );
  const calls = Number(/read (\d+) times/.exec(asked?.kind === "said" ? asked.text : "")?.[1] ?? 0);
  const done = parts
    .slice(asked === undefined ? 0 : parts.lastIndexOf(asked))
    .filter(({ kind }) => kind === "called").length;
  const thought = think(number);
  if (done >= calls) return thought;
  if (number % 7 === 5 && tools.includes("recall"))
    return { ...thought, calls: [{ tool: "recall", input: { question: "page" } }] };
  const read = (page: number) => ({ tool: "read_page", input: { page } });
  return { ...thought, calls: number % 3 === 2 ? [read(number), read(number + 1_000)] : [read(number)] };
}

/** Long enough to be worth leaving out. */
export function think(number: number): StandInReply {
  return { reasoning: `Thought ${number}: ${"what does this page say? ".repeat(40)}`, text: `Step ${number}.` };
}

/** Refusals, reasoning that its provider does not read, and reasoning that went missing although it could have stayed. */
export function listBroken(
  kind: ProviderKind,
  { requests }: Pick<StandIn, "requests">,
  window = Number.POSITIVE_INFINITY,
): readonly string[] {
  const refused = requests.flatMap(({ refusal, dropped }, call) => [
    ...(refusal === null ? [] : [`call ${call} was refused: ${JSON.stringify(refusal.body)}`]),
    ...dropped.map(({ path, reason }) => `call ${call}: ${path} was not read, ${reason}`),
  ]);
  return [...refused, ...kind.listLost(requests, window)];
}

const compatible = (name: string, body: object) => (baseURL: string) =>
  createOpenAICompatible({
    ...{ name, baseURL, apiKey: "key", includeUsage: true },
    transformRequestBody: (args) => ({ ...args, ...body }),
  });

export const kinds: readonly ProviderKind[] = [
  {
    name: "OpenAI's Responses",
    prefix: "openai",
    models: ["gpt-6-sol", "gpt-6-luna", "gpt-5"],
    start: startOpenaiResponses,
    connect: (baseURL) => createOpenAI({ baseURL, apiKey: "key" }),
    listLost: listLostItems,
  },
  {
    name: "OpenAI's Chat Completions",
    prefix: "openai",
    models: ["gpt-6-sol", "gpt-5"],
    isLax: true,
    start: startOpenaiChat,
    connect: (baseURL) => createOpenAI({ baseURL, apiKey: "key" }).chat,
    listLost: () => [],
  },
  {
    name: "Gemini",
    prefix: "google",
    models: ["gemini-3-pro", "gemini-3-flash", "gemini-9-new"],
    start: startGemini,
    connect: (baseURL) => createGoogleGenerativeAI({ baseURL, apiKey: "key" }),
    listLost: listLostSignatures,
  },
  {
    name: "DeepSeek",
    prefix: "deepseek",
    models: ["deepseek-v4-pro", "deepseek-v4-flash", "deepseek-v9"],
    start: startDeepseek,
    connect: compatible("deepseek", {}),
    listLost: () => [],
  },
  {
    name: "Kimi",
    prefix: "moonshot",
    models: ["kimi-k3", "kimi-k3-turbo"],
    start: startKimi,
    connect: compatible("moonshot", { thinking: { type: "enabled", keep: "all" } }),
    listLost: () => [],
  },
  {
    name: "GLM",
    prefix: "zai",
    models: ["glm-5", "glm-5-air"],
    start: startGlm,
    connect: compatible("zai", { thinking: { type: "enabled", clear_thinking: false } }),
    listLost: () => [],
  },
];

/** Whose own clients the other tests use. */
export const anthropic: ProviderKind = {
  name: "Anthropic",
  prefix: "anthropic",
  models: ["claude-opus-5-5", "claude-fable-5-2", "claude-sonnet-5"],
  start: startAnthropic,
  connect: (baseURL) => createAnthropic({ baseURL, apiKey: "key" }),
  listLost: listLostBlocks,
};

/** Of the request before, in the same turn and for the same model: what would be taken behind the bytes as they are now. */
function listLostBlocks(requests: readonly StandInRequest[], window: number): readonly string[] {
  return requests.flatMap((request, call) => {
    const before = requests[call - 1];
    if (before === undefined || before.model !== request.model || findAsked(before) !== findAsked(request)) return [];
    const [{ messages: own }, body] = [before.body, request.body] as [Listed, Listed];
    const sent = JSON.stringify(body.messages);
    const gone = listThoughts(own).filter((block) => !sent.includes(JSON.stringify(block)));
    const first = JSON.stringify(listThoughts(own).slice(0, gone.length));
    if (first === JSON.stringify(gone) && isScarce(request, window)) return [];
    const kept = listKeepable(...([body, own] as unknown as Parameters<typeof listKeepable>));
    const lost = kept.filter((block) => !sent.includes(JSON.stringify(block)));
    return lost.length === 0 ? [] : [`call ${call} lost ${lost.length} of ${kept.length} thoughts`];
  });
}

interface Listed {
  readonly messages: readonly { readonly content: readonly { readonly type: string }[] }[];
}

function listThoughts(messages: Listed["messages"]): readonly object[] {
  return messages.flatMap(({ content }) => content.filter(({ type }) => /thinking$/.test(type)));
}

/** Whether a request fills half of its window, by three bytes to a token: seals are dense, and some room is the answer's. */
function isScarce({ body }: StandInRequest, window: number): boolean {
  return JSON.stringify(body).length / 3 > window / 2;
}

interface SentItems {
  readonly input: readonly (WholeItem & { readonly encrypted_content?: string })[];
}

/** Of the request before, in the same turn and for the same model: what would be read behind the bytes as they are now. */
function listLostItems(requests: readonly StandInRequest[], window: number): readonly string[] {
  return requests.flatMap((request, call) => {
    const before = requests[call - 1];
    if (before === undefined || before.model !== request.model || findAsked(before) !== findAsked(request)) return [];
    const { input } = request.body as SentItems;
    const sent = new Set(input.flatMap(({ encrypted_content: token }) => token ?? []));
    const own = (before.body as SentItems).input.flatMap(({ encrypted_content: token }) => token ?? []);
    const body = request.body as ReturnType<typeof responsesRequest.parse>;
    const gone = own.filter((token) => !sent.has(token));
    // For lack of room the oldest may leave: nothing that was produced behind it is lost with it.
    const isOldest = gone.every((token, place) => token === own[place]);
    if (isOldest && isScarce(request, window)) return [];
    const lost = gone.filter((token) => standsBehind(body, input, token));
    return lost.length === 0 ? [] : [`call ${call} lost ${lost.length} of ${own.length} thoughts`];
  });
}

interface SignedContents {
  readonly contents: readonly {
    readonly parts: readonly {
      readonly functionCall?: { readonly name: string; readonly args: unknown };
      readonly thoughtSignature?: string;
    }[];
  }[];
}

/** A call that the request before sent signed, in the same turn and for the same model, and that is sent as if it had no signature. */
function listLostSignatures(requests: readonly StandInRequest[]): readonly string[] {
  const listCalls = ({ body }: StandInRequest) =>
    (body as SignedContents).contents.flatMap(({ parts }) =>
      parts.flatMap(({ functionCall: call, thoughtSignature = "" }) =>
        call === undefined ? [] : [{ name: JSON.stringify(call), isSigned: /\w+\.\w+/.test(thoughtSignature) }],
      ),
    );
  return requests.flatMap((request, call) => {
    const before = requests[call - 1];
    if (before === undefined || before.model !== request.model || findAsked(before) !== findAsked(request)) return [];
    const signed = new Set(listCalls(before).flatMap(({ name, isSigned }) => (isSigned ? [name] : [])));
    const lost = listCalls(request).filter(({ name, isSigned }) => !isSigned && signed.has(name));
    return lost.map(({ name }) => `call ${call} lost the signature of ${name}`);
  });
}

/** The newest question. */
export function findAsked({ parts }: StandInRequest): string {
  const asked = parts.findLast(
    (part) => part.kind === "said" && part.by === "user" && /read \d+ times/.test(part.text),
  );
  return asked?.kind === "said" ? (/Question \d+: read/.exec(asked.text)?.[0] ?? "") : "";
}
