/** Subagents through the public API: their lanes, their walls, their bounds, and what comes back when they fail. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseGlob } from "@clewline/text/glob.js";
import { tool } from "ai";
import { type Clew, openClew } from "clewline";
import { promptText, type ScriptedModel, type ScriptedReply, scriptedModel } from "clewline/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { some } from "./some.js";

const session = "terminal:garden";
const base = mkdtempSync(join(tmpdir(), "clew-subagents-"));
const open: Clew[] = [];
afterEach(async () => {
  for (const clew of open.splice(0)) await clew.close();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function fresh(options: Parameters<typeof openClew>[0] = {}): Promise<Clew> {
  const clew = await openClew({ store: "memory", window: 16_000, timeZone: "UTC", ...options });
  open.push(clew);
  return clew;
}

type Options = NonNullable<Parameters<Clew["generate"]>[1]>;
type Subagents = NonNullable<Options["subagents"]>;

const asks = (name: string, ...inputs: readonly object[]): ScriptedReply => ({
  calls: inputs.map((input) => ({ tool: name, input })),
});
const prompts = (model: ScriptedModel) => model.calls.map(({ prompt }) => promptText(prompt));
const lookUp = tool({
  inputSchema: z.object({ word: z.string() }),
  execute: async ({ word }) => `${word}: in the shed`,
});

/** The results of the helper's calls, as the agent that called it was sent them. */
function results(model: ScriptedModel): readonly string[] {
  const messages = model.calls.at(-1)?.prompt ?? [];
  return messages.flatMap(({ role, content }) => {
    if (role !== "tool") return [];
    return content.flatMap((part) =>
      part.type === "tool-result" && part.output.type === "text" ? [part.output.value] : [],
    );
  });
}

const laneIn = (text: string | undefined) => /child:[\w-]+/.exec(text ?? "")?.[0] ?? "";
const linesIn = async (clew: Clew, lane: string) =>
  (await clew.log({ session, lane, limit: 1_000 })).lines.map(({ text }) => text);

/** One message whose answer hands over a task, and what came back. */
async function handed(clew: Clew, subagents: Subagents, first: ScriptedReply, more: Options = {}) {
  const model = scriptedModel((_, call) => (call === 0 ? first : { text: "That is what I know." }));
  const { turn } = await clew.generate({ session, text: "Where is the spade?" }, { model, subagents, ...more });
  return { model, turn, results: results(model) };
}

