/** Reads the erased entries and their surroundings, as far as they are needed to find records made of them. */
import { type Entry, isErased, listBlobIds, listTexts } from "@clewline/core/log/entry.js";
import type { BlobId, EntryId, SessionKey, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { ErasedEntry, SpilledFile } from "@clewline/core/ports/index.js";
import { collectErasedWords, type ErasedWords, listStrings } from "@clewline/core/receipt/erase/erased-words.js";
import { makeTombstone } from "@clewline/core/receipt/erase/tombstone.js";
import { nameHistories } from "@clewline/core/summary/history-file.js";
import type { Engine } from "../../engine.js";
import type { ChosenEntries } from "./choose-entries.js";
import { type PlacedEntry, walkEntries } from "./walk-entries.js";

/** The history files of a session of which something stays. */
export interface HistoryWork {
  readonly files: readonly SpilledFile[];
  /** The pointers of the entries whose words go. */
  readonly gone: readonly string[];
}

/** The erased part of a session that stays in part. */
export interface SessionSurvey {
  readonly session: SessionRef;
  readonly gone: readonly PlacedEntry[];
  /** Entries as they stand from now on. */
  readonly entries: readonly ErasedEntry[];
  /** Quotes of it in replies that stay. */
  readonly quotes: readonly string[];
  /** Entries that stay and say the same as an erased one, with that text. */
  readonly twins: ReadonlyMap<EntryId, string>;
  /** Contents that no other entry of the session names, each with the entry that did. */
  readonly contents: ReadonlyMap<BlobId, EntryId>;
}

/** The erased content of sessions that go whole. */
export interface WholeSurvey {
  readonly ids: ReadonlySet<EntryId>;
  readonly spilled: readonly SpilledFile[];
  /** Days whose journal mentions them. */
  readonly days: readonly string[];
}

export async function surveyWhole(engine: Engine, sessions: readonly SessionKey[]): Promise<WholeSurvey> {
  const ids = new Set<EntryId>();
  const spilled: SpilledFile[] = [];
  const days = new Set<string>();
  for (const session of sessions) {
    for await (const { entry } of walkEntries(engine, { owner: engine.owner, session })) {
      ids.add(entry.id);
      spilled.push(...listSpilled(entry));
    }
    spilled.push(...(await listHistories(engine, { owner: engine.owner, session })));
    for (const { ref } of await engine.store.lanes({ owner: engine.owner, session }))
      for (const { name } of await engine.store.records(ref, "journal", null, Number.MAX_SAFE_INTEGER)) days.add(name);
  }
  return { ids, spilled, days: [...days] };
}

export function listSpilled(entry: Entry): readonly SpilledFile[] {
  return entry.kind === "returned" && entry.file !== undefined ? [{ path: entry.file, id: entry.id }] : [];
}

export async function surveyHistories(engine: Engine, { session, gone }: SessionSurvey): Promise<HistoryWork> {
  const files = gone.length === 0 ? [] : await listHistories(engine, session);
  if (files.length === 0) return { files, gone: [] };
  return { files, gone: gone.map(({ ref, entry }) => makePointer("e", ref, entry.seq, engine.fns.hash)) };
}

/** `chosen` has the entries of this session that go; it is empty if only memories of others were shown in it. */
export async function surveySession(
  engine: Engine,
  session: SessionRef,
  chosen: ReadonlySet<EntryId>,
  person: string | null,
): Promise<SessionSurvey> {
  const gone: PlacedEntry[] = [];
  const sent: Sent[] = [];
  for await (const placed of walkEntries(engine, session)) {
    const { entry } = placed;
    if (chosen.has(entry.id) && !isErased(entry)) gone.push(placed);
    if (entry.kind === "noted" && entry.note.kind === "sent") sent.push({ turn: entry.turn, ids: entry.note.messages });
  }
  const texts = new Set(gone.map(({ entry }) => readText(entry)));
  const messages = listChannelIds(gone, sent);
  const contents = new Map(gone.flatMap(({ entry }) => listBlobIds(entry).map((id) => [id, entry.id] as const)));
  const twins = new Map<EntryId, string>();
  const quoting: ErasedEntry[] = [];
  const quotes: string[] = [];
  for await (const { ref, entry } of walkEntries(engine, session)) {
    if (chosen.has(entry.id)) continue;
    const kept = dropQuote(entry, messages, person);
    if (kept !== entry) {
      quoting.push({ ref, entry: kept });
      if (entry.kind === "said") quotes.push(entry.quoted?.text ?? "");
    }
    for (const id of listBlobIds(entry)) contents.delete(id);
    const text = readText(entry);
    if (text !== "" && texts.has(text)) twins.set(entry.id, text);
  }
  const tombstones = gone.map(({ ref, entry }) => ({ ref, entry: makeTombstone(entry) }));
  return { session, gone, entries: [...tombstones, ...quoting], quotes, twins, contents };
}

/** The ids under which an answer was sent. */
interface Sent {
  readonly turn: TurnId | null;
  readonly ids: readonly string[];
}

/** The channel's ids of the erased messages. */
function listChannelIds(gone: readonly PlacedEntry[], sent: readonly Sent[]): ReadonlySet<string> {
  const said = gone.flatMap(({ entry }) => (entry.kind === "said" ? [entry] : []));
  const answered = new Set(said.flatMap(({ by, turn }) => (by.role === "agent" && turn !== null ? [turn] : [])));
  const answers = sent.filter(({ turn }) => turn !== null && answered.has(turn));
  return new Set([...said.flatMap(({ source }) => source?.message ?? []), ...answers.flatMap(({ ids }) => ids)]);
}

/** A reply brings a copy of its parent along: maybe a message of the person that the log never had. */
function dropQuote(entry: Entry, messages: ReadonlySet<string>, person: string | null): Entry {
  if (entry.kind !== "said" || entry.quoted === undefined) return entry;
  const isTheirs = person !== null && entry.quoted.by.role === "user" && entry.quoted.by.address === person;
  if (!isTheirs && !messages.has(entry.replyTo ?? "\0")) return entry;
  const { quoted: _quoted, ...rest } = entry;
  return rest;
}

/** All that an entry says, so that two of them can be compared. */
export function readText(entry: Entry): string {
  return listTexts(entry)
    .map((text) => (typeof text === "string" ? text : text.blob))
    .join("\n");
}

/** The words of all these entries, long texts included, of what else is known of them, and names of memories. */
export async function collectWords(
  engine: Engine,
  entries: readonly PlacedEntry[],
  { known, names }: { readonly known: readonly string[]; readonly names: readonly string[] },
): Promise<ErasedWords> {
  const texts = [...known];
  for (const placed of entries) texts.push(...(await readWords(engine, placed)));
  return collectErasedWords(texts, names);
}

/** Every text of an entry, long ones whole. */
export async function readWords({ store }: Engine, { ref, entry }: PlacedEntry): Promise<readonly string[]> {
  const long = listTexts(entry).flatMap((text) => (typeof text === "string" ? [] : [text.blob]));
  return [...listStrings(entry), ...(long.length === 0 ? [] : (await store.blobs(ref, long)).values())];
}

/** The same with the contents of files. */
export async function readContents({ store }: Engine, { ref, entry }: PlacedEntry): Promise<readonly string[]> {
  const blobs = listBlobIds(entry);
  return [...listStrings(entry), ...(blobs.length === 0 ? [] : (await store.blobs(ref, blobs)).values())];
}

/** All entries that go of the sessions of which something stays. */
export async function listGone(engine: Engine, { entries }: ChosenEntries): Promise<readonly PlacedEntry[]> {
  const gone: PlacedEntry[] = [];
  for (const [session, ids] of entries) {
    for await (const placed of walkEntries(engine, { owner: engine.owner, session }))
      if (ids.has(placed.entry.id)) gone.push(placed);
  }
  return gone;
}

/**
 * The history files of a session: those that its summaries name, and those that only the folder's list names, because the process ended
 * before the log had their summary.
 */
async function listHistories(engine: Engine, session: SessionRef): Promise<readonly SpilledFile[]> {
  const { store, files, place, fns } = engine;
  const prefix = nameHistories(session.session, fns.hash);
  const named = new Map<string, string>();
  for (const path of await files.list(await place.folders()))
    if (readName(path).startsWith(prefix)) named.set(readName(path), path);
  for (const { ref } of await store.lanes(session))
    for (const record of await store.records(ref, "summary", null, Number.MAX_SAFE_INTEGER))
      if (record.kind === "summary" && record.summary.file !== undefined)
        named.set(readName(record.summary.file), record.summary.file);
  // A log may come from elsewhere, and name any file: it is then left.
  return [...named].map(([name, path]) => ({ path, id: name.startsWith(prefix) ? name : prefix }));
}

function readName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? "").replace(/\.txt$/, "");
}
