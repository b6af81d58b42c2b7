/** Opens a pointer, a page at a time. An entry's page never exceeds its token limit; its pages joined give its text. */

import { ClewError } from "@clewline/core/errors.js";
import { parseChildName } from "@clewline/core/log/child-lane.js";
import {
  type BlobText,
  type Entry,
  isErased,
  type Note,
  renderPlainText,
  resolveMessageId,
  type Text,
} from "@clewline/core/log/entry.js";
import type { BlobId, EntryId, Instant, LaneRef, SessionRef, Tokens, TurnId } from "@clewline/core/log/keys.js";
import { isSameLane } from "@clewline/core/log/keys.js";
import { makePointer, parsePointer } from "@clewline/core/log/pointer.js";
import { longestPattern, parsePattern } from "@clewline/text/pattern.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { pickNewestVersions } from "../intake/current-entries.js";
import { describeEntry } from "./headline.js";
import { isPrinted } from "./printed-pointers.js";
import { pageFiles, type RecalledFile } from "./recall-files.js";

export const recallPage: Tokens = 2_000;
/** A text that views show whole comes back whole: those of `spillOver` tokens are the longest of them. */
const largestRecall: Tokens = 20_000;

/** A model may open so much at once: whole texts, as far as half of its window has room for them. */
export function pickRecallLimit(available: Tokens): Tokens {
  const page = Math.min(recallPage, Math.floor(available / 4));
  return Math.max(page, Math.min(largestRecall, Math.floor(available / 2)));
}

/** The part of it for the answer to a question, which is lines of many texts. */
export function pickQuestionLimit(limit: Tokens): Tokens {
  return Math.min(limit, Math.max(recallPage, Math.floor(limit / 4)));
}

export interface RecallQuery {
  readonly pointer: string;
  /** Where to continue: the `next` of the previous page. */
  readonly offset: number;
  /** Show only the lines that match this pattern, with their numbers. */
  readonly find: string | null;
  /** Show only these lines, from 1, both included. */
  readonly lines?: { readonly from: number; readonly to: number } | null;
  readonly limit: Tokens;
  /** The turn that asks, whose own quotations and look-ups it may open. */
  readonly turn?: TurnId;
  /** The surface whose view asks; null for a view without one. Without it the owner asks, who may open everything. */
  readonly surface?: string | null;
  /** Shows a message as it reads now, by whichever of its versions the pointer was made. By default an entry gives its own bytes. */
  readonly isCurrent?: boolean;
}

/** One page of a pointer's content; `next` is the offset to continue with. */
export type RecallResult =
  | {
      readonly kind: "page";
      readonly ref: LaneRef;
      readonly text: string;
      readonly next: number | null;
      readonly of: number;
      /** Images and other files of the entry, after the last page of its text. */
      readonly files?: readonly RecalledFile[];
    }
  | {
      readonly kind: "nothing";
      readonly text: string;
      /** Whether the lane does not have the pointer, rather than nothing to show for it. */
      readonly isUnknown?: true;
    };

export async function recall(engine: Engine, scope: LaneRef, query: RecallQuery): Promise<RecallResult> {
  const { kind, address } = parsePointer(query.pointer);
  if (query.find !== null && query.find.length > longestPattern) {
    return { kind: "nothing", text: `A pattern has at most ${longestPattern} characters; this one is longer.` };
  }
  const found = await engine.store.byAddress(scope, address);
  // A pointer from elsewhere gets the same answer as one that was never given out.
  const isConclusion = found !== null && kind === "e" && isOfSubagent(engine, found, scope);
  const isOwn = found !== null && (isSameLane(found.ref, scope) || isConclusion);
  const isOpen = isOwn || (found !== null && kind === "e" && (await isPrinted(engine, scope, found, query)));
  if (found === null || !isOpen || isHidden(found.entry, query)) {
    return { kind: "nothing", text: `Nothing in this lane has the pointer ${query.pointer}.`, isUnknown: true };
  }
  const { ref, entry } = found;
  const opened =
    kind === "s" ? await readSpanPage(engine, ref, entry.seq, query) : await readEntryPage(engine, ref, entry, query);
  return opened.kind === "page" ? { ...opened, ref } : opened;
}

/** Whether one of the lane's own subagents said it as an answer. Its steps on the way stay closed. */
function isOfSubagent(
  { fns }: Engine,
  { ref, entry }: { readonly ref: LaneRef; readonly entry: Entry },
  scope: LaneRef,
): boolean {
  if (ref.session !== scope.session || entry.kind !== "said" || entry.by.role !== "agent") return false;
  return parseChildName(ref.lane, scope.lane, fns.hash) !== null;
}

