/** A memory that may not be told never stands before one that may, and an index that followed equals one that was made anew. */

import type { EntryId, LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { mayStand } from "@clewline/core/memory/told/pick-standing.js";
import { rankTold } from "@clewline/core/memory/told/rank-told.js";
import { makeToldIndex } from "@clewline/core/memory/told/told-index.js";
import { compareNewest, type ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import { rankMemories } from "@clewline/engine/read/memories/rank-memories.js";
import { expect, test } from "vitest";

const now = 2_000_000;

function tell(name: string, text: string, saidAt: number, more: Partial<Memory> = {}): ToldMemory {
  const source = { session: "chat:1" as SessionKey, lane: "root" as LaneKey, entry: `said-${name}` as EntryId };
  const scope = { kind: "person", person: "ana" } as const;
  const memory: Memory = { name, kind: "fact", text, scope, by: "rule", person: "ana", saidAt, sources: [source] };
  return { memory: { ...memory, ...more }, entry: `change-${name}` as EntryId, seq: 1 };
}

const mayBe = ({ memory }: ToldMemory) => mayStand(memory, now);
const listTexts = (told: readonly ToldMemory[]) => told.map(({ memory }) => memory.text);
const makeMany = (count: number, text: string, more: Partial<Memory>) =>
  Array.from({ length: count }, (_, place) => tell(`old-${place}`, `${text} ${place}.`, 1_000_000 + place, more));

test("what was replaced or has ended takes no place of what holds", () => {
  const replaced = makeMany(70, "I'm allergic to dish", { replacedBy: "nuts" });
  const rash = tell("rash", "Penicillin gives me a rash.", 1_000);
  const index = makeToldIndex([...replaced, rash].toSorted(compareNewest));
  expect(listTexts(rankTold("Any allergies or intolerances?", index, mayBe))).toEqual([rash.memory.text]);
  const ended = makeMany(510, "The Fiesta was at garage", { until: 1_500_000 });
  const blue = tell("blue", "My Fiesta is blue.", 5);
  const cars = makeToldIndex([...ended, blue].toSorted(compareNewest));
  const asking = { person: "ana", people: new Map<string, string>(), now, isOpen: mayBe };
  expect(listTexts(rankMemories("What colour is my Fiesta?", cars, asking))).toEqual([blue.memory.text]);
});

test("a chat that becomes a group leaves as much of the index as a new one has, without a long pause", () => {
  const own = makeMany(6_000, "My violin stands in room", {});
  const rest = [tell("bed", "Our beds are from Lisbon.", 7), tell("violin", "The violin is old.", 9)].toSorted(
    compareNewest,
  );
  const index = makeToldIndex([...own, ...rest].toSorted(compareNewest));
  const began = performance.now();
  index.follow(rest);
  expect(performance.now() - began).toBeLessThan(1_000);
  const fresh = makeToldIndex(rest);
  expect(index.told).toEqual(fresh.told);
  expect(index.countHolding("violi")).toBe(fresh.countHolding("violi"));
  expect(index.byPlace("plain").map(({ told }) => told)).toEqual(fresh.byPlace("plain").map(({ told }) => told));
  expect(index.spell(["vioiln", "rooom"])).toEqual(fresh.spell(["vioiln", "rooom"]));
  expect(listTexts(rankTold("Where is the violin?", index, mayBe))).toEqual([
    "The violin is old.",
    "Our beds are from Lisbon.",
  ]);
});
