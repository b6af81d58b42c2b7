/** Builds summaries by rule from the entries that leave a view, with or without a model's text, within a given room. */

import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { countShared, readContentStems } from "@clewline/text/content-words.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { type Entry, resolveMessageId } from "../log/entry.js";
import { type EntryId, type Instant, type LaneRef, makeLaneAddress, type Tokens, type TurnId } from "../log/keys.js";
import { nothingTakenBack } from "../log/memories/taken-back.js";
import type { Hash } from "../log/pointer.js";
import type { DigestProse, Summary, SummaryItem, SummaryProse, SummaryTime } from "../log/summary.js";
import type { TurnRecord } from "../log/turn.js";
import type { Renderer } from "../view/renderer.js";
import { extractItems, type SpokenEntry } from "./extract.js";
import { type HistoryNamer, pickHistory } from "./history-file.js";
import { splitItemTexts } from "./item-text.js";
import { type LeavingEntries, listSpokenEntries, listStandingEdits } from "./leaving-entries.js";
import { dropGoneItems, mergeItems } from "./merge.js";
import { listHardKeys } from "./rules/hard-tokens.js";
import { splitSentences } from "./rules/sentences.js";
import { isWithin, keepWithin } from "./summary-block.js";
import { isTakenBack } from "./taken-back.js";

/** In the order in which it was said, as `found` is. */
function focusItems(
  found: readonly SummaryItem[],
  spoken: readonly SpokenEntry[],
  focus: string,
): readonly SummaryItem[] {
  const wanted = readFocusStems(focus);
  if (wanted.size === 0) return found;
  const isAbout = (text: string) => countShared(wanted, readContentStems(text)) > 0;
  const marked = found.map((item) => (isAbout(item.text) ? { ...item, focused: true as const } : item));
  const known = new Set(found.flatMap(({ text, sources }) => sources.map((source) => `${source} ${text}`)));
  const more = spoken.flatMap((entry) => {
    if (entry.kind !== "said") return [];
    const texts = splitSentences(entry.text).filter(isAbout).slice(0, mostOfOne).flatMap(splitItemTexts);
    return texts.flatMap((text) => (known.has(`${entry.id} ${text}`) ? [] : [makeItem(entry, text)]));
  });
  return [...marked, ...more].sort((a, b) => a.at - b.at);
}

/** Sentences of one message at most: an article about the subject is not kept whole. */
const mostOfOne = 8;

function makeItem({ id, at, by }: SpokenEntry, text: string): SummaryItem {
  return { section: "facts", text, sources: [id], at, by, pinned: false, focused: true };
}

/** Words that ask to keep something without naming it. */
const asking = /\b(?:keep|focus|preserve|remember|retain|concentrate|everything|summari[sz]e)\b/giu;

function readFocusStems(focus: string): ReadonlySet<string> {
  const about = readContentStems(focus.replace(asking, " "));
  return about.size > 0 ? about : readContentStems(focus);
}

/** Version of the rules that select items to keep. */
const rulesVersion = "rules-2";

/** The records and functions that write a summary, and its lane and epoch. */
export interface SummarySetup {
  readonly renderer: Renderer;
  readonly hash: Hash;
  readonly ref: LaneRef;
  /** The epoch's key. */
  readonly key: string;
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
  readonly now: Instant;
  readonly history?: HistoryNamer | undefined;
}

export interface SummaryTerms {
  readonly room: Tokens;
  /** Changes after this seq are new. */
  readonly since: number;
  /** The topic that a person wants to keep in most detail. */
  readonly focus?: string;
  /** Set if ranges were hidden or shown again since the summary before, or something in it was forgotten. */
  readonly isRanged?: boolean;
}

/** The summary of all entries that have left or leave now; null if none is worth keeping. */
export function summarise(
  author: SummarySetup,
  before: Summary | null,
  leaving: LeavingEntries,
  { room, since, focus = "", isRanged = false }: SummaryTerms,
): Summary | null {
  const { renderer, turns, now } = author;
  const { to } = leaving;
  const source = hashSummarySource(before, leaving, author.hash);
  const isFresh = ({ seq }: Entry) => seq > since;
  const hasNews = leaving.entries.length > 0 || leaving.changes.some(isFresh) || isRanged;
  if (before !== null && before.to === to && !hasNews && isWithin(room, renderer, before)) return before;
  const gone = new Set<EntryId>([...leaving.changes.map(resolveMessageId), ...(leaving.gone ?? [])]);
  const fresh = readLeaving(renderer, turns, leaving, focus);
  const items = mergeItems(dropGoneItems(before?.items ?? [], gone), fresh);
  // A model's words may be about entries that are hidden now, so they are dropped.
  const prose = isRanged || isStale(leaving, since) ? null : (before?.prose ?? null);
  const version = (before?.version ?? 0) + 1;
  const id = makeSummaryId(author, version, source, rulesVersion);
  const draft: Summary = {
    id,
    version,
    from: leaving.from,
    to,
    at: now,
    by: prose === null ? rulesVersion : (before?.by ?? rulesVersion),
    items,
    shown: 0,
    prose,
    dropped: before?.dropped ?? 0,
    source,
    ...pickHistory(author.history, id, before, leaving),
  };
  if (items.length === 0 && prose === null) return null;
  const ruled = keepWithin(room, renderer, redactSummary({ ...draft, prose: null, by: rulesVersion }), before?.shown);
  const kept = prose === null ? null : keepWithin(room, renderer, redactSummary(draft), ruled.shown);
  return kept !== null && fitsWithoutLoss(renderer, kept, ruled, room) ? kept : ruled;
}

/** Whether a model's text fits and hides no item that would be shown without it. */
function fitsWithoutLoss(renderer: Renderer, summary: Summary, ruled: Summary, room: Tokens): boolean {
  return summary.shown >= ruled.shown && isWithin(room, renderer, summary);
}

