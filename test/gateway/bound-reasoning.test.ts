import { setTimeout as pause } from "node:timers/promises";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { StandInRequest } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import { some } from "../some.js";
import { openRoom } from "./room.js";
import { listBroken, listSent, type Move, playAgent, thinkAndRead } from "./thinking-agent.js";

const read = (lines: number): Move => ({ kind: "read", lines });
const ask: Move = { kind: "ask" };
const models = ["claude-opus-5-5", "claude-fable-5-2", "claude-sonnet-5-5", "claude-sonnet-5"];
const policy = fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective");

describe("Bound reasoning through the gateway", () => {
  it("36 calls with pages of 300 lines and a new question every ninth: no thought stands behind another prefix or goes missing", async () => {
    const room = await openRoom(thinkAndRead);
    const moves = Array.from({ length: 36 }, (_, place) => (place % 9 === 0 ? ask : read(300)));
    const played = await playAgent(room, moves);
    expect(listBroken(played)).toEqual([]);
    expect(played.calls.map(({ requests }) => requests.length)).toEqual(moves.map(() => 1));
    const sent = room.upstream.requests.map(({ body }) => listSent(body).length);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(280);
  });

  const move: fc.Arbitrary<Move> = fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 400 }).map(read) },
    { weight: 3, arbitrary: fc.constant(ask) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), place: fc.nat(5) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("switch" as const), model: fc.constantFrom(...models) }) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom<Move["kind"]>("delete", "compact", "count", "restart")
        .map((kind) => ({ kind }) as Move),
    },
  );
  const session = fc.record({
    moves: fc.array(move, { minLength: 5, maxLength: 30 }),
    model: fc.constantFrom(...models),
    clears: fc.boolean(),
    room: fc.record({ policy, told: fc.constantFrom(12_000, 60_000, 200_000), recall: fc.boolean() }),
  });

  it("whatever agents do, nothing is refused, nor behind another prefix, nor lost that could be kept", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(session, async ({ moves, room, ...agent }) => {
        expect(listBroken(await playAgent(await openRoom(thinkAndRead, room), moves, agent))).toEqual([]);
      }),
      { runs: 8, longer: 300, fixed: [{ seed: 42, path: "18" }], endOnFailure: true },
    );
  });

  it("without the rules requests are refused, and thoughts that were left out for nothing are found", async () => {
    // A model that is not known to bind its reasoning: the first view that shortens something is refused.
    const moves = Array.from({ length: 40 }, (_, place) => (place % 9 === 0 ? ask : read(300)));
    const room = await openRoom(thinkAndRead, { told: 30_000 });
    const { calls, refused } = await playAgent(room, moves, { model: "prod-opus-5-5" });
    expect(refused).toEqual([]);
    expect(listBroken({ calls, refused })).toContainEqual(expect.stringContaining("bound to a different conversation"));
    const stripped = calls.slice(0, 5).map((call) => ({ ...call, requests: call.requests.map(stripThoughts) }));
    expect(listBroken({ calls: stripped, refused })).toContain("call 4 lost 5 of 5 thoughts");
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

  it("a request that went on before its view was ready, and is refused for that, waits for the view", async () => {
    let isSlow = false;
    let pausing: Promise<void> | null = null;
    const wrap = (store: LogStore) => {
      const read = async (...given: Parameters<LogStore["read"]>) => {
        if (isSlow) pausing ??= pause(4_500);
        await pausing;
        return store.read(...given);
      };
      return Object.assign(Object.create(store) as LogStore, { read });
    };
    const room = await openRoom(
      (request) => {
        isSlow ||= request.number === 28;
        return thinkAndRead(request);
      },
      { told: 30_000, wrap, viewMs: 2_000 },
    );
    const { refused, calls } = await playAgent(
      room,
      Array.from({ length: 32 }, (_, place) => (place % 6 === 0 ? ask : read(300))),
    );
    expect([refused, calls.length]).toEqual([[], 32]);
    const late = calls.filter(({ requests }) => requests.some(({ refusal }) => refusal !== null));
    // The provider refuses the client's own list; the view sent after it keeps the thoughts of the running turn.
    for (const { requests } of some(late)) {
      expect(requests.map(({ refusal }) => refusal === null)).toEqual([false, true]);
      expect(listSent(requests[1]?.body).length).toBeGreaterThan(0);
    }
    expect(room.lines.filter((line) => line.includes("goes out without"))).toEqual([]);
  });

  it("a bound model that nobody knows by its name is learned from its first refusal, which no client hears", async () => {
    const every = fc.record({ every: fc.integer({ min: 2, max: 9 }), policy });
    await checkAsyncProperty(
      fc.asyncProperty(every, async ({ every, policy }) => {
        const moves = Array.from({ length: 40 }, (_, place) => (place % every === 0 ? ask : read(300)));
        const room = await openRoom(thinkAndRead, { policy, told: 30_000 });
        expect((await playAgent(room, moves, { model: "prod-opus-5-5" })).refused).toEqual([]);
        expect(room.lines.length).toBeLessThan(2);
      }),
      { runs: 2, longer: 60, endOnFailure: true },
    );
  });
});

function stripThoughts(request: StandInRequest): StandInRequest {
  const body = request.body as {
    readonly messages: readonly { readonly content: readonly { readonly type: string }[] }[];
  };
  const messages = body.messages.map((message) => ({
    ...message,
    content: message.content.filter(({ type }) => !type.includes("thinking")),
  }));
  return { ...request, body: { ...body, messages } };
}
