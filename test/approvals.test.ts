/** Several calls that wait for a person, answered one by one: what was approved runs once, what was refused never. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, tool } from "ai";
import { type Clew, openClew, type Turn } from "clewline";
import { promptText, scriptedModel } from "clewline/testing";
import fc from "fast-check";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { checkAsyncProperty } from "./properties.js";

const folder = mkdtempSync(join(tmpdir(), "clew-approvals-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const session = "terminal:approvals";
let files = 0;
let store = "";
let clew: Clew;
const ran: string[] = [];

beforeEach(async () => {
  ran.length = 0;
  store = join(folder, `${files++}.db`);
  clew = await openClew({ store, window: 8_000, timeZone: "UTC" });
});
afterEach(() => clew.close());

const water = tool({
  inputSchema: z.object({ bed: z.string() }),
  needsApproval: true,
  execute: async ({ bed }) => {
    ran.push(bed);
    return `bed ${bed} is wet`;
  },
});
const photo = tool({ inputSchema: z.object({ of: z.string() }), outputSchema: z.string() });
const tools = { water, photo };

/** A turn whose model asked for these beds, and for a photo where a name is that of none. */
async function asking(...beds: readonly string[]): Promise<Turn> {
  const calls = beds.map((bed) =>
    bed === "photo" ? { tool: "photo", input: { of: "the beds" } } : { tool: "water", input: { bed } },
  );
  const { turn } = await clew.generate({ session, text: "Water them" }, { model: scriptedModel([{ calls }]), tools });
  expect(turn.state).toBe("waiting");
  return turn;
}

const verdict = (approvalId: string, approved: boolean) => ({
  messages: [{ role: "tool" as const, content: [{ type: "tool-approval-response" as const, approvalId, approved }] }],
});

function approvalOf(turn: Turn, bed: string): string {
  const found = turn.approvals.find(({ input }) => (input as { bed: string }).bed === bed);
  return found?.approvalId ?? "";
}

async function reopened(id: string): Promise<Turn> {
  await clew.close();
  clew = await openClew({ store, window: 8_000, timeZone: "UTC" });
  return clew.turn(id);
}

const finishing = () => scriptedModel([{ text: "Done." }]);

/** How often each bed was watered. */
function timesRun(): Readonly<Record<string, number>> {
  return Object.fromEntries([...new Set(ran)].sort().map((bed) => [bed, ran.filter((each) => each === bed).length]));
}

