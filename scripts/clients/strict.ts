/** The provider of the strict check: our stand-ins, which hold requests to their providers' rules, with the same plan. */
import {
  type StandIn,
  type StandInReply,
  type StandInRequest,
  startAnthropic,
  startGemini,
  startOpenaiChat,
  startOpenaiResponses,
} from "clewline/testing";
import { listKeepable } from "../../src/testing/providers/anthropic/binding.js";
import { type ChatMessage, planReply } from "./plan.js";
import { describeInstructions, readSent } from "./read-list.js";
import type { Stage } from "./stage.js";
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

export async function startStrict(wire: string, { tool, hasWholeCalls }: UpstreamOptions): Promise<StrictUpstream> {
  const waiting = new Set<Fault>();
  const seen: SeenRequest[] = [];
  let first: string | null = null;
  let mostBytes = Number.POSITIVE_INFINITY;
  const plan = (request: StandInRequest) => {
    if (request.tools.length === 0) return null;
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
    return { ...writeTrouble(trouble), ...writeAnswer(next, tool, hasWholeCalls) };
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
export function listBroken({ standIn }: StrictUpstream, { sent, passed }: Pick<Stage, "sent" | "passed">): string[] {
  const refused = standIn.requests.filter(({ outcome }) => outcome === "refused");
  const dropped = standIn.requests.flatMap((request) => request.dropped);
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

/** Blocks of reasoning that the check looked at, over all requests. */
export function countReasoning({ standIn }: StrictUpstream): number {
  return standIn.requests.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "thought")).length;
}

function listLost(body: unknown, list: readonly unknown[]): readonly string[] {
  const { messages } = body as { readonly messages?: readonly unknown[] };
  if (!Array.isArray(messages)) return [];
  const sent = JSON.stringify(messages);
  const kept = listKeepable(...([body, list] as unknown as Parameters<typeof listKeepable>));
  return kept.filter((block) => !sent.includes(JSON.stringify(block))).map(() => "reasoning went missing");
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
