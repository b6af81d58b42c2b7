/** A long chat against a provider that keeps a prefix cache: what is read from it, of what could have been. */
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { type CacheChat, cacheChat } from "./cache-chat/chat.js";
import { figuresOf, reportOf } from "./cache-chat/figures.js";
import { type Played, type PlayedCall, played } from "./cache-chat/played.js";
import { some } from "./some.js";

const fixture = new URL("./fixtures/cache-chat.json", import.meta.url);
/** How far a mark looks back, and how long a prefix lives, in the documentation's words. */
const lookback = 20;
const ttlSeconds = 300;

const published = (): CacheChat => JSON.parse(readFileSync(fixture, "utf8"));

test("the published chat is the one that its generator draws", () => {
  if (process.env.CLEW_WRITE === "1") writeFileSync(fixture, `${JSON.stringify(cacheChat(), null, 1)}\n`);
  expect(published()).toEqual(cacheChat());
});

describe("a chat of 200 turns", () => {
  let chat: CacheChat;
  let game: Played;
  beforeAll(async () => {
    chat = published();
    game = await played(chat);
    if (process.env.CLEW_REPORT === "1") process.stdout.write(`${reportOf(chat, game)}\n`);
  });

  const missed = ({ request: { usage } }: PlayedCall) => (usage?.oracle ?? 0) - (usage?.cacheRead ?? 0);
  const callsOf = (isWanted: (turn: number) => boolean) => game.calls.filter(({ turn }) => isWanted(turn));

  test("every call is answered, and none asks for more than the provider takes", () => {
    expect(chat.turns).toHaveLength(200);
    expect(game.calls).toHaveLength(chat.turns.reduce((sum, { steps }) => sum + steps.length + 1, 0));
    expect(game.calls.filter(({ request }) => request.outcome !== "answered")).toEqual([]);
    expect(game.compactions.length).toBeGreaterThan(4);
  });

  test("reads at least 95 % of what an oracle would read", () => {
    const { read, oracle, input, cost } = figuresOf(game);
    expect(read / oracle).toBeGreaterThanOrEqual(0.95);
    expect(read / input).toBeGreaterThan(0.6);
    expect(cost / input).toBeLessThan(0.5);
  });

  test("misses nothing where more blocks came in than a mark looks back at", () => {
    const isWide = (turn: number) => {
      const { observed = [], steps = [] } = chat.turns[turn] ?? {};
      return [observed.length, ...steps.map(({ results }) => results.length * 2)].some((blocks) => blocks >= lookback);
    };
    const calls = callsOf((turn) => isWide(turn)).filter((call) => !game.compactions.includes(call));
    expect(calls.length).toBeGreaterThanOrEqual(10);
    expect(calls.filter((call) => missed(call) > 0)).toEqual([]);
  });

  test("what is missed is missed at compactions alone", () => {
    const misses = game.calls.filter((call) => missed(call) > 0);
    expect(misses.filter((call) => !game.compactions.includes(call))).toEqual([]);
  });

  test("after a pause there is nothing to read, and everything is written for what comes", () => {
    const paused = callsOf((turn) => (chat.turns[turn]?.gap ?? 0) > ttlSeconds).filter(({ step }) => step === 0);
    expect(paused.length).toBeGreaterThan(20);
    for (const { request } of some([...game.calls.slice(0, 1), ...paused])) {
      expect(request.usage).toMatchObject({ cacheRead: 0, oracle: 0, cacheWrite: request.tokens });
    }
  });
});