describe("a subagent", () => {
  test("works in a lane of its own, with its own instructions, and brings back its conclusion and the lane", async () => {
    const clew = await fresh({ instructions: "You tend a garden." });
    const child = scriptedModel([asks("lookUp", { word: "spade" }), { text: "It is in the shed." }]);
    const subagents = {
      researcher: { description: "Knows tools.", instructions: "Be brief.", tools: { lookUp }, model: child },
    };
    const run = await handed(clew, subagents, asks("researcher", { task: "Find the spade" }));
    const lane = laneIn(run.results[0]);
    expect(run.results[0]).toMatch(
      /^It is in the shed\.\n\n\[researcher worked in the lane child:researcher-[0-9a-f]{12}/,
    );
    expect(run.turn.state).toBe("completed");
    expect((await clew.lanes(session)).map(({ ref }) => ref.lane).sort()).toEqual([lane, "root:garden"]);
    expect(await linesIn(clew, lane)).toEqual([
      "user: Find the spade",
      'call lookUp {"word":"spade"}',
      "result of lookUp: spade: in the shed",
      "agent: It is in the shed.",
      "usage",
    ]);
    const [turn] = (await clew.log({ session, lane })).turns;
    expect(turn).toMatchObject({ origin: "subtask", state: "completed" });
    expect(child.calls[0]?.tools?.map(({ name }) => name).sort()).toEqual(["compact", "lookUp", "recall", "remember"]);
    expect(prompts(child)[0]).toMatch(/Another agent has handed you a task.*Be brief\./s);
    expect(run.model.calls[0]?.tools?.find(({ name }) => name === "researcher")).toMatchObject({
      description: expect.stringContaining("Knows tools."),
    });
  });

  test.each(["balanced", "tiered"])(
    "sees nothing of the conversation, nor that of its steps, in %s",
    async (policy) => {
      const clew = await fresh({ instructions: "You tend a garden.", policy });
      const said = async (message: { text: string; topic?: string }, text: string) => {
        const model = scriptedModel([{ text }]);
        await clew.generate({ session, ...message }, { model });
        return prompts(model)[0] ?? "";
      };
      await said({ text: "The heliotrope needs 3 litres of water" }, "Fine.");
      await said({ text: "Look at the orangery roof", topic: "7" }, "The orangery roof of topic seven leaks.");
      const child = scriptedModel([
        { text: "The orangery roof of the subagent leaks.", ...asks("lookUp", { word: "orangery" }) },
        { text: "It leaks." },
      ]);
      const task = "As we said in the other thread about the heliotrope water and the orangery roof: does it leak?";
      const run = await handed(clew, { researcher: { tools: { lookUp }, model: child } }, asks("researcher", { task }));
      expect(child.calls).toHaveLength(2);
      for (const prompt of some(prompts(child)))
        expect(prompt).not.toMatch(/3 litres|topic seven|tend a garden|Where is the spade/);
      for (const prompt of some(prompts(run.model))) expect(prompt).not.toMatch(/of the subagent|in the shed/);
      const later = await said(
        { text: "What was said in the other thread about the orangery roof that leaks?" },
        "Later.",
      );
      expect(later).toContain("The orangery roof of topic seven leaks.");
      expect(later).not.toMatch(/of the subagent|in the shed/);
      expect((await clew.log({ session })).ref.lane).toBe("root:garden");
    },
  );

  test("inherits the model, and its calls are written as a subtask's", async () => {
    const clew = await fresh();
    const model = scriptedModel((prompt, call) => {
      if (promptText(prompt).includes("handed you a task")) return { text: "In the shed." };
      return call === 0 ? asks("researcher", { task: "Find it" }) : { text: "In the shed, it says." };
    });
    await clew.generate({ session, text: "Where?" }, { model, subagents: { researcher: {} } });
    const roles: string[] = [];
    for await (const line of clew.export()) {
      const { record } = JSON.parse(line) as { record?: { name?: string; event?: { role: string } } };
      if (record?.name === "model_usage") roles.push(record.event?.role ?? "");
    }
    expect(roles.sort()).toEqual(["reply", "reply", "subtask"]);
  });

  test("several at once don't wait for each other", async () => {
    const clew = await fresh();
    const present: (() => void)[] = [];
    const meet = tool({
      inputSchema: z.object({}),
      execute: () =>
        new Promise<string>((resolve) => {
          present.push(() => resolve("met"));
          if (present.length === 3) for (const go of present) go();
        }),
    });
    const child = scriptedModel((prompt) => {
      const text = promptText(prompt);
      return text.endsWith("met") ? { text: `Did ${/task (\d)/.exec(text)?.[1]}.` } : asks("meet", {});
    });
    const tasks = [1, 2, 3].map((number) => ({ task: `task ${number}` }));
    const run = await handed(clew, { walker: { tools: { meet }, model: child } }, asks("walker", ...tasks));
    expect(run.results.map((text) => text.split("\n")[0])).toEqual(["Did 1.", "Did 2.", "Did 3."]);
    expect(new Set(run.results.map(laneIn)).size).toBe(3);
  });

  test("goes on in its own log, also after the file was closed", async () => {
    const store = join(base, "go-on.db");
    const first = await openClew({ store, window: 16_000 });
    const child = scriptedModel([{ text: "The spade is behind the compost." }]);
    const subagents = (model: ScriptedModel) => ({ researcher: { model }, other: { model } });
    const lane = laneIn(
      (await handed(first, subagents(child), asks("researcher", { task: "Find the spade" }))).results[0],
    );
    await first.close();
    const clew = await fresh({ store });
    const again = scriptedModel([{ text: "And the rake is beside it." }]);
    const run = await handed(clew, subagents(again), asks("researcher", { task: "And the rake?", goOn: lane }));
    expect(laneIn(run.results[0])).toBe(lane);
    expect(prompts(again)[0]).toMatch(/Find the spade.*behind the compost.*And the rake\?/s);
    expect(prompts(again)[0]).not.toContain("clew-background");
    expect((await clew.log({ session, lane })).turns.map(({ state }) => state)).toEqual(["completed", "completed"]);
    for (const [name, goOn] of [
      ["researcher", "root:garden"],
      ["researcher", "child:researcher-0123456789ab"],
      ["other", lane],
    ]) {
      const refused = await handed(clew, subagents(again), asks(name ?? "", { task: "More", goOn }));
      expect(refused.results.at(-1)).toContain("has no lane");
    }
    const elsewhere = scriptedModel([asks("researcher", { task: "More", goOn: lane }), { text: "No." }]);
    await clew.generate({ session, topic: "7", text: "Go" }, { model: elsewhere, subagents: subagents(again) });
    expect(results(elsewhere)[0]).toContain("has no lane");
    expect(again.calls).toHaveLength(1);
  });

  test("of a private turn is private to the same surface", async () => {
    const clew = await fresh();
    const child = scriptedModel([{ text: "The gift is in the attic." }]);
    const model = scriptedModel([asks("researcher", { task: "Find the gift" }), { text: "Attic." }]);
    const message = { session, text: "Where is the gift?", surface: "phone", private: true };
    await clew.generate(message, { model, subagents: { researcher: { model: child } } });
    const lane = laneIn(results(model)[0]);
    const kept: unknown[] = [];
    for await (const line of clew.export()) {
      const { entry } = JSON.parse(line) as { entry?: { kind: string; private?: string } };
      if (entry !== undefined) kept.push(entry.private);
    }
    expect(new Set(kept)).toEqual(new Set(["phone"]));
    expect((await clew.log({ session, lane })).turns[0]).toMatchObject({ private: true, surface: "phone" });
    expect(await clew.search("attic")).toEqual([]);
  });
});

describe("the bounds of a subagent", () => {
  test("a long conclusion is cut, and its pointer opens the rest from the lane that called, and no step", async () => {
    const clew = await fresh({ window: 60_000 });
    const long = Array.from({ length: 900 }, (_, index) => `Bed ${index} has roses.`).join(" ");
    const child = scriptedModel([asks("lookUp", { word: "roses" }), { text: long }]);
    const run = await handed(
      clew,
      { researcher: { model: child, tools: { lookUp } } },
      asks("researcher", { task: "List the beds" }),
    );
    const [text = ""] = run.results;
    expect(text.length).toBeLessThan(long.length);
    const [, pointer = "", offset = ""] = /recall (clew:e\w+) with offset (\d+)/.exec(text) ?? [];
    const open = { pointer, offset: Number(offset) };
    const steps = (await clew.log({ session, lane: laneIn(text) })).lines;
    const opening = scriptedModel([
      asks("recall", open, { pointer: pointer.replace(":e", ":s") }, { pointer: steps[2]?.pointer }),
      { text: "Read." },
    ]);
    await clew.generate({ session, text: "And the rest?" }, { model: opening });
    const [rest = "", following, step] = results(opening).slice(-3);
    expect(long.slice(Number(offset))).toContain(rest.split("\n[")[0]);
    expect(following).toContain("Nothing in this lane");
    expect(step).toContain("Nothing in this lane");
  });

  test("no more than eight run in one turn, and the ninth is told so", async () => {
    const clew = await fresh();
    const child = scriptedModel(() => ({ text: "Done." }));
    const tasks = Array.from({ length: 9 }, (_, index) => ({ task: `Task ${index}` }));
    const run = await handed(clew, { walker: { model: child } }, asks("walker", ...tasks));
    expect(child.calls).toHaveLength(8);
    expect(run.results.filter((text) => text.includes("No more than 8 tasks"))).toHaveLength(1);
    expect(run.turn.state).toBe("completed");
  });

  test("it has no subagents unless it lists its own, and never more than three levels", async () => {
    const clew = await fresh();
    const inner = scriptedModel([{ text: "Deep down." }]);
    const outer = scriptedModel([asks("inner", { task: "Deeper" }), { text: "It said: deep down." }]);
    const run = await handed(
      clew,
      { outer: { model: outer, subagents: { inner: { model: inner } } } },
      asks("outer", { task: "Go" }),
    );
    expect(run.results[0]).toContain("It said: deep down.");
    expect(outer.calls[0]?.tools?.map(({ name }) => name)).toContain("inner");
    expect(inner.calls[0]?.tools?.map(({ name }) => name).sort()).toEqual(["recall", "remember"]);
    expect(await clew.lanes(session)).toHaveLength(3);
    const deep = { a: { subagents: { b: { subagents: { c: { subagents: { d: {} } } } } } } };
    const tooDeep = handed(clew, deep, { text: "Never." });
    await expect(tooDeep).rejects.toMatchObject({ code: "options/bad" });
  });

  test("a wrong name, a wrong option, a name that is taken and a folder that is not there are said at once", async () => {
    const clew = await fresh();
    const wrong: [Subagents, Options?][] = [
      [{ "two words": {} }],
      [{ recall: {} }],
      [{ walker: { instruction: "Be brief." } as never }],
      [{ lookUp: {} }, { tools: { lookUp } }],
      [{ explorer: { folder: join(base, "nowhere") } }],
    ];
    for (const [subagents, more] of wrong) {
      const model = scriptedModel([]);
      const answer = clew.generate({ session, text: "Go" }, { model, subagents, ...more });
      await expect(answer).rejects.toMatchObject({ code: "options/bad", hint: expect.any(String) });
      expect(model.calls).toHaveLength(0);
    }
    expect((await clew.log({ session })).turns.every(({ state }) => state === "failed")).toBe(true);
  });

  test("its own step limit ends it with what it has", async () => {
    const clew = await fresh();
    const child = scriptedModel((prompt, call) =>
      promptText(prompt).includes("<clew-closing>") ? { text: "Halfway." } : asks("lookUp", { word: `w${call}` }),
    );
    const run = await handed(
      clew,
      { walker: { model: child, tools: { lookUp }, maxSteps: 2 } },
      asks("walker", { task: "Go" }),
    );
    expect(child.calls).toHaveLength(3);
    expect(run.results[0]).toContain("Halfway.");
  });
});

describe("a subagent that fails", () => {
  const cases: [name: string, script: ScriptedReply[], window: number, said: RegExp, state: string][] = [
    ["with an error", [{ error: new Error("overloaded") }], 16_000, /came to no conclusion: overloaded\./, "failed"],
    ["without a word", [{}, {}], 16_000, /came to no conclusion: .*\./, "failed"],
    ["for want of room", [{ text: "Never." }], 300, /came to no conclusion: .*\./, "failed"],
    ["waiting for somebody", [asks("ask", {})], 16_000, /needs an approval or an answer/, "cancelled"],
  ];
  test.each(cases)("%s brings back one sentence, and the loop goes on", async (_, script, window, said, state) => {
    const clew = await fresh();
    const ask = tool({ inputSchema: z.object({}), outputSchema: z.string() });
    const subagents = { walker: { model: scriptedModel(script), tools: { ask }, window } };
    const run = await handed(clew, subagents, asks("walker", { task: "Find the spade. ".repeat(20) }));
    expect(run.results[0]).toMatch(said);
    expect(run.results[0]).not.toContain("\n");
    expect(run.turn.state).toBe("completed");
    const lane = laneIn(run.results[0]);
    expect((await clew.log({ session, lane })).turns[0]?.state).toBe(state);
  });

  test("because it was stopped is cancelled, as is the turn that called it", async () => {
    const clew = await fresh();
    const stop = new AbortController();
    const wait = tool({
      inputSchema: z.object({}),
      execute: (_, { abortSignal }) =>
        new Promise<string>((_resolve, reject) => {
          abortSignal?.addEventListener("abort", () => reject(abortSignal.reason));
          stop.abort();
        }),
    });
    const subagents = { walker: { model: scriptedModel(() => asks("wait", {})), tools: { wait } } };
    const model = scriptedModel([asks("walker", { task: "Wait" }), { text: "Never." }]);
    const options = { model, subagents, abortSignal: stop.signal };
    const result = await clew.stream({ session, text: "Go" }, options);
    await result.consumeStream();
    const lanes = await clew.lanes(session);
    const child = lanes.find(({ ref }) => ref.lane.startsWith("child:"))?.ref.lane ?? "";
    const states = async () => [
      (await clew.turn(result.turn.id)).state,
      (await clew.log({ session, lane: child })).turns[0]?.state,
    ];
    await expect.poll(states).toEqual(["cancelled", "cancelled"]);
    expect(model.calls).toHaveLength(1);
  });
});

describe("a pattern for paths", () => {
  test.each([
    ["*.ts", ["a.ts", "src/a.ts"], ["a.tsx", "a.ts/b"]],
    ["src/*.ts", ["src/a.ts"], ["src/b/a.ts", "a.ts"]],
    ["src/**/*.ts", ["src/a.ts", "src/b/c/a.ts"], ["test/a.ts"]],
    ["./src/", ["src/a.ts", "src/b/c"], ["a/src"]],
    ["src", ["src/a.ts", "a/src/b", "src"], ["source/a"]],
    ["{a,b}/?.{c,d}", ["a/x.c", "b/y.d"], ["a/xy.c", "c/x.c"]],
    ["**", ["a", "a/b"], []],
    ["*a*a*b", ["xaxab", "q/aab"], ["aaaa"]],
  ])("%s", (pattern, taken, left) => {
    const isWanted = parseGlob(pattern);
    expect(taken.filter((path) => !isWanted(path))).toEqual([]);
    expect(left.filter(isWanted)).toEqual([]);
  });

  test("one with very many alternatives comes to an end", () => {
    expect(parseGlob("{a,b}".repeat(40))("ab")).toBe(false);
  });
});

describe("the explorer", () => {
  const root = join(base, "project");
  beforeAll(() => {
    const put = (path: string, text: string | Buffer) => {
      mkdirSync(join(root, path, ".."), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    put("src/pump.ts", "import { valve } from './valve.js';\n\nexport const pressure = 12;\n");
    put("src/valve.ts", "export const valve = 'a|b';\n");
    put("docs/pump.md", "The pump needs 12 V.\n");
    put("long.txt", Array.from({ length: 1_000 }, (_, index) => `line ${index + 1}`).join("\n"));
    put("image.png", Buffer.from([137, 80, 78, 71, 0, 1, 2]));
    put(".env", "KEY=secret-value\n");
    put(".env.example", "KEY=\n");
    put(".git/config", "secret-value\n");
    put("node_modules/pump/index.js", "pressure();\n");
    writeFileSync(join(base, "outside.txt"), "outside pressure\n");
    symlinkSync(join(base, "outside.txt"), join(root, "way-out.txt"));
    symlinkSync(base, join(root, "way-out"));
    symlinkSync(join(root, "src/pump.ts"), join(root, "way-in.ts"));
    symlinkSync(join(root, ".env"), join(root, "harmless.txt"));
  });

  async function tried(name: string, ...inputs: readonly object[]): Promise<readonly string[]> {
    const clew = await fresh({ window: 60_000 });
    const child = scriptedModel([asks(name, ...inputs), { text: "The pressure is 12 (src/pump.ts:3)." }]);
    const run = await handed(
      clew,
      { explorer: { folder: root, model: child } },
      asks("explorer", { task: "Find the pressure" }),
    );
    expect(run.results[0]).toContain("The pressure is 12 (src/pump.ts:3).");
    expect(prompts(child)[0]).toContain("path:line");
    return results(child);
  }

  test("lists what is there, by pattern, without version control, modules and keys", async () => {
    const [all, sources, modules, none] = await tried(
      "list_files",
      {},
      { glob: "src/**/*.{ts,md}" },
      { glob: "node_modules" },
      { glob: "*.rs" },
    );
    expect(all?.split("\n").sort()).toEqual(
      [".env.example", "image.png", "long.txt", "way-in.ts", "docs/pump.md", "src/pump.ts", "src/valve.ts"].sort(),
    );
    expect(sources).toBe("src/pump.ts\nsrc/valve.ts");
    expect(modules).toBe("node_modules/pump/index.js");
    expect(none).toContain("No file has a path like *.rs");
  });

  test("finds lines with their places, and nothing outside of the folder", async () => {
    const [words, literal, secret] = await tried(
      "search_files",
      { pattern: "pressure|12 v" },
      { pattern: "a|B", literal: true },
      { pattern: "secret-value" },
    );
    expect(words?.split("\n")).toEqual([
      "way-in.ts:3: export const pressure = 12;",
      "docs/pump.md:1: The pump needs 12 V.",
      "src/pump.ts:3: export const pressure = 12;",
    ]);
    expect(literal).toBe("src/valve.ts:1: export const valve = 'a|b';");
    expect(secret).toMatch(/^No line of \d+ files holds/);
  });

  test("reads lines with their numbers, a page at a time", async () => {
    const [whole, part, page, beyond] = await tried(
      "read_file",
      { path: "src/pump.ts" },
      { path: "./src/pump.ts", lines: "3" },
      { path: "long.txt" },
      { path: "long.txt", lines: "2000-2010" },
    );
    expect(whole).toBe(
      "src/pump.ts, lines 1-3 of 3:\n1: import { valve } from './valve.js';\n2: \n3: export const pressure = 12;",
    );
    expect(part).toContain("3: export const pressure = 12;");
    expect(page).toContain("[go on with lines 301-1000]");
    expect(beyond).toBe("long.txt has only 1000 lines.");
  });

  test("refuses what is outside, what holds keys, what is no text, and what is not there", async () => {
    const refused = [
      "../outside.txt",
      join(base, "outside.txt"),
      "way-out.txt",
      "way-out/outside.txt",
      ".env",
      "harmless.txt",
      ".git/config",
      "image.png",
      "src",
      "none.ts",
    ];
    const said = await tried("read_file", ...refused.map((path) => ({ path })));
    expect(said).toHaveLength(refused.length);
    for (const text of some(said))
      expect(text).toMatch(/is outside|leads out|may hold keys|is no text|is a folder|There is no file/);
    expect(said.join("\n")).not.toMatch(/secret-value|outside pressure/);
  });

  test("has the tools of its builder besides", async () => {
    const clew = await fresh();
    const child = scriptedModel([{ text: "Nothing." }]);
    await handed(
      clew,
      { explorer: { folder: root, tools: { lookUp }, model: child } },
      asks("explorer", { task: "Go" }),
    );
    const names = child.calls[0]?.tools?.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining(["list_files", "search_files", "read_file", "lookUp"]));
  });
});
