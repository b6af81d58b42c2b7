import { ClewError } from "@clewline/core/errors.js";
import { findEntrySource, isSameDelivery } from "@clewline/core/log/delivery.js";
import { type Draft, type Entry, isUnreadable } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { type Hash, makeAddress } from "@clewline/core/log/pointer.js";
import { makeIndexedText } from "@clewline/core/log/search-words.js";
import type { Change } from "@clewline/core/ports/index.js";
import { RowFault } from "./check/faults.js";
import { addSearchWords } from "./damage/search-damage.js";
import { makeMissingEntry, readStoredEntry } from "./damage/stored-entries.js";
import { guardVectors } from "./damage/vector-damage.js";
import { readFields, readNullable, readNumber } from "./fields.js";
import { encodeAddressPart } from "./locate.js";
import { readLongTexts } from "./named-blobs.js";
import { type EntryColumns, makeEntryColumns } from "./rows/entry-row.js";
import type { LaneRow } from "./rows/place-row.js";
import { addScopeWords } from "./scope.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { type ChangeContext, resolveTurnNumber } from "./write-turns.js";

/**
 * The entries as the log has them, known ones included. All values are computed before the first write, and each kind
 * of row is written in one run: alternating between kinds takes twice as long.
 */
export function writeEntries(met: ChangeContext, hash: Hash, change: Change): readonly Entry[] {
  const { statements, lane } = met;
  const rows = (change.entries ?? []).map((draft) => makeRow(met, draft));
  const added: AddedEntry[] = [];
  const written = rows.map((row) => insertEntry(met, row, added));
  if (added.length === 0) return written;
  writeAddresses(statements, hash, change.ref, added);
  writeWords(statements, lane, change, added);
  writeSent(statements, lane, added);
  const isEdited = lane.isEdited || added.some(({ draft }) => isVersion(draft));
  if (isEdited) for (const each of added) guardVectors(() => dropSuperseded(met, each));
  const { id: laneId, sessionId } = lane;
  const newest = added.reduce((latest, { draft }) => Math.max(latest, draft.at), Number.NEGATIVE_INFINITY);
  // The session first, because it checks whether the lane was empty until now.
  statements.lanes.growSession.run({ sessionId, laneId, count: added.length, newest, edited: isEdited ? 1 : 0 });
  statements.lanes.growLane.run({ laneId, count: added.length, newest });
  return written;
}

interface AddedEntry {
  readonly draft: Draft;
  readonly seq: number;
  readonly number: number;
}

interface Row {
  readonly draft: Draft;
  readonly turn: number | null;
  readonly columns: EntryColumns;
}

function makeRow(met: ChangeContext, draft: Draft): Row {
  const turn = draft.turn === null ? null : resolveTurnNumber(met, draft.turn);
  return { draft, turn, columns: makeEntryColumns(draft) };
}

function insertEntry(met: ChangeContext, { draft, turn, columns }: Row, added: AddedEntry[]): Entry {
  const { statements, lane } = met;
  const { id, kind, at, arrived, speaker, source, revision, target, text, rest } = columns;
  const seq = lane.nextSeq + added.length;
  const { changes, lastInsertRowid } = statements.entries.insert.run([
    lane.sessionId,
    lane.id,
    seq,
    id,
    kind,
    turn,
    draft.step,
    at,
    arrived,
    speaker,
    source,
    revision,
    target,
    text,
    rest,
  ]);
  if (changes === 0) return readKnownEntry(statements, lane, draft);
  const number = Number(lastInsertRowid);
  if (turn !== null) met.added.set(draft.id, { number, turn });
  if (!met.isHistory)
    met.rows.push({ number, turn, seq, turn_id: draft.turn && encodeKey(draft.turn), step: draft.step, ...columns });
  added.push({ draft, seq, number });
  return { ...draft, seq };
}

/** In the order of the index, so that one page of it is done before the next. */
function writeAddresses({ entries }: Statements, hash: Hash, ref: LaneRef, added: readonly AddedEntry[]): void {
  const places = added.map(({ seq, number }) => [encodeAddressPart(makeAddress(ref, seq, hash)), number] as const);
  for (const place of places.sort(([a], [b]) => a - b)) entries.insertAddress.run(place);
}

