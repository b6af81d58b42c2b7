/** What long chats cost under the default beside the full history: at their own times, and at those of a real chat. */
import { writeFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Tokens } from "@clewline/core/log/keys.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { countBilledInput, type SpentTokens } from "@clewline/core/model/prices.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { priceCalls } from "@clewline/try/judge.js";
import { makeTerms, replayPolicy } from "@clewline/try/preparation.js";
import type { ReplayedLane } from "@clewline/try/replay.js";
import { sum } from "@clewline/try/sums.js";
import { readTranscript } from "@clewline/try/try.js";
import { describeMachine } from "../machine.js";
import { makeRandom } from "../own-talk/seeded-random.js";
import type { Cell, Report } from "../report.js";
import type { Chat, ChatMessage } from "../retrieval/chat.js";
import { readLocomo } from "../retrieval/readers/locomo.js";
import { readRealmem } from "../retrieval/readers/realmem.js";
import { useScratchFolder } from "../scratch.js";

interface ChatOptions {
  readonly data: readonly string[];
  readonly window: number | undefined;
  /** Chats by parts of their names; all if empty. */
  readonly only: readonly string[];
  readonly say: (what: string) => void;
}

const model = "claude-sonnet-5";
const windows = [8_192, 32_768, 200_000, 1_000_000];
/** From here on full history counts as long. */
const longChat = 10_000;

export async function measureChats({ data, window, only, say }: ChatOptions): Promise<Report> {
  const rows: Cell[][] = [];
  const bills: Cell[][] = [];
  await useScratchFolder(async (folder) => {
    for (const path of data)
      for (const chat of (await readChats(path)).filter(({ name }) => isWanted(name, only)))
        for (const times of ["its own", "a real chat's"] as const) {
          const file = join(folder, "chat.jsonl");
          writeFileSync(file, writeLines(chat, times === "its own" ? chat.messages : setRealTimes(chat)));
          for (const each of window === undefined ? windows : [window]) {
            const { calls, sizes, shares, bill } = await priceChat(file, each);
            const row = [`${basename(path)} ${chat.name}`, times, each];
            rows.push([...row, calls, ...sizes, ...shares]);
            bills.push(...bill.map((cells) => [...row, ...cells]));
            say(JSON.stringify([rows.at(-1), bill]));
          }
        }
  });
  const title = `balanced at the prices of ${model}`;
  const tables = [
    {
      title,
      columns: [...named, "calls", "full history, tokens", "view, tokens", "of full, long", "of full, before"],
      rows,
    },
    { title: "The bill of a call", columns: [...named, ...billed], rows: bills },
  ];
  return { bench: "chats", machine: describeMachine(), tables, how };
}

const named = ["chat", "times", "window"];
const layers = ["recent", "summary", "memories", "message", "now", "marks"] as const;
const billed = [
  "which",
  "calls",
  "full history, price",
  "price",
  "read",
  "written",
  "fresh",
  ...layers,
  "around messages",
];

function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

async function readChats(path: string): Promise<readonly Chat[]> {
  return (await stat(path)).isFile() ? readLocomo(path) : readRealmem(path);
}

/** Of two people, the second is the agent. */
function isAgent({ people }: Chat, { by, role }: ChatMessage): boolean {
  return role === "agent" || by === people[1];
}

function writeLines(chat: Chat, messages: readonly ChatMessage[]): string {
  const lines = messages.map((message) => {
    const { id, by, at, text } = message;
    return JSON.stringify({
      session: "bench:chat",
      id,
      ...(isAgent(chat, message) ? { role: "agent" } : { from: by }),
      at,
      text,
    });
  });
  return `${lines.join("\n")}\n`;
}

const [minute, hour] = [60_000, 3_600_000];
/** Pauses before a person's message: 36 % come within 5 minutes, 73 % within an hour. */
const pauses: readonly (readonly [part: number, least: number, most: number])[] = [
  [0.36, minute / 6, 5 * minute],
  [0.73, 5 * minute, hour],
  [0.88, hour, 4 * hour],
  [1, 4 * hour, 40 * hour],
];

function setRealTimes(chat: Chat): readonly ChatMessage[] {
  const { messages } = chat;
  const { next: draw } = makeRandom(7);
  let [at, before] = [messages[0]?.at ?? 0, ""];
  return messages.map((message) => {
    const [, least, most] = pick(draw());
    if (message.by === before || before === "") at += 1_000;
    else if (isAgent(chat, message)) at += 5_000;
    else at += least + draw() * (most - least);
    before = message.by;
    return { ...message, at: Math.round(at) };
  });
}

