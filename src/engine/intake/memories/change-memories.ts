import type { KeptChange, MemoryScope } from "../../../core/log/memories/memory.js";
import type { Engine } from "../../engine.js";
import { syncBehind } from "./files/sync-files.js";
import { type ChangePlan, writeChanges } from "./write-changes.js";

/**
 * Writes what `plan` wants, all or nothing, with what people did in the folder of memories before it and the files behind it.
 * If another writer comes first, it is planned anew from what is current then.
 */
export async function changeMemories(
  engine: Engine,
  scope: MemoryScope,
  plan: ChangePlan,
): Promise<readonly KeptChange[]> {
  await syncBehind(engine);
  const changes = await writeChanges(engine, scope, plan);
  if (changes.length > 0) await syncBehind(engine);
  return changes;
}
