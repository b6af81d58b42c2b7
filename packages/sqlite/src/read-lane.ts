import { setImmediate as turnOfLoop } from "node:timers/promises";
import { resolveMessageId } from "@clewline/core/log/entry.js";
import { type Epoch, firstEpoch } from "@clewline/core/log/epoch.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "@clewline/core/log/keys.js";
import { findRepliedMessage } from "@clewline/core/log/replied-message.js";
import {
  type LaneRequest,
  type LaneState,
  type RepliedMessage,
  summariesLookedAt,
} from "@clewline/core/ports/index.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { readStoredEntry } from "./damage/stored-entries.js";
import { readStoredEpoch, readStoredName, readStoredSettings } from "./damage/stored-places.js";
import { nameRow, readOrMeet } from "./damage/unread-rows.js";
import { readFields } from "./fields.js";
import type { StoreCache } from "./known.js";
import { type LaneReader, makeReadAhead, readEntries } from "./lane-entries.js";
import { readQueue } from "./leases.js";
import { findLane, findSource, readBlobs, readLaneRecords } from "./read.js";
import { readNumberedRecord, readPrepared } from "./records.js";
import { readTextColumn } from "./rows/columns.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { encodeRef, encodeText } from "./stored-text.js";

/** Reads a request in one transaction. Before that, it reads the uncached entries of a long lane in several others. */
export async function readLane(
  read: <Result>(work: (statements: Statements, known: StoreCache) => Result) => Promise<Result>,
  ref: LaneRef,
  request: LaneRequest,
): Promise<LaneState> {
  let [ahead, age] = [makeReadAhead(), 0];
  for (;;) {
    const state = await read((statements, known) => {
      // Entries read before may have been erased.
      if (known.age.forgotten !== age) [ahead, age] = [makeReadAhead(), known.age.forgotten];
      return tryReadLane({ statements, known, ref, ahead }, request);
    });
    if (state !== null) return state;
    await turnOfLoop();
  }
}

/**
 * Runs few statements, whatever the size: four if all entries are cached, and one for each further part of the request.
 * The caller's transaction makes them see the same moment. Null if more entries have to be read ahead first.
 */
function tryReadLane(reading: Omit<LaneReader, "lane">, request: LaneRequest): LaneState | null {
  const { statements, ref } = reading;
  const { forced = null, epochKey } = request;
  const lane = findLane(statements, ref);
  const settings =
    lane === null
      ? findSessionSettings(statements, ref)
      : readStoredSettings(statements, lane.sessionId, lane.settings);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === null) return { ...makeEmptyState(request), epoch: { ...firstEpoch, key }, settings };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: encodeText(key) });
  const reader: LaneReader = { ...reading, lane };
  const { epoch, ...prepared } = readPreparedEpoch(reader, readStoredEpoch(statements, epochRow, lane.id, key));
  const found = readEntries(reader, { epoch, settings }, request);
  if (found === null) return null;
  const { entries, turns } = found;
  const lastOfKey = epochRow === undefined ? null : readStoredName(readFields(epochRow).last_receipt);
  const lastOfLane = readStoredName(lane.lastReceipt);
  const lastReceipt = (epochKey === undefined ? lastOfLane : lastOfKey) as ReceiptId | null;
  const replied = request.replied ? findReplied(statements, ref, { entries, turns }, forced) : null;
  const wanted = request.blobsOf?.({ settings, entries, replied }) ?? [];
  const state: LaneState = {
    last: lane.nextSeq - 1,
    epoch,
    lastReceipt,
    ...prepared,
    cleared: lane.cleared,
    settings,
    entries,
    turns,
    furthest: findFurthestSummary(reader, epoch, request.isOwnSummary),
    records: (request.records ?? []).map((each) => readLaneRecords(statements, lane.id, each)),
    replied,
    blobs: wanted.length === 0 ? new Map<BlobId, string>() : readBlobs(statements, ref, wanted),
    leases: request.leases ? readQueue(statements, lane.id) : [],
  };
  return { ...state, ...listUnreadable(statements) };
}

/** The unreadable parts of the lane. A sound file has none. */
function listUnreadable({ unread }: Statements): Pick<LaneState, "unreadable"> {
  const rows = unread.list().map((row) => ({
    what: `${nameRow(row)}: ${row.reason}`,
    ...(row.seq === undefined ? {} : { seq: row.seq }),
  }));
  return rows.length === 0 ? {} : { unreadable: rows };
}

/** If the summary of the entries that left is lost, those entries are read again. */
function readPreparedEpoch(
  reader: LaneReader,
  epoch: Epoch,
): Pick<LaneState, "summary" | "candidate"> & { readonly epoch: Epoch } {
  const prepared = readPrepared(reader, epoch);
  if (prepared !== null) return { epoch, ...prepared };
  const { key, number } = epoch;
  return { epoch: { ...firstEpoch, key, number }, summary: null, candidate: null };
}

function makeEmptyState({ records = [] }: LaneRequest): Omit<LaneState, "epoch" | "settings"> {
  const absent = { lastReceipt: null, summary: null, candidate: null, furthest: null, replied: null };
  const none = { entries: [], turns: [], leases: [] };
  return { last: 0, cleared: 0, ...absent, ...none, records: records.map(() => []), blobs: new Map() };
}

/** Reads the settings without the lane, because a session may be older than its lane. */
function findSessionSettings(statements: Statements, ref: LaneRef): LaneState["settings"] {
  const { owner, session } = encodeRef(ref);
  const row = statements.lanes.findSettings.get({ owner, session });
  if (row === undefined) return {};
  const { id, settings } = readFields(row);
  return readStoredSettings(
    statements,
    typeof id === "number" ? id : null,
    typeof settings === "string" ? settings : null,
  );
}

/** A summary of another epoch that reaches further than this one's. Only the wanted one is read whole. */
function findFurthestSummary(
  reader: LaneReader,
  epoch: Epoch,
  isOwn: LaneRequest["isOwnSummary"],
): LaneState["furthest"] {
  if (isOwn === undefined) return null;
  const { statements, lane } = reader;
  const newest = statements.records.newestSummaries.all({ laneId: lane.id, limit: summariesLookedAt });
  const own = newest.find((row) => isOwn(readName(statements, row)));
  const { reach, number } = own === undefined ? {} : readFields(own);
  if (typeof reach !== "number" || reach <= Math.max(findLeaveBoundary(epoch.through), lane.cleared)) return null;
  const record = readNumberedRecord(reader, number);
  return record?.kind === "summary" ? record.summary : null;
}

function readName({ unread }: Statements, row: unknown): string {
  const meet = (reason: string) => unread.meet({ table: "records", key: { number: readFields(row).number }, reason });
  return readOrMeet(() => readTextColumn(row, "name"), meet) ?? "";
}

/** The first reply among the messages that the forced turn answers, and the message that it replies to. */
function findReplied(
  statements: Statements,
  ref: LaneRef,
  { entries, turns }: Pick<LaneState, "entries" | "turns">,
  forced: TurnId | null,
): RepliedMessage | null {
  const message = findRepliedMessage(entries, turns.find(({ id }) => id === forced)?.messages ?? []);
  const found = message === null ? null : findSource(statements, ref, message);
  if (found === null) return null;
  const target = resolveMessageId(found.entry);
  if (target === found.entry.id) return { ...found, first: found.entry };
  const lane = findLane(statements, found.ref);
  const row = lane === null ? undefined : statements.entries.withId.get({ laneId: lane.id, id: encodeKey(target) });
  return { ...found, first: row === undefined ? null : readStoredEntry(statements, row) };
}
