/**
 * What later calls need: a value that a call or an answer quotes and that stood in one earlier result or input alone. It is
 * found by other rules than those by which views are made: a measure that a policy goes by too is none.
 */
import { type Entry, isFromModel, listParts, type Text } from "@clewline/core/log/entry.js";
import { listJsonStrings } from "@clewline/text/json.js";
import type { LaneHistory } from "@clewline/try/history.js";

export interface Need {
  readonly value: string;
  /** The place of the call that quotes it, among the calls of its lane. */
  readonly call: number;
  /** The one entry that holds it, by its seq. */
  readonly source: number;
  /** Whether it was last seen 40 or more entries before. */
  readonly isFar: boolean;
}

const far = 40;
/** Paths, identifiers, and figures of three digits and more. */
const pattern = /[A-Za-z_$][\w$]*(?:[-./:@][\w$]+)+|[A-Za-z_$][\w$]{5,}|\d[\d.,:]*\d/g;
const looksMade = /[\d_$./:@-]|[a-z][A-Z]/;

export function collectNeeds(lane: LaneHistory): readonly Need[] {
  const holders = new Map<string, number | "several">();
  const needs: Need[] = [];
  let read = 0;
  for (const [call, { after, turn }] of lane.calls.entries()) {
    for (; read < after; read++) keepHolders(holders, lane, lane.entries[read]);
    for (const value of listValues(lane, listAnswer(lane, after, turn))) {
      const source = holders.get(value);
      if (typeof source !== "number" || !isClearable(lane.entries[source - 1])) continue;
      needs.push({ value, call, source, isFar: after - source >= far });
    }
  }
  return needs;
}

function keepHolders(holders: Map<string, number | "several">, lane: LaneHistory, entry: Entry | undefined): void {
  if (entry === undefined) return;
  for (const value of listValues(lane, [entry])) holders.set(value, holders.has(value) ? "several" : entry.seq);
}

function isClearable(entry: Entry | undefined): boolean {
  return entry?.kind === "returned" || entry?.kind === "called";
}

/** What the model said and called in the step that begins behind this place. */
function listAnswer({ entries }: LaneHistory, after: number, turn: string): readonly Entry[] {
  const first = entries[after];
  const rest = entries.slice(after);
  const end = rest.findIndex((entry) => entry.turn !== turn || entry.step !== first?.step);
  const step = end === -1 ? rest : rest.slice(0, end);
  return step.filter((entry) => isFromModel(entry) && entry.kind !== "returned");
}

function listValues(lane: LaneHistory, entries: readonly Entry[]): ReadonlySet<string> {
  const texts = entries.flatMap((entry) => listTexts(lane, entry));
  const found = texts.flatMap((text) => text.match(pattern) ?? []);
  return new Set(
    found.filter((value) =>
      /^\d/.test(value) ? value.replace(/\D/g, "").length >= 3 : looksMade.test(value) && value.length >= 6,
    ),
  );
}

function listTexts({ blobs }: LaneHistory, entry: Entry): readonly string[] {
  const read = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? ""));
  if (entry.kind === "called") return listJsonStrings(read(entry.input));
  if (entry.kind === "returned" && entry.output.kind !== "content") return [read(entry.output.text)];
  return listParts(entry).flatMap((part) => (part.kind === "text" ? [read(part.text)] : []));
}
