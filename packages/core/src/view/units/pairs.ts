import type { CalledEntry, Entry, ReturnedEntry } from "../../log/entry.js";
import type { Unit } from "./unit.js";

export interface Pairs {
  readonly resultOf: ReadonlyMap<CalledEntry, ReturnedEntry>;
  readonly callOf: ReadonlyMap<ReturnedEntry, CalledEntry>;
}

/** Pairs the first call of an id with its first result, the second with the second. */
export function pairResults(unit: Unit): Pairs {
  const before = known.get(unit);
  if (before !== undefined) return before;
  const pairs = findPairs(unit);
  known.set(unit, pairs);
  return pairs;
}

const known = new WeakMap<Unit, Pairs>();

function findPairs(unit: Unit): Pairs {
  const waiting = new Map<string, CalledEntry[]>();
  const resultOf = new Map<CalledEntry, ReturnedEntry>();
  const callOf = new Map<ReturnedEntry, CalledEntry>();
  for (const entry of unit.entries) {
    if (entry.kind === "called") waiting.set(entry.call, [...(waiting.get(entry.call) ?? []), entry]);
  }
  for (const entry of unit.entries) {
    if (entry.kind !== "returned") continue;
    const call = waiting.get(entry.call)?.find((each) => !resultOf.has(each) && each.hosted === entry.hosted);
    if (call === undefined) continue;
    resultOf.set(call, entry);
    callOf.set(entry, call);
  }
  return { resultOf, callOf };
}

/** Names the calls of a view: by the log's id if providers accept it and it is unused, else by the entry's pointer. */
export function nameCalls(entries: readonly Entry[], nameBySeq: (seq: number) => string): ReadonlyMap<number, string> {
  const used = new Set<string>();
  const names = new Map<number, string>();
  for (const entry of entries) {
    if (entry.kind !== "called") continue;
    const fine = /^[A-Za-z0-9_-]{1,64}$/.test(entry.call) && !used.has(entry.call);
    let name = fine ? entry.call : nameBySeq(entry.seq);
    while (used.has(name)) name = `${name}_`;
    used.add(name);
    names.set(entry.seq, name);
  }
  return names;
}
