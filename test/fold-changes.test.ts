/** The log of memories folds to the same state, however many entries are folded at once. */

import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { foldChanges, noMemories } from "@clewline/core/memory/fold-changes.js";
import fc from "fast-check";
import { test } from "vitest";
import { checkProperty } from "./properties.js";

const step = fc.record({ name: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"), stays: fc.boolean() });

function makeNote({ name, stays }: { readonly name: string; readonly stays: boolean }, index: number): Entry {
  const scope = { kind: "everyone" } as const;
  const said = { kind: "fact", person: null, scope, by: "person", saidAt: 1, sources: [] } as const;
  const after: Memory | null = stays ? { ...said, name, text: `${name} ${index}` } : null;
  const change = { name, before: null, after, by: "person", because: "it was said" } as const;
  const place = { id: `change-${index}` as EntryId, seq: index + 1, at: 1, arrived: 1, turn: null, step: null };
  return { ...place, kind: "noted", note: { kind: "memory", change } };
}

test("memories stand in the same order, with the same words and changes, in whichever parts they are folded", () => {
  const given = fc.record({
    steps: fc.array(step, { maxLength: 40 }),
    parts: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 40 }),
  });
  const property = fc.property(given, ({ steps, parts }) => {
    const entries = steps.map(makeNote);
    const whole = foldChanges(noMemories, entries);
    const one = entries.reduce((folded, entry) => foldChanges(folded, [entry]), noMemories);
    let inParts = noMemories;
    for (let from = 0, part = 0; from < entries.length; part += 1) {
      const to = from + (parts[part % parts.length] ?? 1);
      inParts = foldChanges(inParts, entries.slice(from, to));
      from = to;
    }
    const list = ({ memories, made }: typeof whole) =>
      JSON.stringify([[...memories], memories.size, [...memories.keys()].map((name) => made.get(name)?.seq)]);
    return list(whole) === list(one) && list(whole) === list(inParts);
  });
  checkProperty(property, { runs: 300, longer: 3_000 });
});
