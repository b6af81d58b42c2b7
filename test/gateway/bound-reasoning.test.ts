import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import type { StandInRequest } from "../stand-ins/script.js";
import { openRoom } from "./room.js";
import { type Move, type Played, playAgent, thinkAndRead } from "./thinking-agent.js";

function countThoughts({ parts }: StandInRequest): number {
  return parts.filter(({ kind }) => kind === "thought").length;
}

/** Calls that came without a thought of the running turn, although the agent's list has it as it was. */
function listLost({ room, calls }: Played): readonly number[] {
  const sent = room.upstream.requests.map(countThoughts);
  return calls.flatMap(({ ofTurn, isEdited }, place) => (!isEdited && (sent[place] ?? 0) < ofTurn ? [place] : []));
}

const read = (lines: number): Move => ({ kind: "read", lines });
const ask: Move = { kind: "ask" };

describe("Bound reasoning through the gateway", () => {
  it("36 calls with pages of 300 lines and a new question every ninth: none is refused, and no turn loses a thought", async () => {
    const room = await openRoom(thinkAndRead);
    const moves = Array.from({ length: 36 }, (_, place) => (place % 9 === 0 ? ask : read(300)));
    const played = await playAgent(room, moves);
    expect(played.refused).toEqual([]);
    expect(played.calls).toHaveLength(36);
    expect(listLost(played)).toEqual([]);
    // Something left, or this would show nothing.
    const sent = room.upstream.requests.map(countThoughts);
    expect(sent.some((count, place) => place > 0 && count < (sent[place - 1] ?? 0))).toBe(true);
  });

  const models = ["claude-opus-5-5", "claude-fable-5-2", "claude-sonnet-5-5", "claude-sonnet-5"];
  const policy = fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective");
  const move: fc.Arbitrary<Move> = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 400 }).map(read) },
    { weight: 3, arbitrary: fc.constant(ask) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), place: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("switch" as const), model: fc.constantFrom(...models) }) },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  );

  it("whatever agents do, nothing is refused, and no turn loses a thought that could be kept", async () => {
    const session = fc.record({
      moves: fc.array(move, { minLength: 5, maxLength: 30 }),
      first: fc.constantFrom(...models),
      policy,
    });
    await checkAsyncProperty(
      fc.asyncProperty(session, async ({ moves, first, policy }) => {
        const played = await playAgent(await openRoom(thinkAndRead, { policy, told: 60_000 }), moves, first);
        expect(played.refused).toEqual([]);
        expect(played.room.lines).toEqual([]);
        // The others clear results by their documents' own thresholds.
        expect(policy === "balanced" ? listLost(played) : []).toEqual([]);
      }),
      { runs: 6, longer: 200, endOnFailure: true },
    );
  });

  it("what a provider refuses goes out as its client wrote it, until the next turn, and a line says so", async () => {
    const isOurs = ({ body }: StandInRequest) => JSON.stringify(body).includes("page 1 line 0:") === false;
    const error = { type: "error", error: { type: "invalid_request_error", message: "messages: something new" } };
    const room = await openRoom(
      (request) =>
        request.number > 20 && isOurs(request) ? { error: { status: 400, body: error } } : thinkAndRead(request),
      { told: 60_000 },
    );
    const moves = Array.from({ length: 60 }, (_, place) => (place % 9 === 0 ? ask : read(300)));
    const { refused, calls } = await playAgent(room, moves);
    expect([refused, calls.length]).toEqual([[], 60]);
    expect(
      room.lines.filter((line) => line.includes("the client's own request goes out until its next turn")),
    ).not.toEqual([]);
  });

  it("a bound model that nobody knows by its name is learned from its first refusal, which no client hears", async () => {
    const every = fc.record({ every: fc.integer({ min: 2, max: 9 }), policy });
    await checkAsyncProperty(
      fc.asyncProperty(every, async ({ every, policy }) => {
        const moves = Array.from({ length: 40 }, (_, place) => (place % every === 0 ? ask : read(300)));
        const room = await openRoom(thinkAndRead, { policy, told: 30_000 });
        expect((await playAgent(room, moves, "prod-opus-5-5")).refused).toEqual([]);
        expect(room.lines.length).toBeLessThan(2);
      }),
      { runs: 2, longer: 60, endOnFailure: true },
    );
  });
});
