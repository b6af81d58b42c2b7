/**
 * Where messages stand that arrived in another order than they were said. Of each run of messages without an answer among
 * them, those that were said later stand behind those that arrived later: sorted by the channel's time. An answer ends a
 * run: what the agent had not seen by then stays behind it.
 */
import type { Entry, SaidEntry } from "../../log/entry.js";
import type { EntryId, TurnId } from "../../log/keys.js";
import type { TurnRecord } from "../../log/turn.js";

export function placeByTime(
  entries: readonly Entry[],
  turns: ReadonlyMap<TurnId, TurnRecord>,
): ReadonlyMap<number, number> {
  const answered = new Set<EntryId>();
  for (const { messages } of turns.values()) for (const message of messages) answered.add(message);
  const places = new Map<number, number>();
  let run: SaidEntry[] = [];
  const closeRun = () => {
    if (run.length > 1) placeRun(run, places);
    if (run.length > 0) run = [];
  };
  for (const entry of entries) {
    const isLoose = entry.turn === null && !answered.has(entry.id);
    const isMessage = entry.kind === "said" && entry.by.role === "user" && Number.isFinite(entry.at);
    if (isLoose && isMessage) run.push(entry);
    else if (!isLoose || entry.kind === "said") closeRun();
  }
  closeRun();
  return places;
}

function placeRun(run: readonly SaidEntry[], places: Map<number, number>): void {
  let last = 0;
  for (const entry of [...run].sort(compareTimes)) {
    if (last > entry.seq) places.set(entry.seq, last + 1);
    last = Math.max(last, entry.seq);
  }
}

/** Channels that count seconds number their messages: of two in one second the lower number was said first. */
export function compareTimes(a: Entry, b: Entry): number {
  return a.at - b.at || compareNumbers(readNumber(a), readNumber(b)) || a.seq - b.seq;
}

function readNumber(entry: Entry): string | null {
  const id = entry.kind === "said" ? entry.source?.message : undefined;
  return id !== undefined && /^[1-9]\d*$/.test(id) ? id : null;
}

function compareNumbers(a: string | null, b: string | null): number {
  if (a === null || b === null || a === b) return 0;
  return a.length - b.length || (a < b ? -1 : 1);
}
