/** Where a request is marked for a provider's prefix cache. */

import type { LayerName } from "@clewline/core/policy/layer.js";
import { type CacheMark, type CacheMarkOptions, listCacheMarks } from "@clewline/core/receipt/cache-marks.js";
import type { Block } from "@clewline/core/view/block.js";
import { AnthropicCache, type CacheBlock } from "@clewline/store-kit/providers/anthropic/cache.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProperty } from "./properties.js";
import { some } from "./some.js";

const model = "claude-sonnet-4-5";

function block(layer: LayerName, role: Block["role"], texts: readonly string[], volatile = false): Block {
  const contents = texts.map((text) => ({ type: "text" as const, text }));
  return { layer, role, seqs: [], sources: [], contents, tokens: texts.length * 300, volatile };
}

const system = block("instructions", "system", ["Be brief."]);
const said = (text: string) => block("recent", "user", [text]);
const answered = (text: string) => block("recent", "assistant", [text]);
const now = (time: string) => block("now", "user", [time], true);
const message = (...texts: readonly string[]) => block("message", "user", texts);
const step = (count: number, name: string): readonly Block[] => [
  block("recent", "assistant", names(count, `call ${name}`)),
  block("recent", "tool", names(count, `result ${name}`)),
];
const names = (count: number, name: string) => Array.from({ length: count }, (_, place) => `${name} ${place}`);

const plain: CacheMarkOptions = { most: 4, shared: 0, goesOn: true, prefix: "epoch" };

/** The blocks as a provider sees them, with the marks in their places. */
function wire(blocks: readonly Block[], marks: readonly CacheMark[]): readonly CacheBlock[] {
  const wanted = new Set(marks.map((mark) => JSON.stringify(mark)));
  const marked = (at: CacheMark) => (wanted.delete(JSON.stringify(at)) ? { mark: "5m" as const } : {});
  const lastSystem = blocks.findLast(({ role }) => role === "system")?.contents.at(-1);
  let [number, place, role]: [number, number, Block["role"] | null] = [-1, -1, null];
  const all = blocks.flatMap((each) =>
    each.contents.map((content) => {
      const bytes = `${each.role} ${JSON.stringify(content)}`;
      if (each.role === "system") return { bytes, tokens: 300, ...(content === lastSystem ? marked("system") : {}) };
      [number, place, role] = each.role === role ? [number, place + 1, role] : [number + 1, 0, each.role];
      return { bytes, tokens: 300, ...marked({ message: number, content: place }) };
    }),
  );
  expect([...wanted]).toEqual([]);
  return all;
}

/** Calls that follow each other: what the cache reads for each, and what an oracle would. */
function served(views: readonly (readonly Block[])[], prefix: CacheMarkOptions["prefix"] = "epoch") {
  const cache = new AnthropicCache(() => 0);
  return views.map((blocks, index) => {
    const before = views[index - 1] ?? [];
    const fresh = blocks.findIndex((each, place) => JSON.stringify(each) !== JSON.stringify(before[place]));
    const shared = fresh < 0 ? blocks.length : fresh;
    const { read, oracle } = cache.serve(model, wire(blocks, listCacheMarks(blocks, { ...plain, shared, prefix })));
    return { read, oracle };
  });
}

const past = names(8, "word").map((text, place) => (place % 2 === 0 ? said(text) : answered(text)));

