/** Chats in the library to which everything happens at once, with long thoughts and turns that a restart leaves open. */
import type { StandInReply, StandInRequest } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import { laneChange } from "./lane-changes.js";
import { type Host, type Move, play, type Session, type Way } from "./provider-chat.js";
import { anthropic, kinds, listBroken, thinkAndRead } from "./provider-kinds.js";

/** Thinks at very different lengths, and now and then without a word to the user. */
function thinkLong(request: StandInRequest): StandInReply {
  const { text, ...reply } = thinkAndRead(request);
  const { number } = request;
  const reasoning = `Thought ${number}: ${"is that what the page says? ".repeat([0, 4, 60, 500][number % 4] ?? 0)}`;
  const isSilent = number % 3 === 1 && (reply.calls ?? []).length > 0;
  return { ...reply, reasoning, ...(isSilent ? {} : { text: text ?? "" }) };
}

const ask = fc.record({
  kind: fc.constant("ask" as const),
  calls: fc.nat(6),
  lines: fc.integer({ min: 1, max: 300 }),
  way: fc.constantFrom<Way[]>("generate", "stream", "aiSdk", "loop"),
  every: fc.integer({ min: 2, max: 9 }),
});
const halt = fc.record({
  kind: fc.constant("halt" as const),
  calls: fc.integer({ min: 1, max: 5 }),
  lines: fc.integer({ min: 1, max: 200 }),
  steps: fc.nat(3),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: ask },
  { weight: 2, arbitrary: halt },
  { weight: 5, arbitrary: laneChange.map((change) => ({ kind: "change" as const, change })) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "delete" as const, "switch" as const),
      place: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...(["compact", "clear", "restart"] as const)).map((kind) => ({ kind })),
  },
);
const chat: fc.Arbitrary<Session> = fc.record({
  host: fc.constantFrom<Host[]>("turns", "turns", "sync", "middleware"),
  moves: fc.tuple(ask, fc.array(move, { minLength: 3, maxLength: 12 })).map(([begin, rest]) => [begin, ...rest]),
  policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
  window: fc.constantFrom(16_000, 60_000, 200_000),
  memory: fc.boolean(),
});

describe.each([anthropic, ...kinds].map((kind, place) => ({ ...kind, place })))("Hard chats with $name", (kind) => {
  it("whatever people and processes do, nothing is refused or unread, nor lost that could stay", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(chat, async (given) => {
        const upstream = await play(kind, given, { script: thinkLong });
        expect(listBroken(kind, upstream, given.window)).toEqual([]);
      }),
      { runs: 1, longer: 100, stretch: kind.place, endOnFailure: true, fixed: [{ seed: 620261120, path: "0" }] },
    );
  });
});
