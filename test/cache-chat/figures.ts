/** What the chat comes to, in tokens and in tokens of the plain input price. */
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { countBilledInput } from "@clewline/core/model/prices.js";
import type { CacheServed } from "@clewline/store-kit/providers/anthropic/cache.js";
import { anthropicRequest, cacheBlocks } from "@clewline/store-kit/providers/anthropic/request.js";
import type { CacheChat } from "./chat.js";
import { naive } from "./naive.js";
import { model, type Played, window } from "./played.js";

export interface Figures {
  readonly input: number;
  readonly read: number;
  readonly written: number;
  readonly oracle: number;
  readonly largest: number;
  /** In tokens of the plain input price. */
  readonly cost: number;
}

export function figuresOf({ calls }: Played): Figures {
  return summed(
    calls.map(({ request }) => {
      const { input = 0, cacheRead = 0, cacheWrite = 0, longWrite = 0, oracle } = request.usage ?? {};
      const shortWrite = cacheWrite - longWrite;
      return { read: cacheRead, shortWrite, longWrite, fresh: input - cacheRead - cacheWrite, oracle: oracle ?? 0 };
    }),
  );
}

/** As bench/results/cache.md has it. */
export function reportOf(chat: CacheChat, game: Played): string {
  const own = figuresOf(game);
  const head = headOf(game);
  const bare = summed(naive(chat, head, false));
  const automatic = summed(naive(chat, head, true));
  const rest = own.input - own.oracle;
  const row = (name: string, { input, read, largest, cost }: Figures) =>
    `| ${name} | ${count(input)} | ${count(largest)} | ${percent(read / input)} | ${count(cost)} | ${percent(cost / bare.input)} |`;
  return [
    `${chat.turns.length} turns, ${game.calls.length} calls, ${game.compactions.length} compactions; window ${count(window)}, ${model}.`,
    "",
    "| figure | value | target | met |",
    "| --- | ---: | --- | --- |",
    `| reads served, of those that an oracle would get | ${percent(own.read / own.oracle)} | at least 95 % | ${own.read >= 0.95 * own.oracle ? "yes" : "no"} |`,
    "",
    "| client | input tokens | largest call | read from the cache | cost | of the first line |",
    "| --- | ---: | ---: | ---: | ---: | ---: |",
    row("whole history, no cache", bare),
    row("whole history, one mark at the end of every call", automatic),
    row("Clew, no cache", { ...own, read: 0, cost: own.input }),
    row("Clew", own),
    row("Clew's requests with an oracle's reads", {
      ...own,
      read: own.oracle,
      cost: own.oracle * facts.read + rest * facts.write,
    }),
  ].join("\n");
}

const facts = findModelFacts(model);

function summed(served: readonly CacheServed[]): Figures {
  const sum = (kind: keyof CacheServed) => served.reduce((total, each) => total + each[kind], 0);
  const sizes = served.map(({ read, longWrite, shortWrite, fresh }) => read + longWrite + shortWrite + fresh);
  const [read, fresh, written, writtenLong] = [sum("read"), sum("fresh"), sum("shortWrite"), sum("longWrite")];
  return {
    input: sizes.reduce((total, size) => total + size, 0),
    read,
    written: written + writtenLong,
    oracle: sum("oracle"),
    largest: Math.max(...sizes),
    cost: Math.round(countBilledInput({ fresh, read, written, writtenLong, output: 0 }, facts, served.length)),
  };
}

/** Tokens of the tools and of the system text. */
function headOf({ calls }: Played): number {
  const blocks = cacheBlocks(anthropicRequest.parse(calls[0]?.request.body));
  return blocks.reduce((sum, { bytes, tokens }) => sum + (/^(?:tools|system) /.test(bytes) ? tokens : 0), 0);
}

function count(number: number): string {
  return Math.round(number).toLocaleString("en");
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`;
}
