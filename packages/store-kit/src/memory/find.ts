import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef, OwnerKey } from "@clewline/core/log/keys.js";
import { mostLocated, type NameLocation, type NameToLocate } from "@clewline/core/ports/index.js";
import { type Log, makeKey, makeLaneKey, readEntry, type SessionContents } from "./log.js";
import type { StoredEntry } from "./stored-entry.js";

/** An answer is found by the note that lists its channel ids, and an edit where the message itself was said. */
export function findSource(log: Log, key: string): Found | null {
  const note = log.bySent.get(key);
  const answer = note === undefined ? undefined : findAnswer(log, note);
  if (note !== undefined && answer !== undefined) return { ref: note.ref, kept: answer };
  const versions = log.bySource.get(key);
  if (versions !== undefined) return { ref: (versions.said ?? versions.newest).ref, kept: versions.newest };
  return note === undefined ? null : { ref: note.ref, kept: note };
}

function findAnswer(log: Log, { ref, draft: { turn } }: StoredEntry): StoredEntry | undefined {
  const ofTurn = turn === null ? undefined : log.lanes.get(makeLaneKey(ref))?.byTurn.get(turn);
  return ofTurn?.findLast(({ fromAgent }) => fromAgent);
}

interface Found {
  readonly ref: LaneRef;
  readonly kept: StoredEntry;
}

export function findAddress(log: Log, key: string): Found | null {
  const kept = log.byAddress.get(key);
  return kept === undefined ? null : { ref: kept.ref, kept };
}

export function copyFound(hit: Found | null): { ref: LaneRef; entry: Entry } | null {
  return hit === null ? null : { ref: { ...hit.ref }, entry: readEntry(hit.kept) };
}

/** Session by session, in the order in which they came. */
export function locate(log: Log, owner: OwnerKey, name: NameToLocate): readonly NameLocation[] {
  const sessions = [...log.sessions.values()].filter(({ ref }) => ref.owner === owner);
  const places = sessions.flatMap((session) => listPlaces(log, session, name));
  const whole = name.kind === "turn" ? places.filter(({ id }) => id === name.part) : [];
  return (whole.length > 0 ? whole : places).slice(0, mostLocated);
}

function listPlaces(log: Log, { ref, turns, receipts }: SessionContents, name: NameToLocate): readonly NameLocation[] {
  switch (name.kind) {
    case "turn": {
      const { part } = name;
      const named = [...turns].filter(([id]) => part.length >= 4 && (id.startsWith(part) || id.endsWith(part)));
      return named.map(([id, lane]) => ({ ref: { ...lane.ref }, id }));
    }
    case "receipt": {
      const receipt = receipts.get(name.id);
      return receipt === undefined ? [] : [{ ref: receipt.ref, id: receipt.id }];
    }
    case "address": {
      const kept = log.byAddress.get(makeKey(ref.owner, ref.session, name.address));
      return kept === undefined ? [] : [{ ref: { ...kept.ref }, id: kept.draft.id }];
    }
    default:
      return name satisfies never;
  }
}
