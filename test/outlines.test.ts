/** The lines that long results keep when they leave a view: chosen once, while they are written. */

import { makeClewOverStore } from "@clewline/clewline/compose/open.js";
import { outlineText } from "@clewline/core/log/arrival/outline.js";
import type { Entry, ReturnedEntry } from "@clewline/core/log/entry.js";
import { parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";
import { some } from "./some.js";

const session = "terminal:shed";
const ref = { owner: parseOwnerKey("me"), session: parseSessionKey(session), lane: parseLaneKey("root:shed") };
const count = (text: string) => Math.ceil(text.length / 4);
const filler = Array.from({ length: 60 }, (_, line) => `plain words of no use at all in here ${"x".repeat(line % 7)}`);

interface Given {
  readonly tool?: string;
  readonly output: unknown;
}

/** The results as the log has them. */
async function writeResults(given: readonly Given[], policy = "balanced") {
  const store = makeMemoryStore({ hash: sha256 });
  const clew = await makeClewOverStore(store, { policy: policy as "balanced" });
  const turn = await clew.begin({ session, id: "1", text: "what is in stock-4711?" });
  for (const [place, { tool = "look", output }] of given.entries()) {
    await turn.record({ calls: [{ id: `c${place}`, tool, input: {}, output: output as string }] });
  }
  await turn.complete({ text: "done" });
  const { entries } = await store.read(ref, 1_000, null);
  return { clew, store, results: entries.filter((entry): entry is ReturnedEntry => entry.kind === "returned") };
}

const outlinesOf = (entries: readonly Entry[]) =>
  entries.map((entry) => ("outline" in entry ? entry.outline : undefined));

describe("an outline", () => {
  it("has lines of its text alone, in their order, within its limit", () => {
    const line = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.constantFrom("total: 4711.20", "error: no such file", "src/core/view.ts", "plain words", "", "id=77345"),
    );
    checkProperty(
      fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 5, max: 300 }), (lines, limit) => {
        const text = lines.join("\n").replaceAll(/^[[{"]/gu, "");
        const told = outlineText(text, limit, count);
        expect(count(told)).toBeLessThanOrEqual(limit + told.split("\n").length);
        let from = 0;
        for (const each of told === "" ? [] : told.split("\n")) {
          const at = text.split("\n").indexOf(each, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + 1;
        }
      }),
      { runs: 200 },
    );
  });

  it("is chosen once, and prefers what stands nowhere else", async () => {
    const shared = Array.from({ length: 40 }, (_, place) => `shelf ${place}: item-${90_000 + place} of stock-4711`);
    const own = "shelf 77: item-123456";
    const { results } = await writeResults([
      { output: [...filler, ...shared].join("\n") },
      { tool: "check", output: [...filler, ...shared, own, ...filler].join("\n") },
    ]);
    const [first, second] = outlinesOf(results);
    expect(first).toMatch(/item-90000/);
    expect(second?.split("\n")).toContain(own);
  });

  it("keeps the same fields of results that are alike", async () => {
    const invoices = Array.from({ length: 12 }, (_, number) => ({
      output: {
        number: `R-${1_000 + number}`,
        customer: `customer-${number % 3}`,
        lines: Array.from({ length: 30 }, (_none, line) => ({ line, text: `position ${line}`, sum: 100 + line })),
        note: number === 5 ? "reference AB-9917 of project-7, see order-8812" : "",
        total: 5_000 + number * 37,
      },
    }));
    const { results } = await writeResults(invoices);
    const fields = outlinesOf(results).map((outline) =>
      some(outline?.split("\n") ?? []).map((each) => each.split(":")[0]),
    );
    for (const [place, own] of fields.entries()) {
      expect(own).toContain("total");
      expect(own).toContain("number");
      expect(outlinesOf(results)[place]).toContain(`total: ${5_000 + place * 37}`);
    }
  });

  it("keeps lines of the kinds that the result before it kept", async () => {
    const list = (what: string, from: number) =>
      Array.from({ length: 40 }, (_, place) => `${what}: value-${from + place}`);
    const { results } = await writeResults([
      { output: [...filler, ...list("shelf", 10_000)].join("\n") },
      { output: [...filler, ...list("crate", 20_000), ...list("shelf", 30_000), ...filler].join("\n") },
    ]);
    const [first, second] = outlinesOf(results).map((outline) => some(outline?.split("\n") ?? []));
    expect(first?.filter((line) => !line.startsWith("shelf: "))).toEqual([]);
    expect(second?.filter((line) => !line.startsWith("shelf: "))).toEqual([]);
  });

  it("has no line of a secret, in one line or in many", async () => {
    const body = Array.from({ length: 30 }, (_, line) => sha256(`key ${line}`).slice(0, 64));
    const key = ["-----BEGIN RSA PRIVATE KEY-----", ...body, "-----END RSA PRIVATE KEY-----"];
    const bare = "correct-horse-battery-9";
    const { clew, results } = await writeResults([
      { output: [`password: ${bare}`, ...filler].join("\n") },
      { output: [...filler, ...key, `seen ${bare} again`, "total: 4711"].join("\n") },
    ]);
    const told = outlinesOf(results).join("\n");
    expect(told).toContain("total: 4711");
    for (const secret of [...body, bare]) expect(told).not.toContain(secret);
    await clew.close();
  });

  it("is gone with its entry", async () => {
    const { clew, store, results } = await writeResults([{ output: [...filler, "total: 4711.55"].join("\n") }]);
    expect(outlinesOf(results)[0]).toContain("4711.55");
    await clew.erase({ session });
    expect(JSON.stringify(await store.read(ref, 1_000, null))).not.toContain("4711.55");
  });

  it("is made for policies with a schedule alone", async () => {
    const output = [...filler, "total: 4711.55"].join("\n");
    for (const policy of ["rolling", "layered", "tiered", "laned", "selective"])
      expect(outlinesOf((await writeResults([{ output }], policy)).results)).toEqual([undefined]);
  });
});
