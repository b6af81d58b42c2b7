import type { StandIn } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import { type Host, type Move, play, type Session, type Way } from "./provider-chat.js";
import { kinds, listBroken } from "./provider-kinds.js";

const ask: fc.Arbitrary<Move> = fc.record({
  kind: fc.constant("ask" as const),
  calls: fc.nat(5),
  lines: fc.integer({ min: 1, max: 200 }),
  way: fc.constantFrom<Way[]>("generate", "stream", "aiSdk", "loop"),
  every: fc.integer({ min: 2, max: 9 }),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 6, arbitrary: ask },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "delete" as const, "switch" as const),
      place: fc.nat(5),
    }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<("compact" | "clear" | "restart")[]>("compact", "clear", "restart")
      .map((kind) => ({ kind })),
  },
);
const chat: fc.Arbitrary<Session> = fc.record({
  host: fc.constantFrom<Host[]>("turns", "turns", "sync", "middleware"),
  moves: fc.tuple(ask, fc.array(move, { minLength: 2, maxLength: 8 })).map(([begin, rest]) => [begin, ...rest]),
  policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
  window: fc.constantFrom(16_000, 60_000, 200_000),
  memory: fc.boolean(),
});

describe.each(kinds.map((kind, place) => ({ ...kind, place })))("Reasoning in chats with $name", (kind) => {
  it("whatever happens to a chat, nothing is refused or unread, nor lost that could stay", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(chat, async (given) => {
        expect(listBroken(kind, await play(kind, given), given.window)).toEqual([]);
      }),
      { runs: 2, longer: 60, stretch: kind.place, fixed: [{ seed: 20261128, path: "0" }], endOnFailure: true },
    );
  });
});

describe.each(kinds.filter(({ isLax }) => !isLax))("Without the rules, $name", (kind) => {
  it("refuses a chat, or does not read its reasoning", async () => {
    const read = (calls: number): Move => ({ kind: "ask", calls, lines: 100, way: "loop", every: 3 });
    const moves = [read(5), read(5), read(1), read(0), read(5), read(5)];
    // So small that reasoning leaves as well, where no rule keeps it.
    const given = { host: "turns" as const, moves, policy: "balanced", window: 12_000, memory: false };
    expect(listBroken(kind, await play(kind, given))).toEqual([]);
    const upstream = await play(kind, given, { isNamed: false }).catch((error: unknown) => error);
    expect(upstream instanceof Error ? [upstream.message] : listBroken(kind, upstream as StandIn)).not.toEqual([]);
  });
});
