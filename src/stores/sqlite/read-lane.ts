import { resolveMessageId } from "../../core/log/entry.js";
import { type Epoch, firstEpoch } from "../../core/log/epoch.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "../../core/log/keys.js";
import { findRepliedMessage } from "../../core/log/replied-message.js";
import { type LaneRequest, type LaneState, type RepliedMessage, summariesLookedAt } from "../../core/ports/index.js";
import { findLeaveBoundary } from "../../core/view/reduce/reductions.js";
import { readFields } from "./fields.js";
import type { StoreCache } from "./known.js";
import { type LaneReader, readEntries } from "./lane-entries.js";
import { readQueue } from "./leases.js";
import { findLane, findSource, readBlobs, readChain, readLaneRecords } from "./read.js";
import { readNumberedRecord, readPrepared } from "./records.js";
import { readNullableKey, readNumberColumn, readTextColumn } from "./rows/columns.js";
import { readEntryRow } from "./rows/entry-row.js";
import { parseSettings } from "./rows/place-row.js";
import { readEpochRow } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { decodeKey, encodeKey } from "./stored-key.js";
import { encodeRef, encodeText } from "./stored-text.js";

/**
 * Few statements, whatever the size: four where all entries are known, and one for each further thing that is asked for. The
 * caller's transaction makes them see the same moment.
 */
export function readLane(statements: Statements, known: StoreCache, ref: LaneRef, request: LaneRequest): LaneState {
  const { forced = null, epochKey } = request;
  const lane = findLane(statements, ref);
  const settings = lane === null ? findSessionSettings(statements, ref) : parseSettings(lane.settings);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === null) return { ...makeEmptyState(request), epoch: { ...firstEpoch, key }, settings };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: encodeText(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : readEpochRow(epochRow);
  const reader: LaneReader = { statements, known, ref, lane };
  const { entries, turns } = readEntries(reader, { epoch, settings }, request);
  const lastOfKey = epochRow === undefined ? null : readNullableKey(epochRow, "last_receipt");
  const lastOfLane = lane.lastReceipt === null ? null : decodeKey(lane.lastReceipt);
  const lastReceipt = (epochKey === undefined ? lastOfLane : lastOfKey) as ReceiptId | null;
  const replied = request.replied ? findReplied(statements, ref, { entries, turns }, forced) : null;
  const wanted = request.blobsOf?.({ settings, entries, replied }) ?? [];
  const { isKnownReceipt } = request;
  const isChainWanted = lastReceipt !== null && isKnownReceipt !== undefined && !isKnownReceipt(lastReceipt);
  return {
    last: lane.nextSeq - 1,
    epoch,
    lastReceipt,
    ...readPrepared(reader, epoch),
    cleared: lane.cleared,
    settings,
    entries,
    turns,
    furthest: findFurthestSummary(reader, epoch, request.isOwnSummary),
    records: (request.records ?? []).map((each) => readLaneRecords(statements, lane.id, each)),
    replied,
    blobs: wanted.length === 0 ? new Map<BlobId, string>() : readBlobs(statements, ref, wanted),
    chain: isChainWanted ? readChain(statements, ref, lastReceipt) : [],
    leases: request.leases ? readQueue(statements, lane.id) : [],
  };
}

function makeEmptyState({ records = [] }: LaneRequest): Omit<LaneState, "epoch" | "settings"> {
  const absent = { lastReceipt: null, summary: null, candidate: null, furthest: null, replied: null };
  const none = { entries: [], turns: [], chain: [], leases: [] };
  return { last: 0, cleared: 0, ...absent, ...none, records: records.map(() => []), blobs: new Map() };
}

/** The session may be older than its lane. */
function findSessionSettings({ lanes }: Statements, ref: LaneRef): LaneState["settings"] {
  const { owner, session } = encodeRef(ref);
  const row = lanes.findSettings.get({ owner, session });
  const json = row === undefined ? null : readFields(row).settings;
  return parseSettings(typeof json === "string" ? json : null);
}

/** A summary of another epoch that reaches further than this one's. Only the one that is wanted is read whole. */
function findFurthestSummary(
  reader: LaneReader,
  epoch: Epoch,
  isOwn: LaneRequest["isOwnSummary"],
): LaneState["furthest"] {
  if (isOwn === undefined) return null;
  const { statements, lane } = reader;
  const newest = statements.records.newestSummaries.all({ laneId: lane.id, limit: summariesLookedAt });
  const own = newest.find((row) => isOwn(readTextColumn(row, "name")));
  if (own === undefined || readNumberColumn(own, "reach") <= Math.max(findLeaveBoundary(epoch.through), lane.cleared))
    return null;
  const record = readNumberedRecord(reader, readNumberColumn(own, "number"));
  return record?.kind === "summary" ? record.summary : null;
}

/** The first reply among the messages that the forced turn answers, and what that replies to. */
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
  return { ...found, first: row === undefined ? null : readEntryRow(row) };
}
