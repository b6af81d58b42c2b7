import { ClewError } from "@clewline/core/errors.js";
import type { Draft } from "@clewline/core/log/entry.js";
import { type EntryId, memorySession, type SessionKey } from "@clewline/core/log/keys.js";
import type { Change, LogStore } from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";

/** Keeps erased entries from coming back out of this process's memory. */
export interface Fence {
  /** Refuses writes made of these entries from now on. Returns a function that undoes it, if they were not erased. */
  close(entries: Iterable<EntryId>): () => void;
  /** Opens the fence for entries that an import brought back: writes made from them are accepted again. */
  open(entries: Iterable<EntryId>): void;
  /** Whether one of these was erased while this process had the log open; no other one can have. */
  has(entries: readonly EntryId[]): boolean;
  /** Watches writes from now on, while an erasure is planned. */
  watch(): Watch;
}

export interface Watch {
  /** Whether something was written since into these sessions or the log of memories, or was made of these entries. */
  isTouched(sessions: ReadonlySet<SessionKey>, entries: readonly EntryId[]): boolean;
  end(): void;
}

/** The same store, and its fence. */
export function makeFencedStore(store: LogStore): { readonly store: LogStore; readonly fence: Fence } {
  const closed = new Set<EntryId>();
  const watching = new Set<NotingWatch>();
  const noteAll = (change: Change) => {
    for (const watch of watching) watch.note(change);
  };
  const isBehind = (change: Change) => closed.size > 0 && listSources(change).some((source) => closed.has(source));
  return {
    store: {
      ...store,
      write: async (change) => {
        if (isBehind(change)) throw makeErasedError();
        noteAll(change);
        const written = await store.write(change);
        // A watch may have begun during the write.
        noteAll(change);
        return written;
      },
    },
    fence: {
      close(entries) {
        // Entries that an earlier erasure closed stay closed.
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
      watch() {
        const watch = makeWatch(() => watching.delete(watch));
        watching.add(watch);
        return watch;
      },
    },
  };
}

interface NotingWatch extends Watch {
  note(change: Change): void;
}

function makeWatch(end: () => void): NotingWatch {
  const sessions = new Set<SessionKey>();
  const sources = new Set<EntryId>();
  return {
    note(change) {
      const { ref, entries = [], turn, records = [] } = change;
      const isPlanned = records.some(({ kind }) => kind === "body");
      if (turn !== undefined || isPlanned || !entries.every(isHeard)) sessions.add(ref.session);
      for (const source of listSources(change)) sources.add(source);
    },
    isTouched: (own, entries) =>
      sessions.has(memorySession) ||
      [...sessions].some((session) => own.has(session)) ||
      entries.some((entry) => sources.has(entry)),
    end,
  };
}

/** The entries that something was made of which a change writes. */
function listSources({ derived = [], receipt }: Change): readonly EntryId[] {
  return [...(receipt?.sources ?? []), ...derived.flatMap(({ sources }) => sources)];
}

/** Notes of who speaks where have no words, and erasing writes them itself. */
function isHeard(entry: Draft): boolean {
  return entry.kind === "noted" && (entry.note.kind === "heard" || entry.note.kind === "group");
}

/** Throws the error that a write of these derivations would throw. */
export function refuseErased(fence: Fence, derived: readonly Derivation[]): void {
  if (derived.some(({ sources }) => fence.has(sources))) throw makeErasedError();
}

function makeErasedError(): ClewError {
  return new ClewError("lane/busy", "Something that this was made of was erased meanwhile", { hint: "Try again" });
}
