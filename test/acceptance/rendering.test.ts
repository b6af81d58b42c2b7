/** Acceptance cases 35 to 41: how the past is written down for a model. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Policy } from "@clewline/core/policy/policy.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { Clew } from "clewline";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FenceTag } from "../fence-parser.js";
import {
  freshFile,
  hour,
  inside,
  minute,
  noon,
  openChat,
  pairs,
  presetNames,
  read,
  session,
  stopClock,
  tagsOf,
  textsIn,
  told,
  viewOf,
} from "./chat.js";

beforeEach(() => stopClock());

/** Presets that show the past as text. */
const asText = ["selective", "tiered", "laned"] as const;
const attributes = (tags: readonly FenceTag[], key: string) => tags.map((tag) => tag.attributes[key]);

/** Where a label stands for a run of messages, the owner's own message needs one behind that of somebody else. */
const endsRun = (policy: string) => (policy === "balanced" ? ["user"] : []);

/** The view of one more message. */
const next = async (clew: Clew, text = "What now?") => viewOf(await clew.begin({ session, text }));

describe("35. times", () => {
  test("35. are those of the user's zone, in every label of every preset", async () => {
    for (const policy of presetNames) {
      const clew = await openChat({ policy, timeZone: "Asia/Tokyo" });
      const task = await clew.begin({ session, text: "tick" }, { origin: "scheduled" });
      await task.complete({ text: "The tank is full." });
      await told(clew, [{ id: "1", from: "user-1", text: "Good to know.", at: noon - minute }]);
      const view = await viewOf(await clew.begin({ session, topic: 9, replyTo: "1", text: "Is it?" }));
      expect(attributes(tagsOf(view, "quote"), "at")).toEqual(["2026-11-15 20:59"]);
      expect(tagsOf(view, "now").map(inside)[0]).toMatch(/^2026-11-15 21:00/);
      expect(attributes(tagsOf(view, "now"), "zone")).toEqual(["Asia/Tokyo"]);
      const root = await next(clew);
      expect(attributes(tagsOf(root, "background"), "at")).toEqual(["2026-11-15 21:00"]);
      expect(attributes([...tagsOf(root, "from"), ...tagsOf(root, "past")], "at").map((at) => at?.slice(11))).toEqual([
        "20:59",
        ...endsRun(policy).map(() => undefined),
      ]);
    }
  });

  test("35. tell a day from the one before it by the zone, and follow its summer time", async () => {
    for (const [timeZone, when, at] of [
      ["UTC", "yesterday", "2026-11-14T16:00"],
      ["Asia/Tokyo", "earlier today", "2026-11-15T01:00"],
    ] as const) {
      const clew = await openChat({ policy: "tiered", timeZone });
      await told(clew, [{ text: "Late already.", at: noon - 20 * hour }]);
      expect(tagsOf(await next(clew), "past").map((tag) => tag.attributes)).toEqual([
        { role: "user", who: "user", at, when },
      ]);
    }
    const clew = await openChat({ policy: "selective", timeZone: "Europe/Berlin" });
    await told(clew, [
      { text: "In summer.", at: Date.parse("2026-10-25T00:30:00Z") },
      { text: "In winter.", at: Date.parse("2026-10-25T01:30:00Z") },
    ]);
    expect(attributes(tagsOf(await next(clew), "from"), "at")).toEqual(["2026-10-25 02:30", "2026-10-25 02:30"]);
  });

  test("35. that nobody knows read unknown, and those that can't be read cost no message", async () => {
    for (const policy of presetNames) {
      const clew = await openChat({ policy });
      for (const [index, at] of ["never", 9e15, Number.NaN, Number.POSITIVE_INFINITY, new Date("never")].entries()) {
        await clew.observe({ session, id: index, text: `odd time ${index}`, from: "user-1", at });
      }
      const quote = { text: "From elsewhere.", role: "agent" } as const;
      const turn = await clew.begin({ session, topic: 3, text: "What is that?", replyTo: "gone", quote });
      expect(attributes(tagsOf(await viewOf(turn), "quote"), "at")).toEqual(["unknown"]);
      expect(read(await next(clew)).match(/odd time \d/g)).toEqual([0, 1, 2, 3, 4].map((each) => `odd time ${each}`));
    }
  });
});

