import { ClewError } from "@clewline/core/errors.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { isAsExpected, isRunningHolder, type Lease } from "@clewline/core/log/lease.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { type Change, type ChangeResult, hasOnlyVectors } from "@clewline/core/ports/index.js";
import { readEpochNumber, readStoredLane } from "./damage/stored-places.js";
import { guardVectors } from "./damage/vector-damage.js";
import { readFields } from "./fields.js";
import type { StoreCache } from "./known.js";
import { claimPlace, readClaimedQueue, readQueue } from "./leases.js";
import { moveCleared, writeRecords, writeSettings } from "./records.js";
import { type LaneRow, readLaneRow } from "./rows/place-row.js";
import { encodeEpochRest } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { writeContent } from "./stored-contents.js";
import { encodeRef, encodeText } from "./stored-text.js";
import { writeVectors } from "./vectors.js";
import { writeEntries } from "./write-entries.js";
import { writeChunks, writeDerivations, writeReceipt } from "./write-receipts.js";
import {
  type ChangeContext,
  makeChangeContext,
  markSent,
  refuseAfterEnd,
  releasePlace,
  resolveTurnNumber,
  writeHistory,
  writeTurn,
} from "./write-turns.js";

/** Writes one change in the caller's transaction. Any error that it throws undoes all of it. */
export function writeChange(statements: Statements, stored: StoreCache, hash: Hash, change: Change): CommitResult {
  const row = statements.lanes.findLane.get(encodeRef(change.ref));
  const known = row === undefined ? null : readStoredLane(statements, row);
  const outdated = findOutdatedQueue(statements, known, change);
  if (outdated !== null)
    return {
      written: { done: false, entries: [], leases: outdated },
      laneId: 0,
      rows: [],
      turns: [],
      chunks: new Map(),
    };
  if (change.expectedSeq !== undefined && change.expectedSeq !== (known?.nextSeq ?? 1)) throw new OutOfPlace();
  if (!isInEpoch(statements, known, change)) throw new OutOfPlace();
  if (known === null && hasOnlyVectors(change)) throw new OutOfPlace();
  const lane = known ?? addLane(statements, change.ref);
  if (lane.isRecounted)
    statements.lanes.recountLane.run({ laneId: lane.id, nextSeq: lane.nextSeq, cleared: lane.cleared });
  const { claim } = change;
  const met = makeChangeContext(statements, lane, change);
  refuseAfterEnd(met, change);
  // First, so that one change can drop the place of a turn that is gone and take the next place.
  if (change.release !== undefined) releasePlace(met, change.release);
  if (claim !== undefined) claimPlace(statements, lane.id, resolveTurnNumber(met, claim.turn), claim);
  for (const blob of change.blobs ?? []) writeContent(statements, hash, lane.sessionId, blob);
  const { numberOf: chunks, added } = writeChunks(statements, lane, change, stored);
  const entries = writePlacedEntries(met, hash, change);
  writeTurn(met, change);
  writeHistory(met, change);
  markSent(met, change);
  writeReceipt(met, change, chunks);
  writeRecords(statements, lane, change);
  writeSettings(statements, lane, change);
  moveCleared(statements, lane, change);
  writeEpoch(statements, lane, change);
  writeDerivations(statements, lane, change, chunks);
  guardVectors(() => writeVectors(statements, lane, change));
  const leases =
    claim === undefined ? [] : readClaimedQueue(statements, lane.id, resolveTurnNumber(met, claim.turn), claim);
  return {
    written: { done: true, entries, leases },
    laneId: lane.id,
    rows: met.rows,
    turns: [...met.turns.values()],
    chunks: added,
  };
}

/** The result of a change, with its entries' rows and its turns' numbers, which may be cached once it is committed. */
export interface CommitResult {
  readonly written: ChangeResult;
  readonly laneId: number;
  readonly rows: readonly unknown[];
  readonly turns: readonly number[];
  /** The numbers of its new chunks, by session and hash. */
  readonly chunks: ReadonlyMap<string, number>;
}

/** The lane's queue, if it is not as the writer expects. */
function findOutdatedQueue(
  statements: Statements,
  known: LaneRow | null,
  { expects, holder }: Change,
): readonly Lease[] | null {
  if (expects === undefined && holder === undefined) return null;
  const queue = known === null ? [] : readQueue(statements, known.id);
  const isExpected = expects === undefined || isAsExpected(queue, expects);
  return isExpected && (holder === undefined || isRunningHolder(queue, holder)) ? null : queue;
}

/** Undoes the change. Only after writing is it certain that all entries are new. */
class OutOfPlace extends Error {
  override readonly name = "OutOfPlace";
}

/** The result of a change that was undone. All other errors are rethrown. */
export function convertRefusal(error: unknown): ChangeResult {
  if (error instanceof OutOfPlace) return { done: false, entries: [], leases: [] };
  throw error;
}

function isInEpoch({ lanes }: Statements, known: LaneRow | null, { expectedEpoch }: Change): boolean {
  if (expectedEpoch === undefined) return true;
  const { key, number } = expectedEpoch;
  const row = known === null ? undefined : lanes.findEpoch.get({ laneId: known.id, key: encodeText(key) });
  return number === (row === undefined ? 0 : readEpochNumber(readFields(row).number));
}

function writePlacedEntries(met: ChangeContext, hash: Hash, change: Change): readonly Entry[] {
  if (change.expectedSeq === undefined) return writeEntries(met, hash, change);
  try {
    const entries = writeEntries(met, hash, change);
    const { nextSeq } = readLaneRow(met.statements.lanes.findLane.get(encodeRef(change.ref)));
    if (nextSeq === change.expectedSeq + entries.length) return entries;
  } catch (error) {
    // An entry that is known with other content is not new either.
    if (!(error instanceof ClewError) || error.code !== "log/conflict") throw error;
  }
  throw new OutOfPlace();
}

function addLane(statements: Statements, ref: LaneRef): LaneRow {
  const { owner, session, lane } = encodeRef(ref);
  statements.lanes.addOwner.run({ owner });
  statements.lanes.addSession.run({ owner, session });
  statements.lanes.addLane.run({ owner, session, lane });
  // Its session may be damaged, so a tolerant read comes first.
  const row = statements.lanes.findLane.get({ owner, session, lane });
  return readStoredLane(statements, row) ?? readLaneRow(row);
}

function writeEpoch({ lanes }: Statements, { id: laneId }: LaneRow, { epoch }: Change): void {
  if (epoch === undefined) return;
  lanes.swapEpoch.run({ laneId, key: encodeText(epoch.key), number: epoch.number, rest: encodeEpochRest(epoch) });
}
