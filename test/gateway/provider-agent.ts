/** An agent of the AI SDK that keeps its own list, through the gateway to a stand-in of a provider. */
import { type ModelMessage, streamText, tool } from "ai";
import type { StandInReply, StandInRequest, StandInScript } from "clewline/testing";
import { vi } from "vitest";
import { z } from "zod";
import { changeLane, type LaneChange } from "../bound/lane-changes.js";
import { findAsked, type ProviderKind, think } from "../bound/provider-kinds.js";
import { openRoom, type Room } from "./room.js";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

/** The agent does one of these before its next call. */
export type Move =
  | { readonly kind: "read"; readonly lines: number }
  | { readonly kind: "switch" | "edit"; readonly place: number }
  | { readonly kind: "ask" | "delete" | "compact" | "restart" }
  | { readonly kind: "change"; readonly change: LaneChange };

export interface Session {
  readonly moves: readonly Move[];
  readonly policy: string;
  readonly told: number;
  readonly recall: boolean;
}

const session = "app:agent";

const wires: Readonly<Record<string, { readonly upstream: string; readonly base: string }>> = {
  anthropic: { upstream: "anthropic", base: "/v1" },
  google: { upstream: "google", base: "/v1beta" },
};

/** Always thinks and reads; looks into the past alone, and before and behind a page. */
export function thinkAndLook({ number, tools }: StandInRequest): StandInReply {
  const thought = think(number);
  const read = (page: number) => ({ tool: "read_page", input: { page } });
  const look = { tool: "recall", input: { question: `page ${number}` } };
  const looks = tools.includes("recall") ? number % 9 : 0;
  if (looks === 3) return { ...thought, calls: [look] };
  if (looks === 5) return { ...thought, calls: [look, read(number)] };
  if (looks === 7) return { ...thought, calls: [read(number), look] };
  return { ...thought, calls: number % 3 === 2 ? [read(number), read(number + 1_000)] : [read(number)] };
}

interface Played {
  readonly room: Room;
  /** Errors that the agent heard. */
  readonly heard: readonly string[];
  /** Whether another program changed what views show. */
  readonly isChanged: boolean;
}

export async function play(
  kind: ProviderKind,
  { moves, ...options }: Session,
  script: StandInScript = thinkAndLook,
): Promise<Played> {
  const { upstream: name, base } = wires[kind.prefix] ?? { upstream: "openai", base: "/v1" };
  const start = (given: StandInScript) => kind.start(given);
  let room = await openRoom(script, { ...options, upstream: { name, start } });
  const [list, heard]: [ModelMessage[], string[]] = [[], []];
  let isChanged = false;
  let model: string = kind.models[0];
  for (const [number, move] of moves.entries()) {
    if (move.kind === "restart") room = await room.restart();
    if (move.kind === "switch") model = kind.models[move.place % kind.models.length] ?? model;
    const asked = list.flatMap(({ role }, place) => (role === "user" ? [place] : []));
    if (move.kind === "edit") list.splice(asked[move.place % Math.max(1, asked.length)] ?? 0);
    if (move.kind === "delete" && asked.length > 1) {
      const left = list.slice(asked[1]);
      list.splice(0, list.length, ...(kind.prefix === "anthropic" ? left.map(dropThoughts) : left));
    }
    if (move.kind === "compact") list.splice(0);
    if (move.kind === "change" && (await changeLane(await room.log(), session, move.change)))
      isChanged ||= move.change.verb !== "remember";
    list.push(...answerCalls(list.at(-1), move.kind === "read" ? move.lines : 3));
    const isOver = list.length === 0 || list.at(-1)?.role === "assistant";
    if (move.kind === "ask" || move.kind === "compact" || isOver)
      list.push({ role: "user", content: `Question ${number}: read 9 times.` });
    const answer = streamText({
      ...{ model: kind.connect(`${room.url}${base}`)(model), tools, maxRetries: 0, system: "You read pages." },
      ...{ messages: list, headers: { "x-clew-session": session }, onError: () => undefined },
      providerOptions: { openai: { store: false } },
    });
    try {
      list.push(...(await answer.response).messages);
    } catch (error) {
      heard.push(`${String(error)}, and the gateway said ${JSON.stringify(room.lines)}`);
      break;
    }
  }
  return { room, heard, isChanged };
}

/** A client of Anthropic's leaves out what is bound to a beginning that it deleted. */
function dropThoughts(message: ModelMessage): ModelMessage {
  if (message.role !== "assistant" || typeof message.content === "string") return message;
  return { ...message, content: message.content.filter(({ type }) => type !== "reasoning") };
}

const inputSchema = z.object({ page: z.number() });
export const tools = { read_page: tool({ description: "Reads a page.", inputSchema, outputSchema: z.string() }) };

export function answerCalls(last: ModelMessage | undefined, lines: number): ModelMessage[] {
  const parts = last?.role === "assistant" && typeof last.content !== "string" ? last.content : [];
  const results = parts.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName, input } = part;
    const { page } = input as { readonly page: number };
    const text = Array.from({ length: lines }, (_, line) => `page ${page} line ${line}: a fact`).join("\n");
    return [{ type: "tool-result" as const, toolCallId, toolName, output: { type: "text" as const, value: text } }];
  });
  return results.length === 0 ? [] : [{ role: "tool", content: results }];
}

/** Where there was no lack of room, reasoning that was read before in the turn is read again. */
export function listNewlyUnread(requests: readonly StandInRequest[]): readonly string[] {
  const listTokens = ({ body, dropped }: StandInRequest) => {
    const { input = [] } = body as { readonly input?: readonly { readonly encrypted_content?: string }[] };
    const unread = new Set(dropped.map(({ path }) => path));
    const named = input.flatMap(({ encrypted_content: token }, place) => (token ? [[place, token] as const] : []));
    return {
      read: named.flatMap(([place, token]) => (unread.has(`input[${place}]`) ? [] : [token])),
      unread: named.flatMap(([place, token]) => (unread.has(`input[${place}]`) ? [token] : [])),
    };
  };
  return requests.flatMap((request, call) => {
    const before = requests[call - 1];
    if (before === undefined || before.model !== request.model || findAsked(before) !== findAsked(request)) return [];
    const known = new Set(listTokens(before).read);
    const lost = listTokens(request).unread.filter((token) => known.has(token)).length;
    return lost === 0 ? [] : [`call ${call}: ${lost} thoughts were read before in this turn`];
  });
}