function pick(drawn: number) {
  return pauses.find(([part]) => drawn < part) ?? ([1, 4 * hour, 40 * hour] as const);
}

interface ChatPrice {
  readonly calls: number;
  /** Of a call of full history, and of ours. */
  readonly sizes: readonly [full: Tokens, own: Tokens];
  /** The price beside full history: while that is long, and before. */
  readonly shares: readonly [long: number | null, before: number | null];
  /** The parts of a call, on average. */
  readonly bill: readonly (readonly Cell[])[];
}

async function priceChat(file: string, window: number): Promise<ChatPrice> {
  const prepared = { ...(await readTranscript(file)), isOfClient: false };
  const facts = findModelFacts(model);
  const terms = makeTerms(prepared, { prices: facts, long: false, window });
  const [own] = await replayPolicy(prepared, balanced, terms);
  const [whole] = prepared.whole;
  if (own === undefined || whole === undefined) throw new Error(`${file} has no calls`);
  // Beyond the window full history counts as a full window.
  const most = Math.floor((window - terms.fit.around) / terms.fit.factor);
  const fitted = whole.calls.map((call) => ({
    ...call,
    tokens: Math.min(call.tokens, most),
    shared: Math.min(call.shared, most),
  }));
  const full = priceCalls({ ...whole, calls: fitted }, 0, terms).map(({ spent }) => countBilledInput(spent, facts));
  const priced = priceCalls(own, 0, terms).map(({ spent }, place) => ({
    spent,
    ...{ price: countBilledInput(spent, facts), full: full[place] ?? 0, isLong: isLong(whole.calls[place]) },
    ...{ tokens: own.calls[place]?.tokens ?? 0, layers: own.calls[place]?.layers ?? {} },
  }));
  const [long, before] = [true, false].map((is) => priced.filter((call) => call.isLong === is));
  return {
    calls: priced.length,
    sizes: [meanOf(whole.calls, ({ tokens }) => tokens), meanOf(priced, ({ tokens }) => tokens)],
    shares: [shareOf(long ?? []), shareOf(before ?? [])],
    bill: [
      ...writeBill("long, cold", long?.filter(({ spent }) => spent.read === 0) ?? []),
      ...writeBill("long, warm", long?.filter(({ spent }) => spent.read > 0) ?? []),
      ...writeBill("before", before ?? []),
    ],
  };
}

interface PricedChatCall extends Pick<ReplayedLane["calls"][number], "tokens" | "layers"> {
  readonly spent: SpentTokens;
  readonly price: number;
  readonly full: number;
  readonly isLong: boolean;
}

function isLong(call: { readonly tokens: Tokens } | undefined): boolean {
  return call !== undefined && call.tokens > longChat;
}

function meanOf<Each>(calls: readonly Each[], read: (call: Each) => number): number {
  return Math.round(sum(calls.map(read)) / Math.max(1, calls.length));
}

function shareOf(calls: readonly PricedChatCall[]): number | null {
  return calls.length === 0 ? null : sum(calls.map(({ price }) => price)) / sum(calls.map(({ full }) => full));
}

function writeBill(which: string, calls: readonly PricedChatCall[]): readonly (readonly Cell[])[] {
  if (calls.length === 0) return [];
  const mean = (read: (call: PricedChatCall) => number) => meanOf(calls, read);
  const parts = layers.map((layer) => mean((call) => call.layers?.[layer] ?? 0));
  const around = mean(({ tokens, layers: own = {} }) => tokens - sum(Object.values(own)));
  const spent = (["read", "written", "fresh"] as const).map((kind) => mean((call) => call.spent[kind]));
  return [[which, calls.length, mean(({ full }) => full), mean(({ price }) => price), ...spent, ...parts, around]];
}

const how = `Every answer is a call, made again by the engine at its time, without tools; what the engine looks up for a message is part of its view. Prices are tokens at the plain input price; a cache
lives five minutes. Full history beyond the window counts as a full window. "Long" are the calls whose full history has more than 10,000 tokens. At a real chat's times 36 % of
a person's messages come within five minutes, 73 % within an hour. Of two people the second is the agent. The bill has the price and the tokens of a call, on average: read from the cache, written
to it and fresh, and the view by kind of content, where "memories" is what was looked up.
`;
