/** Opens a pointer, a page at a time. A page never exceeds its token limit, and pages joined give the entry's text. */

import { sourceOf } from "../core/delivery.js";
import { type Entry, plainText, type Text } from "../core/entry.js";
import type { BlobId, Instant, LaneRef, Tokens } from "../core/keys.js";
import { sameLane } from "../core/keys.js";
import { parsePointer, pointerTo } from "../core/pointer.js";
import { countTokens } from "../core/tokens.js";
import type { House } from "./house.js";

export const recallPage: Tokens = 2_000;

export interface RecallQuery {
  readonly pointer: string;
  /** Where to go on: the `next` of the page before. */
  readonly offset: number;
  /** Show only the lines that hold this text, with their numbers. */
  readonly find: string | null;
  readonly limit: Tokens;
  /** The pointer stands in the turn's own quote, which may come from another lane of the session. */
  readonly quoted?: boolean;
}

/** One page of what a pointer stands for; `next` is the offset to go on with. */
export type Recalled =
  | { readonly kind: "page"; readonly text: string; readonly next: number | null; readonly of: number }
  | { readonly kind: "nothing"; readonly text: string };

export async function recall(house: House, scope: LaneRef, query: RecallQuery): Promise<Recalled> {
  const { kind, address } = parsePointer(query.pointer);
  const found = await house.store.byAddress(house.owner, address);
  // A pointer from elsewhere looks exactly like one that was never given out.
  const open = found !== null && (sameLane(found.ref, scope) || (query.quoted && found.ref.session === scope.session));
  if (found === null || !open) {
    return { kind: "nothing", text: `Nothing in this lane has the pointer ${query.pointer}.` };
  }
  if (await isDeleted(house, found.ref, found.entry)) return { kind: "nothing", text: "This message was deleted." };
  if (kind === "s") return spanPage(house, found.ref, found.entry.seq, query);
  const text = await entryText(house, found.entry);
  return query.find === null ? textPage(house, text, query) : matchPage(house, text, query.find, query);
}

/** The entry's own text: what its pages add up to. */
async function entryText(house: House, entry: Entry): Promise<string> {
  const texts = textsOf(entry);
  const ids = texts.flatMap((text): readonly BlobId[] => (typeof text === "string" ? [] : [text.blob]));
  const blobs = ids.length === 0 ? new Map<BlobId, string>() : await house.store.blobs(house.owner, ids);
  return texts.map((text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? ""))).join("\n");
}

function textsOf(entry: Entry): readonly Text[] {
  switch (entry.kind) {
    case "said":
    case "revised":
      return entry.parts.map((part) => (part.kind === "file" ? plainText([part]) : part.text));
    case "called":
      return [entry.input];
    case "returned":
      if (entry.output.kind !== "content") return [entry.output.text];
      return entry.output.parts.map((part) => (part.kind === "file" ? plainText([part]) : part.text));
    case "noted":
      return [JSON.stringify(entry.note)];
    case "withdrawn":
      return [""];
    default:
      return entry satisfies never;
  }
}

function textPage(house: House, text: string, { offset, limit }: RecallQuery): Recalled {
  const start = Math.min(Math.max(0, offset), text.length);
  const end = start + longest(house, text.slice(start, start + limit * 8), limit);
  return { kind: "page", text: text.slice(start, end), next: end < text.length ? end : null, of: text.length };
}

function matchPage(house: House, text: string, find: string, { offset, limit }: RecallQuery): Recalled {
  const wanted = find.toLowerCase();
  const lines = text.split("\n");
  const matches = lines.flatMap((line, index) =>
    line.toLowerCase().includes(wanted) ? [`${index + 1}: ${line}`] : [],
  );
  if (matches.length === 0) return { kind: "nothing", text: `No line holds ${JSON.stringify(find)}.` };
  return linesPage(house, matches, Math.max(0, offset), limit, matches.length);
}

/** Entries looked through for one page; a page that found nothing says where to go on. */
const spanReach = 2_000;

