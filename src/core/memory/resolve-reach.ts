import type { Memory } from "../log/memories/memory.js";

/**
 * Of what was said of one subject in several chats, what was said last. Within a chat, a memory is replaced when the later one
 * is learned; between chats nobody may be told of the other, so it is decided for each reader.
 */
export function resolveReach<Told extends { readonly memory: Memory }>(told: readonly Told[]): readonly Told[] {
  const newest = new Map<string, Memory>();
  for (const { memory } of told) {
    const key = makeSubjectKey(memory);
    const known = key === null ? undefined : newest.get(key);
    if (key !== null && (known === undefined || memory.saidAt > known.saidAt)) newest.set(key, memory);
  }
  return told.filter(({ memory }) => {
    const key = makeSubjectKey(memory);
    const later = key === null ? undefined : newest.get(key);
    return later === undefined || later.saidAt <= memory.saidAt;
  });
}

/** What ends by itself stands beside what lasts. */
function makeSubjectKey({ subject, person, until, replacedBy }: Memory): string | null {
  if (subject === undefined || until !== undefined || replacedBy !== undefined) return null;
  return JSON.stringify([subject.startsWith("our ") ? null : person, subject]);
}