describe("36. speakers", () => {
  test("36. of a group are kept apart by their address, or by the name that the owner gave", async () => {
    for (const policy of presetNames) {
      const clew = await openChat({ policy, people: { "user-2": "caretaker" } });
      const lines = [
        { from: "user-1", text: "The door is locked." },
        { from: "user-2", text: "I have the key." },
        { from: "user-1", text: "Bring it." },
      ];
      await told(
        clew,
        lines.map((line, index) => ({ ...line, at: noon - hour + index })),
      );
      const view = await next(clew);
      const labels = [...tagsOf(view, "from"), ...tagsOf(view, "past")];
      expect(attributes(labels, "who")).toEqual(["user-1", "caretaker", "user-1", ...endsRun(policy)]);
      expect(read(view)).toMatch(
        /user-1[\s\S]*door is locked[\s\S]*caretaker[\s\S]*have the key[\s\S]*user-1[\s\S]*Bring it/,
      );
    }
  });

  test("36. are whoever wrote it, or the clock that asked, or nobody in particular", async () => {
    for (const policy of presetNames) {
      const clew = await openChat({ policy });
      await told(clew, [
        { from: "user-1", text: "From outside.", at: noon - 3 },
        { text: "From the owner.", at: noon - 2 },
      ]);
      const task = await clew.begin({ session, text: "Run the report.", from: "cron" }, { origin: "scheduled" });
      await task.complete({ text: "The report is done." });
      const view = await next(clew);
      expect(tagsOf(view, "background").map((tag) => [tag.attributes.origin, inside(tag)])).toEqual([
        ["scheduled", "The report is done."],
      ]);
      expect(read(view)).not.toMatch(/cron|Run the report/);
      const labels = attributes([...tagsOf(view, "from"), ...tagsOf(view, "past")], "who");
      const owner = presets[policy]?.history.form === "steps" ? endsRun(policy) : ["user"];
      expect(labels).toEqual(["user-1", ...owner]);
    }
  });

  test("36. that are strangers are never shown by the name that they chose", async () => {
    const messages = [
      {
        id: 1,
        type: "message",
        date_unixtime: "1794740000",
        from: "Chosen Name",
        from_id: "user77",
        text: "A stranger here.",
      },
    ];
    const path = join(dirname(freshFile()), "result.json");
    writeFileSync(path, JSON.stringify({ name: "A Group", type: "private_supergroup", id: 5, messages }));
    for (const policy of presetNames) {
      const clew = await openChat({ policy });
      const [chat = ""] = (await clew.import(path)).sessions;
      const odd = {
        session: chat,
        id: 2,
        from: 78,
        text: "Another one.",
        raw: { name: "Chosen Name", username: "Chosen Name" },
      };
      await clew.observe(odd);
      const view = await viewOf(await clew.begin({ session: chat, text: "Who is here?", from: 79 }));
      expect(read(view)).toContain("A stranger here.");
      expect(read(view)).toContain("Another one.");
      expect(read(view)).not.toContain("Chosen Name");
      expect(attributes([...tagsOf(view, "from"), ...tagsOf(view, "past")], "who")).toEqual(
        policy === "tiered" ? ["79", "77", "78"] : ["77", "78", "79"],
      );
    }
  });
});

describe.each(asText)("37. under %s the line of what was done", (policy) => {
  async function doneBy(calls: readonly { tool: string; input: unknown }[]) {
    const clew = await openChat({ policy });
    const turn = await clew.begin({ session, text: "Do it." });
    if (calls.length > 0) {
      await turn.record({
        text: "On my way.",
        calls: calls.map((call, index) => ({ ...call, id: `c${index}`, output: `result ${index}` })),
      });
    }
    await turn.complete({ text: "It is done." });
    const view = await next(clew);
    const [line] =
      policy === "tiered" ? tagsOf(view, "past").filter((tag) => tag.attributes.actions) : tagsOf(view, "actions");
    expect(read(view)).not.toMatch(/result \d|tool-call|tool-result/);
    return { clew, view, line, text: line === undefined ? null : inside(line) };
  }
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ tool: "look", input: { path: `n${index}.md` } }));

  test("37. is not there without calls", async () => {
    const { view, line } = await doneBy([]);
    expect(line).toBeUndefined();
    expect(read(view)).not.toContain("<clew-actions");
  });

  test("37. names fifteen and counts the rest, and its pointer opens all of them", async () => {
    for (const [count, more] of [
      [15, null],
      [16, "+1 more"],
      [40, "+25 more"],
    ] as const) {
      const { clew, line, text } = await doneBy(many(count));
      const named = Array.from({ length: 15 }, (_, index) => `look n${index}.md`);
      // Where a past turn is one tag, that tag counts them.
      const told = policy === "tiered" ? [line?.attributes.actions] : text?.split("; ");
      expect(told).toEqual(policy === "tiered" ? [String(count)] : [...named, ...(more === null ? [] : [more])]);
      const opened = await clew.recall({ session, pointer: line?.attributes.open ?? "" });
      expect(opened.text).toContain("n0.md");
    }
  });

  test("37. takes whatever a model wrote as input, on one short line, without secrets", async () => {
    const key = `sk-${"proj"}-${"aB3dE5gH7jK9mN1pQ3sT5".repeat(2)}`;
    const inputs = [
      '{"path": "cut off',
      "",
      null,
      7,
      [],
      {},
      { nested: { deep: true } },
      { text: "a\nb\n".repeat(200) },
      { key },
    ];
    const { text, line } = await doneBy(inputs.map((input, index) => ({ tool: `tool${index}`, input })));
    expect(line).toBeDefined();
    // Where a past turn is one tag, the tag counts its calls and the words are the answer's.
    const parts = policy === "tiered" ? [] : (text ?? "").split("; ");
    const tools = policy === "tiered" ? [] : inputs.map((_, index) => `tool${index}`);
    expect(parts.map((part) => part.split(" ")[0])).toEqual(tools);
    expect(text).not.toContain("\n");
    expect(text).not.toContain(key);
    expect(parts.filter((part) => part.length > 120)).toEqual([]);
  });
});

