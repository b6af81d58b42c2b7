import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findColdCall, isExpensive } from "@clewline/core/model/cold-call.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { describeCold, renderStatus } from "@clewline/engine/commands/status-text.js";
import { openClew } from "clewline";
import { afterAll, describe, expect, it } from "vitest";
import { objects, typed } from "./cli-run.js";

const base = mkdtempSync(join(tmpdir(), "clew-status-"));
const store = join(base, "clew.db");
const session = "telegram:chat:42";
const fact = "The invoice number 20931 over 1,240 EUR from the nursery is due on 2026-12-01. ";
afterAll(() => rmSync(base, { recursive: true, force: true }));

const model = (name: string) => ({ name, facts: findModelFacts(name) });

describe("the fill of a context", () => {
  it("is told by clew status, clew context and clew lanes, with the compactions so far", async () => {
    const clew = await openClew({ store, window: 8_192 });
    for (let day = 0; day < 8; day++) {
      const turn = await clew.begin({ session, text: `${fact.repeat(4)} Bill ${day}.` });
      await turn.view();
      await turn.complete({ text: "Noted." });
    }
    expect(await clew.compact({ session })).toMatchObject({ kind: "compacted" });
    const report = await clew.context({ session });
    expect(report.compactions).toMatchObject({ count: 1, last: expect.any(Number) });
    expect(report.cold).toBeNull();
    await clew.close();
    const { out } = await typed(["status", session, "--store", store]);
    expect(out).toMatch(/^telegram:chat:42, lane root:42\nContext: [\d.]+k? of 8\.2k tokens \(\d+ %\), [\d.]+k free/);
    expect(out).toContain("Compacted: once.");
    const [data] = objects((await typed(["status", session, "--json", "--store", store])).out);
    expect(data).toMatchObject({
      session,
      window: 8_192,
      compactions: 1,
      entries: { shown: 8, summarised: 8, left: 0 },
      cold: null,
      level: "calm",
    });
    expect((await typed(["context", session, "--store", store])).out).toMatch(/Compacted once, last /);
    expect((await typed(["lanes", session, "--store", store])).out).toMatch(/root:42 +16 +1 /);
  });

  it("a call after the cache's lifetime has its price, and a warning where it is dear", () => {
    const sonnet = model("anthropic:claude-sonnet-4-5");
    const lifetimeMs = 5 * 60_000;
    expect(findColdCall(sonnet, 150_000, { idleMs: 4 * 60_000, lifetimeMs })).toBeNull();
    const cold = findColdCall(sonnet, 150_000, { idleMs: 3 * 3_600_000, lifetimeMs });
    expect(cold).toMatchObject({ dollars: (150_000 * 1.25 * 3) / 1e6, warm: (150_000 * 0.1 * 3) / 1e6 });
    const small = findColdCall(sonnet, 8_000, { idleMs: 3 * 3_600_000, lifetimeMs });
    expect([cold, small].map((each) => each !== null && isExpensive(each))).toEqual([true, false]);
    expect(cold === null ? "" : describeCold(cold)).toBe(
      "The cache of anthropic:claude-sonnet-4-5 is cold after 3 hours: the next call reads 150k tokens anew, about $0.56 instead of $0.0450.",
    );
    expect(findColdCall(model("ollama:qwen3"), 150_000, { idleMs: 3 * 3_600_000, lifetimeMs })).toBeNull();
    expect(findColdCall(model("nobody:unknown"), 150_000, { idleMs: 3 * 3_600_000, lifetimeMs })).toBeNull();
  });

  it("says how near the limit is", () => {
    const figures = {
      session,
      lane: "root:42",
      tokens: 95_000,
      window: 100_000,
      reply: 10_000,
      thresholds: { summary: 81_000 },
      compactions: { count: 3, last: 0 },
      cold: null,
    };
    expect(renderStatus(figures)).toEqual([
      "Context: 95k of 100k tokens (95 %, nearly full), 0 free, older messages are summarised from 81k on.",
      "Compacted: 3 times.",
    ]);
  });
});