/** Splits a digest's entries into messages and their edits and withdrawals. */
export function collectDigestSource(
  entries: readonly Entry[],
  { takenBack = nothingTakenBack }: Pick<LeavingEntries, "takenBack">,
): LeavingEntries {
  const isChange = (entry: Entry) => entry.kind === "revised" || entry.kind === "withdrawn";
  const [from, to] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0];
  return {
    from,
    to,
    entries: entries.filter((entry) => !isChange(entry)),
    changes: entries.filter(isChange),
    takenBack,
  };
}

/** Drafts a digest by rule, without a limit yet. Null if the conversation has nothing worth keeping. */
export function draftDigest(
  { renderer, turns, now, hash }: Omit<SummarySetup, "ref" | "key" | "history">,
  source: LeavingEntries,
  told?: SummaryTime,
): Summary | null {
  const items = mergeItems([], readLeaving(renderer, turns, source));
  if (items.length === 0) return null;
  const { from, to } = source;
  const made = { id: "", version: 0, from, to, at: now, by: rulesVersion, shown: 0, prose: null, dropped: 0 };
  return redactSummary({
    ...made,
    items,
    source: hashSummarySource(null, source, hash),
    ...(told === undefined ? {} : { told }),
  });
}

/** As much of a digest as the room has place for, in a model's words where they hide no item; null if that is nothing. */
export function fitDigest(
  renderer: Renderer,
  draft: Summary,
  written: DigestProse | undefined,
  room: Tokens,
): Summary | null {
  const ruled = keepWithin(room, renderer, draft);
  if (ruled.shown === 0) return null;
  if (written === undefined) return ruled;
  const told = keepWithin(room, renderer, redactSummary({ ...draft, ...written }), ruled.shown);
  return fitsWithoutLoss(renderer, told, ruled, room) ? told : ruled;
}

/** Drops an agent's repetitions: figures that a person gave just before are kept once. */
function dropEchoes(items: readonly SummaryItem[]): readonly SummaryItem[] {
  return items.filter((item, index) => {
    if (item.by !== "agent" || item.pinned || item.section === "artifacts") return true;
    const keys = listHardKeys(item.text);
    const recent = items.slice(Math.max(0, index - 3), index).filter(({ by }) => by !== "agent");
    const known = new Set(recent.flatMap(({ text }) => [...listHardKeys(text)]));
    return keys.size === 0 || [...keys].some((key) => !known.has(key));
  });
}

/** The items of the entries that leave. An edited message counts with its edited words; the edit is a source too. */
function readLeaving(
  renderer: Renderer,
  turns: SummarySetup["turns"],
  leaving: LeavingEntries,
  focus = "",
): readonly SummaryItem[] {
  const edits = listStandingEdits(leaving.changes);
  const spoken = listSpokenEntries(renderer, turns, leaving);
  const { takenBack = nothingTakenBack } = leaving;
  const found = dropEchoes(extractItems(spoken)).filter((item) => !isTakenBack(item, takenBack));
  return (focus === "" ? found : focusItems(found, spoken, focus)).map((item) => {
    const own = edits.flatMap(({ target, id }) => (item.sources.includes(target) ? [id] : []));
    return own.length === 0 ? item : { ...item, sources: [...item.sources, ...own] };
  });
}

/** The same summary in a model's words; null if they exceed the room or displace an item. */
export function rewriteSummary(
  author: SummarySetup,
  draft: Summary,
  { prose, by }: { readonly prose: SummaryProse; readonly by: string },
  room: Tokens,
): Summary | null {
  const id = makeSummaryId(author, draft.version, draft.source, by);
  const file = draft.file === author.history?.(draft.id) ? author.history?.(id) : draft.file;
  const renamed = { ...draft, id, prose, by, ...(file === undefined ? {} : { file }) };
  const summary = keepWithin(room, author.renderer, redactSummary(renamed), draft.shown);
  return fitsWithoutLoss(author.renderer, summary, draft, room) ? summary : null;
}

/** Hash of a summary's source: a candidate is valid only while it stays the same. */
export function hashSummarySource(
  before: Summary | null,
  { to, entries, changes, takenBack = nothingTakenBack }: LeavingEntries,
  hash: Hash,
): string {
  const ids = (list: readonly Entry[]) => list.map(({ id }) => id);
  const untold = takenBack.size === 0 ? [] : ids(entries).filter((id) => takenBack.has(id));
  const source = [before?.source ?? null, to, ids(entries), ids(changes)];
  return hash(encodeCanonicalJson(untold.length === 0 ? source : [...source, untold])).slice(0, 32);
}

/** Whether a model's text covers something that changed since; the rules then replace it until it is rewritten. */
function isStale({ entries, changes }: LeavingEntries, since: number): boolean {
  const going = new Set(entries.map(({ id }) => id));
  return changes.some((entry) => entry.seq > since && !going.has(resolveMessageId(entry)));
}

function makeSummaryId({ ref, key, hash }: SummarySetup, version: number, source: string, by: string): string {
  return hash(encodeCanonicalJson([makeLaneAddress(ref), key, version, source, by])).slice(0, 16);
}

/** Removes secrets from a summary, whether rules or a model wrote it. Clean texts stay the same strings. */
export function redactSummary(summary: Summary): Summary {
  const items = summary.items.map((item) => {
    const text = redactSecrets(item.text);
    return text === item.text ? item : { ...item, text };
  });
  if (summary.prose === null) return { ...summary, items };
  const prose = Object.entries(summary.prose).map(([section, lines]) => [section, lines.map(redactSecrets)]);
  return { ...summary, items, prose: Object.fromEntries(prose) as SummaryProse };
}
