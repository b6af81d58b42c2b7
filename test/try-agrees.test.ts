/** `clew try`, `clew usage`, `clew why` and `clew context` tell the same of the calls that a log made itself. */
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

/** Counts what it is sent, in its own way, and has a cache of the beginning. */
function weighingModel(): ProviderModel {
  const scripted = scriptedModel((_prompt, call) =>
    call % callsOfTurn === callsOfTurn - 1
      ? { text: `Done with ${call}.` }
      : { calls: [{ tool: "look", input: { call } }] },
  );
  let before = "";
  return {
    ...scripted,
    provider: "anthropic",
    modelId: "claude-opus-4-6",
    async doGenerate(options) {
      const text = JSON.stringify([options.tools, options.prompt.map(({ role, content }) => ({ role, content }))]);
      const same = [...text].findIndex((letter, place) => letter !== before[place]);
      before = text;
      const total = Math.ceil(text.length / 3);
      const cached = Math.floor(Math.max(0, same) / 3);
      const input = { total, noCache: 0, cacheRead: cached, cacheWrite: total - cached };
      const usage = { inputTokens: input, outputTokens: { total: 100, text: 100, reasoning: undefined } };
      return { ...(await scripted.doGenerate(options)), usage };
    },
  };
}

it("tells the same of tools, instructions and memories in what was paid, tried and comes next", async () => {
  const store = join(folder, "whole.db");
  const instructions = "You look after a garden, and write down what you see. ".repeat(40);
  const options = { store, config: false, timeZone: "UTC", instructions } as const;
  const told = { from: "ann", group: false } as const;
  const noted = scriptedModel(() => ({ text: "Noted." }));
  const facts = "I'm allergic to nuts. My sister Emma lives in Utrecht.";
  const first = await openClew(options);
  await first.generate({ session: "garden:2", id: "facts", text: facts, ...told }, { model: noted });
  await first.close();
  const execute = async ({ call }: { call: number }) => `Bed ${call} is dry, bed ${call + 100} is not. `.repeat(120);
  const description = "Looks at a bed of the garden and tells how dry it is. ".repeat(8);
  const look = { description, inputSchema: z.object({ call: z.number() }), execute };
  const model = weighingModel();
  const clew = await openClew(options);
  for (let turn = 0; turn < 6; turn++)
    await clew.generate(
      { session: "garden:1", id: turn, text: `Look at ${turn}`, ...told },
      { model, tools: { look } },
    );
  await clew.close();
  const read = async (...words: readonly string[]) =>
    objects((await typed([...words, "--store", store, "--json"])).out);
  const [tried] = await read("try", "garden:1");
  const [usage] = await read("usage", "--session", "garden:1");
  const [why] = await read("why", "--session", "garden:1");
  const [next] = await read("context", "garden:1");
  const { paid, full, policies } = tried as Record<"paid" | "full", Record<string, number>> & {
    policies: readonly (Record<string, number> & { policy: string })[];
  };
  const sums = usage as Record<string, number>;
  expect(paid.sent).toBe((sums.fresh ?? 0) + (sums.read ?? 0) + (sums.written ?? 0));
  // The policy that ran comes to what was paid, and all of what its views have beside the entries is more than full history.
  const own = policies.find(({ policy }) => policy === "balanced");
  expect(Math.abs((own?.sent ?? 0) / (paid.sent ?? 1) - 1)).toBeLessThan(0.01);
  expect(own?.sent).toBeGreaterThan(full.sent ?? 0);
  const [before, after] = [readParts(why), readParts(next)];
  expect(before.tools).toBeGreaterThan(100);
  expect(before.standing).toBeGreaterThan(0);
  expect(before.instructions).toBeGreaterThan(0);
  const ours = ({ tools, instructions, standing, marks }: Parts) => ({ tools, instructions, standing, marks });
  expect(ours(after)).toEqual(ours(before));
  expect(after.tokens).toBeGreaterThan(before.tokens ?? 0);
  const { out } = await typed(["context", "garden:1", "--store", store]);
  expect(out).toContain("Tools: compact, look, recall, remember.");
});

type Parts = Readonly<Record<string, number>>;

/** The tokens of a view by what they are for, as `clew why` or `clew context` tells them. */
function readParts(report: unknown): Parts {
  const { tokens, layers, overheads } = report as {
    tokens: number;
    layers: Parts | readonly { layer: string; tokens: number }[];
    overheads: readonly { name: string; tokens: number }[];
  };
  const named = Array.isArray(layers) ? layers.map((each) => [each.layer, each.tokens]) : Object.entries(layers);
  return Object.fromEntries([["tokens", tokens], ...named, ...overheads.map((each) => [each.name, each.tokens])]);
}

it("shows no less of the next call in a larger window", async () => {
  const store = join(folder, "windows.db");
  await work(store, countingModel());
  const clew = await openClew({ store, config: false, memory: false });
  const views: { readonly window: number; readonly whole: number }[] = [];
  for (let window = 6_000; window < 24_000; window = Math.round(window * 1.02)) {
    const { verdicts } = await clew.context({ session: "garden:1", window });
    const whole = verdicts.filter(({ verdict }) => verdict.kind === "kept");
    views.push({ window, whole: whole.reduce((sum, { verdict }) => sum + verdict.to - verdict.from + 1, 0) });
  }
  await clew.close();
  const less = views.filter(({ whole }, place) => whole < (views[place - 1]?.whole ?? 0));
  expect(views.at(-1)?.whole).toBeGreaterThan(views[0]?.whole ?? 0);
  expect(less).toEqual([]);
});
