/** Summaries of what leaves a growing conversation, by number of the list of cases. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClewOptions } from "@clewline/clewline/compose/options.js";
import { computeRoom } from "@clewline/core/policy/budget.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { compactLane } from "@clewline/engine/growth/compact-lane.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { some } from "../some.js";
import {
  eventsOf,
  exchange,
  filler,
  type Lab,
  logText,
  openLab,
  policies,
  recordsOf,
  session,
  shown,
  sound,
  standing,
} from "./lab.js";

function open(options: ClewOptions, kind = "memory"): Promise<Lab> {
  return openLab(options, {
    store: kind === "memory" ? makeMemoryStore({ hash: sha256 }) : inFile(),
    deadlineMs: 2_000,
  });
}

function inFile() {
  const folder = mkdtempSync(join(tmpdir(), "clew-growth-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return openSqliteStore({ path: join(folder, "clew.db"), hash: sha256 });
}

/** Small talk until the lane has been compacted so often. */
async function until(lab: Lab, epochs: number, told: (turn: number) => string = () => ""): Promise<void> {
  let isNear = true;
  for (let turn = 0; turn < 400 && (!isNear || (await standing(lab)).epoch.number < epochs); turn++) {
    const { receipt } = await exchange(lab, { asked: `${told(turn)} ${filler(turn, 120)}`, reply: filler(turn, 120) });
    // What is prepared behind a reply counts with the view that takes it.
    isNear = receipt.compacted;
    await pause();
  }
  expect((await standing(lab)).epoch.number).toBeGreaterThanOrEqual(epochs);
}

