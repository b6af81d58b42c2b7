import type { KeptChange, MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { Engine } from "../../engine.js";
import { syncBehind } from "./files/sync-files.js";
import { type ChangePlan, type GroupPlan, writeGroups } from "./write-changes.js";

/**
 * Writes what `plan` wants, all or nothing, with what people did in the folder of memories before it and the files behind it.
 * If another writer comes first, it is planned anew from what is current then. All of it is undone as one.
 */
export function changeMemories(engine: Engine, scope: MemoryScope, plan: ChangePlan): Promise<readonly KeptChange[]> {
  return changeMemoriesInGroups(engine, scope, (now) => [plan(now)]);
}

/** The same, and each group is undone on its own. */
export async function changeMemoriesInGroups(
  engine: Engine,
  scope: MemoryScope,
  plan: GroupPlan,
): Promise<readonly KeptChange[]> {
  await syncBehind(engine);
  const changes = await writeGroups(engine, scope, plan);
  if (changes.length > 0) await syncBehind(engine);
  return changes;
}
