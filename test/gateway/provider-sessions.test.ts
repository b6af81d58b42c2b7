import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type LanguageModel, type ModelMessage } from "ai";
import { startGemini, startOpenaiResponses } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kinds, listBroken } from "../bound/provider-kinds.js";
import { checkAsyncProperty } from "../properties.js";
import { answerCalls, listNewlyUnread, type Move, play, type Session, thinkAndLook, tools } from "./provider-agent.js";
import { openRoom, type Room } from "./room.js";

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 200 }).map((lines) => ({ kind: "read" as const, lines })) },
  { weight: 2, arbitrary: fc.constant({ kind: "ask" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("switch" as const, "edit" as const), place: fc.nat(5) }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<("delete" | "compact" | "restart")[]>("delete", "compact", "restart")
      .map((kind) => ({ kind })),
  },
);
const session: fc.Arbitrary<Session> = fc.record({
  moves: fc.array(move, { minLength: 4, maxLength: 16 }),
  policy: fc.constantFrom("balanced", "rolling", "layered", "tiered", "laned", "selective"),
  told: fc.constantFrom(12_000, 60_000, 200_000),
  recall: fc.boolean(),
});

const checked = kinds.filter(({ name }) => !/Kimi|GLM/.test(name));

describe.each(checked.map((kind, place) => ({ ...kind, place })))("Through the gateway, $name", (kind) => {
  it("refuses no view, whatever agents do, and reads what could be read", async () => {
    await checkAsyncProperty(
      fc.asyncProperty(session, async (given) => {
        const { room, heard } = await play(kind, given);
        const { requests } = room.upstream;
        // Less room is another beginning, which this provider does not read behind.
        const sent = requests.map((request) => (kind.prefix === "openai" ? { ...request, dropped: [] } : request));
        expect(listBroken(kind, { requests: sent })).toEqual([]);
        expect(heard).toEqual([]);
        expect(given.told < 200_000 ? [] : listNewlyUnread(requests)).toEqual([]);
      }),
      {
        runs: 2,
        longer: 60,
        stretch: kind.place,
        fixed: [
          { seed: 20261119, path: "1" },
          { seed: 20261124, path: "0" },
        ],
        endOnFailure: true,
      },
    );
  });
});

/** One turn, each call of which goes to another model or account. */
async function readAlong(room: Room, models: readonly Exclude<LanguageModel, string>[]): Promise<void> {
  const list: ModelMessage[] = [{ role: "user", content: "Question 1: read 9 times." }];
  for (const model of models) {
    const request = { model, tools, maxRetries: 0, messages: list, headers: { "x-clew-session": "agent" } };
    const { response } = await generateText({ ...request, providerOptions: { openai: { store: false } } });
    list.push(...response.messages, ...answerCalls(response.messages.at(-1), 1));
  }
  expect(room.upstream.requests.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
}

it("sealed reasoning of another organization leaves before it is refused, and comes back with its own", async () => {
  const room = await openRoom(thinkAndLook, { upstream: { name: "openai", start: startOpenaiResponses } });
  const ask = (organization: string) =>
    createOpenAI({ baseURL: `${room.url}/v1`, apiKey: "key", organization })("gpt-6-sol");
  await readAlong(room, [ask("one"), ask("one"), ask("two"), ask("two"), ask("one")]);
  const sent = room.upstream.requests.map(({ parts }) => parts.filter(({ kind }) => kind === "thought").length);
  expect(sent).toEqual([0, 1, 0, 1, 2]);
});

it("a signature of another key or model leaves before it is refused, and comes back with its own", async () => {
  const room = await openRoom(thinkAndLook, { upstream: { name: "google", start: startGemini } });
  const ask = (apiKey: string, model: string) =>
    createGoogleGenerativeAI({ baseURL: `${room.url}/v1beta`, apiKey })(model);
  const [own, other] = [ask("one", "gemini-3-pro"), ask("two", "gemini-3-pro")];
  await readAlong(room, [own, own, other, ask("one", "gemini-3-flash"), own]);
  const bypassed = room.upstream.requests.map(
    ({ body }) => JSON.stringify(body).split("skip_thought_signature_validator").length - 1,
  );
  expect(bypassed).toEqual([0, 0, 2, 3, 2]);
});
