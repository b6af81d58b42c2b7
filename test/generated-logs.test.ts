import type { Entry } from "@clewline/core/log/entry.js";
import { arbitraryLog, type GeneratedLane } from "@clewline/store-kit/logs.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitrarySnapshot } from "./cases/cases.js";
import { checkProperty } from "./properties.js";

describe("generated logs", () => {
  it("have gapless places, ids of their own, and turns whose messages are there", () => {
    checkProperty(
      fc.property(arbitraryLog({ events: 6 }), ({ lanes }) => {
        for (const { entries, turns } of lanes) {
          expect(entries.map((entry) => entry.seq)).toEqual(entries.map((_entry, index) => index + 1));
          const ids = new Set(entries.map((entry) => entry.id));
          expect(ids.size).toBe(entries.length);
          for (const turn of turns) for (const id of turn.messages) expect(ids.has(id)).toBe(true);
        }
      }),
      { runs: 50 },
    );
  });

  it("are read as a store reads them: after the boundary, and all of the turn to answer", () => {
    checkProperty(
      fc.property(arbitrarySnapshot({ events: 6 }), ({ entries, turn, epoch, last }) => {
        for (const [index, entry] of entries.entries()) {
          const forced = turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
          const isHeld = epoch.held?.includes(entry.seq) === true;
          expect(entry.seq > (epoch.through["leave-out"] ?? 0) || forced || isHeld).toBe(true);
          expect(entry.seq).toBeGreaterThan(entries[index - 1]?.seq ?? 0);
          expect(entry.seq).toBeLessThanOrEqual(last);
        }
      }),
      { runs: 50 },
    );
  });

  it("hold everything that makes real logs hard", () => {
    const lanes = fc.sample(arbitraryLog(), { numRuns: 150, seed: 1 }).flatMap((log) => log.lanes);
    const missing = Object.entries(hardships).filter(([, isIn]) => !lanes.some(isIn));
    expect(missing.map(([name]) => name)).toEqual([]);
  });
});

const some = (test: (entry: Entry, lane: GeneratedLane) => boolean) => (lane: GeneratedLane) =>
  lane.entries.some((entry) => test(entry, lane));

const hardships: Readonly<Record<string, (lane: GeneratedLane) => boolean>> = {
  "a turn of more than 50 calls": ({ turns, entries }) =>
    turns.some((turn) => entries.filter((entry) => entry.kind === "called" && entry.turn === turn.id).length > 50),
  "a waiting turn": ({ turns }) => turns.some((turn) => turn.state === "waiting"),
  "a burst": ({ turns }) => turns.some((turn) => turn.messages.length > 1),
  "a hosted call": some((entry) => entry.kind === "called" && entry.hosted === true),
  "a call without a result": some(
    (entry, lane) => entry.kind === "called" && resultsOf(lane, entry.turn, entry.call).length === 0,
  ),
  "a result without a call": some(
    (entry, { entries }) =>
      entry.kind === "returned" && !entries.some((each) => each.kind === "called" && each.call === entry.call),
  ),
  "an id used twice": ({ entries }) => {
    const ids = entries.flatMap((entry) => (entry.kind === "called" ? [entry.call] : []));
    return new Set(ids).size < ids.length;
  },
  "results in another order than their calls": ({ entries }) => {
    const [calls, results] = (["called", "returned"] as const).map((kind) =>
      entries.flatMap((entry) => (entry.kind === kind && entry.step === 0 ? [`${entry.turn} ${entry.call}`] : [])),
    );
    return calls?.some((call, index) => results?.includes(call) && results[index] !== call) === true;
  },
  "a message between a call and its result": ({ entries }) =>
    entries.some(
      (entry, index) =>
        entry.kind === "said" &&
        entry.turn === null &&
        entries[index - 1]?.kind === "called" &&
        entries[index + 1]?.kind === "returned",
    ),
  "an approval that was answered": some((entry) => entry.kind === "noted" && entry.note.kind === "approval"),
  "an edit of an edited message": ({ entries }) => {
    const targets = entries.flatMap((entry) => (entry.kind === "revised" ? [entry.target] : []));
    return new Set(targets).size < targets.length;
  },
  "a withdrawn edit": some(
    (entry, { entries }) =>
      entry.kind === "withdrawn" && entries.some((each) => each.kind === "revised" && each.id === entry.target),
  ),
  "a blob whose bytes are missing": ({ withheld }) => withheld.size > 0,
  "an unreadable time": some((entry) => Number.isNaN(entry.at)),
  "a text of 20 kB": some(
    (entry) =>
      entry.kind === "said" && entry.parts.some((part) => part.kind === "text" && part.text.toString().length > 20_000),
  ),
};

function resultsOf({ entries }: GeneratedLane, turn: Entry["turn"], call: string): readonly Entry[] {
  return entries.filter((entry) => entry.kind === "returned" && entry.turn === turn && entry.call === call);
}
