import { bodyOf, isSameDelivery, sourceOf } from "../../core/delivery.js";
import type { Draft, Entry, Source } from "../../core/entry.js";
import { ClewError } from "../../core/errors.js";
import { addressOf, type Hash } from "../../core/pointer.js";
import type { Change } from "../../core/ports.js";
import { searchableText } from "../../core/words.js";
import { RowFault } from "./faults.js";
import { storedTexts } from "./named-blobs.js";
import { entryOf, type LaneRow } from "./rows.js";
import { scopeOf } from "./scope.js";
import type { Statements } from "./statements/prepared.js";
import { keyList, toStored } from "./stored-text.js";

/** The entries as they stand in the log, known ones included. */
export function writeEntries(statements: Statements, hash: Hash, lane: LaneRow, change: Change): readonly Entry[] {
  let seq = lane.nextSeq;
  let newest = Number.NEGATIVE_INFINITY;
  const written: Entry[] = [];
  const added: Draft[] = [];
  for (const draft of change.entries ?? []) {
    const row = rowFor(draft, lane, change, seq, hash);
    const { changes, lastInsertRowid } = statements.entries.insert.run(row);
    if (changes === 0) {
      written.push(knownEntry(statements, lane, draft));
      continue;
    }
    writeWords(statements, lane, change, draft, Number(lastInsertRowid));
    written.push({ ...draft, seq });
    added.push(draft);
    seq += 1;
    newest = Math.max(newest, draft.at);
  }
  const count = added.length;
  if (count === 0) return written;
  dropSuperseded(statements, lane, added);
  // The session first: it asks whether the lane was empty until now.
  statements.lanes.growSession.run({ sessionId: lane.sessionId, laneId: lane.id, count, newest });
  statements.lanes.growLane.run({ laneId: lane.id, count, newest });
  return written;
}

function rowFor(draft: Draft, lane: LaneRow, { ref }: Change, seq: number, hash: Hash) {
  const source = sourceOf(draft);
  // No spread here: after one, V8 adds each field as to a dictionary, which takes nearly as long as the insert.
  return {
    laneId: lane.id,
    id: toStored(draft.id),
    owner: ref.owner,
    sessionId: lane.sessionId,
    seq,
    kind: draft.kind,
    turn: draft.turn === null ? null : toStored(draft.turn),
    step: draft.step,
    at: draft.at,
    arrived: draft.arrived,
    message: source === null ? null : toStored(source.message),
    revision: source === null ? null : source.revision,
    target: "target" in draft ? toStored(draft.target) : null,
    address: addressOf(ref, seq, hash),
    body: bodyOf(draft),
  };
}

/** Asked for only when an insert did nothing: most entries are new, and a look-up each would double their cost. */
function knownEntry(statements: Statements, lane: LaneRow, draft: Draft): Entry {
  const row = rowWithKey(statements, lane, sourceOf(draft)) ?? statements.entries.withId.get(idOf(lane, draft));
  if (row === undefined) throw new RowFault("The next place of a lane is already taken");
  const known = entryOf(row);
  if (isSameDelivery(known, draft)) return known;
  const source = sourceOf(draft);
  const name =
    source === null ? `Entry ${shown(draft.id)}` : `Message ${shown(source.message)}, revision ${source.revision},`;
  throw new ClewError("log/conflict", `${name} is already in the log with other content`, {
    hint: "The log never changes: give an edit a newer revision, and a new entry an id of its own",
  });
}

function shown(key: string): string {
  return JSON.stringify(key.slice(0, 80));
}

function rowWithKey(statements: Statements, lane: LaneRow, source: Source | null): unknown {
  if (source === null) return undefined;
  const message = toStored(source.message);
  return statements.entries.withKey.get({ sessionId: lane.sessionId, message, revision: source.revision });
}

function idOf(lane: LaneRow, draft: Draft) {
  return { laneId: lane.id, id: toStored(draft.id) };
}

/** What an entry is found by, besides its place: its words, and the channel's ids of an answer. */
function writeWords(statements: Statements, lane: LaneRow, change: Change, draft: Draft, number: number): void {
  const { id: laneId, sessionId, ownerId } = lane;
  const words = searchableText(draft, storedTexts(statements.contents.blobs, change.ref.owner, draft, change.blobs));
  if (words.trim() !== "") {
    statements.search.addWords.run({ number, scope: scopeOf({ ownerId, sessionId, laneId }), words });
  }
  const sent = draft.kind === "noted" && draft.note.kind === "sent" ? draft.note.messages : [];
  for (const message of sent) {
    statements.entries.insertSent.run({ sessionId, message: toStored(message), entry: number });
  }
}

/** A new version of a message takes the words of the others out of the search; a late one its own. */
function dropSuperseded({ search }: Statements, { id: laneId, sessionId }: LaneRow, added: readonly Draft[]): void {
  const messages = added.flatMap((draft) => sourceOf(draft)?.message ?? []);
  const targets = added.flatMap((draft) => ("target" in draft ? [draft.target] : []));
  if (messages.length + targets.length === 0) return;
  search.dropSuperseded.run({ laneId, sessionId, messages: keyList(messages), targets: keyList(targets) });
}
