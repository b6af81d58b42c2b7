/**
 * The list that a prefix has told stays, line for line, while the provider's cache has it (decision 0093).
 *
 * 1. A line that may not be told any more, or not in these words, ends the list.
 * 2. So does a wish or a pinned memory that has a place and no line yet.
 * 3. Everything else that is new waits, and is ranked for the message where the policy does that.
 */
import type { Pointer } from "../../log/keys.js";
import type { StandingMemories, StandingMemory } from "../../log/memories/standing-memory.js";
import type { DescribedMemory } from "./pick-standing.js";

/** The list that a view told of the person. */
export interface ToldList {
  readonly shown: readonly StandingMemory[];
  readonly hidden: readonly Pointer[];
}

/** The earlier list among what holds now; null where a new one takes its place. */
export function holdStanding(now: StandingMemories, { shown, hidden }: ToldList): StandingMemories | null {
  const names = new Set(shown.map(({ name }) => name));
  const waiting = now.shown.filter(({ name }) => !names.has(name));
  if (waiting.some(({ form, isPinned }) => form === "wish" || isPinned === true)) return null;
  const hasRest = waiting.length + now.hidden.length > 0;
  return { ...now, shown, hidden, hasRest, left: now.left + sumTokens(now.shown) - sumTokens(shown) };
}

/** The line as it was told; null where the memory is told otherwise now. What was said once more keeps its earlier date. */
export function keepLine(told: DescribedMemory, now: DescribedMemory): DescribedMemory | null {
  const isSame =
    told.text === now.text && told.form === now.form && told.told === now.told && told.person === now.person;
  return isSame ? { ...now, saidAt: told.saidAt, entry: told.entry, pointer: told.pointer } : null;
}

function sumTokens(lines: readonly StandingMemory[]): number {
  return lines.reduce((sum, { tokens }) => sum + tokens, 0);
}
