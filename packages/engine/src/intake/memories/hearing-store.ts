import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { Draft } from "@clewline/core/log/entry.js";
import { type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { findSpeaker, type NotingLog, noteHeardAmongOthers } from "./note-heard.js";

/**
 * The same store; whoever speaks is noted before the message is written. What is one person's own is so never told in a chat
 * whose log has a word of somebody else.
 */
export function makeHearingStore(log: NotingLog): LogStore {
  const { store } = log;
  return {
    ...store,
    write: async (change) => {
      await hear(log, change.ref, change.entries ?? []);
      return store.write(change);
    },
  };
}

async function hear(log: NotingLog, { session, lane }: LaneRef, entries: readonly Draft[]): Promise<void> {
  if (session === memorySession || isChildLane(lane)) return;
  for (const entry of entries) {
    const person = findSpeaker(entry);
    if (person !== undefined) await noteHeardAmongOthers(log, { session, person, at: entry.at });
  }
}
