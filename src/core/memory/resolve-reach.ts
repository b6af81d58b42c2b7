import type { Instant } from "../log/keys.js";
import type { Memory } from "../log/memories/memory.js";
import { listSubjects } from "./subjects.js";

/**
 * Of what was said of one subject in several chats, what was said last. Within a chat, a memory is replaced when the later one
 * is learned; between chats nobody may be told of the other, so it is decided for each reader. What a model understood by itself
 * hides nothing that was learned without it.
 */
export function resolveReach<Told extends { readonly memory: Memory }>(told: readonly Told[]): readonly Told[] {
  const stoodIn = new Set(told.flatMap(({ memory }) => (memory.by === "model" ? [] : (memory.replacedBy ?? []))));
  const isOfModel = ({ by, name }: Memory) => by === "model" && !stoodIn.has(name);
  const newest = findNewest(told.map(({ memory }) => memory));
  const surest = findNewest(told.flatMap(({ memory }) => (isOfModel(memory) ? [] : [memory])));
  return told.filter(({ memory }) => {
    const times = isOfModel(memory) ? newest : surest;
    return makeSubjectKeys(memory).every((key) => (times.get(key) ?? memory.saidAt) <= memory.saidAt);
  });
}

/** By subject, when it was told last. */
function findNewest(memories: readonly Memory[]): ReadonlyMap<string, Instant> {
  const newest = new Map<string, Instant>();
  for (const memory of memories) {
    for (const key of makeSubjectKeys(memory))
      newest.set(key, Math.max(memory.saidAt, newest.get(key) ?? memory.saidAt));
  }
  return newest;
}

/** What ends by itself stands beside what lasts. */
function makeSubjectKeys(memory: Memory): readonly string[] {
  const { person, until, replacedBy } = memory;
  if (until !== undefined || replacedBy !== undefined) return [];
  return listSubjects(memory).map((subject) => JSON.stringify([subject.startsWith("our ") ? null : person, subject]));
}
