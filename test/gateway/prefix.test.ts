/** Twelve causes of a cache miss, planted one by one behind the gateway: each is named, with the block and the price. */

import type { PrefixBreak } from "@clewline/core/model/prefix/break.js";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { checkAsyncProperty, isLongerCheck } from "../properties.js";
import { type PrefixAgent, prose, startAgent } from "./prefix-agent.js";

afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

/** Five calls that only grow, and one that is planted. */
async function plant(agent: PrefixAgent, change: () => void): Promise<PrefixBreak> {
  for (let call = 0; call < 5; call++) await agent.call();
  change();
  await agent.call();
  const found = await agent.broken();
  expect(found).toHaveLength(6);
  expect(found.slice(0, 5)).toEqual([null, null, null, null, null]);
  return found[5] as PrefixBreak;
}

/** What was written anew cost so much more than reading it would have. */
function expectPrice(agent: PrefixAgent, found: PrefixBreak, input = 2): void {
  expect(found.tokens).toBeGreaterThan(500);
  expectDollars(agent, found, 1.25, input);
}

/** The tokens were not read, and each cost so much more than reading it. */
function expectDollars(agent: PrefixAgent, { tokens, dollars }: PrefixBreak, rate = 1.25, input = 2): void {
  const usage = agent.room.upstream.requests.at(-1)?.usage;
  expect(tokens).toBeLessThanOrEqual((usage?.input ?? 0) - (usage?.cacheRead ?? 0));
  expect(dollars).toBeCloseTo((tokens * (rate - 0.1) * input) / 1_000_000, 9);
}