describe.each(asText)("38. under %s a long answer", (policy) => {
  const long = `HEAD ${"middle ".repeat(300)}TAIL`;
  const withLimit = async (replyCharacters: number) => {
    const clew = await openChat({ policy });
    if (replyCharacters > 0)
      await clew.begin({ session, text: "First." }).then((turn) => turn.complete({ text: "Short, and first." }));
    await told(clew, [
      { text: long, at: noon - 3, role: "user" },
      { text: long, at: noon - 2, role: "agent" },
      { text: "x".repeat(200), at: noon - 1, role: "agent" },
    ]);
    if (replyCharacters > 0) await clew.command({ session, text: `/config context_truncation ${replyCharacters}` });
    return { clew, view: await next(clew) };
  };

  test("38. is whole where there is no limit", async () => {
    const { view } = await withLimit(0);
    expect(tagsOf(view, "cut")).toEqual([]);
    expect(read(view).split(long)).toHaveLength(3);
  });

  test("38. over the limit keeps its head and its tail, and the mark between them says how much is missing", async () => {
    const { clew, view } = await withLimit(200);
    const [cut, ...others] = tagsOf(view, "cut");
    expect(others).toEqual([]);
    expect(read(view).split(long)).toHaveLength(2);
    expect(read(view)).toContain("x".repeat(200));
    const text = textsIn(view).find((each) => each.includes("<clew-cut")) ?? "";
    const [, head = "", tail = ""] = /(HEAD[\s\S]*)\n<clew-cut[^>]*\/>\n([\s\S]*TAIL)/.exec(text) ?? [];
    expect(long.startsWith(head) && long.endsWith(tail)).toBe(true);
    expect(head.length + tail.length).toBeLessThanOrEqual(200);
    expect(head.length + tail.length + Number(cut?.attributes.characters)).toBe(long.length);
    const whole = await clew.recall({ session, pointer: cut?.attributes.open ?? "" });
    expect(whole.text).toContain(long.slice(0, 1_000));
    expect(view.receipt.verdicts.filter(({ rule }) => rule === "reply.over")).toMatchObject([
      { kind: "stubbed", limit: "replyCharacters=200" },
    ]);
  });
});

describe.each(presetNames)("39. under %s", (policy) => {
  test("39. an empty history leaves no tags, and neither does one of which nothing may be shown", async () => {
    const names = (tags: readonly FenceTag[]) => tags.map(({ name }) => name);
    const fresh = await next(await openChat({ policy }), "Hello?");
    expect(names(tagsOf(fresh))).toEqual(["now"]);
    expect(tagsOf(fresh)[0]?.attributes).toEqual({ zone: "UTC" });
    const bare: Policy = { ...(presets[policy] as Policy), backgroundTurns: 0 };
    const clew = await openChat({ policy: bare });
    await told(clew, [{ id: "1", text: "Taken back.", at: noon - hour }]);
    await clew.edit({ session, id: "1", text: "", deleted: true });
    await clew.observe({ session, id: "2", text: "For the web only.", surface: "web", private: true });
    const task = await clew.begin({ session, text: "tick" }, { origin: "heartbeat" });
    await task.complete({ text: "All quiet." });
    await clew.clear({ session });
    const view = await next(clew, "Hello?");
    expect(names(tagsOf(view))).toEqual(["now"]);
    expect(read(view)).not.toMatch(/Taken back|web only|All quiet/);
  });

  test("40. the past is told to be past where it does not speak for itself, and the flag says whether it goes on", async () => {
    const clew = await openChat({ policy });
    await told(clew, pairs(3, noon - 40 * minute, minute));
    let noted = 0;
    for (const [at, flag] of [
      [noon - 20 * minute, "continued"],
      [noon, "continued"],
      [noon + 31 * minute, "new"],
    ] as const) {
      vi.setSystemTime(at);
      const turn = await clew.begin({ session, text: "And now?" });
      const view = await viewOf(turn);
      await turn.complete({ text: "As before." });
      expect(attributes(tagsOf(view, "now"), "conversation")).toEqual([flag]);
      const notes = tagsOf(view, "history");
      expect(notes).toHaveLength(policy === "tiered" && tagsOf(view, "past").length > 0 ? 1 : 0);
      expect(notes.map(inside).filter((words) => !words.includes("already"))).toEqual([]);
      const isFirst = read(view).indexOf("<clew-history") < read(view).indexOf("<clew-past");
      expect(isFirst || notes.length === 0).toBe(true);
      noted += notes.length;
    }
    expect(noted > 0).toBe(policy === "tiered");
  });
});
