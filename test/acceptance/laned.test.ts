/** When a lane is compacted under `laned`, what stays, and in which order a view shows its parts. */

import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { type Clew, openClew } from "clewline";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { some } from "../some.js";
import {
  day,
  freshFile,
  hour,
  inside,
  type Line,
  minute,
  noon,
  openChat,
  order,
  read,
  session,
  stopClock,
  tagsOf,
  textsIn,
  told,
  viewOf,
} from "./chat.js";
import { type Fits, filler } from "./lab.js";

beforeEach(() => stopClock());

const policy = "laned";

/** Messages that each tell something, from their first number on, one a minute until a minute ago. */
function facts(count: number, first = 0, until = noon): readonly Line[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `f${first + index}`,
    text: `Pool ${first + index} is ${100 + first + index} cm deep.`,
    at: until - (count - index) * minute,
    role: index % 2 === 0 ? ("user" as const) : ("agent" as const),
  }));
}

/** The view of one more message, which is then answered. */
async function next(clew: Clew, text = "What now?"): Promise<Fits> {
  const turn = await clew.begin({ session, id: `ask-${Date.now()}-${text}`, text });
  const view = await viewOf(turn);
  await turn.complete({ text: "Fine." });
  return view;
}

const summaryIn = (view: Fits) => tagsOf(view, "summary").map(inside).join("");
const poolsIn = (text: string) => [...new Set(text.match(/Pool \d+ /g) ?? [])].map((pool) => Number(pool.slice(5)));

/** Without the summary and what is known of the speaker: the messages that are shown word for word. */
function tailOf(view: Fits): string {
  return textsIn(view)
    .filter((text) => !text.startsWith("<clew-summary"))
    .join("\n")
    .replace(/<clew-known.*?<\/clew-known>/gs, "");
}

/** The limit that moved the boundary in this view. */
const limitOf = (view: Fits) => (view.receipt.compacted ? view.receipt.epoch.limits["leave-out"] : null);

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe.each(["memory", "SQLite"])("in %s", (kind) => {
  test("thirty messages stay as they are; with one more all but the newest ten become a summary", async () => {
    const calm = await openChat({ policy }, kind);
    await told(calm, facts(30));
    const before = await next(calm);
    expect(limitOf(before)).toBeNull();
    expect(tagsOf(before, "summary")).toEqual([]);
    expect(poolsIn(read(before))).toEqual(range(0, 29));
    const clew = await openChat({ policy }, kind);
    await told(clew, facts(31));
    const view = await next(clew);
    expect(limitOf(view)).toBe("compactMessages=30");
    expect(poolsIn(tailOf(view))).toEqual(range(21, 30));
    expect(poolsIn(summaryIn(view))).toEqual(range(0, 20));
  });
});

describe("long messages", () => {
  const long = (index: number, tokens: number): Line => ({
    text: `Pool ${index} is ${100 + index} cm deep. ${filler(index, tokens)}`,
    at: noon - (30 - index) * minute,
  });
  const tokensOf = ({ text }: Line) => countTokens(text, estimated);

  test("count among those older than the newest ten only, and more than 2,500 tokens of them are too many", async () => {
    const clew = await openChat({ policy });
    await told(clew, [...facts(2), ...range(2, 11).map((index) => long(index, 900))]);
    expect(limitOf(await next(clew))).toBeNull();
    const full = await openChat({ policy });
    const older = [long(0, 1_700), long(1, 1_700)];
    expect(older.reduce((sum, line) => sum + tokensOf(line), 0)).toBeGreaterThan(2_500);
    await told(full, [...older, ...facts(10, 2)]);
    const view = await next(full);
    expect(limitOf(view)).toBe("compactTokens=2500");
    expect(poolsIn(tailOf(view))).toEqual(range(2, 11));
    expect(poolsIn(summaryIn(view))).toEqual([0, 1]);
  });
});

describe("a day after the last summary", () => {
  async function withSummary(): Promise<Clew> {
    const clew = await openChat({ policy });
    await told(clew, facts(31));
    expect(limitOf(await next(clew))).toBe("compactMessages=30");
    return clew;
  }

  test("what is older than the newest ten becomes part of it, not sooner", async () => {
    const clew = await withSummary();
    await told(clew, facts(5, 31, noon + hour));
    vi.setSystemTime(noon + day - minute);
    expect(limitOf(await next(clew))).toBeNull();
    vi.setSystemTime(noon + day + minute);
    const view = await next(clew);
    expect(limitOf(view)).toBe("compactHours=24");
    expect(summaryIn(view)).toContain("Pool 21 ");
    expect(poolsIn(tailOf(view)).at(-1)).toBe(35);
  });

  test("nothing happens where nothing is older than the newest ten", async () => {
    const clew = await openChat({ policy });
    await told(clew, facts(10, 0, noon - 3 * day));
    const view = await next(clew);
    expect(limitOf(view)).toBeNull();
    expect(tagsOf(view, "summary")).toEqual([]);
    expect(poolsIn(read(view))).toEqual(range(0, 9));
  });
});

