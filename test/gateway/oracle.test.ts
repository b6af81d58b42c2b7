/** Over generated requests: nothing but the list changes, and what is shown in full is the client's own, to the key order. */

import { openGateway } from "@clewline/clewline/compose/open.js";
import { noConfig } from "@clewline/clewline/config/config.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkAsyncProperty, isLongerCheck } from "../properties.js";
import { takeWordsBack } from "./oracle-lists.js";
import { type Recorder, startRecorder } from "./recorder.js";

type Block = Readonly<Record<string, unknown>>;
interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}
interface Body {
  readonly messages: readonly Message[];
}

/** More of them in the longer check. */
const requests = isLongerCheck ? 200 : 50;

let upstream: Recorder;
const gateways = new Map<number, { readonly url: string; close(): Promise<void> }>();
const windows = [200_000, 5_000];

beforeAll(async () => {
  upstream = await startRecorder();
  for (const window of windows) {
    const serving = { host: "127.0.0.1", port: 0, keys: [], upstreams: [`anthropic=${upstream.origin}`] };
    // What costs more than it is worth is reduced even where it fits; here only the room decides.
    const policy = { ...balanced, missCost: Number.POSITIVE_INFINITY };
    gateways.set(
      window,
      await openGateway({ store: "memory", window, policy }, noConfig, { ...serving, say: () => undefined }),
    );
  }
});

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.close();
  await upstream.close();
});

let number = 0;

/** What the upstream got for this request, and what it was answered with. */
async function send(window: number, body: unknown, path = "/v1/messages", session = `oracle:${++number}`) {
  const response = await fetch(`${gateways.get(window)?.url}${path}`, {
    method: "POST",
    headers: { "x-clew-session": session, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const got = upstream.bodies.at(-1) ?? "";
  return { status: response.status, clew: response.headers.get("x-clew"), got: JSON.parse(got) as Body, response };
}

test(`of ${requests} generated requests that fit, none differs in anything but marks for the cache`, async () => {
  await checkAsyncProperty(
    fc.asyncProperty(arbitraryBody, async (body) => {
      const { got, clew } = await send(200_000, body);
      expect(clew).toBe("viewed");
      expect(withoutMarks(got)).toBe(withoutMarks(body));
    }),
    { runs: requests },
  );
});

test("of generated requests to a gateway with recall, none differs in anything but one tool and our words", async () => {
  const serving = { host: "127.0.0.1", port: 0, keys: [], upstreams: [`anthropic=${upstream.origin}`], recall: true };
  const policy = { ...balanced, missCost: Number.POSITIVE_INFINITY };
  const opening = { store: "memory", window: 200_000, policy };
  gateways.set(200_001, await openGateway(opening, noConfig, { ...serving, say: () => undefined }));
  await checkAsyncProperty(
    fc.asyncProperty(arbitraryBody, async (body) => {
      const { got } = await send(200_001, body);
      const { tools = [], ...rest } = got as Body & { readonly tools?: readonly Block[] };
      expect(tools.at(-1)?.name).toBe("recall");
      const undone = "tools" in (body as object) ? { ...got, tools: tools.slice(0, -1) } : rest;
      expect(tools.filter(({ name }) => name === "recall")).toHaveLength(1);
      const asked: readonly unknown[] = JSON.parse(withoutMarks((body as unknown as Body).messages));
      const words = takeWordsBack(got.messages, asked);
      expect(words).toMatchObject({ place: expect.any(Number), missing: [] });
      expect(words.place).toBeGreaterThanOrEqual(0);
      const own = { ...(body as object), messages: words.asked };
      expect(withoutMarks({ ...undone, messages: words.got })).toBe(withoutMarks(own));
    }),
    { runs: requests },
  );
});

test("of generated requests that don't fit, all but the list is as it was, and every block is the client's or says that it is ours", async () => {
  await checkAsyncProperty(
    fc.asyncProperty(
      arbitraryBody,
      fc.array(arbitraryLongTurn, { minLength: 12, maxLength: 20 }),
      async (body, turns) => {
        const grown = { ...body, messages: [...turns.flat(), ...(body as unknown as Body).messages] };
        const { got, clew } = await send(5_000, grown);
        expect(clew).toBe("viewed");
        expect(withoutMarks({ ...got, messages: [] })).toBe(withoutMarks({ ...grown, messages: [] }));
        const known = new Set((grown as unknown as Body).messages.flatMap(listBlocks).map(withoutMarks));
        const strange = got.messages.flatMap(listBlocks).filter((block) => !known.has(withoutMarks(block)));
        expect(strange.filter((block) => !JSON.stringify(block).includes("clew-"))).toEqual([]);
        expect(findUnpaired(got.messages)).toEqual([]);
        expect(JSON.stringify(got).length).toBeLessThan(JSON.stringify(grown).length);
      },
    ),
    { runs: 12, longer: 40 },
  );
});

test("count_tokens counts the view, and the log does not change by it", async () => {
  const turns = Array.from({ length: 30 }, (_, turn) => [
    { role: "user", content: `Note ${turn}: ${"word ".repeat(200)}` },
    { role: "assistant", content: "Noted." },
  ]).flat();
  const body = { model: "claude-sonnet-5", messages: [...turns, { role: "user", content: "How many notes?" }] };
  const { response, got } = await send(5_000, body, "/v1/messages/count_tokens", "count:1");
  const { input_tokens: counted } = (await response.json()) as { readonly input_tokens: number };
  expect(counted).toBeLessThan(5_000);
  expect(got.messages.length).toBeLessThan(body.messages.length);
  const again = await send(5_000, body, "/v1/messages/count_tokens", "count:1");
  expect(again.got).toEqual(got);
});

/** Everything in its order, a single text as a block, without marks. */
function withoutMarks(value: unknown): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (key === "content" && typeof inner === "string") return [{ type: "text", text: inner }];
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).filter(([name]) => name !== "cache_control"));
  });
}

