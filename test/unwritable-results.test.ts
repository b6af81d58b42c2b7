/** A tool whose result can't be written as JSON fails alone: the turn goes on, and the model is told. */
import { openClew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { expect, test } from "vitest";
import { z } from "zod";

const session = "terminal:default";

function makeDeep(levels: number): unknown {
  let value: unknown = "end";
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

function makeCycle(): unknown {
  const value: Record<string, unknown> = { name: "a" };
  value.self = value;
  return value;
}

const results: readonly (readonly [name: string, () => unknown, why: RegExp])[] = [
  ["a value that refers to itself", makeCycle, /it refers to itself or has too many levels/],
  ["100,000 levels", () => makeDeep(100_000), /it refers to itself or has too many levels/],
  [
    "a getter that throws",
    () =>
      Object.defineProperty({}, "x", {
        enumerable: true,
        get: () => {
          throw new Error("no x");
        },
      }),
    /reading it fails \(no x\)/,
  ],
  [
    "a toJSON that throws",
    () => ({
      toJSON: () => {
        throw new Error("not me");
      },
    }),
    /reading it fails \(not me\)/,
  ],
  [
    "a proxy that throws",
    () =>
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("closed");
          },
        },
      ),
    /reading it fails \(closed\)/,
  ],
];

test.each(results)("%s in the loop", async (_name, make, why) => {
  const clew = await openClew({ store: "memory", config: false });
  const model = scriptedModel([
    {
      calls: [
        { tool: "look", input: {} },
        { tool: "other", input: {} },
      ],
    },
    { text: "Done" },
  ]);
  const tools = {
    look: { inputSchema: z.object({}), execute: async () => make() },
    other: { inputSchema: z.object({}), execute: async () => "fine" },
  };
  const answer = await clew.generate({ session, text: "Go" }, { model, tools });
  expect(answer.text).toBe("Done");
  const { lines, turns } = await clew.log({ session });
  const shown = lines.filter(({ kind }) => kind === "returned").map(({ words }) => words);
  expect(turns.map(({ state }) => state)).toEqual(["completed"]);
  expect(shown).toHaveLength(2);
  expect(shown.join("\n")).toMatch(why);
  expect(shown.join("\n")).toContain("fine");
  await clew.close();
});

test.each(results)("%s that a host records", async (_name, make, why) => {
  const clew = await openClew({ store: "memory", config: false });
  const turn = await clew.begin({ session, text: "Go" });
  await turn.record({ calls: [{ id: "1", tool: "look", input: {}, output: make() as never }] });
  await expect(
    turn.record({ calls: [{ id: "2", tool: "look", input: make() as never, output: "x" }] }),
  ).rejects.toMatchObject({ code: "message/bad", message: expect.stringMatching(why) });
  await turn.complete({ text: "Done" });
  const returned = (await clew.log({ session })).lines.filter(({ kind }) => kind === "returned");
  expect(returned.map(({ words }) => words).join("\n")).toMatch(why);
  await clew.close();
});
