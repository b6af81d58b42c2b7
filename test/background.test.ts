/** Turns that nobody asked for, in numbers: they take nothing from the conversation. */

import {
  addBackgroundTurn,
  type BackgroundRuns,
  countSkipped,
  isSkipped,
  listReadRuns,
  listSkippedPlaces,
  noRuns,
} from "@clewline/core/log/background-runs.js";
import type { TurnId } from "@clewline/core/log/keys.js";
import { makeLane } from "@clewline/store-kit/store-contract/sample.js";
import type { Clew, Verdict } from "clewline";
import { scriptedModel } from "clewline/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { checkProperty } from "./properties.js";

const session = "terminal:beats";

const turns = 10;

async function lived(policy: string, window: number, beats: number): Promise<Clew> {
  const clew = await openFresh({ policy, window });
  for (let day = 0; day < turns; day++) {
    const turn = await clew.begin({ session, text: `Day ${day}: the gate of plot-${day} creaks` });
    await turn.complete({ text: `Noted ${day}.` });
  }
  const briefing = await clew.begin({ session, text: "Brief me" }, { origin: "briefing" });
  await briefing.complete({ text: "The briefing: rain at noon." });
  for (let beat = 0; beat < beats; beat++) {
    const turn = await clew.begin({ session, text: `Anything to do? ${beat}` }, { origin: "heartbeat" });
    await turn.complete({ text: `Beat ${beat}: nothing to do.` });
  }
  return clew;
}

async function look(clew: Clew) {
  const turn = await clew.begin({ session, text: "And now?" });
  const view = await turn.view();
  const text = JSON.stringify(view.kind === "fits" ? [view.system, view.messages] : view);
  const { receipt, verdicts } = await clew.why({ turn: turn.id });
  await turn.complete({ text: "Nothing." });
  return { text, receipt, verdicts: verdicts.map(({ verdict }) => verdict) };
}

const daysIn = (text: string) =>
  Array.from({ length: turns }, (_, day) => text.includes(`plot-${day} `)).filter(Boolean);
const beatsIn = (text: string) => text.match(/nothing to do/g)?.length ?? 0;
const covers = (verdicts: readonly Verdict[], last: number) =>
  verdicts.reduce((next, { from, to }) => (from === next ? to + 1 : Number.NaN), 1) === last + 1;

/** In the smaller window 256 entries are read at most. */
const cases: readonly (readonly [string, number, number])[] = [
  ["balanced", 400, 8_000],
  ...["rolling", "tiered", "laned", "layered", "selective"].map((policy) => [policy, 140, 2_700] as const),
];

describe.each(cases)("under %s, %i heartbeats", (policy, beats, window) => {
  test("leave the conversation and the briefing where they are", async () => {
    const clew = await lived(policy, window, beats);
    const { text, verdicts, receipt } = await look(clew);
    // Without a model to choose, `selective` shows the newest and what has words in common; it has looked at all.
    const looked = verdicts
      .filter(({ rule }) => rule === "selection")
      .reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(daysIn(text).length + looked / 2).toBe(turns);
    expect(text).toContain("rain at noon");
    expect(beatsIn(text)).toBe(3);
    expect(receipt.tokens).toBeLessThan(1_500);
    const hidden = verdicts.filter(({ rule, kind }) => rule === "background" && kind === "omitted");
    expect(hidden.length).toBeLessThanOrEqual(8);
    expect(new Set(hidden.map(({ limit }) => limit))).toEqual(new Set(["backgroundTurns=3"]));
    expect(hidden.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBeGreaterThan((beats - 5) * 2);
    expect(covers(verdicts, verdicts.at(-1)?.to ?? 0)).toBe(true);
  });
});

test("each with a view of its own, they leave the prefix together, a few at a time", async () => {
  const clew = await openFresh({
    window: 32_000,
    model: scriptedModel(() => ({ text: "Nothing to do." })),
  });
  for (let day = 0; day < turns; day++) await clew.generate({ session, text: `Day ${day}: plot-${day} is dry` });
  let swaps = 0;
  let most = 0;
  for (let beat = 0; beat < 26; beat++) {
    await clew.generate({ session, text: `Anything? ${beat}` }, { origin: "heartbeat" });
    const { receipt } = await clew.why({ session });
    swaps += receipt.compacted ? 1 : 0;
    most = Math.max(most, receipt.tokens);
  }
  const { text } = await look(clew);
  expect(daysIn(text)).toHaveLength(turns);
  expect(text.match(/Nothing to do/g)?.length).toBeLessThanOrEqual(turns + 11);
  expect(swaps).toBeGreaterThan(0);
  expect(swaps).toBeLessThanOrEqual(26 / 8);
  expect(most).toBeLessThan(2_500);
});

describe("where background turns are", () => {
  const ref = makeLane();
  const arbitraryLane = fc.array(fc.constantFrom("said", "heartbeat", "briefing"), { maxLength: 60 });

  test("what is read is the newest that is not skipped, however it lies", () => {
    checkProperty(
      fc.property(arbitraryLane, fc.nat(80), fc.nat(70), fc.integer({ min: 0, max: 4 }), (lane, limit, after, kept) => {
        const runs = lane.reduce<BackgroundRuns>((before, origin, index) => {
          const turn = { id: `${index}` as TurnId, ref, origin: origin as "heartbeat" };
          return origin === "said" ? before : addBackgroundTurn(before, turn, [2 * index + 1, 2 * index + 2], kept);
        }, noRuns);
        const last = lane.length * 2;
        const { ranges, turns: later } = listSkippedPlaces(runs, 0, -1);
        const seqs = Array.from({ length: last }, (_, index) => index + 1);
        const open = seqs.filter((seq) => seq > after && !isSkipped(seq, ranges));
        const read = listReadRuns(ranges, after, last, limit).flatMap(({ from, to }) => seqs.slice(from - 1, to));
        expect(read).toEqual(limit === 0 ? [] : open.slice(-limit));
        expect(countSkipped(ranges, after)).toBe(seqs.filter((seq) => seq > after && isSkipped(seq, ranges)).length);
        const shown = ["heartbeat", "briefing"].reduce(
          (sum, origin) => sum + Math.min(kept, lane.filter((each) => each === origin).length),
          0,
        );
        const unasked = lane.filter((origin) => origin !== "said").length;
        expect(later).toBeGreaterThanOrEqual(Math.min(unasked, kept + 16) - shown);
        expect(lane.filter((origin, index) => origin === "said" && isSkipped(2 * index + 1, ranges))).toEqual([]);
      }),
      { runs: 300 },
    );
  });
});
