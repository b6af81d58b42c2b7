/**
 * How calls and answers used the results and inputs of a lane: when one last quoted what stands in one of them alone, and
 * which of them were fetched again. It follows from the entries alone; what was found for the first of them is kept for the next call.
 */

import { listJsonStrings } from "@clewline/text/json.js";
import { listLineValues } from "@clewline/text/quotable.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import { type Entry, isFromModel, listParts, type Text } from "../../log/entry.js";

/** Of one entry, by its seq. */
export interface ItemUses {
  /** Calls since it arrived, or since one quoted it. */
  ageOf(seq: number): number;
  /** The entry that held most of its lines before it; null where none did. */
  sourceOf(seq: number): number | null;
  /** Leaves what was found for the next call. Until then no other view may add to it. */
  keep(): void;
}

/** Shorter lines say nothing about where they come from. */
const leastLine = 8;

export function* findItemUses(entries: readonly Entry[]): Steps<ItemUses> {
  const [first] = entries;
  const known = first === undefined ? undefined : kept.get(first);
  if (first !== undefined) kept.delete(first);
  const isGrown = known !== undefined && entries[known.count - 1] === known.last;
  const history = isGrown ? known : makeHistory();
  for (; history.count < entries.length; history.count++) {
    const entry = entries[history.count];
    if (entry !== undefined) addEntry(history, entry);
    history.last = entry;
    if (endsStep(history.count)) yield;
  }
  return {
    ageOf: (seq) => history.calls - (history.used.get(seq) ?? history.calls),
    sourceOf: (seq) => history.sources.get(seq) ?? null,
    keep: () => {
      if (first !== undefined) kept.set(first, history);
    },
  };
}

/** By the first entry of what was read, because a lane is read again from there on every call. */
const kept = new WeakMap<Entry, History>();

interface History {
  count: number;
  last: Entry | undefined;
  calls: number;
  step: string;
  /** The one entry that holds a value; 0 where several do. */
  readonly holders: Map<string, number>;
  /** The newest entry that holds a line. */
  readonly lines: Map<string, number>;
  /** The call after which an entry was there, or that last quoted it. */
  readonly used: Map<number, number>;
  readonly sources: Map<number, number>;
}

function makeHistory(): History {
  const maps = { holders: new Map(), lines: new Map(), used: new Map(), sources: new Map() };
  return { count: 0, last: undefined, calls: 0, step: "", ...maps };
}

function addEntry(history: History, entry: Entry): void {
  if (entry.kind === "noted" || entry.kind === "withdrawn") return;
  countCall(history, entry);
  const texts = listTexts(entry).flatMap((text) => text.split("\n"));
  const values = new Set(texts.flatMap(listLineValues));
  if (isFromModel(entry) && entry.kind !== "returned") countQuotes(history, values);
  if (entry.kind === "returned") findSource(history, entry.seq, texts);
  const source = history.sources.get(entry.seq);
  for (const value of values) {
    const holder = history.holders.get(value);
    history.holders.set(value, holder === undefined || holder === source ? entry.seq : 0);
  }
  history.used.set(entry.seq, history.calls);
}

/** Everything of one step is the answer to one call. */
function countCall(history: History, entry: Entry): void {
  const step = `${entry.turn} ${entry.step}`;
  if (!isFromModel(entry) || entry.kind === "returned" || step === history.step) return;
  history.calls += 1;
  history.step = step;
}

function countQuotes({ holders, used, calls }: History, values: ReadonlySet<string>): void {
  for (const value of values) {
    const holder = holders.get(value);
    if (holder !== undefined && holder > 0) used.set(holder, calls);
  }
}

/** A text that was read or recalled again has at least half of its lines from one result before it. */
function findSource({ lines, sources }: History, seq: number, texts: readonly string[]): void {
  const own = new Set(texts.map(stripNumber).filter((line) => line.length >= leastLine));
  const shared = new Map<number, number>();
  for (const line of own) {
    const before = lines.get(line);
    if (before !== undefined) shared.set(before, (shared.get(before) ?? 0) + 1);
    lines.set(line, seq);
  }
  const [source] = [...shared].filter(([, count]) => count * 2 >= own.size);
  if (source !== undefined) sources.set(seq, source[0]);
}

/** Tools number the lines of a file that they show. */
function stripNumber(line: string): string {
  return line.replace(/^\s*\d+[→|:\t]/, "").trim();
}

/** As a person reads them; of a call's input each text by itself. */
function listTexts(entry: Entry): readonly string[] {
  if (entry.kind === "called") return listJsonStrings(readEnds(entry.input));
  if (entry.kind === "returned" && entry.output.kind !== "content") return [readEnds(entry.output.text)];
  return listParts(entry).flatMap((part) => (part.kind === "file" ? [] : [readEnds(part.text)]));
}

/** Whether the rest of a large text is at hand must not change what is decided. */
function readEnds(text: Text): string {
  return typeof text === "string" ? text : `${text.head}\n${text.tail}`;
}
