import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type LanguageModel, type ModelMessage, streamText, tool } from "ai";
import { type StandInReply, type StandInRequest, startGemini, startOpenaiResponses } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { findAsked, kinds, listBroken, type ProviderKind, think } from "../bound/provider-kinds.js";
import { checkAsyncProperty } from "../properties.js";
import { openRoom, type Room } from "./room.js";

vi.stubGlobal("AI_SDK_LOG_WARNINGS", false);

/** The agent does one of these before its next call. */
type Move =
  | { readonly kind: "read"; readonly lines: number }
  | { readonly kind: "switch" | "edit"; readonly place: number }
  | { readonly kind: "ask" | "delete" | "compact" | "restart" };

interface Session {
  readonly moves: readonly Move[];
  readonly policy: string;
  readonly told: number;
  readonly recall: boolean;
}

const wires: Readonly<Record<string, { readonly upstream: string; readonly base: string }>> = {
  google: { upstream: "google", base: "/v1beta" },
};

/** Always thinks and reads; looks into the past alone, and before and behind a page. */
function thinkAndLook({ number, tools }: StandInRequest): StandInReply {
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
}

async function play(kind: ProviderKind, { moves, ...options }: Session): Promise<Played> {
  const { upstream: name, base } = wires[kind.prefix] ?? { upstream: "openai", base: "/v1" };
  const start = (script: Parameters<ProviderKind["start"]>[0]) => kind.start(script);
  let room = await openRoom(thinkAndLook, { ...options, upstream: { name, start } });
  const [list, heard]: [ModelMessage[], string[]] = [[], []];
  let model: string = kind.models[0];
  for (const [number, move] of moves.entries()) {
    if (move.kind === "restart") room = await room.restart();
    if (move.kind === "switch") model = kind.models[move.place % kind.models.length] ?? model;
    const asked = list.flatMap(({ role }, place) => (role === "user" ? [place] : []));
    if (move.kind === "edit") list.splice(asked[move.place % Math.max(1, asked.length)] ?? 0);
    if (move.kind === "delete" && asked.length > 1) list.splice(0, asked[1]);
    if (move.kind === "compact") list.splice(0);
    list.push(...answerCalls(list.at(-1), move.kind === "read" ? move.lines : 3));
    if (move.kind === "ask" || move.kind === "compact" || list.length === 0)
      list.push({ role: "user", content: `Question ${number}: read 9 times.` });
    const answer = streamText({
      ...{ model: kind.connect(`${room.url}${base}`)(model), tools, maxRetries: 0, system: "You read pages." },
      ...{ messages: list, headers: { "x-clew-session": "agent" }, onError: () => undefined },
      providerOptions: { openai: { store: false } },
    });
    try {
      list.push(...(await answer.response).messages);
    } catch (error) {
      heard.push(`${String(error)}, and the gateway said ${JSON.stringify(room.lines)}`);
      break;
    }
  }
  return { room, heard };
}

const inputSchema = z.object({ page: z.number() });
const tools = { read_page: tool({ description: "Reads a page.", inputSchema, outputSchema: z.string() }) };

function answerCalls(last: ModelMessage | undefined, lines: number): ModelMessage[] {
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
function listNewlyUnread(requests: readonly StandInRequest[]): readonly string[] {
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

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 200 }).map((lines) => ({ kind: "read" as const, lines })) },
  { weight: 2, arbitrary: fc.constant({ kind: "ask" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("switch" as const, "edit" as const), place: fc.nat(5) }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<("delete" | "compact" | "restart")[]>("delete", "compact", "restart")
      .map((kind) => ({ kind })),
  },
);
const session: fc.Arbitrary<Session> = fc.record({
  moves: fc.array(move, { minLength: 4, maxLength: 16 }),
  policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
  told: fc.constantFrom(12_000, 60_000, 200_000),
  recall: fc.boolean(),
});

const checked = kinds.filter(({ name }) => !/Kimi|GLM/.test(name));

describe.each(checked.map((kind, place) => ({ ...kind, place })))("Through the gateway, $name", (kind) => {
  it("refuses no view, whatever agents do, and reads what could be read", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(session, async (given) => {
        const { room, heard } = await play(kind, given);
        const { requests } = room.upstream;
        // Less room is another beginning, which this provider does not read behind.
        const sent = requests.map((request) => (kind.prefix === "openai" ? { ...request, dropped: [] } : request));
        expect(listBroken(kind, { requests: sent })).toEqual([]);
        expect(heard).toEqual([]);
        expect(given.told < 200_000 ? [] : listNewlyUnread(requests)).toEqual([]);
      }),
      {
        runs: 2,
        longer: 60,
        stretch: kind.place,
        fixed: [
          { seed: 20261119, path: "1" },
          { seed: 20261124, path: "0" },
        ],
        endOnFailure: true,
      },
    );
  });
});

/** One turn, each call of which goes to another model or account. */
async function readAlong(room: Room, models: readonly Exclude<LanguageModel, string>[]): Promise<void> {
  const list: ModelMessage[] = [{ role: "user", content: "Question 1: read 9 times." }];
  for (const model of models) {
    const request = { model, tools, maxRetries: 0, messages: list, headers: { "x-clew-session": "agent" } };
    const { response } = await generateText({ ...request, providerOptions: { openai: { store: false } } });
    list.push(...response.messages, ...answerCalls(response.messages.at(-1), 1));
  }
  expect(room.upstream.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
}

it("sealed reasoning of another organization leaves before it is refused, and comes back with its own", async () => {
  const room = await openRoom(thinkAndLook, { upstream: { name: "openai", start: startOpenaiResponses } });
  const ask = (organization: string) =>
    createOpenAI({ baseURL: `${room.url}/v1`, apiKey: "key", organization })("gpt-6-sol");
  await readAlong(room, [ask("one"), ask("one"), ask("two"), ask("two"), ask("one")]);
  const sent = room.upstream.requests.map(({ parts }) => parts.filter(({ kind }) => kind === "thought").length);
  expect(sent).toEqual([0, 1, 0, 1, 2]);
});

it("a signature of another key or model leaves before it is refused, and comes back with its own", async () => {
  const room = await openRoom(thinkAndLook, { upstream: { name: "google", start: startGemini } });
  const ask = (apiKey: string, model: string) =>
    createGoogleGenerativeAI({ baseURL: `${room.url}/v1beta`, apiKey })(model);
  const [own, other] = [ask("one", "gemini-3-pro"), ask("two", "gemini-3-pro")];
  await readAlong(room, [own, own, other, ask("one", "gemini-3-flash"), own]);
  const bypassed = room.upstream.requests.map(
    ({ body }) => JSON.stringify(body).split("skip_thought_signature_validator").length - 1,
  );
  expect(bypassed).toEqual([0, 0, 2, 3, 2]);
});