describe("marks for a prefix cache", () => {
  test("stand after the system text, before what is volatile, and after the message", () => {
    const blocks = [system, ...past, now("noon"), message("Well?")];
    expect(listCacheMarks(blocks, { ...plain, shared: 5 })).toEqual([
      "system",
      { message: 3, content: 0 },
      { message: 7, content: 0 },
      { message: 8, content: 1 },
    ]);
    expect(listCacheMarks(blocks, { ...plain, goesOn: false })).toEqual(["system", { message: 7, content: 0 }]);
  });

  test("are at most as many as the provider takes, each where the request has content", () => {
    const role = fc.constantFrom<Block["role"]>("user", "assistant", "tool");
    const piece = fc.tuple(role, fc.integer({ min: 1, max: 30 }), fc.boolean());
    const some = fc.array(piece, { maxLength: 40 });
    const marking = fc.record({
      most: fc.integer({ min: 0, max: 4 }),
      shared: fc.integer({ min: 0, max: 45 }),
      goesOn: fc.boolean(),
      prefix: fc.constantFrom<CacheMarkOptions["prefix"]>("epoch", "head"),
    });
    checkProperty(
      fc.property(some, fc.integer({ min: -1, max: 40 }), marking, (pieces, place, given) => {
        const blocks = pieces.map(([who, count, volatile], index) =>
          block(index === place ? "message" : "recent", who, names(count, `${index}`), volatile),
        );
        const marks = listCacheMarks([system, ...blocks], given);
        expect(marks.length).toBeLessThanOrEqual(given.most);
        expect(new Set(marks.map((mark) => JSON.stringify(mark))).size).toBe(marks.length);
        wire([system, ...blocks], marks);
      }),
      { runs: 500 },
    );
  });

  test("from call to call everything is read that the call before had", () => {
    const question = [system, ...past, now("noon"), message("Well?")];
    const stepped = [...question, ...step(2, "first")];
    const twice = [...stepped, ...step(1, "second")];
    const next = [...twice, answered("Yes."), now("later"), message("And?")];
    const [first, ...rest] = served([question, stepped, twice, next]);
    expect(first).toEqual({ read: 0, oracle: 0 });
    for (const { read, oracle } of some(rest)) expect(read).toBe(oracle);
  });

  test("however many blocks came in: calls side by side, messages of others, a burst before an answer", () => {
    const question = [system, ...past, now("noon"), message("Well?")];
    const wide = [...question, ...step(40, "wide")];
    const crowd = [...wide, answered("Yes."), ...names(50, "guest").map(said), now("later"), message("And?")];
    const burst = names(30, "burst").map((text) => message(text));
    const before = [system, ...past, now("noon"), ...burst];
    const after = [
      ...[system, ...past, ...names(30, "burst").map(said), answered("Yes.")],
      ...[now("later"), message("And?")],
    ];
    for (const { read, oracle } of some([...served([question, wide, crowd]), ...served([before, after])])) {
      expect(read).toBe(oracle);
    }
  });

  test("a message that was answered without a step leaves nothing volatile in the way", () => {
    const question = [system, ...past, now("noon"), message("Well?")];
    const next = [system, ...past, said("Well?"), answered("Yes."), now("later"), message("And?")];
    const [, { read, oracle } = { read: 0, oracle: 1 }] = served([question, next]);
    expect([read, oracle]).toEqual([9 * 300, 9 * 300]);
  });

  test("after a compaction the system text is still read", () => {
    const long = [block("instructions", "system", names(5, "rule"))];
    const question = [...long, ...past, now("noon"), message("Well?")];
    const compacted = [...long, block("summary", "user", ["Much was said."]), now("later"), message("And?")];
    expect(served([question, compacted])[1]).toEqual({ read: 5 * 300, oracle: 5 * 300 });
  });

  test("where every view chooses anew the system text alone is marked, until a view goes on from the one before", () => {
    const question = [system, ...past, now("noon"), message("Well?")];
    expect(listCacheMarks(question, { ...plain, prefix: "head" })).toEqual(["system"]);
    expect(listCacheMarks(question, { ...plain, prefix: "head", shared: 1 })).toEqual(["system"]);
    const stepped = [...question, ...step(1, "first")];
    const twice = [...stepped, ...step(1, "second")];
    const [, , third] = served([question, stepped, twice], "head");
    expect(third).toEqual({ read: stepped.length * 300, oracle: stepped.length * 300 });
  });

  test("a prefix below the least length is marked all the same, and nothing is lost by it", () => {
    const short = [system, message("Hello")];
    const longer = [system, said("Hello"), answered("Hello."), ...past.slice(0, 2), now("noon"), message("Well?")];
    expect(served([short, longer])).toEqual([
      { read: 0, oracle: 0 },
      { read: 0, oracle: 0 },
    ]);
    expect(listCacheMarks([], plain)).toEqual([]);
  });

  test("what is said at the end of one call alone is not written", () => {
    const ending = [
      system,
      ...past,
      message("Well?"),
      ...step(1, "first"),
      block("now", "user", ["Come to an end."], true),
    ];
    expect(listCacheMarks(ending, { ...plain, goesOn: false })).toEqual(["system", { message: 10, content: 0 }]);
  });
});
