import type { Draft } from "@clewline/core/log/entry.js";
import { isRemember } from "@clewline/core/log/own-tools.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { Change, LogStore } from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import type { SecretRegister } from "./secret-register.js";

/**
 * The same store; a write with entries keeps in the same change what became known of the lane's secrets, and what an
 * agent asked to remember.
 */
export function makeTellingStore(store: LogStore, register: SecretRegister): LogStore {
  return {
    ...store,
    write: async (change) => {
      const [first] = change.entries ?? [];
      if (first === undefined) return store.write(change);
      const told = register.prepare(change.ref, first.arrived);
      const written = await store.write(await addRecords(change, told === null ? [] : [told.record]));
      if (written.done) told?.confirm();
      return written;
    },
  };
}

async function addRecords(change: Change, told: readonly LaneRecord[]): Promise<Change> {
  const memories = await makeMemoryRecords(change.entries ?? []);
  const records = [...told, ...memories];
  if (records.length === 0) return change;
  const made = memories.map(
    (record): Derivation => ({ kind: "record", key: record.id, sources: record.memory.sources }),
  );
  return {
    ...change,
    records: [...(change.records ?? []), ...records],
    ...(made.length === 0 ? {} : { derived: [...(change.derived ?? []), ...made] }),
  };
}

type MemoryRecord = Extract<LaneRecord, { kind: "memory" }>;

export const memoryName = "remembered";

/** Imports its parser only for the first memory: most logs have none, and readers never need it. */
async function makeMemoryRecords(drafts: readonly Draft[]): Promise<readonly MemoryRecord[]> {
  const asked = drafts.filter((draft) => draft.kind === "called" && isRemember(draft.tool));
  if (asked.length === 0) return [];
  const { readMemoryItem } = await import("@clewline/core/summary/memory-item.js");
  return asked.flatMap((draft) => {
    const memory = readMemoryItem(draft);
    return memory === null
      ? []
      : [{ kind: "memory", id: `${draft.id}-memory`, name: memoryName, at: draft.arrived, memory }];
  });
}
