/** Acceptance cases 26, 27 and 32: which lane a message belongs to, and what may cross from one to another. */

import type { Turn } from "@clewline/agent/turn.js";
import { scriptedModel } from "@clewline/store-kit/scripted-model.js";
import type { Clew } from "clewline";
import { beforeEach, describe, expect, test } from "vitest";
import { findMemoryLines } from "../memory-lines.js";
import {
  day,
  hour,
  inside,
  type Line,
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

const stores = ["memory", "SQLite"];
const none = async () => "[]";

beforeEach(() => stopClock());

describe.each(presetNames)("under %s", (policy) => {
  test("26. what is said in other lanes never enters the recent messages, nor takes a place among them", async () => {
    const clew = await openChat({ policy, fastModel: none });
    const own: readonly Line[] = pairs(5, noon - 3 * hour, minute, "own ").map((line) => ({ ...line, topic: "1" }));
    const other = pairs(60, noon - hour, 20_000, "other ").map((line) => ({ ...line, topic: "2" }));
    await told(clew, [...own, ...other, ...pairs(20, noon - hour, 20_000, "root ")]);
    const view = await viewOf(await clew.begin({ session, topic: 1, text: "What now?" }));
    expect(read(view).match(/own question \d/g)).toHaveLength(5);
    const memories = tagsOf(view, "found").map(inside).join("\n");
    const count = (text: string) => text.match(/(?:other|root) (?:question|answer)/g)?.length ?? 0;
    expect(count(read(view))).toBe(policy === "tiered" ? count(memories) : 0);
    expect(view.receipt.verdicts.at(-1)?.to).toBe(11);
  });
});

describe.each(stores)("in %s", (kind) => {
  test("27. a reply joins the lane of a message that is known, also of an answer that was sent under ids of the channel", async () => {
    const clew = await openChat({}, kind);
    const first = await clew.begin({ session, id: 10, topic: 5, text: "In a topic" });
    await first.complete({ text: "Yes." });
    await first.sent([11, 12]);
    const lane = async (message: { replyTo?: number; topic?: number }) => {
      const turn = await clew.begin({ session, text: "Where am I?", ...message });
      await turn.complete({ text: "Here." });
      return turn.lane;
    };
    expect(first.lane).toBe("topic:42:5");
    expect(await lane({ replyTo: 10 })).toBe("topic:42:5");
    expect(await lane({ replyTo: 11 })).toBe("topic:42:5");
    expect(await lane({ replyTo: 12 })).toBe("topic:42:5");
    expect(await lane({ replyTo: 11, topic: 6 })).toBe("topic:42:6");
    expect(await lane({ replyTo: 999 })).toBe("reply:42:999");
    expect(await lane({ replyTo: 999 })).toBe("reply:42:999");
    expect(await lane({ topic: 7, replyTo: 999 })).toBe("topic:42:7");
    expect(await lane({})).toBe("root:42");
  });

  test("27. a reply into another topic quotes its parent there, with nothing else of that lane", async () => {
    const clew = await openChat({ policy: "laned" }, kind);
    await told(clew, [
      { id: "1", topic: "5", text: "Nearby words.", at: noon - hour },
      { id: "2", topic: "5", text: "The code is 4471.", at: noon - hour },
    ]);
    const view = await viewOf(await clew.begin({ session, topic: 6, replyTo: 2, text: "Is it still right?" }));
    expect(tagsOf(view, "quote").map(inside)).toEqual(["The code is 4471."]);
    expect(read(view)).not.toContain("Nearby");
  });
});

describe.each(["laned", "balanced"])("under %s", (policy) => {
  const fact = "My locker in the boat house has the shelf 4471.";

  async function withFact(kind: string): Promise<Clew> {
    const clew = await openChat({ policy }, kind);
    await told(clew, [
      { id: "f", topic: "2", text: fact, from: "user-1", at: noon - day, role: "user" },
      { topic: "2", text: "Noted, thank you.", at: noon - day + 1, role: "agent" },
      ...pairs(3, noon - hour).map((line) => ({ ...line, topic: "1" })),
      {
        session: "telegram:chat:99",
        topic: "2",
        text: "The locker in the boat house has the code 9999.",
        at: noon - day,
      },
    ]);
    return clew;
  }

  test.each(stores)(
    "32. a fact of another lane is there when the message refers to it, and the receipt says why, in %s",
    async (kind) => {
      const clew = await withFact(kind);
      const text = "In the other topic I told you the shelf of my locker in the boat house. What is it?";
      const turn = await clew.begin({ session, topic: 1, text });
      const view = await viewOf(turn);
      const memories = findMemoryLines(textsIn(view));
      const pointer = memories[0]?.pointer ?? "";
      expect(memories).toEqual([
        {
          at: "2026-11-14 12:00",
          lane: "topic:42:2",
          pointer: expect.stringMatching(/^clew:e/),
          who: "user-1",
          text: fact,
        },
      ]);
      expect(view.receipt.decisions).toMatchObject({
        retrieved: [
          {
            pointers: [pointer],
            lane: "topic:42:2",
            because: expect.stringContaining("refers to another lane"),
          },
        ],
      });
      expect((view.receipt.decisions as { retrieved: unknown[] }).retrieved).toHaveLength(1);
      expect(read(view)).not.toContain("9999");
      expect(await recalledIn(turn, pointer)).toContain(fact);
      await turn.record({ calls: [{ id: "c1", tool: "look", input: {}, output: "nothing" }] });
      const next = await viewOf(turn);
      expect(findMemoryLines(textsIn(next))).toEqual(memories);
      const { receipt } = await clew.why({ turn: turn.id });
      expect(receipt.decisions).toEqual(next.receipt.decisions);
      // The step made the view larger, which the bill of a schedule counts; all else was decided once.
      const { bill, ...decided } = view.receipt.decisions as { bill?: object };
      const grown = bill === undefined ? {} : { bill: { ...bill, size: Math.round(next.receipt.tokens) } };
      expect(next.receipt.decisions).toEqual({ ...decided, ...grown });
    },
  );

  test("32. without a reference no message crosses, and its pointer opens nothing", async () => {
    const clew = await withFact("memory");
    const referring = await clew.begin({
      session,
      topic: 1,
      text: "In the other topic I told you the shelf of my locker in the boat house.",
    });
    const [memory] = findMemoryLines(textsIn(await viewOf(referring)));
    await referring.complete({ text: "So you did." });
    const turn = await clew.begin({ session, topic: 1, text: "What is the code of the locker in the boat house?" });
    const view = await viewOf(turn);
    // The speaker's own memories are told in every lane of the chat.
    const messages = read(view).replace(/<clew-known.*?<\/clew-known>/s, "");
    expect(messages).not.toMatch(/4471|9999|clew-found/);
    expect(view.receipt.decisions).not.toHaveProperty("retrieved");
    expect(await recalledIn(turn, memory?.pointer ?? "")).toMatch(/^Nothing in this lane/);
  });
});

test.each(stores)("32. it is found although the lane itself is full of the same words, in %s", async (kind) => {
  const clew = await openChat({ policy: "laned" }, kind);
  const asked = (index: number): Line => ({
    topic: "1",
    text: `What is the shelf of my locker in the boat house, for the ${index}th time?`,
    at: noon - hour + index * 1_000,
  });
  await told(clew, [
    { topic: "2", text: "My locker in the boat house has the shelf 4471.", at: noon - day },
    ...Array.from({ length: 40 }, (_, index) => asked(index)),
  ]);
  const text = "In the other topic I told you the shelf of my locker in the boat house.";
  const view = await viewOf(await clew.begin({ session, topic: 1, text }));
  expect(findMemoryLines(textsIn(view)).map((line) => line.text)).toEqual([
    "My locker in the boat house has the shelf 4471.",
  ]);
});

/** What the model gets that opens a pointer in the turn. */
function recalledIn(turn: Turn, pointer: string | undefined): Promise<string> {
  const options: unknown = turn.aiSdk({ model: scriptedModel([{ text: "Yes." }]) });
  return (options as { tools: Recalling }).tools.recall.execute({ pointer: pointer ?? "" });
}

interface Recalling {
  readonly recall: { execute(input: { readonly pointer: string }): Promise<string> };
}
