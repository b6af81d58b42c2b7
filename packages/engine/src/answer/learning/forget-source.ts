import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import type { MemoryMaker, MemoryScope } from "@clewline/core/log/memories/memory.js";
import { dropSource } from "@clewline/core/memory/drop-source.js";
import type { Engine } from "../../engine.js";
import { changeMemories } from "../../intake/memories/change-memories.js";

/**
 * A message was taken back, or says something else now: what it alone told is forgotten; with `by`, only what that made of it.
 * Whether there was any.
 */
export async function forgetSource(engine: Engine, ref: LaneRef, source: EntryId, by?: MemoryMaker): Promise<boolean> {
  const entry = await engine.store.byId(ref, source);
  const person = entry?.kind === "said" ? entry.by.address : undefined;
  const scopes: readonly MemoryScope[] = [
    { kind: "session", session: ref.session },
    ...(person === undefined ? [] : [{ kind: "person", person } as const]),
  ];
  let changed = false;
  for (const scope of scopes) {
    const changes = await changeMemories(engine, scope, (now) => dropSource(now, source, by ?? null));
    if (changes.length > 0) changed = true;
  }
  return changed;
}