/** What happens behind the reply gets its chance. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

const model = (answer: string | (() => string), calls: { text: string }[] = []): TextModel<AbortSignal> => {
  return async ({ text }) => {
    calls.push({ text });
    return typeof answer === "string" ? answer : answer();
  };
};

describe.each(policies)("under %s", (policy) => {
  test("52 just below the trigger nothing happens, above it there is one compaction, and nothing to do says so", async () => {
    const lab = await open({ policy, window: 4_000 });
    const given = presets[policy] as Policy;
    const trigger = computeRoom(lab.engine.budget, given) * given.summariseAt;
    let last = 0;
    let turns = 0;
    for (; (await eventsOf(lab)).length === 0; turns++) {
      const { tokens } = await exchange(lab, {
        asked: `Pool ${turns} is ${turns + 50} cm deep.`,
        reply: filler(turns, 70),
      });
      if ((await eventsOf(lab)).length === 0) last = tokens;
    }
    expect(last).toBeLessThanOrEqual(trigger);
    // Where the number of turns asks for it first, that may be far below.
    expect(last).toBeGreaterThan(policy === "rolling" ? 0 : trigger * 0.88);
    expect(await eventsOf(lab)).toHaveLength(1);
    expect(await recordsOf(lab, "summary")).toHaveLength(1);
    await exchange(lab, { asked: "Go on." });
    expect(await eventsOf(lab)).toHaveLength(1);
    const fresh = await open({ policy, window: 4_000 });
    await exchange(fresh, { asked: "Pool 3 is 50 cm deep." });
    expect(await compactLane(fresh.engine, fresh.ref)).toMatchObject({ kind: "nothing", why: expect.any(String) });
    expect(await eventsOf(fresh)).toEqual([]);
  });

  test.each(["memory", "SQLite"])("53 a second compaction carries the first one's facts, in %s", async (kind) => {
    const lab = await open({ policy, window: 4_000 }, kind);
    await exchange(lab, {
      asked: "The pump's serial number is QX-4471. I will call the plumber on 12 March. Never open valve 9.",
      calls: [{ id: "w1", tool: "write_file", input: { path: "src/pump.ts", content: "on" }, output: "written" }],
    });
    await until(lab, 1);
    const first = (await standing(lab)).summary?.items.map(({ text }) => text).join("\n") ?? "";
    expect(first).toContain("QX-4471");
    expect(first).toContain("src/pump.ts");
    await exchange(lab, {
      asked: "Done: I called the plumber on 12 March. He comes on 14 March.",
      calls: [{ id: "w2", tool: "write_file", input: { path: "src/valve.ts", content: "off" }, output: "written" }],
    });
    const { last } = await standing(lab);
    for (let epochs = 2; ((await standing(lab)).summary?.to ?? 0) < last; epochs++) await until(lab, epochs);
    const { summary } = await standing(lab);
    const items = summary?.items ?? [];
    const text = items.map((item) => `${item.section}: ${item.text}`).join("\n");
    for (const fact of ["QX-4471", "valve 9", "14 March", "src/pump.ts", "src/valve.ts"]) expect(text).toContain(fact);
    expect(items.filter(({ section, text: told }) => section === "pending" && told.includes("plumber"))).toEqual([]);
    expect(summary?.from).toBe(1);
  });

  test("54 a summariser that fails or says nothing loses nothing, and the reply does not wait for it", async () => {
    for (const answer of [
      "",
      "   \n ",
      () => {
        throw new Error("overloaded");
      },
    ]) {
      const lab = await open({ policy, window: 4_000, fastModel: model(answer) });
      await exchange(lab, { asked: "The pump's serial number is QX-4471." });
      await until(lab, 3);
      const { summary } = await standing(lab);
      expect(JSON.stringify(summary?.items)).toContain("QX-4471");
      expect(summary?.prose).toBeNull();
      const failures = (await eventsOf(lab)).filter((event) => event.failed !== undefined);
      expect(failures.length).toBeGreaterThan(0);
      expect(failures.length).toBeLessThanOrEqual(4);
      expect(shown(await exchange(lab, { asked: "Its number?" }))).toContain("QX-4471");
      expect(await logText(lab)).toContain("QX-4471");
    }
  });

  test("54 what a model wrote before stays when it later fails", async () => {
    let works = true;
    const answer = () => (works ? "## Decisions\n- The blue pump was chosen over the red one.\n" : "");
    const lab = await open({ policy, window: 4_000, fastModel: model(answer) });
    await exchange(lab, { asked: "The pump's serial number is QX-4471." });
    await until(lab, 2);
    const before = (await standing(lab)).summary;
    expect(JSON.stringify(before?.prose)).toContain("blue pump");
    works = false;
    await until(lab, 5);
    const { summary } = await standing(lab);
    expect(JSON.stringify(summary?.prose)).toContain("blue pump");
    expect(JSON.stringify(summary)).toContain("QX-4471");
  });

  test("55 what the summariser is given is bounded, with its beginning and its end", async () => {
    const calls: { text: string }[] = [];
    const lab = await open({ policy, window: 60_000, fastModel: model("## Facts\n- Much was said.", calls) });
    for (let turn = 0; calls.length === 0 && turn < 120; turn++) {
      await exchange(lab, { asked: `part-${turn} ${filler(turn, 900)}`, reply: filler(turn, 300) });
      await pause();
    }
    expect(calls.length).toBeGreaterThan(0);
    for (const { text } of some(calls)) {
      expect(text.length).toBeLessThan(26_000);
      expect(text).toContain("part-0 ");
      expect(text).toContain("clew-left-out");
      expect(text.indexOf("part-0 ")).toBeLessThan(text.indexOf("clew-left-out"));
      expect(text.slice(text.indexOf("clew-left-out"))).toMatch(/part-\d+ /);
    }
  });

  test("56 small talk makes no summary record and stays in the log", async () => {
    const lab = await open({ policy, window: 2_000 });
    const talk = ["Hello!", "How are you?", "Lovely weather today.", "Thanks!", "Good night.", "Haha, nice."];
    for (let turn = 0; turn < 120; turn++)
      await exchange(lab, { asked: talk[turn % talk.length] ?? "", reply: "Thank you, you too!" });
    expect((await standing(lab)).epoch.number).toBeGreaterThan(0);
    expect(await recordsOf(lab, "summary")).toEqual([]);
    expect(await recordsOf(lab, "journal")).toEqual([]);
    expect((await standing(lab)).last).toBeGreaterThanOrEqual(240);
  });

  test("57 a summary on demand or a stale candidate does not keep later turns out of the next one", async () => {
    const lab = await open({ policy, window: 8_000, fastModel: model("## Facts\n- The garden was discussed.") });
    for (let turn = 0; turn < 8; turn++)
      await exchange(lab, { asked: `Bed ${turn} has ${turn + 20} tulips.`, reply: filler(turn, 40) });
    expect(await compactLane(lab.engine, lab.ref)).toMatchObject({ kind: "compacted" });
    const early = (await standing(lab)).summary?.to ?? 0;
    await lab.clew.observe({ session, id: "m1", text: "The hose is 31 metres long." });
    await until(lab, 3, (turn) => `Row ${turn} has ${turn + 70} beans.`);
    const { summary, epoch } = await standing(lab);
    expect(summary?.to).toBe(epoch.through["leave-out"]);
    expect(summary?.to).toBeGreaterThan(early);
    const told = JSON.stringify([summary?.items, await recordsOf(lab, "journal")]);
    for (const fact of ["20 tulips", "27 tulips", "31 metres", "70 beans"]) expect(told).toContain(fact);
  });

  test("58 the reply right after a compaction sees the summary", async () => {
    const lab = await open({ policy, window: 4_000 });
    await exchange(lab, { asked: "The pump's serial number is QX-4471." });
    let [text, compacted] = ["", false];
    for (let turn = 0; turn < 100 && !compacted; turn++) {
      const view = await exchange(lab, { asked: `${turn} ${filler(turn, 60)}`, reply: filler(turn, 60) });
      [text, compacted] = [shown(view), view.receipt.compacted];
      expect(text).toContain("QX-4471");
    }
    expect(compacted).toBe(true);
    expect(text).toMatch(/<clew-summary.*QX-4471/);
  });

  test("63 the summariser's prompts never get into the log or a view", async () => {
    const calls: { text: string }[] = [];
    const lab = await open({
      policy,
      window: 4_000,
      fastModel: model("## Facts\n- The garden was discussed.", calls),
    });
    await until(lab, 3, (turn) => `Row ${turn} has ${turn + 70} beans.`);
    expect(calls.length).toBeGreaterThan(0);
    const view = await exchange(lab, { asked: "And now?" });
    for (const text of [await logText(lab), shown(view), JSON.stringify(await recordsOf(lab, "summary"))]) {
      expect(text).not.toContain("You keep the notes");
      expect(text).not.toContain("notes so far");
    }
  });
});

test("58 a turn in the middle of its steps sees the summary that its own view made", async () => {
  const lab = await open({ window: 4_000 });
  await exchange(lab, { asked: "The pump's serial number is QX-4471." });
  const turn = await lab.clew.begin({ session, text: "Read everything." });
  for (let step = 0; step < 40; step++) {
    await turn.record({
      text: filler(step, 60),
      calls: [{ id: `c${step}`, tool: "read", input: { step }, output: filler(step, 150) }],
    });
    expect(shown(await sound(lab, turn))).toContain("QX-4471");
  }
});
