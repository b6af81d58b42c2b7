import { isChildLane } from "../../core/log/child-lane.js";
import { findEntrySource, isSameDelivery } from "../../core/log/delivery.js";
import { resolveMessageId } from "../../core/log/entry.js";
import { firstEpoch } from "../../core/log/epoch.js";
import { isAsExpected, isRunningHolder } from "../../core/log/lease.js";
import { makeAddress } from "../../core/log/pointer.js";
import { findRepliedMessage } from "../../core/log/replied-message.js";
import {
  holdsRun,
  listIndexedWords,
  makeIndexedText,
  makeSearchableText,
  makeWordQuery,
  mostSought,
} from "../../core/log/search-words.js";
import { refuseEnded } from "../../core/log/turn.js";
import { mostLocated, mostUnsent, recentLanes, summariesLookedAt } from "../../core/ports/index.js";
import { normaliseLaneRequest } from "../../core/ports/lane-request.js";
import { readDepth } from "../../core/receipt/receipt-delta.js";
import { renamePieces } from "../../core/receipt/rename-pieces.js";
import { weighWord } from "../../core/retrieval/weigh-word.js";
import { findLeaveBoundary } from "../../core/view/reduce/reductions.js";
import { sha256 } from "../../platform/crypto.js";

/** The rules of the log that every store follows, for whoever writes one. `storeContract` of `clewline/testing` checks them. */
export const storeRules = Object.freeze({
  // What an entry is known by, and where a pointer leads.
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
  // What a view is read from.
  firstEpoch,
  findLeaveBoundary,
  normaliseLaneRequest,
  readDepth,
  summariesLookedAt,
  // What becomes of receipts when something is erased.
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
