import { createAnthropic } from "@ai-sdk/anthropic";
import { generateText, stepCountIs, tool } from "ai";
import type { Clew, ClewOptions } from "clewline";
import type { StandIn, StandInRequest } from "clewline/testing";
import { startAnthropic } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openFresh } from "../fresh-clew.js";
import { checkAsyncProperty } from "../properties.js";

const page = z.object({ page: z.number() });

function readPage(lines: number) {
  return tool({
    description: "Reads a page.",
    inputSchema: page,
    execute: ({ page }) => Array.from({ length: lines }, (_, line) => `page ${page} line ${line}: a fact`).join("\n"),
  });
}

/** Thinks with every call, and answers with words after so many calls of a turn. */
function startThinking(perTurn: readonly number[]): Promise<StandIn> {
  const plan = perTurn.flatMap((calls) => Array.from({ length: calls }, (_, place) => place < calls - 1));
  return startAnthropic(({ number }) => {
    const calls = [{ tool: "read_page", input: { page: number } }];
    return { reasoning: `Thought ${number}.`, text: `Step ${number}.`, ...(plan[number] ? { calls } : {}) };
  });
}

function countThoughts({ parts }: StandInRequest): number {
  return parts.filter(({ kind }) => kind === "thought").length;
}

function listRefusals({ requests }: StandIn): readonly unknown[] {
  return requests.flatMap(({ refusal }) => refusal ?? []);
}

type Ask = (
  clew: Clew,
  text: string,
  model: ReturnType<ReturnType<typeof createAnthropic>>,
  lines: number,
) => Promise<unknown>;

const ways: readonly [readonly [string, Ask], readonly [string, Ask]] = [
  [
    "clew.generate",
    (clew, text, model, lines) =>
      clew.generate({ session: "app:1", text }, { model, tools: { read_page: readPage(lines) } }),
  ],
  [
    "turn.aiSdk",
    async (clew, text, model, lines) => {
      const turn = await clew.begin({ session: "app:1", text });
      return generateText(
        turn.aiSdk({ model, maxRetries: 0, tools: { read_page: readPage(lines) }, stopWhen: stepCountIs(20) }),
      );
    },
  ],
];

/** `compacts` asks for a compaction before the last question. */
async function play(
  ask: Ask,
  perTurn: readonly number[],
  { compacts = false, ...options }: ClewOptions & { readonly compacts?: boolean } = {},
  lines = 300,
): Promise<StandIn> {
  const upstream = await startThinking(perTurn);
  const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })("claude-opus-5-5");
  const clew = await openFresh({ instructions: "You read pages.", ...options });
  for (const number of perTurn.keys()) {
    if (compacts && number === perTurn.length - 1) await clew.compact({ session: "app:1" });
    await ask(clew, `Question ${number}: what do the pages say?`, model, lines);
  }
  return upstream;
}

describe.each(ways)("Bound reasoning through %s", (_, ask) => {
  it("36 calls with pages of 300 lines and a new question every ninth: none is refused, and no turn loses a thought", async () => {
    const upstream = await play(ask, [9, 9, 9, 9], { compacts: true });
    const sent = upstream.requests.map(countThoughts);
    expect(sent).toHaveLength(36);
    expect(listRefusals(upstream)).toEqual([]);
    expect(sent.filter((count, place) => count < place % 9)).toEqual([]);
    // Something left, or this would show nothing.
    expect(sent.some((count, place) => place > 0 && count < (sent[place - 1] ?? 0))).toBe(true);
  });

  it("in windows of any size and under any policy, no request is refused", async () => {
    const chat = fc.record({
      perTurn: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 2, maxLength: 6 }),
      policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
      window: fc.integer({ min: 12_000, max: 60_000 }),
      lines: fc.integer({ min: 1, max: 400 }),
    });
    await checkAsyncProperty(
      fc.asyncProperty(chat, async ({ perTurn, lines, ...options }) => {
        expect(listRefusals(await play(ask, perTurn, options, lines))).toEqual([]);
      }),
      { runs: 3, longer: 100, endOnFailure: true },
    );
  });
});

it("in a chat without tools no thought of a past turn goes out", async () => {
  const upstream = await play(ways[0][1], [1, 1, 1, 1]);
  expect(upstream.requests.map(countThoughts)).toEqual([0, 0, 0, 0]);
});

it("a receipt names the answers whose reasoning it left out", async () => {
  const upstream = await startThinking([1, 1]);
  const clew = await openFresh();
  const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })("claude-opus-5-5");
  await clew.generate({ session: "app:1", text: "One?" }, { model });
  await clew.generate({ session: "app:1", text: "Two?" }, { model });
  const { verdicts } = (await clew.why({ session: "app:1" })).receipt;
  expect(verdicts.filter(({ rule }) => rule === "bound")).toMatchObject([
    { kind: "stubbed", limit: "model=anthropic:claude-opus-5-5" },
  ]);
});
