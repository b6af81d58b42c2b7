/** Providers that speak Chat Completions and want their reasoning back as it was. */
import {
  type DroppedReasoning,
  readField,
  type StandIn,
  type StandInOptions,
  type StandInRefusal,
  type StandInScript,
} from "../script.js";
import { serveChat } from "./chat.js";
import type { ChatRequest } from "./chat-request.js";
import { openaiInvalid } from "./failures.js";

/** Starts a stand-in of DeepSeek's Chat Completions: the reasoning of a turn with calls must come back in every later request. */
export function startDeepseek(script: StandInScript, options: StandInOptions = {}): Promise<StandIn> {
  return serveKept(script, { models: ["deepseek-v4", "deepseek-v4-flash"], ...options }, (faults) => ({
    refusal: faults.some(({ reason }) => reason === "missing") ? silent : null,
    dropped: [],
  }));
}

/** Starts a stand-in of Kimi's Chat Completions: with `thinking.keep` it reads earlier reasoning, if that comes back as it was. */
export function startKimi(script: StandInScript, options: StandInOptions = {}): Promise<StandIn> {
  return serveKept(script, { models: ["kimi-k3"], ...options }, (faults, { thinking }) => ({
    refusal: null,
    dropped: readField(thinking, "keep") === "all" ? faults : [],
  }));
}

/** Starts a stand-in of GLM's Chat Completions: with `clear_thinking: false` it reads earlier reasoning, if that comes back as it was. */
export function startGlm(script: StandInScript, options: StandInOptions = {}): Promise<StandIn> {
  return serveKept(script, { models: ["glm-5"], ...options }, (faults, { thinking }) => ({
    refusal: null,
    dropped: readField(thinking, "clear_thinking") === false ? faults : [],
  }));
}

const silent = openaiInvalid(
  "The reasoning_content in the thinking mode must be passed back to the API.",
  null,
  "invalid_request_error",
);

type Judge = (
  faults: readonly DroppedReasoning[],
  request: ChatRequest,
) => { readonly refusal: StandInRefusal | null; readonly dropped: readonly DroppedReasoning[] };

function serveKept(script: StandInScript, options: StandInOptions, judge: Judge): Promise<StandIn> {
  /** The reasoning of an answer, by its calls and its words. */
  const reasoned = new Map<string, string>();
  return serveChat(script, options, {
    judge: (request) => judge(listFaults(request, reasoned), request),
    ended({ reply, calls }) {
      if (reply.reasoning === undefined) return;
      for (const name of [...calls.map(({ id }) => id), `said ${reply.text}`]) reasoned.set(name, reply.reasoning);
    },
  });
}

/** Answers of turns with calls whose reasoning is missing or was changed. */
function listFaults({ messages }: ChatRequest, reasoned: ReadonlyMap<string, string>): readonly DroppedReasoning[] {
  const starts = messages.flatMap(({ role }, place) => (role === "user" ? [place] : []));
  return starts.flatMap((start, turn) => {
    const end = starts[turn + 1] ?? messages.length;
    const answers = messages.slice(start, end).map((message, place) => ({ message, place: start + place }));
    if (!answers.some(({ message: { tool_calls: calls } }) => calls?.some(({ id }) => reasoned.has(id)))) return [];
    return answers.flatMap(({ message: { role, content, tool_calls: calls, reasoning_content: sent }, place }) => {
      const names = role === "assistant" ? [...(calls ?? []).map(({ id }) => id), `said ${content}`] : [];
      const made = names.flatMap((name) => reasoned.get(name) ?? [])[0];
      if (made === undefined || made === sent) return [];
      return [{ path: `messages[${place}].reasoning_content`, reason: sent ? "changed" : "missing" }];
    });
  });
}
