import type { Memory } from "@clewline/core/log/memories/memory.js";
import { isCurrent } from "@clewline/core/memory/memory-age.js";
import type { ToldIndex } from "@clewline/core/memory/told/told-index.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import { countShared, readContentStems } from "@clewline/text/content-words.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import type { Engine } from "../../engine.js";
import { forgetFound } from "../../intake/memories/edit-memories.js";
import { findTold, writeMemoryLines } from "./memory-lines.js";

/**
 * Forgets the one memory that is meant, by its name or its words, among those that the one who asks may be told. Where
 * several may be meant none is forgotten, and the answer lists them.
 */
export async function forgetTold(engine: Engine, index: ToldIndex<ToldMemory>, given: string): Promise<string> {
  const now = engine.clock.now();
  const current = index.told.filter(({ memory }) => isCurrent(memory, now));
  const named = current.filter(({ memory }) => memory.name === given.trim());
  const found = named.length > 0 ? named : findTold(engine, given, index, { person: null });
  const meant = named.length > 0 ? named : pickMeant(found, given);
  const [only] = meant;
  if (only === undefined && found.length === 0) return "Nothing that is remembered here has these words.";
  if (only === undefined || meant.length > 1) {
    const lines = writeMemoryLines(engine, meant.length > 1 ? meant : found);
    return ["Nothing was forgotten: which one? Give its name.", ...lines].join("\n");
  }
  await forgetFound(engine, only.memory, "agent");
  return `Forgotten: ${only.memory.text} (${only.memory.name}; the user can undo it)`;
}

/** The part of the words given that a memory must have to be the one that is meant. */
const leastShared = 0.5;

/** Those with the same words; else with all of the words; else the only one with most of them. */
function pickMeant(found: readonly ToldMemory[], given: string): readonly ToldMemory[] {
  const same = found.filter(({ memory }) => normaliseText(memory.text) === normaliseText(given));
  if (same.length > 0) return same;
  const words = readContentStems(given);
  const shareOf = ({ text }: Memory) => countShared(readContentStems(text), words) / Math.max(1, words.size);
  const whole = found.filter(({ memory }) => shareOf(memory) === 1);
  if (whole.length > 0) return whole;
  const near = found.filter(({ memory }) => shareOf(memory) >= leastShared);
  return found.length === 1 ? near : [];
}
