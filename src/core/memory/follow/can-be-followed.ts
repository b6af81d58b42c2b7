/** Which memories a later message may go on from. */
import type { Memory } from "../../log/memories/memory.js";
import { listTold } from "../join-later.js";
import { isShared, type NewMemory } from "../known-memory.js";
import type { ToldMessage } from "../learned.js";

/** In characters: a longer memory tells of more than of one thing. */
export const longestPlain = 160;

/** Words of the same message are no earlier words. */
export function canBeFollowed(memory: NewMemory, { person, source }: ToldMessage): boolean {
  return (
    (memory.person === person || isShared(memory.subject)) &&
    !memory.sources.some(({ entry }) => entry === source.entry) &&
    isOfOneThing(memory)
  );
}

/** Whether a rule learned it, and no person has pinned it: it may be told anew. */
export function isRetold(memory: Memory): boolean {
  return memory.by === "rule" && memory.pinned === undefined && isOfOneThing(memory);
}

function isOfOneThing({ kind, until, text }: NewMemory): boolean {
  return (
    (kind === "fact" || kind === "preference" || kind === "event") &&
    until === undefined &&
    listTold(text).every((part) => part.length <= 2 * longestPlain)
  );
}
