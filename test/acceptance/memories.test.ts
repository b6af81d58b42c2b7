/** Acceptance cases 81 and 83: what ages, and what notes are called. */

import type { Memory, MemoryKind } from "@clewline/core/log/memories/memory.js";
import { halfLivesMs, weighAge } from "@clewline/core/memory/memory-age.js";
import { makeMemoryName } from "@clewline/core/memory/memory-name.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { describe, expect, test } from "vitest";
import { openFresh } from "../fresh-clew.js";
import { some } from "../some.js";

const now = Date.UTC(2026, 5, 1);

describe("81: memories age", () => {
  const fading = Object.entries(halfLivesMs) as [MemoryKind, number][];

  test("decay halves at half-life", () => {
    for (const [kind, halfLife] of some(fading)) {
      expect(weighAge({ kind, saidAt: now }, now)).toBe(1);
      expect(weighAge({ kind, saidAt: now - halfLife }, now)).toBeCloseTo(0.5, 10);
      expect(weighAge({ kind, saidAt: now, from: now - 2 * halfLife }, now)).toBeCloseTo(0.25, 10);
    }
  });

  test("missing or future dates are unpenalised, and what holds does not fade", () => {
    for (const [kind] of some(fading)) {
      expect(weighAge({ kind, saidAt: Number.NaN }, now)).toBe(1);
      expect(weighAge({ kind, saidAt: now - 1_000, from: now + 1_000 }, now)).toBe(1);
    }
    expect(weighAge({ kind: "fact", saidAt: 0 }, now)).toBe(1);
  });

  test("expired windows are hidden unless asked for", async () => {
    const clew = await openFresh();
    await clew.memory.add({ text: "The guest room is taken", until: "2020-01-05" });
    const lasting = await clew.memory.add({ text: "The guest room has two beds" });
    expect(await clew.memory.list()).toEqual([lasting]);
    expect(await clew.memory.find("guest room")).toEqual([lasting]);
    expect(await clew.memory.list({ all: true })).toHaveLength(2);
    expect(await clew.memory.find("guest room", { all: true })).toHaveLength(2);
  });
});

describe("83: notes have safe names", () => {
  const hostile = [
    "../../etc/passwd",
    "CON",
    "nul.txt",
    "a\u0000b\u001b[2J",
    "C:\\x|y*?",
    "…",
    "\u0301",
    "\ud800",
    "牙医是韦伯医生",
    "зубной врач",
    "x".repeat(900),
  ];

  test("a note's name is sanitised, whatever its text is", () => {
    for (const text of some(hostile)) {
      expect(makeMemoryName(text, "1", sha256)).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{0,32}-[0-9a-z]{4}$/u);
    }
    expect(makeMemoryName("牙医是韦伯医生", "1", sha256)).toMatch(/^牙医是韦伯医生-/);
  });

  test("an update does not duplicate the line of the note", async () => {
    const clew = await openFresh();
    const { name } = await clew.memory.add({ text: "The key is under the mat" });
    await clew.memory.edit(name, { text: "The key is with the neighbours" });
    expect((await clew.memory.list()).map((memory) => memory.name)).toEqual([name]);
  });

  test("an unknown kind falls back to a fact", async () => {
    const clew = await openFresh();
    const { kind } = await clew.memory.add({ text: "The hedge is cut in June", kind: "rumour" as Memory["kind"] });
    expect(kind).toBe("fact");
  });
});
