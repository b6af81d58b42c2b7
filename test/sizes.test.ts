/** Views fit the window by the provider's own count, and a refused request gets smaller until it is answered. */

import { estimateTokens } from "@clewline/text/tokens/count-tokens.js";
import { generateText, type ModelMessage, wrapLanguageModel } from "ai";
import { type Clew, presets, type ViewResult } from "clewline";
import { promptText, type ScriptedModel, scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { pickOfTheDay } from "./properties.js";

const session = "terminal:sizes";
const instructions = "Be brief.";
const names = Object.keys(presets);

const talk = (turn: number, times: number) =>
  `Turn ${turn}: ${`plot ${turn} has dry beds, empty cans and a gate that creaks at ${turn % 12} o'clock. `.repeat(times)}`;

function readView(view: ViewResult): string {
  expect(view.kind).toBe("fits");
  return view.kind === "fits" ? `${view.system}\n${JSON.stringify(view.messages)}` : "";
}

/** A model whose provider answers a request, or refuses it, by its text. Short calls besides the answer don't count. */
function provider(answer: (request: string) => number | "refused"): ScriptedModel {
  let counted = 0;
  const script = scriptedModel((prompt) => {
    const text = promptText(prompt);
    if (!text.includes(instructions)) return { text: "all" };
    const outcome = answer(text);
    if (outcome !== "refused") counted = outcome;
    return outcome === "refused" ? { error: makeRefusal("context_length_exceeded") } : { text: "Noted." };
  });
  const doGenerate: ScriptedModel["doGenerate"] = async (call) => {
    const made = await script.doGenerate(call);
    const inputTokens = { total: counted, noCache: counted, cacheRead: 0, cacheWrite: 0 };
    return { ...made, usage: { ...made.usage, inputTokens } };
  };
  return { ...script, provider: "local.chat", modelId: "oak", doGenerate };
}

function makeRefusal(message: string): Error {
  const responseBody = JSON.stringify({ error: { message, code: "context_length_exceeded" } });
  return Object.assign(new Error(message), { statusCode: 400, responseBody });
}

type Count = (request: string) => number;

/** One turn of a chat, by each way in which a host tells what its calls cost. */
const ways: Readonly<Record<string, (clew: Clew, count: Count) => (turn: number) => Promise<void>>> = {
  complete: (clew, count) => async (number) => {
    const turn = await clew.begin({ session, text: talk(number, 4 + ((number * 7) % 11)) });
    const usage = { inputTokens: count(readView(await turn.view())) };
    await turn.complete({ text: "Noted.", usage });
  },
  record: (clew, count) => async (number) => {
    const turn = await clew.begin({ session, text: talk(number, 3) });
    const asked = { inputTokens: count(readView(await turn.view())) };
    const output = "The gate is open. ".repeat(10 + ((number * 5) % 30));
    await turn.record({ calls: [{ id: `c${number}`, tool: "look", input: {}, output }], usage: asked, model: "a:b" });
    const told = { inputTokens: count(readView(await turn.view())) };
    await turn.record({ text: "Noted.", usage: told, model: "a:b" });
    await turn.complete();
  },
  "complete after steps": (clew, count) => async (number) => {
    const turn = await clew.begin({ session, text: talk(number, 3) });
    const first = count(readView(await turn.view()));
    await turn.record({ calls: [{ id: `c${number}`, tool: "look", input: {}, output: talk(number, 6) }] });
    const second = count(readView(await turn.view()));
    await turn.complete({ text: "Noted.", usage: { inputTokens: first + second } });
  },
  sync: (clew, count) => {
    const messages: ModelMessage[] = [];
    let told: { readonly usage?: unknown } = {};
    return async (number) => {
      messages.push({ role: "user", content: talk(number, 4 + ((number * 7) % 11)) });
      told = { usage: { inputTokens: count(readView(await clew.sync({ session, messages, ...told }))) } };
      messages.push({ role: "assistant", content: "Noted." });
    };
  },
  middleware: (clew, count) => {
    const messages: ModelMessage[] = [];
    const model = wrapLanguageModel({ model: provider(count), middleware: clew.middleware({ session }) });
    return async (number) => {
      messages.push({ role: "user", content: talk(number, 4 + ((number * 7) % 11)) });
      messages.push({ role: "assistant", content: (await generateText({ model, messages })).text });
    };
  },
  generate: (clew, count) => {
    const model = provider(count);
    return async (number) => {
      await clew.generate({ session, text: talk(number, 4 + ((number * 7) % 11)) }, { model });
    };
  },
};

describe("a provider that counts otherwise than we do", () => {
  const window = 6_000;
  const rates = [0.5, 1, 1.4, 2, 2.5, 3];
  const all = Object.keys(ways).flatMap((way) =>
    names.flatMap((policy) => rates.map((rate) => ({ way, policy, rate }))),
  );

  test.each(pickOfTheDay(all, 7))(
    "is sent nothing above its window after the third call: $way, $policy, $rate times",
    async ({ way, policy, rate }) => {
      const clew = await openFresh({ policy, window, instructions });
      const sizes: number[] = [];
      const say = ways[way]?.(clew, (request) => {
        const counted = Math.ceil(estimateTokens(request) * rate);
        sizes.push(counted);
        return counted;
      });
      for (let turn = 0; turn < 40; turn++) await say?.(turn);
      expect(sizes.length).toBeGreaterThanOrEqual(40);
      expect(sizes.slice(3).filter((size) => size > window)).toEqual([]);
      // Neither is the room left empty: views still hold more than the newest message.
      expect(Math.max(...sizes.slice(-8))).toBeGreaterThan(Math.min(rate, 1) * window * 0.15);
    },
  );

  test("is learned once from a list that comes twice", async () => {
    const clew = await openFresh({ instructions });
    const messages: ModelMessage[] = [{ role: "user", content: "Hello" }];
    await clew.sync({ session, messages });
    messages.push({ role: "assistant", content: "Hi" }, { role: "user", content: "And now?" });
    const usage = { inputTokens: 700, outputTokens: 3 };
    for (const model of ["openai:gpt-5", "openai:gpt-5"]) await clew.sync({ session, messages, usage, model });
    const counted = async () => (await clew.trace({ session })).filter(({ name }) => name === "model_usage").length;
    expect(await counted()).toBe(1);
  });
});

/** Sizes of the requests of one turn, negative where they were refused. */
type Sizes = number[];
type Accepts = (tokens: number, request: string) => boolean;

/** One turn, with a provider that refuses without a number. */
const askers: Readonly<Record<string, (clew: Clew, text: string, accepts: Accepts) => Promise<Sizes>>> = {
  generate: async (clew, text, accepts) => {
    const sizes: Sizes = [];
    const model = provider((request) => {
      const size = estimateTokens(request);
      const isAccepted = accepts(size, request);
      sizes.push(isAccepted ? size : -size);
      return isAccepted ? Math.ceil(size) : "refused";
    });
    await clew.generate({ session, text }, { model });
    return sizes;
  },
  own: async (clew, text, accepts) => {
    const sizes: Sizes = [];
    const turn = await clew.begin({ session, text });
    for (let view = await turn.view(); ; view = await turn.view({ refused: {} })) {
      const request = readView(view);
      const size = estimateTokens(request);
      const isAccepted = accepts(size, request);
      sizes.push(isAccepted ? size : -size);
      if (isAccepted) await turn.complete({ text: "Noted.", usage: { inputTokens: Math.ceil(size) } });
      if (isAccepted) return sizes;
    }
  },
  sync: async (clew, text, accepts) => {
    const sizes: Sizes = [];
    const messages: ModelMessage[] = [];
    for (const { role, parts } of await clew.messages(session)) {
      const [part] = parts.flatMap((each) => (each.type === "text" ? [each.text] : []));
      messages.push({ role: role === "user" ? "user" : "assistant", content: part ?? "" });
    }
    messages.push({ role: "user", content: text });
    for (let view = await clew.sync({ session, messages }); ; ) {
      const request = readView(view);
      const size = estimateTokens(request);
      const isAccepted = accepts(size, request);
      sizes.push(isAccepted ? size : -size);
      if (isAccepted) return sizes;
      view = await clew.sync({ session, messages }, { refused: {} });
    }
  },
};

const plots = 24;

async function openTold(options: Parameters<typeof openFresh>[0]): Promise<Clew> {
  const clew = await openFresh({ instructions, ...options });
  for (let number = 0; number < plots; number++) {
    const turn = await clew.begin({ session, text: talk(number, 20) });
    await turn.complete({ text: "Noted." });
  }
  return clew;
}

/** Whether each try was smaller than the one before. */
function isShrinking(sizes: Sizes): boolean {
  return sizes.every((size, at) => at === 0 || Math.abs(size) < Math.abs(sizes[at - 1] ?? 0));
}

describe("refusals without a number", () => {
  const windows = [{}, { window: 200_000 }, { window: 16_000 }];
  const all = names.flatMap((policy) =>
    windows.flatMap((window) =>
      ["generate", "own"].flatMap((way) => [3_000, 1_000].map((limit) => ({ policy, window, way, limit }))),
    ),
  );

  test.each(pickOfTheDay(all, 8))(
    "get smaller in a turn and are over in later ones: $policy, $window, $way, $limit tokens",
    async ({ policy, window, way, limit }) => {
      const clew = await openTold({ policy, ...window });
      const turns: Sizes[] = [];
      for (let number = 0; number < 14; number++) {
        const sizes = await askers[way]?.(clew, `And now, ${number}?`, (tokens) => tokens <= limit);
        turns.push(sizes ?? []);
      }
      expect(turns.filter((sizes) => !isShrinking(sizes))).toEqual([]);
      const refused = turns.map((sizes) => sizes.filter((size) => size < 0).map(Math.abs));
      expect(refused[0]).not.toEqual([]);
      // Two refused turns teach a size; what was refused before is not sent again.
      for (const [turn, sizes] of refused.slice(2).entries()) {
        const before = Math.min(...refused.slice(0, turn + 2).flat());
        expect(sizes.filter((size) => size >= before)).toEqual([]);
      }
      // What was learned may be more than the truth: then the chat grows into that once.
      expect(refused.slice(4).flat().length).toBeLessThanOrEqual(1);
    },
  );

  test("get smaller for a list, too, where each view has a handle of its own", async () => {
    const clew = await openFresh({ instructions, window: 16_000 });
    const accepts: Accepts = () => true;
    for (let number = 0; number < plots; number++) await askers.sync?.(clew, talk(number, 20), accepts);
    const sizes = await askers.sync?.(clew, "And now?", (tokens) => tokens <= 3_000);
    expect(sizes?.length).toBeGreaterThan(1);
    expect(isShrinking(sizes ?? [])).toBe(true);
  });
});

describe("the last resort", () => {
  const heard = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
    const lines: string[] = [];
    const listen = (warning: Error) => lines.push(warning.message);
    process.on("warning", listen);
    await work();
    await new Promise((done) => setImmediate(done));
    process.off("warning", listen);
    return lines.filter((line) => line.includes("empty context"));
  };

  const cases = names.flatMap((policy) => ["generate", "own"].map((way) => ({ policy, way })));
  test.each(pickOfTheDay(cases, 7))("is an empty epoch that is answered: $policy, $way", async ({ policy, way }) => {
    const clew = await openTold({ policy });
    const before = (await clew.log({ session, limit: 1_000 })).lines.map(({ text }) => text);
    let sizes: Sizes = [];
    const lines = await heard(async () => {
      sizes = (await askers[way]?.(clew, "And now?", (_tokens, request) => !request.includes("plot"))) ?? [];
    });
    const refused = sizes.filter((size) => size < 0);
    expect(refused.length).toBeGreaterThan(1);
    expect(refused.length).toBeLessThanOrEqual(4);
    expect(sizes).toHaveLength(refused.length + 1);
    expect(isShrinking(sizes)).toBe(true);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("\n");
    const { receipt } = await clew.why({ session });
    const shown = receipt.verdicts.filter(({ kind, to }) => kind === "kept" && to <= before.length);
    expect(shown).toEqual([]);
    // Nothing is deleted, and everything is found.
    const after = (await clew.log({ session, limit: 1_000 })).lines.map(({ text }) => text);
    expect(after.slice(0, before.length)).toEqual(before);
    for (const plot of [0, plots - 1]) {
      const found = await clew.search(`plot ${plot}`, { session });
      expect(JSON.stringify(found)).toContain(`plot ${plot} has`);
    }
    for (const text of ["And then?", "And after that?"]) {
      const next = await askers[way]?.(clew, text, () => true);
      expect(next?.map(Math.sign)).toEqual([1]);
    }
    expect((await clew.log({ session, limit: 1_000 })).turns.every(({ state }) => state === "completed")).toBe(true);
  });

  test("also answers after limits that were named and did not hold", async () => {
    const clew = await openTold({});
    let calls = 0;
    const model = scriptedModel(() => {
      calls += 1;
      if (calls > 4) return { text: "Noted." };
      return { error: makeRefusal("prompt is too long: 9000 tokens > 8000 maximum") };
    });
    expect((await clew.generate({ session, text: "And now?" }, { model })).text).toBe("Noted.");
    expect(promptText(model.calls.at(-1)?.prompt ?? [])).not.toContain("dry beds");
  });

  test("is not tried for ever", async () => {
    const clew = await openTold({});
    const model = provider(() => "refused");
    await expect(clew.generate({ session, text: "And now?" }, { model })).rejects.toMatchObject({
      code: "model/overflow",
    });
    expect(model.calls).toHaveLength(5);
  });
});
