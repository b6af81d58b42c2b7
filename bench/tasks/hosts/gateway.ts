/** The task through the gateway: a client with its own list, over HTTP, to the strict stand-in of Anthropic and its cache. */
import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import { type StandInReply, startAnthropic } from "@clewline/store-kit/index.js";
import type { AgentCall } from "../agent.js";
import { type Outcome, type Play, type Setting, startPlay } from "../play.js";
import { describeFacts } from "../prices.js";

type Block = Readonly<Record<string, unknown>>;
type Message = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

const system = "You work through lists of jobs. Use your tools, and quote what you find exactly.";

export async function playGateway(given: Setting, policy: string): Promise<Outcome> {
  const play = startPlay(given);
  const { prices, window, manner } = given;
  const model = prices.isBound ? "claude-opus-5-5" : "claude-sonnet-5";
  const upstream = await startAnthropic(
    ({ parts, tools, number }): StandInReply => {
      if (tools.length === 0) return { text: play.summarise(parts) };
      const { text, calls = [] } = play.think(parts, tools).reply;
      const thought = prices.isBound ? { reasoning: `Thought ${number}.` } : {};
      const usage = prices.minutes === 0 ? { usage: { cacheRead: 0, cacheWrite: 0, longWrite: 0 } } : {};
      return { ...thought, ...usage, ...(text !== undefined && { text }), calls };
    },
    { window, now: play.now, density: 4 / given.charactersPerToken },
  );
  const { bound: _bound, ...facts } = describeFacts(prices, window);
  const gateway = await openGateway(
    { store: "memory", window, policy, memory: false, timeZone: "UTC" },
    { ...noConfig, models: new Map([[model, facts]]) },
    {
      ...{ host: "127.0.0.1", port: 0, keys: [], upstreams: [`anthropic=${upstream.origin}`], say: () => undefined },
      recall: manner !== "read",
    },
    { clock: makeSystemClock(play.now) },
  );
  try {
    await playClient({ play, model, findUrl: async () => gateway.url });
  } catch (error) {
    play.fail(error instanceof Error ? error.message : String(error));
  } finally {
    await gateway.close();
    await upstream.close();
  }
  return play.outcome();
}

/** A client with its own list. */
export async function playClient(client: Client): Promise<void> {
  const { play } = client;
  const list: Message[] = [];
  for (const [place, { text }] of play.jobs.entries()) {
    play.begin(place + 1);
    list.push({ role: "user", content: [{ type: "text", text }] });
    if (!play.end(await answerJob(client, list))) return;
  }
}

export interface Client {
  readonly play: Play;
  readonly model: string;
  /** Where the next call goes. */
  findUrl(): Promise<string>;
  /** Beside the usual ones. */
  readonly instructions?: string;
}

async function answerJob(client: Client, list: Message[]): Promise<string> {
  for (;;) {
    const content = await send(client, list);
    list.push({ role: "assistant", content });
    const calls = content.filter(({ type }) => type === "tool_use");
    if (calls.length === 0) return content.map(({ text }) => (typeof text === "string" ? text : "")).join("");
    const results = calls.map(({ id, name, input }): Block => {
      const result = client.play.run({ tool: String(name), input: input as AgentCall["input"] });
      return { type: "tool_result", tool_use_id: id, content: result };
    });
    list.push({ role: "user", content: results });
  }
}

const text = { type: "string" };
const tools = [
  { name: "read", description: "Reads a file, or its lines with one of the texts.", more: { find: text } },
  { name: "edit", description: "Puts values into a file.", more: { values: { type: "array", items: text } } },
  { name: "write", description: "Writes a file.", more: { text } },
].map(({ more, ...tool }) => ({ ...tool, input_schema: { type: "object", properties: { path: text, ...more } } }));

async function send(
  { play, model, findUrl, instructions = "" }: Client,
  list: readonly Message[],
): Promise<readonly Block[]> {
  const { prices } = play.setting;
  const ttl = prices.minutes > 5 ? { ttl: "1h" } : {};
  const mark = prices.minutes === 0 ? {} : { cache_control: { type: "ephemeral", ...ttl } };
  const messages = list.map((message, place) => {
    const content = message.content.map((block, at) =>
      at === message.content.length - 1 ? { ...block, ...mark } : block,
    );
    return place === list.length - 1 ? { ...message, content } : message;
  });
  const body = { model, max_tokens: 2_000, system: [{ type: "text", text: system + instructions }], tools, messages };
  const response = await fetch(`${await findUrl()}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": "sk-ant-test", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly content: readonly Block[]; readonly error?: unknown };
  if (!response.ok) throw new Error(JSON.stringify(answer.error));
  return answer.content;
}