/** Whether it is private to another surface. */
function isHidden(entry: Entry, { surface }: RecallQuery): boolean {
  return surface !== undefined && entry.private !== undefined && entry.private !== surface;
}

type Page = Omit<Extract<RecallResult, { kind: "page" }>, "ref">;
type PageResult = Page | Extract<RecallResult, { kind: "nothing" }>;

async function readEntryPage(engine: Engine, ref: LaneRef, entry: Entry, query: RecallQuery): Promise<PageResult> {
  if (isErased(entry)) return { kind: "nothing", text: "This entry was erased." };
  if (entry.kind === "noted" && entry.note.kind === "unreadable") return describeUnreadable(entry.note);
  if ((await listDeletedEntries(engine, ref, [entry])).size > 0)
    return { kind: "nothing", text: "This message was deleted." };
  const [version = entry] = query.isCurrent ? await listNewestVersions(engine, ref, [entry]) : [entry];
  const [whole = ""] = await readEntryTexts(engine, ref, [version]);
  const { length } = listLines(version, whole);
  if (query.lines && query.lines.from > length)
    return { kind: "nothing", text: `There is nothing on line ${query.lines.from}; the last one is ${length}.` };
  const text = query.lines ? selectLines(listLines(version, whole), query.lines) : whole;
  if (query.find !== null) return pageMatches(engine, listLines(version, text), query.find, query);
  return query.lines ? pageText(engine, text, query) : pageWithFiles(engine, ref, { entry: version, text }, query);
}

function describeUnreadable({ reason }: Extract<Note, { kind: "unreadable" }>): PageResult {
  const remedy = "clew doctor names all such entries, and clew doctor --rescue saves the others";
  return { kind: "nothing", text: `This entry can't be read, because the log is damaged: ${reason}. ${remedy}.` };
}

/** Each entry as it reads now: an edited message, and every edit of it, is its newest version. */
async function listNewestVersions(engine: Engine, ref: LaneRef, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const newest = pickNewestVersions(await engine.store.changesOf(ref, entries.map(resolveMessageId)));
  return entries.map((entry) => newest.get(resolveMessageId(entry)) ?? entry);
}

/** The lane that a pointer leads into, in any session. For the owner of the log, not for a model. */
export async function resolvePointerLane(engine: Engine, pointer: string): Promise<LaneRef> {
  const { address } = parsePointer(pointer);
  const [found] = await engine.store.locate(engine.owner, { kind: "address", address });
  if (found !== undefined) return found.ref;
  throw new ClewError("pointer/unknown", `Nothing in this log has the pointer ${pointer}`, {
    hint: "Copy it from clew log --json, clew context or clew why, and check --store",
  });
}

/** The entries' own texts, which their pages add up to. */
export async function readEntryTexts(
  { store }: Engine,
  session: SessionRef,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  const texts = entries.map(listOwnTexts);
  const ids = texts.flat().flatMap((text): readonly BlobId[] => (typeof text === "string" ? [] : [text.blob]));
  const blobs = ids.length === 0 ? new Map<BlobId, string>() : await store.blobs(session, ids);
  const whole = (text: Text) => (typeof text === "string" ? text : (blobs.get(text.blob) ?? describeLostText(text)));
  return texts.map((each) => each.map(whole).join("\n"));
}

/** Joins the ends of a long text, which the entry holds, when its content can't be read. */
function describeLostText({ head, tail, chars }: BlobText): string {
  const between = `[${chars - head.length - tail.length} characters can't be read, because the log is damaged]`;
  return `${head}\n${between}\n${tail}`;
}

function listOwnTexts(entry: Entry): readonly Text[] {
  switch (entry.kind) {
    case "said":
    case "revised":
      return entry.parts.map((part) => (part.kind === "file" ? renderPlainText([part]) : part.text));
    case "called":
      return [entry.input];
    case "returned":
      if (entry.output.kind !== "content") return [entry.output.text];
      return entry.output.parts.map((part) => (part.kind === "file" ? renderPlainText([part]) : part.text));
    case "noted":
      return [JSON.stringify(entry.note)];
    case "withdrawn":
      return [""];
    default:
      return entry satisfies never;
  }
}

/** An input is JSON, which has the lines of a text on one of its own. */
function listLines({ kind }: Entry, text: string): readonly string[] {
  return text.split(kind === "called" ? /\n|(?<!\\)\\n/ : "\n");
}

function selectLines(all: readonly string[], { from, to }: RecallQuery["lines"] & {}): string {
  return all.slice(Math.max(0, from - 1), to).join("\n");
}

