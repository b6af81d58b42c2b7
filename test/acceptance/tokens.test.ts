/** What the provider counted is better than what we estimate: the last count, and the estimate of what came since. */

import { estimateAnchoredTokens } from "@clewline/core/model/anchored-tokens.js";
import { readRequestTokens } from "@clewline/core/model/usage.js";
import { openClew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";

const session = "terminal:default";
const window = { tokens: 9_000, reply: 1_000 };
const available = window.tokens - window.reply;
const rounds = 10;
const words = "The roses at the south wall need water before noon, and the gate needs oil. ".repeat(14);

/** What a call says about itself: an answer with a count, or nothing at all and a count. */
interface Told {
  readonly text: string;
  readonly input: number;
}

type Model = ReturnType<typeof scriptedModel>;
type Generated = Awaited<ReturnType<Model["doGenerate"]>>;

/** A model whose counts are those of a list; after its end they are modest. */
function telling(told: readonly Told[]): Model {
  let call = 0;
  const inner = scriptedModel(() => ({ text: told[call]?.text ?? "Done." }));
  const doGenerate: Model["doGenerate"] = async (given) => {
    const answer: Generated = await inner.doGenerate(given);
    const total = told[call]?.input ?? 100;
    call += 1;
    const content = answer.content.filter((part) => part.type !== "text" || part.text !== "");
    const inputTokens = { total, noCache: total, cacheRead: undefined, cacheWrite: undefined };
    return { ...answer, content, usage: { ...answer.usage, inputTokens } };
  };
  return { ...inner, doGenerate };
}

/** The view of the call after these, and what each call before it was estimated at. */
async function viewAfter(told: readonly Told[], turns: number) {
  const clew = await openClew({ store: "memory", window, policy: "balanced" });
  try {
    const model = telling(told);
    for (let turn = 0; turn < turns; turn++) await clew.generate({ session, text: `${turn}: ${words}` }, { model });
    const before = (await clew.why({ session })).receipt;
    await clew.generate({ session, text: "And now?" }, { model });
    const { receipt } = await clew.why({ session });
    const { length } = (await clew.replay(receipt.id)).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, "");
    return { tokens: receipt.tokens, before: before.tokens, compacted: receipt.compacted, length };
  } finally {
    await clew.close();
  }
}

const modest = Array.from({ length: rounds - 1 }, (): Told => ({ text: "Done.", input: 100 }));

describe("45. the count of the last call", () => {
  test("makes the next view smaller where count and estimate of the new message together are too much", async () => {
    const plain = await viewAfter([...modest, { text: "Done.", input: 100 }], rounds);
    expect(plain.compacted).toBe(false);
    const near = await viewAfter([...modest, { text: "Done.", input: available - 5 }], rounds);
    // In characters: tokens are counted as the model does by now, twice as many for the same words.
    expect(near.length).toBeLessThan(0.7 * plain.length);
    // The room is the same; what the model counts more than we do is taken from it.
    expect(estimateAnchoredTokens(available - 5, plain.before, plain.tokens)).toBeGreaterThan(available);
  });

  test("of a call that gave no answer is ignored", async () => {
    const plain = await viewAfter([...modest, { text: "Done.", input: 100 }], rounds);
    const failed: Told = { text: "", input: available * 9 };
    const after = await viewAfter([...modest, failed, { text: "Done.", input: 100 }], rounds);
    expect(after).toEqual(plain);
  });
});

describe("the account of a provider", () => {
  test("is the whole request, what came from a cache and what was written to it included", () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: 900, cache_creation_input_tokens: 97, output_tokens: 5 };
    expect(readRequestTokens(usage)).toBe(1_000);
    expect(readRequestTokens({ prompt_tokens: 1_000, completion_tokens: 5 })).toBe(1_000);
  });
});
