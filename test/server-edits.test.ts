import { createAnthropic } from "@ai-sdk/anthropic";
import { readServerEdits } from "@clewline/core/model/server-edits.js";
import { generateText, streamText, tool, wrapLanguageModel } from "ai";
import type { Clew } from "clewline";
import { type StandIn, startAnthropic } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { openFresh } from "./fresh-clew.js";

const session = "app:1";
const name = "claude-opus-5-5";
const page = "line of a page\n".repeat(2_000);
const tools = {
  read_page: tool({ description: "Reads.", inputSchema: z.object({ page: z.number() }), execute: () => page }),
  look_up: tool({ description: "Looks.", inputSchema: z.object({ page: z.number() }), execute: () => page }),
};
const clearing = {
  anthropic: {
    contextManagement: {
      edits: [
        {
          type: "clear_tool_uses_20250919" as const,
          trigger: { type: "tool_uses" as const, value: 3 },
          keep: { type: "tool_uses" as const, value: 1 },
          excludeTools: ["look_up"],
        },
      ],
    },
  },
};
const compacting = {
  anthropic: {
    contextManagement: {
      edits: [{ type: "compact_20260112" as const, trigger: { type: "input_tokens" as const, value: 50_000 } }],
    },
  },
};

/** Looks once, then reads, and answers every fourth call. */
function startReading(): Promise<StandIn> {
  return startAnthropic(({ number }) => {
    const calls = number % 4 < 3 ? [{ tool: number === 0 ? "look_up" : "read_page", input: { page: number } }] : [];
    return { text: `Step ${number}.`, summary: "They read pages.", calls };
  });
}

type Ask = (clew: Clew, upstream: StandIn, text: string, providerOptions: object) => Promise<void>;

const asking: readonly (readonly [string, Ask])[] = [
  [
    "in one piece",
    async (clew, upstream, text, providerOptions) => {
      const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })(name);
      const turn = await clew.begin({ session, text });
      await generateText(turn.aiSdk({ model, tools, maxRetries: 0, providerOptions: providerOptions as never }));
    },
  ],
  [
    "as a stream",
    async (clew, upstream, text, providerOptions) => {
      const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })(name);
      const turn = await clew.begin({ session, text });
      const result = streamText(turn.aiSdk({ model, tools, maxRetries: 0, providerOptions: providerOptions as never }));
      await result.consumeStream();
    },
  ],
];

async function explain(clew: Clew) {
  const { verdicts } = await clew.why({ session });
  return verdicts.map(({ verdict, line }) => `${line?.kind ?? "run"} ${verdict.kind} ${verdict.rule}`);
}

describe.each(asking)("A provider that reduces the history on its side, answering %s", (_, ask) => {
  test("without being asked to: the view is reduced, and all that is said to be shown was read", async () => {
    const [clew, upstream] = [await openFresh({ window: 60_000 }), await startReading()];
    for (const text of ["One?", "Two?", "Three?"]) await ask(clew, upstream, text, {});
    expect((await explain(clew)).filter((each) => /stubbed|summarised/.test(each)).length).toBeGreaterThan(0);
    expect((await explain(clew)).some((each) => each.includes("provider"))).toBe(false);
  });

  test("cleared results are told as cleared, but those of tools that it spares", async () => {
    const [clew, upstream] = [await openFresh({ window: 1_000_000 }), await startReading()];
    for (const text of ["One?", "Two?"]) await ask(clew, upstream, text, clearing);
    const results = (await explain(clew)).filter((each) => each.startsWith("returned"));
    expect(results).toEqual([
      "returned kept fits",
      ...Array.from({ length: 4 }, () => "returned stubbed provider"),
      "returned kept fits",
    ]);
    const last = upstream.requests.at(-1);
    expect(last?.parts.flatMap((part) => (part.kind === "returned" ? [part.text === "[cleared]"] : []))).toEqual([
      ...[false, true, true, true, true, false],
    ]);
    expect(upstream.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  });

  test("what its own summary replaced is told as summarised, also by the calls after that", async () => {
    const [clew, upstream] = [await openFresh({ window: 1_000_000 }), await startReading()];
    for (const text of ["One?", "Two?", "Three?", "Four?"]) await ask(clew, upstream, text, compacting);
    expect(upstream.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
    const read = JSON.stringify(upstream.requests.at(-1)?.parts);
    expect(read).not.toContain("One?");
    const told = await explain(clew);
    expect(told[0]).toBe("said summarised provider");
    const { receipt } = await clew.why({ session });
    expect(receipt.decisions).toMatchObject({ reducer: "compact" });
    // Its own list is whole: nothing of it left for its price.
    expect(receipt.verdicts.filter(({ kind }) => kind === "stubbed" || kind === "summarised")).toEqual([]);
  });
});

test("the middleware passes the host's own list, takes it in, and says of nothing that it was shown", async () => {
  const [clew, upstream] = [await openFresh({ window: 8_000 }), await startReading()];
  const inner = createAnthropic({ baseURL: upstream.url, apiKey: "key" })(name);
  const model = wrapLanguageModel({ model: inner, middleware: clew.middleware({ session }) });
  const messages = Array.from({ length: 8 }, (_, number) => [
    { role: "user" as const, content: `Question ${number}: ${"words ".repeat(2_000)}` },
    { role: "assistant" as const, content: `Answer ${number}.` },
  ]).flat();
  await generateText({
    model,
    messages: [...messages, { role: "user", content: "And?" }],
    providerOptions: compacting,
  });
  expect(upstream.requests[0]?.parts).toHaveLength(17);
  const log = await clew.log({ session });
  expect(log.lines.filter(({ kind }) => kind === "said")).toHaveLength(18);
  await expect(clew.why({ session })).rejects.toMatchObject({ code: "receipt/unknown" });
  const trace = await clew.trace({ session });
  const calls = trace.flatMap((event) => (event.name === "model_usage" ? [event.event] : []));
  expect(calls).toMatchObject([{ role: "reply", receipt: null, outcome: "answered" }]);
});

test.each([
  [
    "Anthropic",
    { context_management: { applied_edits: [{ type: "clear_thinking_20251015", cleared_thinking_turns: 2 }] } },
  ],
  ["the SDK", { contextManagement: { appliedEdits: [{ type: "clear_thinking_20251015", clearedThinkingTurns: 2 }] } }],
])("reads in the words of %s how much reasoning was cleared", (_, answer) => {
  expect(readServerEdits(answer)).toEqual([{ did: "cleared reasoning", count: 2 }]);
});

test("reads a compaction from an answer's items, and from its account", () => {
  const compacted = [{ did: "compacted", count: null }];
  expect(readServerEdits({ output: [{ type: "compaction", encrypted_content: "abc" }] })).toEqual(compacted);
  expect(readServerEdits({ usage: { iterations: [{ type: "compaction" }, { type: "message" }] } })).toEqual(compacted);
  expect(readServerEdits({ output: [{ type: "message" }], usage: { iterations: [{ type: "message" }] } })).toEqual([]);
});
