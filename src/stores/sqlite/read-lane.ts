import { type Entry, messageOf } from "../../core/log/entry.js";
import { type Epoch, firstEpoch } from "../../core/log/epoch.js";
import type { BlobId, LaneRef, ReceiptId, TurnId } from "../../core/log/keys.js";
import { repliedBy } from "../../core/log/replied-by.js";
import type { TurnRecord } from "../../core/log/turn.js";
import { type LaneRequest, type LaneState, type Replied, summariesLookedAt } from "../../core/ports/index.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { fieldsOf } from "./fields.js";
import type { Known } from "./known.js";
import { type LaneReader, readEntries } from "./lane-entries.js";
import { queueOf } from "./leases.js";
import { findLane, findSource, readBlobs, readChain, recordsOf } from "./read.js";
import { preparedFor, recordNumbered } from "./records.js";
import { keyOrNullIn, numberIn, textIn } from "./rows/columns.js";
import { entryOf } from "./rows/entry-row.js";
import { settingsOf } from "./rows/place-row.js";
import { epochOf } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { fromKey, toKey } from "./stored-key.js";
import { storedRef, toStored } from "./stored-text.js";

/**
 * Few statements, whatever the size: four where all entries are known, and one for each further thing that is asked for. The
 * caller's transaction makes them see the same moment.
 */
export function readLane(statements: Statements, known: Known, ref: LaneRef, request: LaneRequest): LaneState {
  const { forced = null, epochKey } = request;
  const lane = findLane(statements, ref);
  const settings = lane === null ? settingsAround(statements, ref) : settingsOf(lane.settings);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === null) return { ...nothingIn(request), epoch: { ...firstEpoch, key }, settings };
  const epochRow = statements.lanes.findEpoch.get({ laneId: lane.id, key: toStored(key) });
  const epoch = epochRow === undefined ? { ...firstEpoch, key } : epochOf(epochRow);
  const reader: LaneReader = { statements, known, ref, lane };
  const { entries, turns } = readEntries(reader, epoch, request);
  const lastOfKey = epochRow === undefined ? null : keyOrNullIn(epochRow, "last_receipt");
  const lastOfLane = lane.lastReceipt === null ? null : fromKey(lane.lastReceipt);
  const lastReceipt = (epochKey === undefined ? lastOfLane : lastOfKey) as ReceiptId | null;
  const replied = request.replied ? repliedTo(statements, ref, entries, turns, forced) : null;
  const wanted = request.blobsOf?.({ settings, entries, replied }) ?? [];
  const { isKnownReceipt } = request;
  const isChainWanted = lastReceipt !== null && isKnownReceipt !== undefined && !isKnownReceipt(lastReceipt);
  return {
    last: lane.nextSeq - 1,
    epoch,
    lastReceipt,
    ...preparedFor(reader, epoch),
    cleared: lane.cleared,
    settings,
    entries,
    turns,
    furthest: furthestOf(reader, epoch, request.isOwnSummary),
    records: (request.records ?? []).map((each) => recordsOf(statements, lane.id, each)),
    replied,
    blobs: wanted.length === 0 ? new Map<BlobId, string>() : readBlobs(statements, ref, wanted),
    chain: isChainWanted ? readChain(statements, ref, lastReceipt) : [],
    leases: request.leases ? queueOf(statements, lane.id) : [],
  };
}

function nothingIn({ records = [] }: LaneRequest): Omit<LaneState, "epoch" | "settings"> {
  const absent = { lastReceipt: null, summary: null, candidate: null, furthest: null, replied: null };
  const none = { entries: [], turns: [], chain: [], leases: [] };
  return { last: 0, cleared: 0, ...absent, ...none, records: records.map(() => []), blobs: new Map() };
}

/** The session may be older than its lane. */
function settingsAround({ lanes }: Statements, ref: LaneRef): LaneState["settings"] {
  const { owner, session } = storedRef(ref);
  const row = lanes.findSettings.get({ owner, session });
  const json = row === undefined ? null : fieldsOf(row).settings;
  return settingsOf(typeof json === "string" ? json : null);
}

/** A summary of another epoch that reaches further than this one's. Only the one that is wanted is read whole. */
function furthestOf(reader: LaneReader, epoch: Epoch, isOwn: LaneRequest["isOwnSummary"]): LaneState["furthest"] {
  if (isOwn === undefined) return null;
  const { statements, lane } = reader;
  const newest = statements.records.newestSummaries.all({ laneId: lane.id, limit: summariesLookedAt });
  const own = newest.find((row) => isOwn(textIn(row, "name")));
  if (own === undefined || numberIn(own, "reach") <= Math.max(leftThrough(epoch.through), lane.cleared)) return null;
  const record = recordNumbered(reader, numberIn(own, "number"));
  return record?.kind === "summary" ? record.summary : null;
}

/** The first reply among the messages that the forced turn answers, and what that replies to. */
function repliedTo(
  statements: Statements,
  ref: LaneRef,
  entries: readonly Entry[],
  turns: readonly TurnRecord[],
  forced: TurnId | null,
): Replied | null {
  const message = repliedBy(entries, turns.find(({ id }) => id === forced)?.messages ?? []);
  const found = message === null ? null : findSource(statements, ref, message);
  if (found === null) return null;
  const target = messageOf(found.entry);
  if (target === found.entry.id) return { ...found, first: found.entry };
  const lane = findLane(statements, found.ref);
  const row = lane === null ? undefined : statements.entries.withId.get({ laneId: lane.id, id: toKey(target) });
  return { ...found, first: row === undefined ? null : entryOf(row) };
}
