import { findEntrySource } from "../../log/delivery.js";
import type { Entry } from "../../log/entry.js";

/** The note that replaces an erased entry. It keeps the entry's time and the channel's id. */
export function makeTombstone(entry: Entry): Entry {
  const { id, seq, turn, step, at, arrived } = entry;
  const source = findEntrySource(entry);
  const note = { kind: "erased", ...(source === null ? {} : { source }) } as const;
  return { id, seq, turn, step, at, arrived, kind: "noted", note };
}
