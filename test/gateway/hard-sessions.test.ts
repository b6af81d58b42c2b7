/** Agents behind a gateway whose log other programs change meanwhile, with long thoughts, finished turns and restarts. */
import type { StandInReply, StandInRequest } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { laneChange } from "../bound/lane-changes.js";
import { anthropic, kinds, listBroken } from "../bound/provider-kinds.js";
import { checkAsyncProperty } from "../properties.js";
import { listNewlyUnread, type Move, play, type Session, thinkAndLook } from "./provider-agent.js";

/** Thinks at very different lengths, and every fifth answer ends the turn. */
function thinkLong(request: StandInRequest): StandInReply {
  const { calls = [], ...reply } = thinkAndLook(request);
  const { number } = request;
  const reasoning = `Thought ${number}: ${"is that what the page says? ".repeat([0, 4, 60, 500][number % 4] ?? 0)}`;
  if (number % 5 === 4) return { ...reply, reasoning };
  const { text: _, ...silent } = reply;
  return number % 3 === 1 ? { ...silent, reasoning, calls } : { ...reply, reasoning, calls };
}

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 300 }).map((lines) => ({ kind: "read" as const, lines })) },
  { weight: 2, arbitrary: fc.constant({ kind: "ask" as const }) },
  { weight: 6, arbitrary: laneChange.map((change) => ({ kind: "change" as const, change })) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("switch" as const, "edit" as const), place: fc.nat(5) }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(...(["delete", "compact", "restart", "restart"] as const)).map((kind) => ({ kind })),
  },
);
const session: fc.Arbitrary<Session> = fc.record({
  moves: fc.array(move, { minLength: 6, maxLength: 24 }),
  policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
  told: fc.constantFrom(12_000, 60_000, 200_000),
  recall: fc.boolean(),
});

const checked = [anthropic, ...kinds.filter(({ name }) => !/Kimi|GLM/.test(name))];

describe.each(checked.map((kind, place) => ({ ...kind, place })))(
  "Hard sessions through the gateway, $name",
  (kind) => {
    it("no view is refused, and what could be read is read", async () => {
      await checkAsyncProperty(
        fc.asyncProperty(session, async (given) => {
          const { room, heard, isChanged } = await play(kind, given, thinkLong);
          const { requests } = room.upstream;
          // Less room is another beginning, which this provider does not read behind.
          const sent = requests.map((request) => (kind.prefix === "openai" ? { ...request, dropped: [] } : request));
          expect(listBroken(kind, { requests: sent }, given.told)).toEqual([]);
          expect(heard).toEqual([]);
          // Whoever hides something in the middle of a turn changes its beginning.
          expect(given.told < 200_000 || isChanged ? [] : listNewlyUnread(requests)).toEqual([]);
        }),
        {
          runs: 1,
          longer: 100,
          stretch: kind.place,
          endOnFailure: true,
        },
      );
    });
  },
);
