import type { Entry } from "../log/entry.js";
import type { EntryId } from "../log/keys.js";

/** Targets of withdrawals, and edits of those targets. */
export function collectWithdrawnIds(entries: readonly Entry[]): ReadonlySet<EntryId> {
  const ids = new Set<EntryId>();
  for (const entry of entries) if (entry.kind === "withdrawn") ids.add(entry.target);
  if (ids.size > 0)
    for (const entry of entries) if (entry.kind === "revised" && ids.has(entry.target)) ids.add(entry.id);
  return ids;
}
