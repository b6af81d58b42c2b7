/** The same chat by a client that sends the whole history of the lane every time. */
import { AnthropicCache, type CacheBlock, type CacheServed } from "@clewline/store-kit/providers/anthropic/cache.js";
import type { CacheChat, ChatTurn } from "./chat.js";
import { answerSeconds, model } from "./played.js";

/** `head` is what tools and system text take. With `marked` the last block has a mark, as automatic caching sets it. */
export function naive(chat: CacheChat, head: number, marked: boolean): readonly CacheServed[] {
  let now = 0;
  const cache = new AnthropicCache(() => now);
  const lanes = new Map<string, CacheBlock[]>();
  const served: CacheServed[] = [];
  for (const [number, turn] of chat.turns.entries()) {
    const lane = turn.topic ?? "";
    const history = lanes.get(lane) ?? [{ bytes: "head", tokens: head }];
    lanes.set(lane, history);
    now += turn.gap * 1_000;
    history.push(...asked(turn, number));
    for (const [step, { results, seconds }] of [...turn.steps, { results: [], seconds: 0 }].entries()) {
      const last = history.at(-1);
      const blocks =
        last === undefined || !marked ? history : [...history.slice(0, -1), { ...last, mark: "5m" as const }];
      served.push(cache.serve(model, blocks));
      now += (answerSeconds + seconds) * 1_000;
      history.push(...brought(results, `${number} ${step}`));
    }
    history.push({ bytes: `answer ${number}`, tokens: countTokens(turn.answer) + messageTokens });
  }
  return served;
}

/** As the stand-in counts. */
const messageTokens = 4;
const callTokens = 8;

function countTokens(characters: number): number {
  return Math.ceil(characters / 4);
}

function asked({ observed = [], message }: ChatTurn, number: number): readonly CacheBlock[] {
  return [...observed, message].map((size, place) => ({
    bytes: `message ${number} ${place}`,
    tokens: countTokens(size) + messageTokens,
  }));
}

function brought(results: readonly number[], name: string): readonly CacheBlock[] {
  const calls = results.map((_, place) => ({ bytes: `call ${name} ${place}`, tokens: callTokens + 5 }));
  const returned = results.map((size, place) => ({
    bytes: `result ${name} ${place}`,
    tokens: countTokens(size) + callTokens,
  }));
  return [...calls, ...returned];
}
