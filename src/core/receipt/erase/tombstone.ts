import { findEntrySource } from "../../log/delivery.js";
import type { Entry } from "../../log/entry.js";

/** What stands in the place of an erased entry: when it was, and by which id the channel knows it. */
export function makeTombstone(entry: Entry): Entry {
  const { id, seq, turn, step, at, arrived } = entry;
  const source = findEntrySource(entry);
  const note = { kind: "erased", ...(source === null ? {} : { source }) } as const;
  return { id, seq, turn, step, at, arrived, kind: "noted", note };
}
