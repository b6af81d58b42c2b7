import { type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { Change, LogStore } from "@clewline/core/ports/index.js";

/** Receives the writes of a store. */
export interface Noticing {
  /** The lane of a message or edit, whether its turn is over, and whether it changes earlier messages. */
  said(ref: LaneRef, isQuiet: boolean, takesBack: boolean): void;
  /** The lane of a memory that was written. */
  remembered(ref: LaneRef): void;
  /** Records that were written with a change. */
  recorded(records: readonly LaneRecord[]): void;
}

/** The same store, which reports its writes to `notice`. */
export function makeNoticingStore(store: LogStore, notice: Noticing): LogStore {
  return {
    ...store,
    write: async (change) => {
      const written = await store.write(change);
      if (change.ref.session === memorySession) {
        const isMade = (change.entries ?? []).some((entry) => entry.kind === "noted" && entry.note.kind === "memory");
        if (written.done && isMade) notice.remembered(change.ref);
        return written;
      }
      const isSaid = (change.entries ?? []).some(({ kind }) => kind === "said" || kind === "revised");
      const isQuiet = isTurnOver(change);
      if (written.done && (isSaid || isQuiet)) notice.said(change.ref, isQuiet, takesBack(change));
      if (written.done && change.records !== undefined) notice.recorded(change.records);
      return written;
    },
  };
}

/** Whether no turn is being answered that this belongs to. */
function isTurnOver({ turn, claim, holder, whileOpen, entries = [] }: Change): boolean {
  if (turn !== undefined) return turn.state !== "running";
  return entries.length > 0 && claim === undefined && holder === undefined && whileOpen === undefined;
}

function takesBack({ entries = [] }: Change): boolean {
  return entries.some(({ kind }) => kind === "revised" || kind === "withdrawn");
}