function listBlocks({ content }: Message): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** Calls that are not answered in the next message, and results that answer nothing. */
function findUnpaired(messages: readonly Message[]): readonly unknown[] {
  return messages.flatMap((message, place) => {
    const answers = listBlocks(messages[place + 1] ?? { role: "", content: [] }).map(({ tool_use_id: id }) => id);
    const asked = listBlocks(messages[place - 1] ?? { role: "", content: [] }).map(({ id }) => id);
    const own = listBlocks(message);
    const open = own.filter(({ type, id }) => type === "tool_use" && !answers.includes(id));
    const stray = own.filter(({ type, tool_use_id: id }) => type === "tool_result" && !asked.includes(id));
    return [...open, ...stray];
  });
}

const word = fc.stringMatching(/^[A-Za-z0-9 <>&{}"\\äß漢]{1,40}$/).filter((text) => text.trim() !== "");
const mark = fc.constantFrom(
  {},
  {},
  { cache_control: { type: "ephemeral" } },
  { cache_control: { type: "ephemeral", ttl: "1h" } },
);
const more = fc.constantFrom({}, {}, { unknown_key: [1, { z: null, a: "x" }] });
const image = { type: "base64", media_type: "image/png", data: "aGVsbG8=" };
const arbitraryUserBlock = fc.oneof(
  fc.tuple(word, mark, more).map(([text, cached, extra]) => ({ ...extra, text, type: "text", ...cached })),
  fc.tuple(mark, more).map(([cached, extra]) => ({ type: "image", source: image, ...extra, ...cached })),
  fc
    .tuple(word, more)
    .map(([data, extra]) => ({ type: "document", source: { type: "text", media_type: "text/plain", data }, ...extra })),
  fc.tuple(word, more).map(([text, extra]) => ({ type: "block_of_tomorrow", inner: { b: text, a: 1 }, ...extra })),
  word.map((text) => ({ type: "text", text: `<system-reminder>${text}</system-reminder>` })),
);
const arbitraryAgentBlock = fc.oneof(
  fc.tuple(word, more).map(([text, extra]) => ({ type: "text", text, ...extra })),
  word.map((text) => ({ signature: `sig ${text}`, type: "thinking", thinking: text })),
  word.map((data) => ({ type: "redacted_thinking", data })),
);
const content = <B>(block: fc.Arbitrary<B>) => fc.oneof(word, fc.array(block, { minLength: 1, maxLength: 4 }));
const arbitraryTurn = fc
  .record({
    asked: content(arbitraryUserBlock),
    said: content(arbitraryAgentBlock),
    calls: fc.array(fc.tuple(word, content(arbitraryUserBlock), more), { maxLength: 3 }),
    after: fc.option(word, { nil: null }),
  })
  .map((parts) => makeTurn(parts));
const arbitraryLongTurn = fc
  .tuple(fc.integer({ min: 300, max: 600 }), arbitraryTurn)
  .map(([length, turn]) => [
    { role: "user", content: `Long: ${"story ".repeat(length)}` },
    { role: "assistant", content: "Read." },
    ...turn,
  ]);
const arbitraryBody = fc
  .record({
    system: fc.option(
      fc.oneof(
        word,
        fc.array(
          fc.tuple(word, mark).map(([text, cached]) => ({ type: "text", text, ...cached })),
          { minLength: 1, maxLength: 2 },
        ),
      ),
      { nil: null },
    ),
    turns: fc.array(arbitraryTurn, { maxLength: 6 }),
    asked: content(arbitraryUserBlock),
    extra: fc.dictionary(fc.stringMatching(/^x_[a-z]{1,8}$/), fc.jsonValue(), { maxKeys: 3, noNullPrototype: true }),
    tools: fc.option(
      fc.array(
        word.map((name) => ({ input_schema: { type: "object" }, name })),
        { maxLength: 2 },
      ),
      { nil: null },
    ),
  })
  .map(({ system, turns, asked, extra, tools }) => ({
    ...extra,
    ...(system === null ? {} : { system }),
    messages: [...turns.flat(), { content: asked, role: "user" }],
    model: "claude-sonnet-5",
    ...(tools === null ? {} : { tools }),
    max_tokens: 100,
  }));

/** No two calls have the same name. */
let id = 0;

interface TurnParts {
  readonly asked: unknown;
  readonly said: unknown;
  readonly calls: readonly (readonly [string, unknown, object])[];
  readonly after: string | null;
}

/** A question, an answer with calls, their results with or without a word beside them, and what was said then. */
function makeTurn({ asked, said, calls, after }: TurnParts): readonly object[] {
  id += 1;
  const named = calls.map(([text, result, extra], place) => ({ id: `toolu_${id}_${place}`, text, result, extra }));
  const uses = named.map(({ id: call, text, extra }) => ({
    type: "tool_use",
    id: call,
    name: "look",
    input: { z: text, a: 1 },
    ...extra,
  }));
  const first = typeof said === "string" ? [{ type: "text", text: said }] : (said as readonly object[]);
  if (uses.length === 0)
    return [
      { role: "user", content: asked },
      { role: "assistant", content: said },
    ];
  const results = named.map(({ id: call, result, extra }) => ({
    type: "tool_result",
    tool_use_id: call,
    content: result,
    ...extra,
  }));
  const beside = after === null ? [] : [{ type: "text", text: after }];
  return [
    { role: "user", content: asked },
    { role: "assistant", content: [...first, ...uses] },
    { role: "user", content: [...results, ...beside] },
    { role: "assistant", content: "Done." },
  ];
}
