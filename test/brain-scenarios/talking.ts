/** What every chat needs: that it goes on, can be stopped, survives a restart and outlives its model. */
import { join } from "node:path";
import { tool } from "ai";
import { describeRequest, findLastSaid } from "clewline/testing";
import { expect } from "vitest";
import { z } from "zod";
import type { Brain, Script } from "./brain.js";
import { entriesIn, newFolder, opened, openFor, outcomesIn, session, startedFor, told, traceOf } from "./opened.js";

export async function chat(each: Brain): Promise<void> {
  const answers = ["Noted: green.", "Noted: brass.", "Green, with a bell of brass."];
  const { clew, adapter } = await opened(each, ({ number }) => ({ text: answers[number] ?? "" }));
  const streamed = await clew.stream({ session, text: "The bicycle is green." });
  expect(await told(streamed)).toBe(answers[0]);
  const whole = await clew.generate({ session, text: "The bell is brass." });
  expect(whole.text).toBe(answers[1]);
  const last = await clew.stream({ session, text: "How does it look?" });
  expect(await told(last)).toBe(answers[2]);
  expect((await clew.turn(last.turn.id)).state).toBe("completed");

  const [, second, third] = adapter.requests.map((request) => describeRequest(request).join("\n"));
  expect(second).toMatch(/Be brief\.[\s\S]*The bicycle is green\.[\s\S]*Noted: green\.[\s\S]*The bell is brass\./);
  expect(third).toMatch(
    /The bicycle is green\.[\s\S]*Noted: green\.[\s\S]*brass\.[\s\S]*Noted: brass\.[\s\S]*How does/,
  );
  const spoken = adapter.requests[2]?.parts.flatMap((part) =>
    part.kind === "said" && part.by === "agent" ? part.text : [],
  );
  expect(spoken).toEqual(answers.slice(0, 2));
  const trace = await traceOf(clew);
  const { name } = await clew.model({ session });
  expect(trace.map(({ role, model, outcome }) => [role, model, outcome])).toEqual(
    Array(3).fill(["reply", name, "answered"]),
  );
  const sent = trace.map(({ spent }) =>
    spent === null ? null : spent.fresh + spent.read + spent.written + spent.writtenLong,
  );
  expect(sent).toEqual(adapter.requests.map(({ tokens }) => tokens));
  expect(trace.every(({ spent }) => (spent?.output ?? 0) > 0)).toBe(true);
}

export async function cancel(each: Brain): Promise<void> {
  const script: Script = ({ number }) =>
    number === 0 ? { text: "one two three four", hangAfter: 2 } : { text: "Here I am." };
  const { clew, adapter } = await opened(each, script);
  const stop = new AbortController();
  const result = await clew.stream({ session, text: "Count, please." }, { abortSignal: stop.signal });
  let text = "";
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") text += part.text;
    if (text.startsWith("one two")) stop.abort();
  }
  expect(text).toMatch(/^one two/);
  expect(text).not.toContain("four");
  await expect.poll(async () => (await clew.turn(result.turn.id)).state).toBe("cancelled");
  await expect.poll(() => adapter.requests[0]?.outcome).toBe("gone");
  await expect.poll(() => outcomesIn(clew)).toEqual(["stopped"]);
  const next = await clew.generate({ session, text: "Are you there?" });
  expect(next.text).toBe("Here I am.");
  const lines = describeRequest(adapter.requests[1]!).join("\n");
  expect(lines).toMatch(/Count, please\.[\s\S]*Are you there\?/);
}

const lookUp = tool({
  description: "Looks a word up",
  inputSchema: z.object({ word: z.string() }),
  execute: async ({ word }) => `${word}: behind the shed`,
});

export async function restart(each: Brain): Promise<void> {
  const store = join(newFolder(), "clew.db");
  const script: Script = ({ number }) => {
    if (number === 0) return { text: "I look.", calls: [{ tool: "lookUp", input: { word: "ladder" } }] };
    return { text: number === 1 ? "Behind the shed." : "As I said." };
  };
  const { clew, adapter } = await opened(each, script, { store });
  const options = { tools: { lookUp } };
  const before = await clew.stream({ session, text: "Where is the ladder?" }, options);
  expect(await told(before)).toBe("I look.Behind the shed.");
  await clew.close();
  const again = await openFor([adapter], { model: adapter.model, store });
  const after = await again.stream({ session, text: "Where was that?" }, options);
  expect(await told(after)).toBe("As I said.");

  const [first, second, third] = adapter.requests.map(describeRequest);
  expect(second?.slice(0, first?.length)).toEqual(first);
  expect(third?.slice(0, second?.length)).toEqual(second);
  expect(third?.slice(second?.length).join("\n")).toMatch(
    /agent: Behind the shed\.[\s\S]*user: [\s\S]*Where was that\?/,
  );
  expect((await entriesIn(again)).join()).toMatch(/ladder: behind the shed[\s\S]*As I said\./);
}

/** One brain begins, with thoughts and a call of its own kind; another goes on; and the first ends it. */
export async function modelSwitch(each: Brain, other: Brain): Promise<void> {
  const first = await startedFor(each, ({ number, ...request }) => {
    if (number > 1) return { text: `Back again: ${findLastSaid({ number, ...request })}` };
    if (number === 1) return { text: "Behind the shed." };
    return { reasoning: "A tool knows.", text: "I look.", calls: [{ tool: "lookUp", input: { word: "ladder" } }] };
  });
  const second = await startedFor(other, ({ number }) => {
    if (number === 0) return { text: "I know as much." };
    return number === 1 ? { calls: [{ tool: "lookUp", input: { word: "rake" } }] } : { text: "There, too." };
  });
  const clew = await openFor([first, second], { model: first.model });
  const options = { tools: { lookUp } };
  const { name: from } = await clew.model();
  expect(await told(await clew.stream({ session, text: "Where is the ladder?" }, options))).toBe(
    "I look.Behind the shed.",
  );

  const going = await clew.stream({ session, text: "And you?" }, { ...options, model: second.model });
  expect(await told(going)).toBe("I know as much.");
  const { receipt } = await clew.why({ turn: going.turn.id });
  const to = (await traceOf(clew)).at(-1)?.model;
  expect(to).not.toBe(from);
  expect(receipt.decisions).toMatchObject({ switched: { from, to } });
  expect(describeRequest(second.requests[0]!).join("\n")).toMatch(
    /Where is the ladder\?[\s\S]*I look\.[\s\S]*ladder: behind the shed[\s\S]*Behind the shed\.[\s\S]*And you\?/,
  );
  const working = await clew.stream({ session, text: "And the rake?" }, { ...options, model: second.model });
  expect(await told(working)).toBe("There, too.");

  const back = await clew.stream({ session, text: "Thanks." }, options);
  expect(await told(back)).toMatch(/^Back again: [\s\S]*Thanks\./);
  expect(describeRequest(first.requests[2]!).join("\n")).toMatch(
    /rake: behind the shed[\s\S]*There, too\.[\s\S]*Thanks\./,
  );
}
