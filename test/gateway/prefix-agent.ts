/** An agent whose requests go through a gateway to a provider with a cache, and what the log says of its calls. */

import type { CallUsage } from "@clewline/core/model/call-usage.js";
import type { PrefixBreak } from "@clewline/core/model/prefix/break.js";
import type { StandInReply } from "clewline/testing";
import { vi } from "vitest";
import { openRoom, type Room, type RoomOptions } from "./room.js";

type Json = Record<string, unknown>;
type Message = { role: "user" | "assistant"; content: Json[] };

export interface PrefixAgent {
  room: Room;
  /** Its next request, which a test may change. */
  body: Json & { messages: Message[]; tools: Json[]; system: Json[] };
  headers: Record<string, string>;
  /** Whether its requests have marks for the cache. */
  isMarked: boolean;
  /** What the provider answers from here on. */
  reply: StandInReply;
  /** Sends the list, and adds what was answered and a result to it. */
  call(result?: string): Promise<void>;
  /** Ends the gateway, and starts another over the same log. */
  restart(): Promise<void>;
  broken(): Promise<readonly (PrefixBreak | null)[]>;
}

const day = Date.UTC(2026, 10, 2, 8);
const mark = { cache_control: { type: "ephemeral" } };

export const prose = (words: number, name: string) =>
  Array.from({ length: words }, (_, place) => `${name}${(place * 7919) % 997}`).join(" ");

/** Only `Date` is set by hand: it is the clock of the gateway and of the cache. */
export async function startAgent(options: RoomOptions = {}): Promise<PrefixAgent> {
  vi.useFakeTimers({ toFake: ["Date"], now: day });
  const state: { reply: StandInReply } = { reply: {} };
  const room = await openRoom(
    ({ number }) => ({ text: `Step ${number}.`, calls: [{ tool: "look", input: { number } }], ...state.reply }),
    { window: 200_000, now: () => Date.now(), ...options },
  );
  const schema = (first: string, second: string) => ({
    type: "object",
    properties: { [first]: { type: "number" }, [second]: { type: "string" } },
  });
  const agent: PrefixAgent = Object.assign(state, {
    room,
    headers: {},
    isMarked: true,
    body: {
      ...{ model: "claude-sonnet-5", max_tokens: 400 },
      system: [{ type: "text", text: `It is Monday, 2 November 2026, 08:01. ${prose(900, "s")}`, ...mark }],
      tools: [{ name: "look", description: prose(200, "t"), input_schema: schema("number", "unit") }],
      messages: [{ role: "user" as const, content: [{ type: "text", text: `Count the crates. ${prose(80, "q")}` }] }],
    },
    async call(result = prose(150, `r${Date.now()}`)) {
      vi.setSystemTime(Date.now() + 10_000);
      const messages = agent.body.messages.map(({ role, content }, place) => ({
        role,
        content: agent.isMarked && place === agent.body.messages.length - 1 ? markEnd(content) : content,
      }));
      const response = await fetch(`${agent.room.url}/v1/messages`, {
        method: "POST",
        headers: {
          ...{ "content-type": "application/json", "x-api-key": "sk-ant-test", "anthropic-version": "2023-06-01" },
          ...{ "x-clew-session": "agent", ...agent.headers },
        },
        body: JSON.stringify({ ...agent.body, messages }),
      });
      const answer = (await response.json()) as { content: Json[]; error?: unknown };
      if (!response.ok) throw new Error(JSON.stringify(answer.error));
      const results = answer.content.flatMap(({ type, id }) =>
        type === "tool_use" ? [{ type: "tool_result", tool_use_id: id, content: result }] : [],
      );
      const said = results.length === 0 ? [{ type: "text", text: `Go on. ${result}` }] : results;
      agent.body.messages = [
        ...agent.body.messages,
        { role: "assistant", content: answer.content },
        { role: "user", content: said },
      ];
    },
    async restart() {
      agent.room = await agent.room.restart();
    },
    async broken() {
      const clew = await agent.room.log();
      const events = await clew.trace({ session: (await clew.sessions())[0]?.session ?? "", limit: 10_000 });
      const calls = events.flatMap(({ name, event }) =>
        name === "model_usage" ? [event as unknown as CallUsage] : [],
      );
      return calls.map(({ prefix }) => prefix?.broke ?? null);
    },
  });
  return agent;
}

function markEnd(content: readonly Json[]): Json[] {
  return content.map((block, place) => (place === content.length - 1 ? { ...block, ...mark } : block));
}
