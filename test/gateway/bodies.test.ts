/** Bodies are read from where they differ from the one before, and go out in the client's own bytes: as if they were parsed and written anew. */
import { getEventListeners } from "node:events";
import { anthropic } from "@clewline/gateway/anthropic/anthropic.js";
import { keepBodies } from "@clewline/gateway/body/known-bodies.js";
import { readJsonBody } from "@clewline/gateway/body/read-body.js";
import { writeJsonBody } from "@clewline/gateway/body/write-body.js";
import { openReply } from "@clewline/gateway/http/pass-reply.js";
import { joinSignals } from "@clewline/gateway/turn/join-signals.js";
import { finish } from "@clewline/text/steps.js";
import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { checkProperty } from "../properties.js";

const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom('"', "\\", "{", "]", ",", "é", "\u2028", "__proto__"),
);
const value = fc.jsonValue({ maxDepth: 3 });
const item = fc.dictionary(text, value, { maxKeys: 3 });
const name = fc.oneof(fc.constantFrom("messages", "tools", "model", "0", "__proto__"), text);
const field = fc.tuple(name, fc.oneof(fc.array(item, { maxLength: 6 }), value));
const spaces = fc.constantFrom("", "", " ", "\n\t ");

/** A body as some client writes it: not every one leaves spaces out, and a name may come twice. */
const body = fc.tuple(fc.array(field, { maxLength: 5 }), spaces).map(([fields, space]) => {
  const write = (each: unknown) => JSON.stringify(each, null, space === "" ? undefined : 1);
  return `${space}{${fields.map(([key, each]) => `${JSON.stringify(key)}${space}:${write(each)}`).join(`,${space}`)}}${space}`;
});

/** Another text that begins as the first: cut, with something in the place of a part, or grown. */
const pair = fc
  .tuple(body, body, fc.nat(), fc.nat(20), fc.constantFrom("", "1", "x", '"', "}", ",{}", "]"))
  .map(([one, other, at, length, put]) => {
    const place = at % (one.length + 1);
    return { one, others: [other, one, one.slice(0, place) + put + one.slice(place + length)] };
  });

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function isRead(json: string): boolean {
  const parsed = tryParse(json);
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
}

describe("a body", () => {
  test("says what its JSON says, whatever came before it, and is written so that it says the same", () => {
    const property = fc.property(pair, ({ one, others }) => {
      const before = finish(readJsonBody(Buffer.from(one), null));
      // Half a character is not sent.
      for (const other of others.map((each) => Buffer.from(each).toString())) {
        const read = finish(readJsonBody(Buffer.from(other), before));
        const expected = isRead(other) ? JSON.stringify(JSON.parse(other)) : null;
        expect(read === null ? null : JSON.stringify(read.value)).toBe(expected);
        const written = read === null ? null : Buffer.concat(finish(writeJsonBody(read.value, read)).pieces).toString();
        expect(written === null ? null : JSON.stringify(JSON.parse(written))).toBe(expected);
      }
    });
    checkProperty(property, { runs: 300, longer: 5_000 });
  });

  test("goes out in its own bytes but for what is another, spaces and long numbers too", () => {
    const [same, other] = ['{ "b": 1.0, "a": 12345678901234567890 }', '{"role": "user"}'];
    const bytes = Buffer.from(`{"x": [ 1e3 ], "messages": [${same}, ${other}, ${same}]}`);
    const read = finish(readJsonBody(bytes, null));
    const list = read?.value.messages as readonly object[];
    const changed = { ...read?.value, messages: [list[0], { role: "system" }, list[2]], more: true };
    const { pieces, cuts } = finish(writeJsonBody(changed, read as NonNullable<typeof read>));
    const written = Buffer.concat(pieces);
    const expected = `{"x":[ 1e3 ],"messages":[${same},{"role":"system"},${same}],"more":true}`;
    expect(written.toString()).toBe(expected);
    const found = cuts.map(({ start, end }) => written.toString("utf8", start, end));
    expect(found).toEqual([same, '{"role":"system"}', same]);
  });

  test("that has grown at its end has the objects of the one before, and no other has", () => {
    const bodies = keepBodies(() => 0);
    const read = (caller: string, list: readonly string[]) => {
      const messages = list.map((content) => ({ role: "user", content }));
      const bytes = Buffer.from(JSON.stringify({ model: "m", messages, tools: [{ name: "t" }] }));
      const found = finish(bodies.read(caller, bytes));
      return found?.value as { readonly messages: readonly object[]; readonly tools: readonly object[] };
    };
    const first = read("one", ["a", "b"]);
    const grown = read("one", ["a", "b", "c"]);
    const stranger = read("other", ["a", "b", "c"]);
    const other = read("one", ["x", "b", "c"]);
    expect(first.messages.map((each, place) => each === grown.messages[place])).toEqual([true, true]);
    expect(first.tools[0]).toBe(grown.tools[0]);
    expect(stranger.messages.map((each, place) => each === grown.messages[place])).toEqual([false, false, false]);
    expect(other.messages.map((each, place) => each === grown.messages[place])).toEqual([false, true, true]);
    expect(other.messages).toEqual(["x", "b", "c"].map((content) => ({ role: "user", content })));
  });
});

test("the bodies that came last are held for a quarter of an hour, also where nobody asks any more", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const bytes = Buffer.from(JSON.stringify({ messages: [{ role: "user", content: "a secret" }] }));
  const bodies = keepBodies(() => Date.now());
  const readFirst = () => (finish(bodies.read("one", bytes))?.value.messages as readonly object[] | undefined)?.[0];
  const first = readFirst();
  vi.advanceTimersByTime(14 * 60_000);
  expect(readFirst()).toBe(first);
  vi.advanceTimersByTime(31 * 60_000);
  expect(vi.getTimerCount()).toBe(0);
  expect(readFirst()).not.toBe(first);
});

test("nor to that of a log which stays open longer, once the request is over", () => {
  const [left, closing] = [new AbortController(), new AbortController()];
  const joined = joinSignals(left.signal, closing.signal);
  expect(getEventListeners(closing.signal, "abort")).toHaveLength(1);
  joined.release();
  expect(getEventListeners(closing.signal, "abort")).toEqual([]);
  closing.abort();
  expect(joined.signal.aborted).toBe(false);
});

test.each(["client", "log"])("a request ends with its %s", (which) => {
  const [left, closing] = [new AbortController(), new AbortController()];
  const { signal } = joinSignals(left.signal, closing.signal);
  (which === "client" ? left : closing).abort("over");
  expect(signal.reason).toBe("over");
  expect(joinSignals(left.signal, closing.signal).signal.aborted).toBe(true);
});

test("nobody listens to the signal of a request that was answered to its end", async () => {
  const { signal } = new AbortController();
  const stop = 'event: message_stop\ndata: {"type":"message_stop"}\n\n';
  const start = 'event: message_start\ndata: {"type":"message_start","message":{"id":"m","content":[]}}\n\n';
  const source = new Response(start + stop).body as ReadableStream<Uint8Array>;
  const reply = await openReply(source, anthropic.readReply("events"), null);
  const passed = reply.pass(
    async () => undefined,
    async () => undefined,
    signal,
  );
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  expect(await new Response(passed).text()).toBe(start + stop);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});