describe("two calls that wait", () => {
  const [first, second] = [
    ["1", "2"],
    ["2", "1"],
  ] as const;
  const rows = [
    { way: "in one process", order: first, approved: [true, true] },
    { way: "in one process", order: second, approved: [true, false] },
    { way: "after a restart", order: first, approved: [false, true] },
    { way: "with a restart between", order: second, approved: [true, true] },
    { way: "with a restart between", order: first, approved: [true, false] },
    { way: "with a restart between", order: second, approved: [false, false] },
  ];

  test.each(rows)("$way, in the order $order, answered $approved", async ({ way, order, approved }) => {
    let turn = await asking("1", "2");
    if (way === "after a restart") turn = await reopened(turn.id);
    await turn.record(verdict(approvalOf(turn, order[0]), approved[0] === true));
    await expect(turn.generate({ model: finishing(), tools })).rejects.toMatchObject({ code: "turn/waiting" });
    if (way === "with a restart between") turn = await reopened(turn.id);
    expect(turn.approvals.map(({ input }) => input)).toEqual([{ bed: order[1] }]);
    expect(ran).toEqual([]);
    await turn.record(verdict(approvalOf(turn, order[1]), approved[1] === true));
    const model = finishing();
    const { text } = await turn.generate({ model, tools });
    const allowed = [...order.filter((_, index) => approved[index])].sort();
    expect([text, turn.state, turn.approvals]).toEqual(["Done.", "completed", []]);
    expect(timesRun()).toEqual(Object.fromEntries(allowed.map((bed) => [bed, 1])));
    const seen = promptText(model.calls[0]?.prompt ?? []);
    expect(order.filter((bed) => seen.includes(`bed ${bed} is wet`)).sort()).toEqual(allowed);
  });

  test("with nothing answered, one sentence says what is waited for, and nothing has changed", async () => {
    const turn = await asking("1", "2");
    for (const work of [
      () => turn.generate({ model: finishing(), tools }),
      () => turn.stream({ model: finishing() }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: "turn/waiting", message: expect.stringContaining("water") });
    }
    expect(() => turn.aiSdk({ model: finishing(), tools })).toThrow(expect.objectContaining({ code: "turn/waiting" }));
    expect([turn.state, turn.approvals.length, ran]).toEqual(["waiting", 2, []]);
  });

  test("stream and the SDK's own loop go on like generate", async () => {
    const turn = await asking("1", "2");
    for (const bed of ["2", "1"]) await turn.record(verdict(approvalOf(turn, bed), bed === "1"));
    const streamed = await turn.stream({ model: finishing(), tools });
    expect([await streamed.text, timesRun()]).toEqual(["Done.", { 1: 1 }]);
    const other = await asking("3", "4");
    for (const bed of ["4", "3"]) await other.record(verdict(approvalOf(other, bed), bed === "3"));
    const { text } = await generateText(other.aiSdk({ model: finishing(), tools }));
    expect([text, timesRun(), other.state]).toEqual(["Done.", { 1: 1, 3: 1 }, "completed"]);
  });

  test("a call that the client runs is answered before or after the approval beside it", async () => {
    for (const first of ["result", "approval"]) {
      ran.length = 0;
      const turn = await asking("7", "photo");
      const waiting = (await clew.turn(turn.id)).approvals;
      expect(waiting.map(({ tool: name }) => name)).toEqual(["water"]);
      const result = async () => turn.record({ calls: [{ ...(await photoCall()), output: "green" }] });
      const approval = () => turn.record(verdict(approvalOf(turn, "7"), true));
      for (const give of first === "result" ? [result, approval] : [approval, result]) await give();
      const model = finishing();
      await turn.generate({ model, tools });
      const seen = promptText(model.calls[0]?.prompt ?? []);
      expect([timesRun(), seen.includes("green"), seen.includes("is wet")]).toEqual([{ 7: 1 }, true, true]);
    }
  });

  async function photoCall() {
    const lines: string[] = [];
    for await (const line of clew.export()) lines.push(line);
    const entries = lines.map((line) => (JSON.parse(line) as { entry?: { tool?: string; call?: string } }).entry);
    const call = entries.findLast((entry) => entry?.tool === "photo")?.call ?? "";
    return { id: call, tool: "photo", input: { of: "the beds" } };
  }
});