/** Writes the words by which a search finds an entry. */
function writeWords(statements: Statements, lane: LaneRow, change: Change, added: readonly AddedEntry[]): void {
  const texts = added.map(({ draft, number }) => {
    const words = makeIndexedText(draft, readLongTexts(statements, change.ref, draft, change.blobs));
    return [number, /\S/.test(words) ? addScopeWords(lane, words) : null] as const;
  });
  for (const [number, words] of texts) if (words !== null) addSearchWords(statements, [number, words]);
}

/** The channel's ids of an answer. */
function writeSent({ entries }: Statements, { sessionId }: LaneRow, added: readonly AddedEntry[]): void {
  for (const { draft, number } of added) {
    if (draft.kind !== "noted" || draft.note.kind !== "sent") continue;
    for (const message of draft.note.messages) {
      entries.insertSent.run({ sessionId, message: encodeKey(message), entry: number });
    }
  }
}

/** Runs only if an insert did nothing: most entries are new, and a look-up for each would double their cost. */
function readKnownEntry(statements: Statements, { id: laneId, sessionId }: LaneRow, draft: Draft): Entry {
  const { entries } = statements;
  const source = findEntrySource(draft);
  const key = source === null ? null : { message: encodeKey(source.message), revision: source.revision };
  const withKey = key === null ? undefined : entries.withKey.get({ sessionId, ...key });
  const row = withKey ?? entries.withId.get({ laneId, id: encodeKey(draft.id) });
  if (row === undefined) throw new RowFault("The next place of a lane is already taken");
  const known = readStoredEntry(statements, row) ?? readWithoutPlace(statements, row);
  // An unreadable entry can't be compared, so the delivery counts as the same.
  if (isUnreadable(known) || isSameDelivery(known, draft)) return known;
  const name =
    source === null
      ? `Entry ${quoteKey(draft.id)}`
      : `Message ${quoteKey(source.message)}, revision ${source.revision},`;
  throw new ClewError("log/conflict", `${name} is already in the log with other content`, {
    hint: "The log never changes: give an edit a newer revision, and a new entry an id of its own",
  });
}

/** The entry gets the lane's first free place, where readers see it too, because places have no gaps. */
function readWithoutPlace(statements: Statements, row: unknown): Entry {
  const place = statements.entries.freePlace.get({ number: Number(readFields(row).number) });
  if (place === undefined) throw new RowFault("A row of an entry has no place");
  const { lane_id: laneId, seq } = readFields(place);
  return makeMissingEntry(statements, Number(laneId), Number(seq));
}

function quoteKey(key: string): string {
  return JSON.stringify(key.slice(0, 80));
}

/** An edit, a withdrawal, or a message that came edited. */
function isVersion(draft: Draft): boolean {
  return "target" in draft || (findEntrySource(draft)?.revision ?? 0) !== 0;
}

/**
 * A new version of a message removes the one before it from the search; a late version removes itself. All older ones
 * are removed already, so each version costs the same, however many there are.
 */
function dropSuperseded({ statements: { search }, lane }: ChangeContext, { draft, number }: AddedEntry): void {
  const { id: laneId, sessionId } = lane;
  const source = findEntrySource(draft);
  search.supersedeAdded.run({ number });
  if (source !== null && source.revision !== 0) {
    search.supersedeSource.run({ sessionId, source: encodeKey(source.message), revision: source.revision });
  }
  if (!("target" in draft)) return;
  const target = encodeKey(draft.target);
  search.supersedeTarget.run({ laneId, target, number });
  const standing = search.standingChange.get({ laneId, target, before: number });
  if (standing === undefined) search.supersedeChange.run({ number });
  else {
    const isOvertaken =
      draft.kind === "revised" &&
      draft.source.revision < (readNullable(readNumber, readFields(standing), "revision") ?? 0);
    search.supersede.run({ number: isOvertaken ? number : readNumber(readFields(standing), "number") });
    if (draft.kind === "withdrawn") search.supersede.run({ number });
  }
}
