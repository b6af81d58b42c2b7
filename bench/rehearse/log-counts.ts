import type { Entry } from "../../src/core/log/entry.js";
import type { LaneRef, OwnerKey } from "../../src/core/log/keys.js";
import type { LogStore } from "../../src/core/ports/index.js";
import { walkSessions } from "../../src/engine/read/sessions/all-sessions.js";
import type { ImportCounts } from "../../src/engine/transfer/import.js";

const page = 1_000;

/** Counts the entries of a log by kind, by reading all of them. */
export async function countLogEntries(store: LogStore, owner: OwnerKey): Promise<ImportCounts> {
  const counts = { user: 0, agent: 0, calls: 0, results: 0, notes: 0, withdrawn: 0 };
  for await (const { session } of walkSessions({ store, owner })) {
    for (const { ref } of await store.lanes({ owner, session })) {
      for await (const entry of walkEntries(store, ref)) counts[classifyEntry(entry)] += 1;
    }
  }
  return counts;
}

async function* walkEntries(store: LogStore, ref: LaneRef): AsyncGenerator<Entry> {
  for (let from = 1; ; from += page) {
    const entries = await store.range(ref, from, from + page - 1);
    yield* entries;
    if (entries.length < page) return;
  }
}

function classifyEntry(entry: Entry): keyof ImportCounts {
  switch (entry.kind) {
    case "said":
      return entry.by.role === "system" ? "notes" : entry.by.role;
    case "revised":
      return "user";
    case "called":
      return "calls";
    case "returned":
      return "results";
    case "noted":
      return "notes";
    case "withdrawn":
      return "withdrawn";
    default:
      return entry satisfies never;
  }
}