describe("Whose prefix diverged", () => {
  test("the list of tools", async () => {
    const agent = await startAgent();
    const other = { name: "hear", description: "Hears.", input_schema: { type: "object" } };
    const found = await plant(agent, () => agent.body.tools.unshift(other));
    expect(found).toMatchObject({ cause: "tools", by: "client", block: "tool 1 (hear)", told: "bytes" });
    expectPrice(agent, found);
  });

  test("the same JSON with its fields in another order", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.body.tools = agent.body.tools.map((tool) => Object.fromEntries(Object.entries(tool).reverse()));
    });
    expect(found).toMatchObject({ cause: "reordered", by: "client", block: "tool 1 (look)" });
    expectPrice(agent, found);
  });

  test("a date in the system prompt", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.body.system = agent.body.system.map(({ text, ...rest }) => ({
        text: String(text).replace("Monday, 2 November 2026, 08:01", "Tuesday, 3 November 2026, 09:30"),
        ...rest,
      }));
    });
    expect(found).toMatchObject({ cause: "clock", by: "client", block: "system text" });
    expectPrice(agent, found);
  });

  test("another system prompt", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.body.system = agent.body.system.map((block) => ({ ...block, text: `${block.text} Work in German.` }));
    });
    expect(found).toMatchObject({ cause: "instructions", by: "client", block: "system text" });
  });

  test("an edited message", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      const [, , third] = agent.body.messages;
      if (third !== undefined)
        third.content = third.content.map((block) => ({ ...block, content: prose(150, "edited") }));
    });
    expect(found).toMatchObject({ cause: "edited", by: "client", block: "message 3 (user)", told: "bytes" });
    expectPrice(agent, found);
  });

  test("our own compaction, with its limit", async () => {
    const agent = await startAgent({ told: 30_000, policy: "rolling" });
    for (let call = 0; call < 30; call++) await agent.call(prose(700, `r${call}x`));
    const found = (await agent.broken()).filter((each) => each !== null);
    expect(found.length).toBeGreaterThan(0);
    expect([...new Set(found.map(({ cause }) => cause))]).toEqual(["compaction"]);
    expect(found.every(({ by, because, block }) => by === "clew" && because !== null && block !== null)).toBe(true);
    expect(found.every(({ dollars }) => dollars !== null)).toBe(true);
  });

  test("the client's compaction", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      const summary = { type: "text", text: `This goes on from another chat. Summary: ${prose(300, "sum")}` };
      agent.body.messages = [{ role: "user", content: [summary] }];
    });
    expect(found).toMatchObject({ cause: "client compaction", by: "client", block: "message 1 (user)" });
    expectDollars(agent, found);
  });

  test("a lifetime that is over", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => vi.setSystemTime(Date.now() + 6 * minute));
    expect(found).toMatchObject({ cause: "idle", by: "time", block: null });
    expectPrice(agent, found);
  });

  test("another model", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.body.model = "claude-opus-5";
    });
    expect(found).toMatchObject({ cause: "model", by: "client", block: null });
    expectPrice(agent, found, 5);
  });

  test("marks that the client lost", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.body.system = agent.body.system.map(({ cache_control: _mark, ...block }) => block);
      agent.isMarked = false;
    });
    expect(found).toMatchObject({ cause: "marks", by: "client", block: null });
    // Nothing is written where nothing is marked.
    expectDollars(agent, found, 1);
    expect(found.tokens).toBeGreaterThan(500);
  });

  test("an edit on the server", async () => {
    const agent = await startAgent();
    agent.headers = { "anthropic-beta": "context-management-2025-06-27" };
    const found = await plant(agent, () => {
      const trigger = { type: "input_tokens", value: 1_000 };
      const edit = { type: "clear_tool_uses_20250919", trigger, keep: { type: "tool_uses", value: 1 } };
      agent.body.context_management = { edits: [edit] };
    });
    expect(found).toMatchObject({ cause: "server edit", by: "provider", block: null });
    expectDollars(agent, found);
    expect(found.tokens).toBeGreaterThan(0);
  });

  test("another account", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.headers = { "x-api-key": "sk-ant-other" };
      agent.reply = { usage: { cacheRead: 0, cacheWrite: 8_000, input: 8_000 } };
    });
    expect(found).toMatchObject({ cause: "account", by: "client", block: null });
    expectPrice(agent, found);
  });

  test("a provider that lost what it had", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      agent.reply = { usage: { cacheRead: 0, cacheWrite: 8_000, input: 8_000 } };
    });
    expect(found).toMatchObject({ cause: "provider", by: "provider", block: null, told: "counters" });
    expectPrice(agent, found);
  });

  test("what the provider says itself is taken for the truth", async () => {
    const agent = await startAgent();
    agent.body.diagnostics = { previous_message_id: null };
    for (let call = 0; call < 3; call++) {
      await agent.call();
      agent.body.diagnostics = { previous_message_id: `msg_${agent.room.upstream.requests.length}` };
    }
    agent.body.tools.push({ name: "hear", description: "Hears.", input_schema: { type: "object" } });
    await agent.call();
    const found = (await agent.broken()).at(-1);
    expect(found).toMatchObject({ cause: "tools" });
  });

  test("letters that were swapped are no other order", async () => {
    const agent = await startAgent();
    const found = await plant(agent, () => {
      const [, , third] = agent.body.messages;
      const swap = ({ content, ...block }: Record<string, unknown>) => ({
        ...block,
        content: `9${content}`.replace(/^9(.)(.)/, "$2$1"),
      });
      if (third !== undefined) third.content = third.content.map(swap);
    });
    expect(found).toMatchObject({ cause: "edited", by: "client", block: "message 3 (user)" });
  });

  const afterRestart: readonly (readonly [string, (agent: PrefixAgent) => void, object])[] = [
    ["nothing", () => undefined, {}],
    [
      "a date",
      ({ body }) => {
        body.system = body.system.map(({ text, ...rest }) => ({
          text: String(text).replace("2 November 2026, 08:01", "3 November 2026, 09:30"),
          ...rest,
        }));
      },
      { cause: "clock", by: "client" },
    ],
    [
      "another tool",
      ({ body }) => body.tools.unshift({ name: "hear", description: "Hears.", input_schema: { type: "object" } }),
      { cause: "tools", by: "client" },
    ],
    [
      "another system text",
      ({ body }) => {
        body.system = body.system.map((block) => ({ ...block, text: `${block.text} Work in German.` }));
      },
      { cause: "instructions", by: "client" },
    ],
    [
      "another model",
      ({ body }) => {
        body.model = "claude-opus-5";
      },
      { cause: "model", by: "client" },
    ],
    [
      "an edited message",
      ({ body }) => {
        const [, , third] = body.messages;
        if (third !== undefined)
          third.content = third.content.map((block) => ({ ...block, content: prose(150, "edited") }));
      },
      { cause: "edited", by: "client" },
    ],
  ];

  test.each(afterRestart)(
    "the first call after a restart is compared with the log: %s",
    async (_name, change, expected) => {
      const agent = await startAgent();
      for (let call = 0; call < 5; call++) await agent.call();
      await agent.restart();
      change(agent);
      await agent.call();
      const found = await agent.broken();
      expect(found.slice(0, 5)).toEqual([null, null, null, null, null]);
      expect(found[5] ?? {}).toMatchObject(expected);
    },
  );

  test("nothing is invented in calls that only grow, nor in those of another question or after a restart", async () => {
    const move = fc.oneof(
      { weight: 6, arbitrary: fc.record({ words: fc.integer({ min: 1, max: 900 }) }) },
      {
        weight: 1,
        arbitrary: fc.record({ words: fc.integer({ min: 1, max: 200 }), restarts: fc.constant(true as const) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ words: fc.integer({ min: 1, max: 200 }), asks: fc.constant(true as const) }),
      },
    );
    let calls = 0;
    await checkAsyncProperty(
      fc.asyncProperty(
        fc.array(move, { minLength: 50, maxLength: 50 }),
        fc.constantFrom("balanced", "rolling", "layered"),
        fc.constantFrom(24_000, 180_000),
        async (moves, policy, told) => {
          const agent = await startAgent({ policy, told });
          for (const { words, ...more } of moves) {
            agent.reply = "asks" in more ? { calls: [] } : {};
            if ("restarts" in more) await agent.restart();
            await agent.call(prose(words, `r${agent.room.upstream.requests.length}`));
          }
          const found = await agent.broken();
          calls += found.length;
          // The policy `rolling` compacts at 50,000 tokens, whatever the window is.
          const mayCompact = told < 100_000 || policy === "rolling";
          const invented = found.filter((each) => each !== null && !(mayCompact && each.cause === "compaction"));
          expect(invented).toEqual([]);
          await agent.room.close();
        },
      ),
      {
        ...{ runs: 5, longer: 40, endOnFailure: true },
        fixed: [
          { seed: 20261119, path: "0" },
          { seed: 20261119, path: "8" },
        ],
      },
    );
    expect(calls).toBeGreaterThanOrEqual(isLongerCheck ? 500 : 250);
  });
});
