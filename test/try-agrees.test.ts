/** `clew try` and `clew usage` tell the same of the calls that a log made itself. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { type ProviderModel, scriptedModel } from "clewline/testing";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { objects, typed } from "./cli-run.js";

const folder = mkdtempSync(join(tmpdir(), "clew-try-agrees-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const callsOfTurn = 4;
const turns = 3;

/** A known model, whose provider counts a thousand tokens more with every call. */
function countingModel(missed: (call: number) => boolean = () => false): ProviderModel {
  let calls = 0;
  const scripted = scriptedModel((_prompt, call) =>
    call % callsOfTurn === callsOfTurn - 1 ? { text: "Done." } : { calls: [{ tool: "look", input: { call } }] },
  );
  return {
    ...scripted,
    provider: "anthropic",
    modelId: "claude-opus-4-6",
    async doGenerate(options) {
      calls += 1;
      const total = 5_000 + calls * 1_000;
      const cached = missed(calls) ? 0 : total - 1_000;
      const input = { total, noCache: total - cached, cacheRead: cached, cacheWrite: 0 };
      const usage = { inputTokens: input, outputTokens: { total: 300, text: 300, reasoning: undefined } };
      return { ...(await scripted.doGenerate(options)), usage };
    },
  };
}

async function work(store: string, model: ProviderModel): Promise<void> {
  const clew = await openClew({ store, config: false, memory: false, timeZone: "UTC" });
  const execute = async () => "There is nothing to see. ".repeat(40);
  const look = { inputSchema: z.object({ call: z.number() }), execute };
  for (let turn = 0; turn < turns; turn++)
    await clew.generate({ session: "garden:1", id: turn, text: `Look, ${turn}` }, { model, tools: { look } });
  await clew.close();
}

it("advises no policy to a session that may run it, where its beginning changed", async () => {
  const store = join(folder, "missed.db");
  await work(
    store,
    countingModel((call) => call % 3 === 0),
  );
  const { out } = await typed(["usage", "--advise", "--store", store]);
  const told = out.replace(/\s+/g, " ");
  expect(told).toMatch(/breaks? of the prefix because its beginning had changed/);
  expect(told).toContain("clew why --cache tells which block changed");
  expect(told).not.toMatch(/balanced|rolling|layered/);
});

it("counts every call, the largest of them and the price of its output", async () => {
  const store = join(folder, "clew.db");
  await work(store, countingModel());
  const [tried] = objects((await typed(["try", "garden:1", "--store", store, "--json"])).out);
  const [usage] = objects((await typed(["usage", "--store", store, "--json"])).out);
  const { paid, calls } = tried as { paid: Record<string, number>; calls: number };
  const { dollars } = usage as { dollars: number };
  const made = turns * callsOfTurn;
  expect({ calls, counted: paid.counted, largest: paid.largest }).toEqual({
    calls: made,
    counted: made,
    largest: 5_000 + made * 1_000,
  });
  expect(paid.outputDollars).toBeCloseTo((made * 300 * 25) / 1_000_000, 9);
  expect((paid.dollars ?? 0) + (paid.outputDollars ?? 0)).toBeCloseTo(dollars, 9);
});
