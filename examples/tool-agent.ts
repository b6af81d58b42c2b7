/** An agent of 60 tool steps in a 32k window, with results of up to 200 kB: nothing overflows, and nothing is lost. */
import assert from "node:assert/strict";
import { tool } from "ai";
import { openClew } from "clewline";
import { type ModelCall, promptText, type ScriptedReply, scriptedModel } from "clewline/testing";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { z } from "zod";

const window = { tokens: 32_768, reply: 4_096 };
const kilobytes = [1, 5, 20, 60, 120, 200];
const reports = Array.from({ length: 60 }, (_, number) => {
  const lines = Array.from(
    { length: 9_000 },
    (_, line) => `report ${number}, line ${line}: ${(line * 7919) % 100_003}`,
  );
  return lines.join("\n").slice(0, 1_000 * (kilobytes[number % kilobytes.length] ?? 1));
});
const tools = {
  read_report: tool({
    description: "One report in full",
    inputSchema: z.object({ number: z.number() }),
    execute: async ({ number }) => reports[number] ?? "There is no such report.",
  }),
};

/** What the model does: `yield` answers one prompt and returns the next. */
function* agent(): Generator<ScriptedReply, void, Prompt> {
  let prompt: Prompt = [];
  for (const number of reports.keys()) prompt = yield { calls: [{ tool: "read_report", input: { number } }] };

  // Most results are gone from its sight by now. Each left a pointer, and each pointer opens.
  const stub = /read_report\(\{"number":(\d+)\}\)\s+tool: <clew-cleared [^>]*open="(clew:e\w+)"/g;
  const stubs = [...promptText(prompt).matchAll(stub)];
  const cleared = stubs.map(([, number, pointer]) => ({ number: Number(number), pointer }));
  assert(cleared.length > 40, "most results were cleared");
  for (const { number, pointer } of cleared) {
    prompt = yield { calls: [{ tool: "recall", input: { pointer } }] };
    const [page = ""] = newestPage(prompt);
    assert(page.length > 900 && reports[number]?.startsWith(page), `report ${number} begins as it did`);
  }

  // One of 200 kB, to its end.
  const { number, pointer } = cleared.find(({ number }) => reports[number]?.length === 200_000) ?? {};
  let [text, offset]: [string, string | undefined] = ["", "0"];
  while (offset !== undefined) {
    prompt = yield { calls: [{ tool: "recall", input: { pointer, offset: Number(offset) } }] };
    const [page = "", next] = newestPage(prompt);
    [text, offset] = [text + page, next];
  }
  assert.equal(text, reports[number ?? -1], "the pages are the report, byte for byte");
  yield { text: `All ${cleared.length} cleared results opened; report ${number} read again in full.` };
}

type Prompt = ModelCall["prompt"];

function newestPage(prompt: Prompt): string[] {
  return promptText(prompt.slice(-1))
    .replace(/^tool: /, "")
    .split(/\n\[go on with offset (\d+) of \d+\]$/);
}

const script = agent();
const model = scriptedModel((prompt) => script.next(prompt).value ?? {});
const clew = await openClew({ store: "memory", window });
const message = { session: "terminal:default", text: "Read all 60 reports." };
const { text } = await clew.generate(message, { model, tools, maxSteps: 200 });

const tokens = model.calls.map(({ prompt, tools }) => countTokens(promptText(prompt) + JSON.stringify(tools)));
for (const [index, { prompt }] of model.calls.entries()) {
  assert((tokens[index] ?? 0) <= window.tokens - window.reply, `call ${index} has ${tokens[index]} tokens`);
  const parts = prompt.flatMap(({ content }): readonly { type: string; toolCallId?: string }[] =>
    typeof content === "string" ? [] : content,
  );
  const ids = (type: string) => parts.flatMap((part) => (part.type === type ? [part.toolCallId] : []));
  assert.deepEqual(ids("tool-call"), ids("tool-result"), `call ${index} has whole pairs`);
}
const read = reports.reduce((sum, report) => sum + report.length, 0);
console.log(text);
console.log(
  `${tokens.length} calls, ${read.toLocaleString("en")} bytes of results, at most ${Math.max(...tokens)} tokens in a call.`,
);
for (const { name, event } of (await clew.trace()).slice(-1)) console.log(name, JSON.stringify(event)); // what a call took
await clew.close();
