import type { Clew, Receipt, Turn } from "clewline";
import { describe, expect, it } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { some } from "./some.js";

const session = "terminal:garden";
const large = 5;

/** A file of lines that nothing else has, as an agent reads it: about 3,000 tokens. */
function fileOf(index: number): string {
  return Array.from({ length: 110 }, (_none, line) => `const bed_${index}_${line} = plantRow(${line}, "oak-${index}");`)
    .join("\n")
    .concat(`\nthe last word of file ${index} is wheelbarrow${index}`);
}

async function step(turn: Turn, id: string, value: string): Promise<readonly Receipt[]> {
  const view = await turn.view();
  const output = { type: "text", value } as const;
  await turn.record({
    messages: [
      { role: "assistant", content: [{ type: "tool-call", toolCallId: id, toolName: "read", input: { at: id } }] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: id, toolName: "read", output }] },
    ],
  });
  return view.kind === "fits" ? [view.receipt] : [];
}

/** Reads large files, then works on without them until the schedule finds them idle. Gives back the calls' receipts. */
async function work(clew: Clew, pinned: string | null = null): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  const reading = await clew.begin({ session, text: "Read the plans." });
  for (let index = 0; index < large; index++) receipts.push(...(await step(reading, `large${index}`, fileOf(index))));
  await reading.complete({ text: "I have read them." });
  if (pinned !== null) await clew.ranges.pin(pinned, { session });
  const turn = await clew.begin({ session, text: "Plan the garden." });
  for (let index = 0; index < 60; index++) receipts.push(...(await step(turn, `small${index}`, `fine, ${index}`)));
  await turn.complete({ text: "Done." });
  return receipts;
}

/** The places of the calls that the schedule cleared something for. */
function clearsOf(receipts: readonly Receipt[]): readonly number[] {
  return receipts.flatMap(({ decisions }, place) =>
    JSON.stringify(decisions).includes('"did":"clear"') ? [place] : [],
  );
}

async function messagesOf(clew: Clew, receipt: Receipt | undefined): Promise<readonly unknown[]> {
  return (JSON.parse(await clew.replay(receipt?.id ?? "")) as { messages: readonly unknown[] }).messages;
}

describe("what a schedule takes out of a view", () => {
  it("is a compaction: counted, and taken back to the bytes before it", async () => {
    const clew = await openFresh({ window: 200_000, memory: false });
    const receipts = await work(clew);
    const [first = 0, ...more] = some(clearsOf(receipts));
    expect(more.length).toBeLessThan(3);
    const shown = JSON.stringify(await messagesOf(clew, receipts.at(-1)));
    expect(shown.includes("wheelbarrow0")).toBe(false);
    expect((await clew.context({ session })).compactions.count).toBe(1 + more.length);
    expect((await clew.compact({ session, undo: true })).kind).toBe("undone");
    const { request } = await clew.context({ session });
    const before = await messagesOf(clew, receipts[(more.at(-1) ?? first) - 1]);
    expect(before.length).toBeGreaterThan(large);
    expect(request.messages.slice(0, before.length)).toEqual(before);
    expect((await clew.compact({ session, undo: true })).kind).toBe("nothing");
  });

  it("leaves the names of the files behind where steps of past turns leave altogether", async () => {
    const clew = await openFresh({ window: 200_000, memory: false });
    const path = (index: number) => `/srv/ana/garden/beds/bed-${index}.ts`;
    for (let round = 0; round < 12; round++) {
      const turn = await clew.begin({ session, text: `Look at bed ${round}.` });
      for (let call = 0; call < 6; call++) await step(turn, path(round), fileOf(round * 10 + call));
      await turn.complete({ text: "I have seen it." });
    }
    const { request } = await clew.context({ session });
    const shown = JSON.stringify(request.messages);
    const notices = some(shown.match(/<clew-left-out.*?<\/clew-left-out>/g) ?? []);
    expect(notices[0]).toContain(path(0));
    expect(shown.includes("wheelbarrow0")).toBe(false);
  });

  it("is not what somebody pinned", async () => {
    const clew = await openFresh({ window: 200_000, memory: false });
    const receipts = await work(clew, "3");
    expect(clearsOf(receipts).length).toBeGreaterThan(0);
    const shown = JSON.stringify(await messagesOf(clew, receipts.at(-1)));
    expect([0, 1, 2].map((index) => shown.includes(`wheelbarrow${index}`))).toEqual([true, false, false]);
  });
});