describe("summary and tail", () => {
  test("follow each other without a gap and without a copy, compaction after compaction", async () => {
    const clew = await openChat({ policy });
    let [compactions, summaries] = [0, 0];
    for (let round = 0; round < 8; round++) {
      vi.setSystemTime(noon + round * hour);
      await told(clew, facts(12, round * 12, noon + round * hour));
      const view = await next(clew, `Round ${round}.`);
      if (view.receipt.compacted) compactions += 1;
      const tail = poolsIn(tailOf(view));
      expect(tail).toEqual(range(tail[0] ?? 0, round * 12 + 11));
      expect(tail.length).toBeGreaterThanOrEqual(9);
      const inSummary = poolsIn(summaryIn(view));
      expect(inSummary.filter((pool) => tail.includes(pool))).toEqual([]);
      summaries += inSummary.length > 0 ? 1 : 0;
      expect(inSummary).toEqual(inSummary.length > 0 ? range(0, (tail[0] ?? 0) - 1) : []);
      let expected = 1;
      for (const { from, to } of some(view.receipt.verdicts)) {
        expect(from).toBe(expected);
        expected = to + 1;
      }
      const kinds = view.receipt.verdicts.map((verdict) => verdict.kind);
      expect(kinds.lastIndexOf("summarised")).toBeLessThanOrEqual(0);
    }
    expect(compactions).toBeGreaterThanOrEqual(3);
    expect(summaries).toBeGreaterThanOrEqual(compactions);
  });

  test("leave the newest ten as they were, byte for byte", async () => {
    const clew = await openChat({ policy });
    await told(clew, facts(30));
    const open = await clew.begin({ session, id: "q", text: "Pool 30 is 130 cm deep?" });
    const before = textsIn(await viewOf(open));
    await open.complete({ text: "Yes." });
    const view = await next(clew);
    expect(limitOf(view)).toBe("compactMessages=30");
    const kept = before.filter((text) => /Pool (2[2-9]) /.test(text));
    expect(kept).toHaveLength(8);
    for (const text of some(kept)) expect(textsIn(view)).toContain(text);
  });

  test("are the same after a restart, at every turn", async () => {
    const paths = [freshFile(), freshFile()] as const;
    const open = (path: string) => openClew({ store: path, policy, timeZone: "UTC" });
    let [steady, restarted] = [await open(paths[0]), await open(paths[1])];
    for (const clew of [steady, restarted]) await told(clew, facts(31));
    for (let turn = 0; turn < 25; turn++) {
      vi.setSystemTime(noon + turn * hour);
      const views = [];
      for (const clew of [steady, restarted]) views.push(await next(clew, `Pool ${40 + turn} is ${turn} cm deep.`));
      expect(views[1]?.messages).toEqual(views[0]?.messages);
      expect(views[1]?.receipt.epoch.number).toBe(views[0]?.receipt.epoch.number);
      await restarted.close();
      restarted = await open(paths[1]);
    }
    expect((await steady.why({ session })).receipt.epoch.number).toBeGreaterThan(1);
    await steady.close();
    await restarted.close();
  });
});

describe("small talk", () => {
  test("alone makes no summary, but is found in the log and said to be left out", async () => {
    const clew = await openChat({ policy });
    const words = ["Hello!", "Hi there!", "How are you?", "Fine, thanks!", "Great!", "Thank you!"];
    await told(
      clew,
      range(0, 39).map((index) => ({
        id: `s${index}`,
        text: words[index % words.length] ?? "",
        at: noon - (40 - index) * minute,
        role: index % 2 === 0 ? ("user" as const) : ("agent" as const),
      })),
    );
    const view = await next(clew);
    expect(tagsOf(view, "summary")).toEqual([]);
    expect(view.receipt.epoch.summary).toBeNull();
    expect(tagsOf(view, "left-out")).toHaveLength(1);
    expect(await clew.journal({ session, day: "2026-11-15" })).toBe("");
    expect((await clew.log({ session, limit: 100 })).total).toBeGreaterThanOrEqual(42);
  });
});

describe("the parts of a view", () => {
  test("come in this order: instructions, summary, memories, recent messages, quote, message", async () => {
    const clew = await openChat({ policy, instructions: "Be brief." });
    await clew.memory.add({ text: "I like short answers" });
    await told(clew, [
      ...facts(31).map((line) => ({ ...line, topic: "1" })),
      { topic: "2", text: "The locker in the boat house has the code 4471.", at: noon - day },
    ]);
    const text = "In the other topic I told you the code of the locker in the boat house.";
    const quote = { text: "What was the code?", role: "agent" } as const;
    const turn = await clew.begin({ session, topic: 1, text, replyTo: "unknown", quote });
    const view = await viewOf(turn);
    const parts = ["Be brief.", "<clew-summary", "<clew-found", "Pool 25 ", "<clew-quote", "<clew-now", text];
    expect(order(view, parts)).toEqual(parts);
    expect(view.system).toMatch(/^Be brief\.\n\nTags named clew-/);
    const known = /<clew-known.*?<\/clew-known>/gs;
    for (const part of parts.slice(1)) expect(read(view).replace(known, "").split(part)).toHaveLength(2);
    expect(Object.keys(view.receipt.layers).sort()).toEqual(
      ["instructions", "marks", "standing", "summary", "memories", "recent", "quote", "now", "message"].sort(),
    );
  });
});