function pageText(engine: Engine, text: string, { offset, limit }: RecallQuery): PageResult {
  if (offset > 0 && offset >= text.length) return describeEnd(offset, `it has ${text.length} characters`);
  const start = Math.min(Math.max(0, offset), text.length);
  const end = start + fitCharacters(engine, text.slice(start, start + limit * 8), limit);
  return { kind: "page", text: text.slice(start, end), next: end < text.length ? end : null, of: text.length };
}

/** For an offset that no page names. */
function describeEnd(offset: number, size: string): PageResult {
  return { kind: "nothing", text: `There is nothing at offset ${offset}: ${size}; ask without an offset.` };
}

/** Files follow the text: an offset beyond its end counts them. */
async function pageWithFiles(
  engine: Engine,
  ref: SessionRef,
  { entry, text }: { readonly entry: Entry; readonly text: string },
  query: RecallQuery,
): Promise<PageResult> {
  const page = pageText(engine, text, query);
  if (page.kind === "page" && page.next !== null) return page;
  const shown = page.kind === "page" ? page : { ...page, kind: "page" as const, text: "", of: text.length };
  const room = query.limit - countTokens(shown.text, engine.fns.calibration);
  const { files, next } = await pageFiles(engine, ref, entry, { from: Math.max(0, query.offset - text.length), room });
  return files.length === 0 ? page : { ...shown, files, next: next === null ? null : text.length + next };
}

function pageMatches(engine: Engine, lines: readonly string[], find: string, query: RecallQuery): PageResult {
  const { offset, limit } = query;
  const matches = listMatches(lines, parsePattern(find), query.lines?.from ?? 1);
  if (matches.length === 0) return { kind: "nothing", text: `No line holds ${JSON.stringify(find)}.` };
  if (offset >= matches.length)
    return describeEnd(offset, `${matches.length} ${matches.length === 1 ? "line holds" : "lines hold"} that`);
  return pageLines(engine, matches, Math.max(0, offset), limit);
}

/** The lines that match, with their numbers; of a line that is too long to be read, the parts that match. */
function listMatches(lines: readonly string[], matching: (line: string) => boolean, first: number): readonly string[] {
  return lines.flatMap((line, index) => {
    if (!matching(line)) return [];
    const parts = line.length <= longestLine ? [line] : cutLine(line);
    const found = parts.filter(matching);
    return (found.length === 0 ? parts.slice(0, 1) : found).map((part) => `${index + first}: ${part}`);
  });
}

/** In characters: minified JSON is one line. */
const longestLine = 2_000;
const partLength = 800;

/** Neighbouring parts share as much as a pattern is long, so that none is cut apart. */
function cutLine(line: string): readonly string[] {
  const step = partLength - longestPattern;
  return Array.from({ length: Math.ceil((line.length - longestPattern) / step) }, (_, part) => {
    const from = part * step;
    const to = Math.min(line.length, from + partLength);
    return `${from === 0 ? "" : "… "}${line.slice(from, to)}${to === line.length ? "" : " …"}`;
  });
}

/** Entries to look through for one page; a page without a match says where to continue. */
const spanReach = 2_000;

async function readSpanPage(engine: Engine, ref: LaneRef, from: number, query: RecallQuery): Promise<PageResult> {
  const { last } = await engine.store.read(ref, 0, null);
  const start = from + Math.max(0, query.offset);
  if (start > last) return { kind: "nothing", text: "There are no further entries." };
  const lines: string[] = [];
  let left = query.limit;
  let seq = start;
  while (seq <= last && seq < start + spanReach) {
    const to = Math.min(last, seq + 199);
    for (const [entry, line] of await listSpanLines(engine, ref, { from: seq, to }, query)) {
      if (line !== null) {
        left -= countTokens(line, engine.fns.calibration) + 1;
        if (left < 0 && lines.length > 0) return makeSpanResult(lines, from, seq, last);
        lines.push(line);
      }
      seq = entry.seq + 1;
    }
    // A damaged log may have a gap at the end of a page, or consist of gaps.
    seq = Math.max(seq, to + 1);
  }
  return makeSpanResult(lines, from, seq, last);
}

