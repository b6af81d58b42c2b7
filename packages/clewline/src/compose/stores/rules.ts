import { isChildLane } from "@clewline/core/log/child-lane.js";
import { findEntrySource, isSameDelivery } from "@clewline/core/log/delivery.js";
import { resolveMessageId } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import { isAsExpected, isRunningHolder } from "@clewline/core/log/lease.js";
import { makeAddress } from "@clewline/core/log/pointer.js";
import { findRepliedMessage } from "@clewline/core/log/replied-message.js";
import {
  holdsRun,
  listIndexedWords,
  makeIndexedText,
  makeSearchableText,
  makeWordQuery,
  mostSought,
} from "@clewline/core/log/search-words.js";
import { refuseEnded } from "@clewline/core/log/turn.js";
import { mostLocated, mostUnsent, recentLanes, summariesLookedAt } from "@clewline/core/ports/index.js";
import { normaliseLaneRequest } from "@clewline/core/ports/lane-request.js";
import { readDepth, renamePieces } from "@clewline/core/receipt/receipt-delta.js";
import { weighWord } from "@clewline/core/retrieval/weigh-word.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { sha256 } from "@clewline/platform/crypto.js";

/**
 * The rules of the log that every store follows, for authors of stores. `storeContract` of `clewline/testing` checks
 * them.
 */
export const storeRules = Object.freeze({
  // Identity of entries, and targets of pointers.
  hash: sha256,
  makeAddress,
  findEntrySource,
  isSameDelivery,
  resolveMessageId,
  findRepliedMessage,
  // Turns and the queue of a lane.
  isChildLane,
  isAsExpected,
  isRunningHolder,
  refuseEnded,
  mostUnsent,
  // Reads of a view.
  firstEpoch,
  findLeaveBoundary,
  normaliseLaneRequest,
  readDepth,
  summariesLookedAt,
  // Receipts after an erasure.
  renamePieces,
  // Searching, and how much of it there may be.
  makeSearchableText,
  makeIndexedText,
  listIndexedWords,
  makeWordQuery,
  holdsRun,
  mostSought,
  weighWord,
  mostLocated,
  recentLanes,
});
