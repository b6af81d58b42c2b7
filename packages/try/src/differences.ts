/** Compares the fates of entries in two views, and ranks results by the cost of sending them again. */
import { type Entry, listParts, type Text } from "@clewline/core/log/entry.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import type { LaneHistory } from "./history.js";

/** An entry of the history, named so that a reader recognises it. */
export interface NamedEntry {
  readonly seq: number;
  /** The tool, or who said it. */
  readonly what: string;
  /** How it begins; for a result, what was requested. */
  readonly about: string;
  readonly tokens: Tokens;
}

/** How many entries were shown how on one call. */
export interface Fate {
  readonly full: number;
  readonly shortened: number;
  readonly summarised: number;
  readonly leftOut: number;
}

export interface Difference {
  /** Entries that the first shows in full and the second does not. */
  readonly entries: number;
  readonly tokens: Tokens;
  readonly largest: readonly NamedEntry[];
}

export interface ResentResult extends NamedEntry {
  /** Calls that included it. */
  readonly times: number;
  /** Its tokens on all of these calls together. */
  readonly inAll: Tokens;
}

/** Counts a text's tokens as its provider would. */
export type Count = (text: Text) => Tokens;

const shown = 3;

export function countFates({ entries }: LaneHistory, verdicts: readonly Verdict[]): Fate {
  const fate = { full: 0, shortened: 0, summarised: 0, leftOut: 0 };
  for (const { from, to, kind } of verdicts) {
    // Notes are for the log alone.
    const many = entries.slice(from - 1, to).filter((entry) => entry.kind !== "noted").length;
    if (kind === "kept" || kind === "retrieved") fate.full += many;
    else if (kind === "stubbed") fate.shortened += many;
    else if (kind === "summarised") fate.summarised += many;
    else fate.leftOut += many;
  }
  return fate;
}

export function compareVerdicts(
  lane: LaneHistory,
  first: readonly Verdict[],
  second: readonly Verdict[],
  count: Count,
): Difference {
  const others = listKeptPlaces(second);
  const only = [...listKeptPlaces(first)].filter((seq) => !others.has(seq));
  const named = only.flatMap((seq) => {
    const entry = lane.entries[seq - 1];
    return entry === undefined ? [] : [nameEntry(lane, entry, count)];
  });
  const tokens = named.reduce((sum, each) => sum + each.tokens, 0);
  return { entries: only.length, tokens, largest: named.sort((a, b) => b.tokens - a.tokens).slice(0, shown) };
}

function listKeptPlaces(verdicts: readonly Verdict[]): Set<number> {
  const seqs = new Set<number>();
  for (const { from, to, kind, rule } of verdicts) {
    if (kind !== "kept" || rule === "bookkeeping") continue;
    for (let seq = from; seq <= to; seq++) seqs.add(seq);
  }
  return seqs;
}

/** Tool results, ordered by what it costs to send the whole history again and again. */
export function rankResentResults(lanes: readonly LaneHistory[], count: Count): readonly ResentResult[] {
  const all = lanes.flatMap((lane) =>
    lane.entries.flatMap((entry) => {
      if (entry.kind !== "returned") return [];
      const times = lane.calls.filter(({ after, since }) => after >= entry.seq && since <= entry.seq).length;
      const named = nameEntry(lane, entry, count);
      return times < 2 ? [] : [{ ...named, times, inAll: times * named.tokens }];
    }),
  );
  return all.sort((a, b) => b.inAll - a.inAll).slice(0, shown);
}

function nameEntry(lane: LaneHistory, entry: Entry, count: Count): NamedEntry {
  const texts = listEntryTexts(entry).reduce((sum, text) => sum + count(text), 0);
  const files = listParts(entry).reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : 0), 0);
  return { seq: entry.seq, ...describeEntry(lane, entry), tokens: texts + files };
}

function describeEntry({ entries }: LaneHistory, entry: Entry): Pick<NamedEntry, "what" | "about"> {
  switch (entry.kind) {
    case "returned": {
      const call = entries.find((each) => each.kind === "called" && each.call === entry.call);
      return { what: entry.tool, about: call?.kind === "called" ? extractGist(call.input) : "" };
    }
    case "called":
      return { what: `${entry.tool} (call)`, about: extractGist(entry.input) };
    case "said":
      return { what: entry.by.role === "agent" ? "answer" : "message", about: readFirstText(entry) };
    default:
      return { what: "edit", about: readFirstText(entry) };
  }
}

function readFirstText(entry: Entry): string {
  const [text = ""] = listEntryTexts(entry);
  return cutBeginning(text);
}

/** The value by which people recognise a call: a path, a command, a question. */
function extractGist(input: Text): string {
  const [, quoted] = /:\s*"((?:[^"\\]|\\.)+)/.exec(telling.exec(cutEnds(input))?.[0] ?? cutBeginning(input)) ?? [];
  return (quoted ?? cutBeginning(input)).replaceAll("\\n", " ").replaceAll('\\"', '"');
}

const telling = /"(?:file_path|path|command|cmd|query|pattern|url|description|prompt)":\s*"(?:[^"\\]|\\.)+/;
const endLength = 400;

function cutBeginning(text: Text): string {
  return (typeof text === "string" ? text : text.head).slice(0, endLength);
}

function cutEnds(text: Text): string {
  return `${cutBeginning(text)} ${(typeof text === "string" ? text : text.tail).slice(-endLength)}`;
}

function listEntryTexts(entry: Entry): readonly Text[] {
  if (entry.kind === "called") return [entry.input];
  if (entry.kind === "returned" && entry.output.kind !== "content") return [entry.output.text];
  return listParts(entry).flatMap((part) => (part.kind === "file" ? [] : [part.text]));
}
