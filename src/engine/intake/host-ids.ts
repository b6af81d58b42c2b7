/** The ids that hosts gave to messages, as the notes in the log have them. */
import type { Entry } from "../../core/log/entry.js";
import type { EntryId, TurnId } from "../../core/log/keys.js";
import { findMark } from "./sync-mark.js";

/**
 * By entry for the messages of a list that a host keeps: the note of each message stands behind its entries. By turn for
 * answers that were sent under an id.
 */
export function readHostIds(entries: readonly Entry[]): ReadonlyMap<EntryId | TurnId, string> {
  const ids = new Map<EntryId | TurnId, string>();
  let listed: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind !== "noted" || entry.note.kind !== "sent") {
      listed.push(entry);
      continue;
    }
    const mark = findMark(entry);
    const [first] = entry.note.messages;
    if (mark !== null && mark.host !== null) {
      // A bot may write to the same lane, and its entries came at another time.
      for (const { id, arrived } of listed) if (arrived === entry.arrived) ids.set(id, mark.host);
    } else if (mark === null && entry.turn !== null && first !== undefined && !ids.has(entry.turn)) {
      ids.set(entry.turn, first);
    }
    listed = [];
  }
  return ids;
}
