/** Enough before cheap: what finishes with everything in view finishes with `balanced`, in as many calls. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { tool } from "ai";
import type { StandIn, StandInRequest } from "clewline/testing";
import { scriptedModel, startAnthropic, startOpenaiChat } from "clewline/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openFresh } from "./fresh-clew.js";

const session = "terminal:work";
const mostSteps = 140;

function readFile(file: number, lines: number): string {
  const rest = Array.from(
    { length: lines - 2 },
    (_none, line) => `  call_${file}_${line}(item, "${line * 7}", other);`,
  );
  return [`first line of file ${file}`, ...rest, `total of file ${file}: ${1_000 + file * 37}`].join("\n");
}

const totalOf = (file: number) => `total of file ${file}: ${1_000 + file * 37}`;

const makeTools = (lines: number) => ({
  read: tool({
    description: "Reads a file.",
    inputSchema: z.object({ file: z.number() }),
    execute: ({ file }) => readFile(file, lines),
  }),
});

/** What the model can see of what came back from its tools. */
function readSeen({ parts }: StandInRequest): string {
  return JSON.stringify(parts);
}

/** Reads the first file of which it does not see what it needs; answers once it sees all. */
function makeAgent(count: number, needed: (file: number) => string) {
  const asked: number[] = [];
  const answer = (request: StandInRequest) => {
    const seen = readSeen(request);
    const missing = Array.from({ length: count }, (_none, file) => file).find((file) => !seen.includes(needed(file)));
    if (missing === undefined || asked.length >= mostSteps) return { text: "All seen." };
    asked.push(missing);
    return { calls: [{ tool: "read", input: { file: missing } }] };
  };
  return { asked, answer };
}

type Script = ReturnType<typeof makeAgent>["answer"];

interface Provider {
  start(script: Script): Promise<StandIn>;
  model(
    url: string,
  ): ReturnType<ReturnType<typeof createAnthropic>> | ReturnType<ReturnType<typeof createOpenAI>["chat"]>;
}

const anthropic = (name: string): Provider => ({
  start: (script) => startAnthropic(script),
  model: (url) => createAnthropic({ baseURL: url, apiKey: "key" })(name),
});

/** `uncounted` never reports a read. */
const openai = (name: string, uncounted = false): Provider => ({
  start: (script) =>
    startOpenaiChat((request) => ({
      ...script(request),
      ...(uncounted ? { usage: { cacheRead: 0, cacheWrite: 0 } } : {}),
    })),
  model: (url) => createOpenAI({ baseURL: url, apiKey: "key" }).chat(name),
});

const providers: readonly (readonly [string, Provider])[] = [
  ["a model that counts its cache", openai("gpt-4o")],
  ["a cheap model that counts none", openai("gpt-4o-mini", true)],
  ["a Claude model", anthropic("claude-sonnet-5")],
  ["a model that binds reasoning", anthropic("claude-opus-5-5")],
];

describe.each(providers)("with %s", (_name, provider) => {
  it("an agent that needs three files of 400 lines at once reads each of them once", async () => {
    const { asked, answer } = makeAgent(3, (file) => `first line of file ${file}`);
    const upstream = await provider.start(answer);
    const clew = await openFresh({ window: 200_000, memory: false });
    const loop = { model: provider.model(upstream.url), tools: makeTools(400), maxSteps: mostSteps };
    const { text } = await clew.generate({ session, text: "Compare the three files." }, loop);
    await upstream.close();
    expect({ asked, text, calls: upstream.requests.length }).toEqual({ asked: [0, 1, 2], text: "All seen.", calls: 4 });
  });
});

it("an agent that reads 55 invoices and then wants all totals reads none of them twice", async () => {
  const { asked, answer } = makeAgent(55, totalOf);
  const upstream = await startAnthropic(answer);
  const clew = await openFresh({ window: 200_000, memory: false });
  const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })("claude-sonnet-5");
  const { text } = await clew.generate(
    { session, text: "Read all invoices, then list the totals." },
    { model, tools: makeTools(120), maxSteps: mostSteps },
  );
  await upstream.close();
  expect({ asked: asked.length, text }).toEqual({ asked: 55, text: "All seen." });
});

it("a window that is small only by our own count is filled as far as the provider's count allows", async () => {
  const { asked, answer } = makeAgent(3, (file) => `first line of file ${file}`);
  const upstream = await startAnthropic(answer);
  const clew = await openFresh({ window: 28_000, memory: false });
  const model = createAnthropic({ baseURL: upstream.url, apiKey: "key" })("claude-sonnet-5");
  const loop = { model, tools: makeTools(400), maxSteps: mostSteps };
  const { text } = await clew.generate({ session, text: "Compare the three files." }, loop);
  await upstream.close();
  expect({ asked, text }).toEqual({ asked: [0, 1, 2], text: "All seen." });
  expect(upstream.requests.at(-1)?.tokens).toBeLessThan(28_000 - 4_096);
});

it("a text that a view showed whole comes back whole, also where it takes a third of a small window", async () => {
  const clew = await openFresh({ window: 16_000, memory: false });
  const first = scriptedModel([{ calls: [{ tool: "read", input: { file: 1 } }] }, { text: "Read." }]);
  await clew.generate({ session, id: "1", text: "Read it." }, { model: first, tools: makeTools(230) });
  const { lines } = await clew.log({ session });
  const pointer = lines.find(({ kind }) => kind === "returned")?.pointer ?? "";
  const second = scriptedModel([{ calls: [{ tool: "recall", input: { pointer } }] }, { text: "Read again." }]);
  await clew.generate({ session, id: "2", text: "And again." }, { model: second });
  const recalled = second.calls.at(-1)?.prompt.at(-1);
  expect(JSON.stringify(recalled)).toContain(totalOf(1));
  expect(JSON.stringify(recalled)).toContain("first line of file 1");
});

/** Whether anything left for its price in three turns over results of the first. */
async function clearsForPrice(tools: (turn: number) => "opening" | "none"): Promise<boolean> {
  const clew = await openFresh({ window: 200_000, memory: false });
  const opening = clew.tools({ session });
  let hasCleared = false;
  for (let number = 0; number < 3; number++) {
    const turn = await clew.begin({ session, id: number, text: "Go on." });
    for (let call = 0; call < 24; call++) {
      const view = await turn.view(tools(number) === "opening" ? { tools: opening } : {});
      hasCleared ||= JSON.stringify(view).includes('"did":"clear"');
      const output = number === 0 && call < 3 ? readFile(call, 400) : "Done.";
      await turn.record({
        calls: [{ id: `${number} ${call}`, tool: "read", input: { file: call }, output }],
        usage: { input_tokens: 10, cache_read_input_tokens: 9_000, output_tokens: 10 },
        model: "anthropic:claude-sonnet-5",
      });
    }
    await turn.complete({ text: "Well." });
  }
  await clew.close();
  return hasCleared;
}

it("nothing leaves for its price unless a lane's requests carry a tool that opens it from the first on", async () => {
  expect(await clearsForPrice(() => "opening")).toBe(true);
  expect(await clearsForPrice(() => "none")).toBe(false);
  expect(await clearsForPrice((turn) => (turn === 0 ? "none" : "opening"))).toBe(false);
  expect(await clearsForPrice((turn) => (turn === 0 ? "opening" : "none"))).toBe(false);
});
