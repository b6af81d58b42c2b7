/**
 * What later calls made of the results and inputs of a lane: which of them they quoted, and how much of each stands in
 * something newer. It follows from the entries alone; what was found for the first of them is kept for the next call.
 */
import { type Entry, isFromModel, listParts, type Text } from "../../log/entry.js";
import { listJsonStrings } from "../../text/json.js";
import { listLineValues } from "../../text/quotable.js";
import type { Use } from "./chances.js";

/** Of one entry, by its seq; what no call has touched is as old as its arrival. */
export interface ItemUses {
  /** Calls that the lane has made. */
  readonly calls: number;
  find(seq: number): Omit<Use, "size">;
}

/** Fewer quoted values are a coincidence: every text has some names in common with others. */
const leastQuoted = 3;
/** Shorter lines say nothing about where they come from. */
const leastLine = 8;
const leastLines = 3;

export function findItemUses(entries: readonly Entry[]): ItemUses {
  const [first] = entries;
  const known = first === undefined ? undefined : kept.get(first);
  const isGrown = known !== undefined && entries[known.count - 1] === known.last;
  const history = isGrown ? known : makeHistory();
  for (; history.count < entries.length; history.count++) {
    const entry = entries[history.count];
    if (entry !== undefined) addEntry(history, entry);
    history.last = entry;
  }
  if (first !== undefined) kept.set(first, history);
  const { calls } = history;
  return { calls, find: (seq) => describeUse(history, seq) };
}

/** By the first entry of what was read, because a lane is read again from there on every call. */
const kept = new WeakMap<Entry, History>();

interface History {
  count: number;
  last: Entry | undefined;
  calls: number;
  step: string;
  /** The newest entry that holds a value. */
  readonly holders: Map<string, number>;
  /** The newest entry that holds a line. */
  readonly lines: Map<string, number>;
  readonly items: Map<number, Item>;
}

interface Item {
  /** The call after which it was there, or that last quoted it. */
  last: number;
  uses: number;
  lines: number;
  repeated: number;
}

function makeHistory(): History {
  const maps = { holders: new Map<string, number>(), lines: new Map<string, number>(), items: new Map<number, Item>() };
  return { count: 0, last: undefined, calls: 0, step: "", ...maps };
}

function addEntry(history: History, entry: Entry): void {
  if (entry.kind === "noted" || entry.kind === "withdrawn") return;
  countCall(history, entry);
  const texts = listTexts(entry).flatMap((text) => text.split("\n"));
  const values = new Set(texts.flatMap(listLineValues));
  if (entry.kind === "called") countQuotes(history, values);
  for (const value of values) history.holders.set(value, entry.seq);
  const lines = new Set(texts.map(stripNumber).filter((line) => line.length >= leastLine));
  history.items.set(entry.seq, { last: history.calls, uses: 0, lines: lines.size, repeated: 0 });
  for (const line of lines) {
    const before = history.items.get(history.lines.get(line) ?? 0);
    if (before !== undefined) before.repeated += 1;
    history.lines.set(line, entry.seq);
  }
}

/** Everything of one step is the answer to one call. */
function countCall(history: History, entry: Entry): void {
  const step = `${entry.turn} ${entry.step}`;
  if (!isFromModel(entry) || entry.kind === "returned" || step === history.step) return;
  history.calls += 1;
  history.step = step;
}

function countQuotes(history: History, values: ReadonlySet<string>): void {
  const quoted = new Map<number, number>();
  for (const value of values) {
    const holder = history.holders.get(value);
    if (holder !== undefined) quoted.set(holder, (quoted.get(holder) ?? 0) + 1);
  }
  for (const [seq, times] of quoted) {
    const item = history.items.get(seq);
    if (item === undefined || times < leastQuoted) continue;
    item.last = history.calls;
    item.uses += 1;
  }
}

/** Tools number the lines of a file that they show. */
function stripNumber(line: string): string {
  return line.replace(/^\s*\d+[→|:\t]/, "").trim();
}

function describeUse({ items, calls }: History, seq: number): Omit<Use, "size"> {
  const item = items.get(seq);
  if (item === undefined) return { age: 0, uses: 0, repeated: 0 };
  const repeated = item.lines < leastLines ? 0 : Math.min(1, item.repeated / item.lines);
  return { age: calls - item.last, uses: item.uses, repeated };
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
