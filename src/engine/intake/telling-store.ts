import type { Draft } from "../../core/log/entry.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { Change, LogStore } from "../../core/ports/index.js";
import type { Derivation } from "../../core/receipt/derivation.js";
import { readMemoryItem } from "../../core/summary/memory-item.js";
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
      const written = await store.write(addRecords(change, told === null ? [] : [told.record]));
      if (written.done) told?.confirm();
      return written;
    },
  };
}

function addRecords(change: Change, told: readonly LaneRecord[]): Change {
  const memories = (change.entries ?? []).flatMap(makeMemoryRecord);
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

function makeMemoryRecord(draft: Draft): readonly MemoryRecord[] {
  const memory = readMemoryItem(draft);
  return memory === null
    ? []
    : [{ kind: "memory", id: `${draft.id}-memory`, name: memoryName, at: draft.arrived, memory }];
}
