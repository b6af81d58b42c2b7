/**
 * What later calls quote: values in a call's input, such as a path, a name or a line of a file, that stood in the history
 * before it. A view shows such a value only with the line that it stood in.
 */

import { type Entry, listParts, type Text } from "../core/log/entry.js";
import { listJsonStrings } from "../core/text/json.js";
import { listLineValues } from "../core/text/quotable.js";
import type { LaneHistory } from "./history.js";

/** One value that a call quotes: the newest lines before the call that hold it, as a request writes them. */
export interface Quote {
  readonly value: string;
  readonly lines: readonly string[];
  /** The newest entry that holds it, by its seq: what a recall would open. */
  readonly source: number;
  /** The newest entries that hold it. */
  readonly holders: readonly number[];
}

/** How many of the quoted values the views of a policy show. */
export interface QuotesShown {
  readonly all: number;
  readonly shown: number;
}

/** The same for one call, with the entries that it would have had to open. */
export interface CallQuotes extends QuotesShown {
  readonly missing: readonly number[];
}

/** Any of so many places where a value stood is enough. */
const placesKept = 8;
/** Of a longer line, as much on each side of the value. */
const lineReach = 120;

/** For each call, what it quotes. */
export function collectQuotes(lane: LaneHistory): readonly (readonly Quote[])[] {
  const places = new Map<string, Held>();
  const found: (readonly Quote[])[] = [];
  let read = 0;
  for (const { after, turn } of lane.calls) {
    for (; read < after; read++) keepPlaces(places, read + 1, listTexts(lane, lane.entries[read]));
    const answer = listAnswer(lane, after, turn);
    const values = new Set(answer.flatMap((entry) => listTexts(lane, entry)).flatMap(listValues));
    found.push(
      [...values].flatMap((value) => {
        const held = places.get(value);
        return held === undefined
          ? []
          : [{ value, lines: [...held.lines], source: held.source, holders: [...held.holders] }];
      }),
    );
  }
  return found;
}

/** Where a value stands: its newest lines, and the newest entry with it. */
interface Held {
  source: number;
  readonly lines: string[];
  readonly holders: number[];
}

/** The calls of the step that begins behind this place. */
function listAnswer({ entries }: LaneHistory, after: number, turn: string): readonly Entry[] {
  const first = entries[after];
  const step: Entry[] = [];
  for (let place = after; place < entries.length; place++) {
    const entry = entries[place];
    if (entry === undefined || entry.turn !== turn || entry.step !== first?.step) break;
    if (entry.kind === "called") step.push(entry);
  }
  return step;
}

function keepPlaces(places: Map<string, Held>, source: number, texts: readonly string[]): void {
  for (const line of texts.flatMap((text) => text.split("\n"))) {
    for (const value of listLineValues(line)) {
      const shown = cutAround(line, value);
      const known = places.get(value);
      if (known === undefined) {
        places.set(value, { source, lines: [shown], holders: [source] });
        continue;
      }
      if (known.source !== source)
        known.holders.splice(0, known.holders.length, source, ...known.holders.slice(0, placesKept - 1));
      known.source = source;
      if (!known.lines.includes(shown))
        known.lines.splice(0, known.lines.length, shown, ...known.lines.slice(0, placesKept - 1));
    }
  }
}

function listValues(text: string): readonly string[] {
  return text.split("\n").flatMap(listLineValues);
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
  return listParts(entry).flatMap((part) => (part.kind === "file" ? [] : [read(part.text)]));
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
    const missing = quotes.filter(({ lines }) => !lines.some(isShown));
    const sources = [...new Set(missing.map(({ source }) => source))];
    return { all: quotes.length, shown: quotes.length - missing.length, missing: sources };
  };
}