/** A line for each entry to list, null for the others. */
async function listSpanLines(
  engine: Engine,
  ref: LaneRef,
  { from, to }: { readonly from: number; readonly to: number },
  query: RecallQuery,
): Promise<readonly (readonly [Entry, string | null])[]> {
  const { find } = query;
  const entries = await engine.store.range(ref, from, to);
  const deleted = await listDeletedEntries(engine, ref, entries);
  const versions = query.isCurrent ? await listNewestVersions(engine, ref, entries) : entries;
  const texts = find === null ? [] : await readEntryTexts(engine, ref, versions);
  const matching = find === null ? null : parsePattern(find);
  return entries.map((entry, index) => {
    const version = versions[index] ?? entry;
    const isOldEdit = entry.kind === "revised" && version.id !== entry.id;
    const isOpen = !deleted.has(entry.id) && !isHidden(entry, query) && !isOldEdit;
    const matches = matching === null ? null : listMatches(listLines(version, texts[index] ?? ""), matching, 1);
    if (!isOpen || matches?.length === 0) return [entry, null];
    const line = `${makePointer("e", ref, entry.seq, engine.fns.hash)} ${formatMinute(entry.at)} ${describeEntry(reword(entry, version)).text}`;
    return [entry, [line, ...indentMatches(engine, line, matches ?? [], query.limit)].join("\n")];
  });
}

/** The matches of one entry take at most this part of a page. */
const matchesPart = 4;

/** Below the line of their entry, where that does not say the same. */
function indentMatches(engine: Engine, line: string, matches: readonly string[], limit: Tokens): readonly string[] {
  const isSaid =
    matches.length === 1 &&
    line.endsWith(
      matches
        .join()
        .replace(/^\d+: /, "")
        .trim(),
    );
  if (isSaid || matches.length === 0) return [];
  const page = pageLines(engine, matches, 0, Math.floor(limit / matchesPart));
  const shown = page.kind === "nothing" || page.text === "" ? [] : page.text.split("\n").map((each) => `  ${each}`);
  const more = matches.length - shown.length;
  return more === 0 ? shown : [...shown, `  [${more} more ${more === 1 ? "line matches" : "lines match"}]`];
}

/** A message with the words of another version of it. */
function reword(entry: Entry, version: Entry): Entry {
  return entry.kind === "said" && version.kind === "revised" ? { ...entry, parts: version.parts } : entry;
}

/** `next` counts entries from the pointer's own. */
function makeSpanResult(lines: readonly string[], from: number, seq: number, last: number): PageResult {
  const next = seq <= last ? seq - from : null;
  const text = lines.length > 0 ? lines.join("\n") : "No entry up to here holds that text.";
  return { kind: "page", text, next, of: last - from + 1 };
}

/** Entries that their author withdrew, and the edits of these. The log keeps them, but recall does not show them. */
async function listDeletedEntries(
  engine: Engine,
  ref: LaneRef,
  entries: readonly Entry[],
): Promise<ReadonlySet<EntryId>> {
  const changes = await engine.store.changesOf(ref, entries.map(resolveMessageId));
  const taken = new Set(changes.flatMap((each) => (each.kind === "withdrawn" ? [each.target] : [])));
  return new Set(entries.filter((entry) => taken.has(resolveMessageId(entry))).map(({ id }) => id));
}

function formatMinute(at: Instant): string {
  return Number.isFinite(at) && Math.abs(at) <= 8.64e15 ? new Date(at).toISOString().slice(0, 16) : "unknown";
}

function pageLines(engine: Engine, lines: readonly string[], offset: number, limit: Tokens): PageResult {
  const shown: string[] = [];
  let left = limit;
  for (const line of lines.slice(offset)) {
    const fitting = fitCharacters(engine, line.slice(0, limit * 8), Math.floor(limit / 2));
    const cut = fitting < line.length ? `${line.slice(0, fitting)} …` : line;
    left -= countTokens(cut, engine.fns.calibration) + 1;
    if (left < 0) break;
    shown.push(cut);
  }
  const next = offset + shown.length;
  return { kind: "page", text: shown.join("\n"), next: next < lines.length ? next : null, of: lines.length };
}

/** How many characters of a text fit into the tokens, at least one, without splitting a surrogate pair. */
export function fitCharacters(engine: Engine, text: string, limit: Tokens): number {
  if (countTokens(text, engine.fns.calibration) <= limit) return Math.max(1, text.length);
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (countTokens(text.slice(0, middle), engine.fns.calibration) <= limit) low = middle;
    else high = middle - 1;
  }
  const splits = low < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, low)) && low > 1;
  return Math.max(1, splits ? low - 1 : low);
}

/** The arguments that a model may pass to a recall. */
export interface RecallInput {
  readonly pointer?: string | undefined;
  readonly question?: string | undefined;
  readonly offset?: number | undefined;
  readonly find?: string | undefined;
  readonly lines?: string | undefined;
}

/** Lines as a model writes them: `40` or `40-80`. */
export function parseLineRange(lines: string | undefined): { readonly from: number; readonly to: number } | null {
  if (lines === undefined) return null;
  const [from = 1, to = from] = lines.split("-").map(Number);
  return { from, to };
}
