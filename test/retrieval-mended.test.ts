/** What a question finds, where it once found nothing or something else: through the public API. */
import type { Clew, ClewOptions, SearchFilter } from "clewline";
import { describe, expect, test, vi } from "vitest";
import { isAsking, readQuestion } from "../src/core/retrieval/question.js";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:1";
const hourMs = 3_600_000;
const start = Date.parse("2026-03-01T08:00Z");
const asked = Date.parse("2026-04-20T10:00Z");

const rest = [
  "the garden fence was painted green",
  "we walked along the river and saw ducks",
  "lunch was soup with bread and cheese",
  "the train was delayed by twelve minutes again",
  "a neighbour borrowed the ladder for the weekend",
];

/** Enough talk to push what was said before it out of a small view. */
function fill(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) => `Note ${index}: ${rest[index % rest.length]} and so it went on without much else to tell.`,
  );
}

const open = (options: ClewOptions = {}) =>
  openFresh({ config: false, embedder: "none", memory: false, window: 8_192, ...options });

async function tell(clew: Clew, texts: readonly string[], from = start): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await clew.observe({ session, id: `m${from}.${index}`, from: "a1", at: from + index * hourMs, text });
  }
}

/** What the view of a question shows as looked up. */
async function lookUp(clew: Clew, text: string, at = asked): Promise<string> {
  const turn = await clew.begin({ session, from: "a1", text, at });
  const view = await turn.view();
  await turn.complete({ text: "ok" });
  const shown = JSON.stringify(view.kind === "fits" ? [view.system, view.messages] : []);
  return [...shown.matchAll(/<clew-memory>(.*?)<\/clew-memory>/gs)].map(([, block]) => block).join("\n");
}

const findFirst = async (clew: Clew, question: string, filter: SearchFilter = {}) =>
  (await clew.search(question, filter))[0]?.line.words;

/** Knows one meaning. */
const holidays = {
  name: "holidays",
  dimensions: 3,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from(/vacation|holiday/.test(text) ? [1, 0, 0.01] : [0, 1, 0.01])),
};

describe("what was edited", () => {
  test("is found by the meaning of its new words", async () => {
    const clew = await open({ embedder: holidays });
    await tell(clew, ["Our trip to Portugal starts in June.", ...fill(5)]);
    const edited = { session, id: `m${start}.0`, from: "a1", editedAt: start + 24 * hourMs };
    await clew.edit({ ...edited, text: "Our vacation to Norway starts in July." });
    await tell(clew, fill(240), start + 48 * hourMs);
    await clew.index({ finish: true });
    expect(await findFirst(clew, "holiday plans")).toBe("Our vacation to Norway starts in July.");
    expect(await lookUp(clew, "When does our holiday begin?")).toContain("vacation to Norway");
  });

  test("is found after a late edit too", async () => {
    const clew = await open({ embedder: holidays });
    await tell(clew, ["Our trip to Portugal starts in June.", ...fill(240)]);
    const edited = { session, id: `m${start}.0`, from: "a1", editedAt: start + 300 * hourMs };
    await clew.edit({ ...edited, text: "Our vacation to Norway starts in July." });
    await clew.index({ finish: true });
    expect(await lookUp(clew, "When does our holiday begin?")).toContain("vacation to Norway");
    expect(await lookUp(clew, "When does the vacation to Norway start?")).toContain("vacation to Norway");
  });
});

describe("an embedder that fails", () => {
  test("by never answering stops nobody: the wait can be stopped, and ends by itself", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    let calls = 0;
    const embed = (texts: readonly string[]) => {
      calls += 1;
      return calls === 1 ? new Promise<never>(() => undefined) : holidays.embed(texts);
    };
    try {
      const clew = await open({ embedder: { ...holidays, embed } });
      await tell(clew, ["Our vacation starts in June.", "Soup again."]);
      await vi.advanceTimersByTimeAsync(6_000);
      expect(calls).toBe(1);
      const stopped = new AbortController();
      const waiting = clew.index({ finish: true, signal: stopped.signal });
      stopped.abort(new Error("no longer wanted"));
      await expect(waiting).rejects.toThrow("no longer wanted");
      const finished = clew.index({ finish: true });
      await vi.advanceTimersByTimeAsync(61_000);
      expect(await finished).toMatchObject({ indexed: 2, of: 2 });
      expect(String(warn.mock.calls[0]?.[0])).toContain("gave no answer for 60 seconds");
    } finally {
      vi.useRealTimers();
      warn.mockRestore();
    }
  });

  test("with vectors of zeros or without numbers says so, and what it gave is made again", async () => {
    const given = [0, Number.NaN];
    const reports: unknown[] = [];
    let isWell = false;
    for (const value of given) {
      isWell = false;
      const embed = async (texts: readonly string[]) =>
        isWell ? holidays.embed(texts) : texts.map(() => Float32Array.from([value, value, value]));
      const clew = await open({ embedder: { ...holidays, embed } });
      await tell(clew, ["Our vacation starts in June.", "Soup again."]);
      reports.push((await clew.index({ finish: true })).because);
      isWell = true;
      reports.push(await clew.index({ finish: true }));
    }
    const because = "holidays gave vectors of zeros, or of what is no number";
    const well = { embedder: "holidays", indexed: 2, of: 2 };
    expect(reports).toEqual([because, well, because, well]);
  });
});

describe("a question in Russian", () => {
  test("asks when, and what only tells of something asks for nothing", () => {
    const asking = { speakers: new Map<string, string>(), asker: null, now: asked };
    const when = ["Когда мы купили диван?", "А когда это было?", "Wann war das?", "Машина, когда она приедет"];
    expect(when.map((text) => readQuestion(text, asking).asksWhen)).toEqual([true, true, true, false]);
    const telling = ["Вчера я сказал, что машина синяя.", "Где машина", "«Что было вчера»"];
    expect(telling.map(isAsking)).toEqual([false, true, true]);
  });
});
