/** What an agent needs besides: tools one after the other and at once, a person who allows them, and helpers. */
import { join } from "node:path";
import { tool } from "ai";
import type { Clew } from "clewline";
import { describeRequest, findLastSaid, listNewestResults, type SeenPart } from "clewline/testing";
import { expect } from "vitest";
import { z } from "zod";
import type { Brain, Script } from "./brain.js";
import { newFolder, opened, openFor, outcomesIn, session, told, traceOf } from "./opened.js";

const weather = tool({
  description: "The weather of a town",
  inputSchema: z.object({ town: z.string() }),
  execute: async ({ town }) => `dry in ${town}`,
});
const askWeather = (town: string) => ({ tool: "weather", input: { town } });

export async function tools(each: Brain): Promise<void> {
  const { clew, adapter } = await opened(each, (request) => {
    if (request.number === 0) return { text: "First Bonn.", calls: [askWeather("Bonn")] };
    if (request.number === 1) return { calls: [askWeather("Kiel")] };
    return { text: `So it is ${listNewestResults(request).join(" and ")}.` };
  });
  const { text, steps, turn } = await clew.generate(
    { session, text: "Is it dry in Bonn and Kiel?" },
    { tools: { weather } },
  );
  expect(text).toBe("So it is dry in Kiel.");
  expect(steps).toHaveLength(3);
  expect((await clew.turn(turn.id)).state).toBe("completed");
  expect(adapter.requests.map((request) => [...request.tools].sort())).toEqual(
    Array(3).fill(["compact", "recall", "remember", "weather"]),
  );
  expect(workIn(adapter.requests[2]!.parts)).toEqual([
    "First Bonn.",
    'weather {"town":"Bonn"}',
    "dry in Bonn",
    'weather {"town":"Kiel"}',
    "dry in Kiel",
  ]);
  expect(await outcomesIn(clew)).toEqual(["answered", "answered", "answered"]);
}

export async function parallelTools(each: Brain): Promise<void> {
  const { clew, adapter } = await opened(each, (request) =>
    request.number === 0
      ? { calls: [askWeather("Bonn"), askWeather("Kiel")] }
      : { text: listNewestResults(request).join(" and ") },
  );
  const result = await clew.stream({ session, text: "Is it dry in Bonn and Kiel?" }, { tools: { weather } });
  expect(await told(result)).toBe("dry in Bonn and dry in Kiel");
  expect(workIn(adapter.requests[1]!.parts)).toEqual([
    'weather {"town":"Bonn"}',
    'weather {"town":"Kiel"}',
    "dry in Bonn",
    "dry in Kiel",
  ]);
  const { parts } = adapter.requests[1]!;
  const idsOf = (kind: SeenPart["kind"]) =>
    parts.flatMap((part) => (part.kind === kind && "id" in part ? [part.id] : []));
  expect(idsOf("returned")).toEqual(idsOf("called"));
}

/** What the agent said, called and got back. */
function workIn(parts: readonly SeenPart[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.kind === "called") return [`${part.tool} ${part.input}`];
    if (part.kind === "returned") return [part.text];
    return part.kind === "said" && part.by === "agent" ? [part.text] : [];
  });
}

export async function approval(each: Brain): Promise<void> {
  const watered: string[] = [];
  const water = tool({
    description: "Waters a bed",
    inputSchema: z.object({ bed: z.string() }),
    needsApproval: true,
    execute: async ({ bed }) => {
      watered.push(bed);
      return `bed ${bed} is wet`;
    },
  });
  const store = join(newFolder(), "clew.db");
  const options = { tools: { water } };
  const script: Script = (request) => {
    const results = listNewestResults(request);
    if (results.length > 0) return { text: `Done: ${results.join()}.` };
    const [, bed = "?"] = /bed (\d)/.exec(findLastSaid(request)) ?? [];
    return { text: "May I?", calls: [{ tool: "water", input: { bed } }] };
  };
  const { clew, adapter } = await opened(each, script, { store });
  const first = await asked(clew, "Water bed 7", options);
  expect(watered).toEqual([]);
  await first.allow(clew);
  const { text } = await (await clew.turn(first.turn)).generate(options);
  expect([text, watered]).toEqual(["Done: bed 7 is wet.", ["7"]]);

  const second = await asked(clew, "Water bed 9", options);
  await clew.close();
  const again = await openFor([adapter], { model: adapter.model, store });
  await second.allow(again);
  const result = await (await again.turn(second.turn)).stream(options);
  expect(await told(result)).toBe("Done: bed 9 is wet.");
  expect(watered).toEqual(["7", "9"]);
  expect((await again.turn(second.turn)).state).toBe("completed");
  expect(workIn(adapter.requests[3]!.parts)).toEqual([
    ...["May I?", 'water {"bed":"7"}', "bed 7 is wet", "Done: bed 7 is wet."],
    ...["May I?", 'water {"bed":"9"}', "bed 9 is wet"],
  ]);
}

type Options = Parameters<Clew["generate"]>[1];

/** A turn that waits for somebody to allow its call. */
async function asked(clew: Clew, text: string, options: Options) {
  const { turn, content } = await clew.generate({ session, text }, options);
  expect((await clew.turn(turn.id)).state).toBe("waiting");
  const request = content.find((part) => part.type === "tool-approval-request");
  const approvalId = request?.approvalId ?? "";
  const answer = { type: "tool-approval-response" as const, approvalId, approved: true };
  const allow = async (open: Clew) =>
    (await open.turn(turn.id)).record({ messages: [{ role: "tool", content: [answer] }] });
  return { turn: turn.id, allow };
}

export async function subagent(each: Brain): Promise<void> {
  const { clew, adapter } = await opened(each, (request) => {
    const results = listNewestResults(request);
    if (!request.tools.includes("scout")) {
      return results.length === 0 ? { text: "I look myself.", calls: [askWeather("Ulm")] } : { text: "Ulm is dry." };
    }
    if (results.length > 0) return { text: "All is well." };
    return { calls: [{ tool: "scout", input: { task: "Find out how dry it is in Ulm." } }] };
  });
  const scout = { description: "Finds things out", instructions: "Look closely.", tools: { weather } };
  const result = await clew.stream({ session, text: "How is it in Ulm?" }, { subagents: { scout } });
  expect(await told(result)).toBe("All is well.");
  const [parent, child, concluding, after] = adapter.requests.map((request) => describeRequest(request).join("\n"));
  expect(adapter.requests).toHaveLength(4);
  expect(parent).toContain("How is it in Ulm?");
  expect(child).toMatch(/Look closely\.[\s\S]*Find out how dry it is in Ulm\./);
  expect(child).not.toContain("How is it in Ulm?");
  expect(concluding).toContain("dry in Ulm");
  expect(after).toContain("Ulm is dry.");
  expect(after).not.toMatch(/I look myself|dry in Ulm/);
  const lanes = await clew.lanes(session);
  expect(lanes.map(({ ref }) => /scout/.test(ref.lane)).sort()).toEqual([false, true]);
  expect((await traceOf(clew)).map(({ role }) => role).sort()).toEqual(["reply", "reply", "subtask", "subtask"]);
}
