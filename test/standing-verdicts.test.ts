/** Memories that stand in a view have their account as everything else: on the receipt, in why, and in context. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterAll, describe, expect, test } from "vitest";
import { typed } from "./cli-run.js";

const folder = mkdtempSync(join(tmpdir(), "clew-standing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const from = "ana";
const session = "telegram:ana";

async function say(clew: Clew, text: string): Promise<void> {
  const turn = await clew.begin({ session, from, text, group: false });
  await turn.view();
  await turn.complete({ text: "All right." });
  await clew.index({ finish: true });
}

describe("a wish that stands in a view", () => {
  test("has a verdict in why and context, and its words are found there", async () => {
    const store = join(folder, "wish.db");
    const clew = await openClew({ store });
    await clew.memory.add({ text: "Answer Ana in French", kind: "instruction", person: from });
    await say(clew, "Please never use emoji when you write to me.");
    await say(clew, "Good morning!");
    const { standing } = await clew.why({ session });
    const rules = standing.map(({ verdict: { kind, rule, limit }, text }) => ({ kind, rule, limit, text }));
    expect(rules).toEqual([
      { kind: "kept", rule: "standing", limit: null, text: "Answer Ana in French" },
      { kind: "kept", rule: "said", limit: null, text: "Please never use emoji when you write to me." },
    ]);
    expect((await clew.context({ session })).standing).toEqual(standing);
    await clew.close();
    const why = await typed(["why", "in French", "--store", store]);
    expect(why.out).toContain("standing: told in every view of its scope");
    expect(why.out).toContain("Answer Ana in French");
    expect((await typed(["why", "--store", store])).out).toContain("told by its message");
    expect((await typed(["context", "--store", store])).out).toContain("Answer Ana in French");
  });

  test("is named with the limit that left it out, and is on the receipt only where it changes", async () => {
    const clew = await openClew({ store: "memory", window: 2_000 });
    for (let place = 0; place < 12; place += 1)
      await clew.memory.add({ text: `Rule ${place}: ${"keep to it ".repeat(8)}`, kind: "instruction", person: from });
    await say(clew, "Good morning!");
    const first = await clew.why({ session });
    await say(clew, "Good evening!");
    const { standing } = await clew.why({ session });
    const omitted = standing.filter(({ verdict }) => verdict.kind === "omitted");
    expect(omitted.length).toBeGreaterThan(0);
    expect(new Set(omitted.map(({ verdict }) => verdict.limit))).toEqual(new Set(["pinned=150"]));
    expect(standing).toEqual(first.standing);
    await clew.memory.forget(standing[0]?.name ?? "");
    expect((await clew.why({ session })).standing[0]).toMatchObject({ name: null, text: null });
  });

  test("shares a tenth of the room with the agent's files", async () => {
    const { sharePinned } = await import("@clewline/core/policy/agent-files/fit-pinned.js");
    expect(sharePinned(100_000, 600)).toEqual({ all: 10_000, files: 9_400 });
    expect(sharePinned(3_000, 600)).toEqual({ all: 300, files: 150 });
    expect(sharePinned(3_000, 0)).toEqual({ all: 300, files: 300 });
  });
});
