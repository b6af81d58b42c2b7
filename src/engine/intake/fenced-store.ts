import { ClewError } from "../../core/errors.js";
import type { EntryId } from "../../core/log/keys.js";
import type { Change, LogStore } from "../../core/ports/index.js";

/** Keeps what is erased from coming back by what this process has in memory. */
export interface Fence {
  /** From now on nothing is written that was made of these entries. Returns what to call if they were not erased after all. */
  close(entries: Iterable<EntryId>): () => void;
  /** These are in the log again, because somebody imported them: what is made of them is written as of any other. */
  open(entries: Iterable<EntryId>): void;
  /** Whether one of these was erased while this process had the log open; no other one can have. */
  has(entries: readonly EntryId[]): boolean;
}

/** The same store, and its fence. */
export function makeFencedStore(store: LogStore): { readonly store: LogStore; readonly fence: Fence } {
  const closed = new Set<EntryId>();
  const isBehind = ({ derived = [] }: Change) =>
    closed.size > 0 && derived.some(({ sources }) => sources.some((source) => closed.has(source)));
  return {
    store: {
      ...store,
      write: async (change) => {
        if (isBehind(change)) throw makeErasedError();
        return store.write(change);
      },
    },
    fence: {
      close(entries) {
        // What was erased before stays behind the fence.
        const fresh = [...entries].filter((entry) => !closed.has(entry));
        for (const entry of fresh) closed.add(entry);
        return () => {
          for (const entry of fresh) closed.delete(entry);
        };
      },
      open(entries) {
        for (const entry of entries) closed.delete(entry);
      },
      has: (entries) => entries.some((entry) => closed.has(entry)),
    },
  };
}

function makeErasedError(): ClewError {
  return new ClewError("lane/busy", "Something that this was made of was erased meanwhile", { hint: "Try again" });
}
