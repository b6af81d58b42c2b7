/** The chat through Clew, with the official client, against a provider that keeps a prefix cache. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { tool } from "ai";
import { type Clew, openClew } from "clewline";
import { type StandInReply, type StandInRequest, startAnthropic } from "clewline/testing";
import { vi } from "vitest";
import { z } from "zod";
import type { CacheChat, ChatTurn } from "./chat.js";

export interface Played {
  readonly calls: readonly PlayedCall[];
  /** Those whose view moved the reductions on. */
  readonly compactions: readonly PlayedCall[];
}

export interface PlayedCall {
  /** Its turn's place in the chat, and the steps that the turn had taken. */
  readonly turn: number;
  readonly step: number;
  readonly request: StandInRequest;
}

/** What every client of this chat has in common. */
export const model = "claude-sonnet-4-5";
export const window = 32_000;
/** For the words of an answer to come. */
export const answerSeconds = 6;

const session = "telegram:chat:7";

/** Only `Date` is set by hand: the pauses of the chat are the clock of Clew and of the cache. */
export async function played(chat: CacheChat): Promise<Played> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 9, 5, 8) });
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);
  const calls: PlayedCall[] = [];
  const turns: string[] = [];
  let now: Running = { number: 0, turn: { gap: 0, message: 1, steps: [], answer: 1 }, step: 0 };
  const answering = (request: StandInRequest): StandInReply => {
    calls.push({ turn: now.number, step: now.step, request });
    return replyOf(now);
  };
  const standIn = await startAnthropic(answering, { window, now: () => Date.now() });
  const clew = await openClew({
    ...{ store: "memory", policy: "balanced", timeZone: "UTC", window },
    instructions: text(chat.instructions, "instructions"),
    model: createAnthropic({ baseURL: standIn.url, apiKey: "key" })(model),
  });
  try {
    for (const [number, turn] of chat.turns.entries()) {
      pass(turn.gap);
      now = { number, turn, step: 0 };
      await observe(clew, now);
      const onStepFinish = () => pass(answerSeconds + (turn.steps[now.step - 1]?.seconds ?? 0));
      turns.push(await answer(clew, now, { tools: { look_up: lookUp(now) }, onStepFinish }));
    }
    const compacted = await compactionsIn(clew);
    const compactions = calls.filter(({ turn, step }) => compacted.has(`${turns[turn]} ${step + 1}`));
    return { calls, compactions };
  } finally {
    vi.useRealTimers();
    await clew.close();
    await standIn.close();
  }
}

/** As many characters, the same for the same name. */
function text(characters: number, name: string): string {
  let state = [...name].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) | 0, 7);
  let said = `${name}:`;
  while (said.length < characters) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    said += ` ${words[(state >>> 16) % words.length]}`;
  }
  return said.slice(0, Math.max(1, characters)).trim();
}

interface Running {
  readonly number: number;
  readonly turn: ChatTurn;
  /** Steps that have been asked for. */
  step: number;
}

function replyOf(now: Running): StandInReply {
  const { turn, number } = now;
  const step = turn.steps[now.step];
  now.step += 1;
  if (step === undefined) return { text: text(turn.answer, `answer ${number}`) };
  return { calls: step.results.map((_, call) => ({ tool: "look_up", input: { call } })) };
}

function lookUp(now: Running) {
  return tool({
    description: "Looks up one thing and returns what is known of it.",
    inputSchema: z.object({ call: z.number().describe("Which of the things that were asked for.") }),
    execute: async ({ call }) => {
      const size = now.turn.steps[now.step - 1]?.results[call] ?? 1;
      return text(size, `result ${now.number} ${now.step} ${call}`);
    },
  });
}

async function observe(clew: Clew, { number, turn }: Running): Promise<void> {
  for (const [place, size] of (turn.observed ?? []).entries()) {
    const said = { text: text(size, `observed ${number} ${place}`), from: "guest", at: Date.now() };
    await clew.observe({ session, id: `${number}-${place}`, topic: turn.topic, ...said });
  }
}

/** The id of its turn. */
async function answer(
  clew: Clew,
  { number, turn }: Running,
  options: Parameters<Clew["generate"]>[1],
): Promise<string> {
  const said = { text: text(turn.message, `message ${number}`), from: "owner", at: Date.now() };
  const replyTo = turn.replies === undefined ? undefined : `${Math.max(0, number - turn.replies)}`;
  const message = { session, id: `${number}`, topic: turn.topic, replyTo, ...said };
  return (await clew.generate(message, options)).turn.id;
}

/** Turn and call of each. */
async function compactionsIn(clew: Clew): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const line of clew.export()) {
    const { receipt } = JSON.parse(line) as { receipt?: { compacted: boolean; turn: string; call: number } };
    if (receipt?.compacted === true) found.add(`${receipt.turn} ${receipt.call}`);
  }
  return found;
}

const words = `garden water table letter train winter budget ladder invoice kitchen window report meeting ticket lamp
bridge paper engine market forest coffee signal harbour blanket folder mirror station pocket summer yellow quiet narrow
heavy early simple gentle broken second distant certain`.split(/\s+/);
