import { type LaneRef, memorySession } from "../../core/log/keys.js";
import type { Change, LogStore } from "../../core/ports/index.js";

/** The same store; `notice` hears where something was said, and whether nobody waits for more of it. */
export function makeNoticingStore(store: LogStore, notice: (ref: LaneRef, isQuiet: boolean) => void): LogStore {
  return {
    ...store,
    write: async (change) => {
      const written = await store.write(change);
      if (change.ref.session === memorySession) return written;
      const isSaid = (change.entries ?? []).some(({ kind }) => kind === "said" || kind === "revised");
      const isQuiet = isTurnOver(change);
      if (written.done && (isSaid || isQuiet)) notice(change.ref, isQuiet);
      return written;
    },
  };
}

/** Whether no turn is being answered that this belongs to. */
function isTurnOver({ turn, claim, holder, whileOpen, entries = [] }: Change): boolean {
  if (turn !== undefined) return turn.state !== "running";
  return entries.length > 0 && claim === undefined && holder === undefined && whileOpen === undefined;
}
