/**
 * The needs of later calls: values in a call's input or in its answer, such as a path, a name or a figure, of which the history before it
 * has one place alone. A view shows such a value only with the line that it stood in.
 */

import { condenseResult } from "@clewline/core/log/arrival/condensed-result.js";
import { type Entry, isFromModel, listParts, type Text } from "@clewline/core/log/entry.js";
import { listJsonStrings } from "@clewline/text/json.js";
import type { LaneHistory } from "./history.js";
import { listValues } from "./values.js";

/** One value that a call needs, with its lines as a request writes them. */
export interface Quote {
  readonly value: string;
  readonly lines: readonly string[];
  /** The entry that holds it, by its seq: what a recall would open. */
  readonly source: number;
  /** Whether so many entries came after it that it is far. */
  readonly isFar: boolean;
}

/** From so many entries on a value is far. */
const far = 40;

export interface Shown {
  readonly all: number;
  readonly shown: number;
}

/** How many of the needed values the views of a policy show. */
export interface QuotesShown extends Shown {
  /** Those that were last seen 40 entries ago or more. */
  readonly far: Shown;
}

/** The same for one call, with the entries that it would have had to open. */
export interface CallQuotes extends QuotesShown {
  readonly missing: readonly number[];
}

/** Of an entry, so many lines with the value are kept. */
const linesKept = 8;
/** Of a longer line, as much on each side of the value. */
const lineReach = 120;

/** For each call, what it needs. */
export function collectQuotes(lane: LaneHistory): readonly (readonly Quote[])[] {
  const places = new Map<string, Held>();
  const found: (readonly Quote[])[] = [];
  let read = 0;
  for (const { after, turn } of lane.calls) {
    for (; read < after; read++) {
      const entry = lane.entries[read];
      keepPlaces(places, read + 1, listTexts(lane, entry));
      addCondensed(places, read + 1, entry);
    }
    const answer = listAnswer(lane, after, turn);
    const values = new Set(answer.flatMap((entry) => listTexts(lane, entry)).flatMap(listTextValues));
    found.push([...values].flatMap((value) => makeQuotes(value, places.get(value), after)));
  }
  return found;
}

function makeQuotes(value: string, held: Held | undefined, after: number): readonly Quote[] {
  if (held === undefined || held.isElsewhere) return [];
  return [{ value, lines: held.lines, source: held.source, isFar: after - held.source >= far }];
}

/** Where a value stands. */
interface Held {
  readonly source: number;
  readonly lines: string[];
  /** Whether a second entry holds it too. */
  isElsewhere: boolean;
}

/** The model's words and calls in the step that begins behind this place, without its thoughts. */
function listAnswer({ entries }: LaneHistory, after: number, turn: string): readonly Entry[] {
  const first = entries[after];
  const step: Entry[] = [];
  for (let place = after; place < entries.length; place++) {
    const entry = entries[place];
    if (entry === undefined || entry.turn !== turn || entry.step !== first?.step) break;
    if (entry.kind === "called" || (entry.kind === "said" && isFromModel(entry))) step.push(entry);
  }
  return step;
}

function keepPlaces(places: Map<string, Held>, source: number, texts: readonly string[]): void {
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    for (const value of listValues(line)) {
      const known = places.get(value);
      if (known === undefined) places.set(value, { source, lines: [cutAround(line, value)], isElsewhere: false });
      else if (known.source !== source) known.isElsewhere = true;
      else if (known.lines.length < linesKept) known.lines.push(cutAround(line, value));
    }
  }
}

/** A view may show a result condensed without loss: its lines are others, and hold the values too. */
function addCondensed(places: ReadonlyMap<string, Held>, source: number, entry: Entry | undefined): void {
  const condensed = entry?.kind === "returned" ? condenseResult(entry) : null;
  for (const line of condensed?.split("\n") ?? []) {
    for (const value of listValues(line)) {
      const known = places.get(value);
      if (known?.source === source && known.lines.length < 2 * linesKept) known.lines.push(cutAround(line, value));
    }
  }
}

function listTextValues(text: string): readonly string[] {
  return text.split("\n").flatMap(listValues);
}

function cutAround(line: string, value: string): string {
  const at = line.indexOf(value);
  const cut = line.slice(Math.max(0, at - lineReach), at + value.length + lineReach).trim();
  return writeInJson(cut);
}

/** As it stands inside a text of a request. */
function writeInJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The texts of an entry as a person reads them; of a call's input each text by itself. */
function listTexts({ blobs }: LaneHistory, entry: Entry | undefined): readonly string[] {
  if (entry === undefined) return [];
  const read = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? ""));
  if (entry.kind === "called") return listJsonStrings(read(entry.input));
  if (entry.kind === "returned" && entry.output.kind !== "content") return [read(entry.output.text)];
  return listParts(entry).flatMap((part) => (part.kind === "text" ? [read(part.text)] : []));
}

/** Tells which of these values stand in a view of these chunks. */
export type QuoteCounter = (quotes: readonly Quote[], chunks: readonly string[]) => CallQuotes;

export function makeQuoteCounter(textOf: (chunk: string) => string): QuoteCounter {
  /** Where a line was found before, because most chunks of a view are those of the view before it. */
  const found = new Map<string, string>();
  return (quotes, chunks) => {
    const present = new Set(chunks);
    const isShown = (line: string) => {
      if (present.has(found.get(line) ?? "")) return true;
      const chunk = chunks.findLast((each) => textOf(each).includes(line));
      if (chunk !== undefined) found.set(line, chunk);
      return chunk !== undefined;
    };
    return countQuotes(quotes, ({ lines }) => lines.some(isShown));
  };
}

export function countQuotes(quotes: readonly Quote[], isShown: (quote: Quote) => boolean): CallQuotes {
  const missing = quotes.filter((quote) => !isShown(quote));
  const distant = quotes.filter(({ isFar }) => isFar).length;
  const distantMissing = missing.filter(({ isFar }) => isFar).length;
  return {
    all: quotes.length,
    shown: quotes.length - missing.length,
    far: { all: distant, shown: distant - distantMissing },
    missing: [...new Set(missing.map(({ source }) => source))],
  };
}