describe("handles of one turn", () => {
  test("know what another has answered", async () => {
    const turn = await asking("1", "2");
    const other = await clew.turn(turn.id);
    await turn.record(verdict(approvalOf(turn, "1"), true));
    await other.record(verdict(approvalOf(other, "2"), false));
    await expect(other.record(verdict(approvalOf(turn, "2"), true))).rejects.toMatchObject({ code: "message/bad" });
    await turn.generate({ model: finishing(), tools });
    expect([timesRun(), await clew.doctor({ thorough: true })]).toEqual([{ 1: 1 }, []]);
  });

  test("run an approved call once, whoever goes on first and however", async () => {
    const turn = await asking("1");
    await turn.record(verdict(approvalOf(turn, "1"), true));
    const others = await Promise.all([clew.turn(turn.id), clew.turn(turn.id)]);
    const sdk = turn.aiSdk({ model: finishing(), tools });
    const done = await Promise.allSettled(others.map((each) => each.generate({ model: finishing(), tools })));
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(generateText(sdk)).rejects.toMatchObject({ code: "turn/not-running" });
    expect([timesRun(), (await clew.turn(turn.id)).state]).toEqual([{ 1: 1 }, "completed"]);
    const { lines } = await clew.log({ session });
    expect(lines.filter(({ text }) => text.includes("is wet"))).toHaveLength(1);
  });

  test("run each approved call once, however many go on at once, and the others are told", async () => {
    const ways = {
      generate: (turn: Turn) => turn.generate({ model: finishing(), tools: slow }),
      stream: async (turn: Turn) => (await turn.stream({ model: finishing(), tools: slow })).consumeStream(),
      aiSdk: async (turn: Turn) => generateText(turn.aiSdk({ model: finishing(), tools: slow })),
    };
    const slow = {
      water: tool({
        ...water,
        execute: async ({ bed }: { bed: string }) => {
          ran.push(bed);
          await new Promise((done) => setTimeout(done, 3));
          return `bed ${bed} is wet`;
        },
      }),
    };
    const press = fc.record({
      way: fc.constantFrom(...(Object.keys(ways) as (keyof typeof ways)[])),
      ticks: fc.integer({ min: 0, max: 8 }),
    });
    const presses = fc.array(press, { minLength: 3, maxLength: 4 });
    const answer = async (turn: Turn) => {
      for (const { approvalId } of turn.approvals) await turn.record(verdict(approvalId, true));
    };
    const pressed = fc.asyncProperty(presses, fc.boolean(), async (given, isAnswered) => {
      ran.length = 0;
      const calls = ["1", "2"].map((bed) => ({ tool: "water", input: { bed } }));
      const { turn } = await clew.generate({ session, text: "go" }, { model: scriptedModel([{ calls }]), tools });
      if (isAnswered) await answer(turn);
      const handles = await Promise.all(given.map(() => clew.turn(turn.id)));
      const press = async ({ way, ticks }: (typeof given)[number], index: number) => {
        for (let tick = 0; tick < ticks; tick++) await new Promise((next) => setImmediate(next));
        const handle = isAnswered ? (handles[index] ?? turn) : await clew.turn(turn.id);
        await answer(handle);
        await ways[way](handle);
      };
      const done = await Promise.allSettled(given.map(press));
      const refused = done.flatMap((each) => (each.status === "rejected" ? [each.reason.code as string] : []));
      expect(refused).toHaveLength(given.length - 1);
      expect(refused.filter((code) => !clear.has(code))).toEqual([]);
      expect([timesRun(), (await clew.turn(turn.id)).reply?.text]).toEqual([{ 1: 1, 2: 1 }, "Done."]);
    });
    const clear = new Set(["lane/busy", "turn/not-running", "message/bad"]);
    await checkAsyncProperty(pressed, { runs: 6, longer: 200, endOnFailure: true });
  });

  test("say that the turn was stopped, and not that it waits, after somebody else stopped it", async () => {
    const turn = await asking("1");
    await (await clew.turn(turn.id)).cancel("stop");
    for (const work of [
      () => turn.generate({ model: finishing(), tools }),
      () => turn.stream({ model: finishing() }),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: "turn/not-running", message: "This turn is cancelled" });
    }
    await expect(generateText(turn.aiSdk({ model: finishing(), tools }))).rejects.toMatchObject({
      code: "turn/not-running",
    });
    expect([turn.state, ran]).toEqual(["cancelled", []]);
  });

  test("keep the model's own words for a tool, where the log has them without secrets", async () => {
    await clew.close();
    clew = await openClew({ store, window: 8_000, timeZone: "UTC", redact: "stored" });
    const secret = `sk-ant-api03-${"aB3dE6gH9j".repeat(9)}`;
    const turn = await asking(secret, "2");
    await turn.record(verdict(turn.approvals[0]?.approvalId ?? "", true));
    await turn.record(verdict(turn.approvals[0]?.approvalId ?? "", true));
    await turn.generate({ model: finishing(), tools });
    expect(timesRun()).toEqual({ [secret]: 1, 2: 1 });
  });
});