async function spanPage(house: House, ref: LaneRef, from: number, query: RecallQuery): Promise<Recalled> {
  const { last } = await house.store.read(ref, 1, null);
  const start = from + Math.max(0, query.offset);
  if (start > last) return { kind: "nothing", text: "There are no further entries." };
  const lines: string[] = [];
  let left = query.limit;
  let seq = start;
  while (seq <= last && seq < start + spanReach) {
    for (const entry of await house.store.range(ref, seq, Math.min(last, seq + 199))) {
      const line = await spanLine(house, ref, entry, query.find);
      if (line !== null) {
        left -= countTokens(line, house.kit.calibration) + 1;
        if (left < 0 && lines.length > 0) return spanResult(lines, from, seq, last);
        lines.push(line);
      }
      seq = entry.seq + 1;
    }
  }
  return spanResult(lines, from, seq, last);
}

/** `next` counts entries from the pointer's own. */
function spanResult(lines: readonly string[], from: number, seq: number, last: number): Recalled {
  const next = seq <= last ? seq - from : null;
  const text = lines.length > 0 ? lines.join("\n") : "No entry up to here holds that text.";
  return { kind: "page", text, next, of: last - from + 1 };
}

/** What its author took back is not shown again, though the log keeps it. */
async function isDeleted(house: House, ref: LaneRef, entry: Entry): Promise<boolean> {
  const source = sourceOf(entry);
  if (source === null) return false;
  const newest = await house.store.bySource(house.owner, ref.session, source.message);
  return newest?.entry.kind === "withdrawn";
}

async function spanLine(house: House, ref: LaneRef, entry: Entry, find: string | null): Promise<string | null> {
  if (await isDeleted(house, ref, entry)) return null;
  if (find !== null && !(await entryText(house, entry)).toLowerCase().includes(find.toLowerCase())) return null;
  return `${pointerTo("e", ref, entry.seq, house.kit.hash)} ${minute(entry.at)} ${headline(entry)}`;
}

/** One line that says what an entry is. */
export function headline(entry: Entry): string {
  switch (entry.kind) {
    case "said":
      return `${entry.by.role === "agent" ? "agent" : short(entry.by.address ?? "user")}: ${short(plainText(entry.parts))}`;
    case "revised":
      return `edit: ${short(plainText(entry.parts))}`;
    case "called":
      return `call ${short(entry.tool)} ${short(typeof entry.input === "string" ? entry.input : entry.input.head)}`;
    case "returned": {
      const { output } = entry;
      const text =
        output.kind === "content" ? plainText(output.parts) : plainText([{ kind: "text", text: output.text }]);
      return `result of ${short(entry.tool)}: ${short(text)}`;
    }
    case "noted":
      return entry.note.kind === "turn-ended" ? `turn ${entry.note.state}: ${entry.note.reason}` : entry.note.kind;
    case "withdrawn":
      return "withdrawn";
    default:
      return entry satisfies never;
  }
}

function minute(at: Instant): string {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString().slice(0, 16) : "unknown";
}

function linesPage(house: House, lines: readonly string[], offset: number, limit: Tokens, of: number): Recalled {
  const shown: string[] = [];
  let left = limit;
  for (const line of lines.slice(offset)) {
    const cut = line.slice(0, longest(house, line, Math.floor(limit / 2)));
    left -= countTokens(cut, house.kit.calibration) + 1;
    if (left < 0) break;
    shown.push(cut);
  }
  const next = offset + shown.length;
  return { kind: "page", text: shown.join("\n"), next: next < lines.length ? next : null, of };
}

/** How many characters of a text fit into the tokens, never half of a pair. */
function longest(house: House, text: string, limit: Tokens): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(0, middle), house.kit.calibration) <= limit) low = middle;
    else high = middle - 1;
  }
  const splits = low < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, low)) && low > 1;
  return Math.max(1, splits ? low - 1 : low);
}

function short(text: string): string {
  const line = text.slice(0, 1_000).replace(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
