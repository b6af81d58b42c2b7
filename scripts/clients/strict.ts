/** The provider of the strict check: our stand-ins, which hold requests to their providers' rules, with the same plan. */

import { listKeepable } from "@clewline/store-kit/providers/anthropic/binding.js";
import { standsBehind } from "@clewline/store-kit/providers/openai/preserved.js";
import type { ResponsesRequest, WholeItem } from "@clewline/store-kit/providers/openai/responses-request.js";
import {
  type StandIn,
  type StandInReply,
  type StandInRequest,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";
import { type ChatMessage, planReply } from "./plan.js";
import { describeInstructions, gatewayTool, readSent } from "./read-list.js";
import type { Stage } from "./stage.js";
import type { Tapped } from "./tap.js";
import { bytesPerToken, type Fault, type Upstream, type UpstreamOptions, writeText } from "./upstream.js";

const starts = {
  "Anthropic Messages": startAnthropic,
  "Chat Completions": startOpenaiChat,
  Responses: startOpenaiResponses,
  Gemini: startGemini,
} as const;

export interface StrictUpstream extends Upstream {
  readonly standIn: StandIn;
}

type SeenRequest = ReturnType<Upstream["requests"]>[number];

export async function startStrict(wire: string, { tool }: Pick<UpstreamOptions, "tool">): Promise<StrictUpstream> {
  const waiting = new Set<Fault>();
  const seen: SeenRequest[] = [];
  let first: string | null = null;
  let mostBytes = Number.POSITIVE_INFINITY;
  const plan = (request: StandInRequest) => {
    if (request.tools.every((name) => name === gatewayTool)) return null;
    const instructions = describeInstructions(request.system);
    first ??= instructions;
    return instructions === first ? planReply(request.parts.map(readPart)) : null;
  };
  const standIn = await starts[wire as keyof typeof starts]((request) => {
    const next = plan(request);
    const bytes = Buffer.byteLength(JSON.stringify(request.body));
    const fault = [...waiting].find(({ task, step }) => task === next?.task && step === next.step);
    const isTooLarge = next !== null && bytes > mostBytes;
    const trouble = isTooLarge ? "refused" : (fault?.kind ?? null);
    seen.push({ bytes, task: next?.task ?? null, step: next?.step ?? null, trouble });
    if (isTooLarge) return { fails: { as: "overflow", window: Math.floor(mostBytes / bytesPerToken) } };
    if (fault !== undefined) waiting.delete(fault);
    // Calls come in one piece after the words: a stream breaks off within these.
    return { ...writeTrouble(trouble), ...writeAnswer(next, tool, trouble === "cut") };
  });
  return {
    url: standIn.origin,
    standIn,
    requests: () => seen,
    arrange(faults, most = Number.POSITIVE_INFINITY) {
      for (const fault of faults) waiting.add(fault);
      mostBytes = most;
    },
    hasHappened: (fault) => !waiting.has(fault),
    close: () => standIn.close(),
  };
}

/**
 * Where a provider's rules were broken: refusals, also those that the client never heard of; reasoning that the provider left out;
 * requests that went out again for one of the client's; reasoning of the client's list that went missing although it could have stayed.
 */
export function listBroken(
  { standIn }: StrictUpstream,
  { sent, passed }: Pick<Stage, "sent" | "passed">,
  isScarce: boolean,
): string[] {
  const refused = standIn.requests.filter(({ outcome }) => outcome === "refused");
  const dropped = listDropped(standIn).filter(({ reason }) => !isScarce || reason !== silent);
  const lost = sent.flatMap((tapped) => {
    const list = readSent(tapped)?.list ?? [];
    return passed.filter(({ number }) => number === tapped.number).flatMap(({ body }) => listLost(body, list));
  });
  // What follows a refusal is its repair, and unless the case planned that refusal it is told above.
  const answered = passed.filter(({ status }) => status !== null && status < 400);
  const doubled = answered.filter(
    ({ number, path }, place) => answered.findIndex((each) => each.number === number && each.path === path) < place,
  );
  return [
    ...refused.map(({ refusal }) => `refused: ${JSON.stringify(refusal?.body).slice(0, 300)}`),
    ...dropped.map(({ path, reason }) => `${path} was dropped: ${reason}`),
    ...lost,
    ...doubled.map(({ number }) => `request ${number} of the client went out again`),
  ];
}

/** Why OpenAI leaves reasoning out without a word. Where room is scarce, what stood before it had to change. */
const silent = "changed prefix";

function listDropped(standIn: StandIn) {
  return standIn.requests.flatMap(({ dropped }) => dropped);
}

/** Requests, and the blocks of reasoning that the model read and did not read. */
export function describeLooked({ standIn }: StrictUpstream): string {
  const read = standIn.requests.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thought")).length;
  const dropped = listDropped(standIn).length;
  return `${standIn.requests.length}/${read}${dropped === 0 ? "" : `, ${dropped} not read`}`;
}

type Message = Readonly<Record<string, unknown>>;

/** Gemini refuses what lost the reasoning of its turn. */
function listLost(body: Tapped["body"], list: readonly Message[]): readonly string[] {
  if (body === null) return [];
  const sent = JSON.stringify(body.messages ?? body.input ?? list);
  const kept = [...listBound(body, list), ...listPreserved(body, list), ...listCalled(sent, list)];
  return kept.filter((thought) => !sent.includes(JSON.stringify(thought))).map(() => "reasoning went missing");
}

/** Blocks that Anthropic would take. */
function listBound(body: Message, list: readonly Message[]): readonly unknown[] {
  if (!Array.isArray(body.messages)) return [];
  return listKeepable(...([body, list] as unknown as Parameters<typeof listKeepable>));
}

/** Seals of the running turn that OpenAI would read. */
function listPreserved(body: Message, list: readonly Message[]): readonly unknown[] {
  if (!Array.isArray(body.input)) return [];
  const given = [body, body.input] as unknown as [ResponsesRequest, readonly WholeItem[]];
  const seals = listOfTurn(list).flatMap(({ encrypted_content: seal }) => (typeof seal === "string" ? [seal] : []));
  return seals.filter((seal) => standsBehind(...given, seal));
}

/** Of Chat Completions: the reasoning of the running turn's calls that were sent. */
function listCalled(sent: string, list: readonly Message[]): readonly unknown[] {
  return listOfTurn(list).flatMap(({ tool_calls: calls, reasoning_content: thought }) => {
    const ids = (Array.isArray(calls) ? calls : []).map(({ id }) => JSON.stringify(id));
    return typeof thought === "string" && ids.some((id) => sent.includes(id)) ? [thought] : [];
  });
}

/** What came since the user last spoke. */
function listOfTurn(list: readonly Message[]): readonly Message[] {
  return list.slice(list.findLastIndex(({ role }) => role === "user") + 1);
}

function readPart(part: StandInRequest["parts"][number]): ChatMessage {
  switch (part.kind) {
    case "said":
      return { role: part.by === "agent" ? "assistant" : part.by, content: part.text };
    case "called":
      return {
        ...{ role: "assistant", content: "" },
        tool_calls: [{ function: { name: part.tool, arguments: part.input } }],
      };
    case "returned":
      return { role: "tool", content: part.text };
    default:
      return { role: "assistant", content: "" };
  }
}

function writeTrouble(trouble: SeenRequest["trouble"]): StandInReply {
  if (trouble === "busy") return { fails: { as: "rate-limit" } };
  if (trouble === "cut") return { fails: { as: "cut", after: 3 } };
  return trouble === "slow" ? { wordDelayMs: 300 } : {};
}

function writeAnswer(
  next: ReturnType<typeof planReply>,
  tool: UpstreamOptions["tool"],
  hasWords: boolean,
): StandInReply {
  const { content, call } = writeText(next, tool, hasWords);
  const said = content === null ? {} : { text: content };
  if (next === null) return said;
  const reasoning = `Step ${next.step} of ${next.task} comes next.`;
  return { ...said, reasoning, ...(call !== null && { calls: [{ tool: call.name, input: call.input }] }) };
}
