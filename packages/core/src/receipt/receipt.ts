import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { Epoch } from "../log/epoch.js";
import type { Instant, LaneRef, ReceiptId, Tokens, TurnId } from "../log/keys.js";
import type { Hash } from "../log/pointer.js";
import type { LayerName } from "../policy/layer.js";
import type { Policy } from "../policy/policy.js";
import type { Block } from "../view/block.js";
import { encodeBlock, hashBlock } from "../view/render/block-pieces.js";
import { isFraming } from "../view/render/layout.js";
import type { StandingVerdict, Verdict } from "../view/verdict.js";
import { type Overhead, sumLayerTokens, type View } from "../view/view.js";
import { type Derivation, type DerivationContext, listDerivations } from "./derivation.js";

/** Version of the code that turns blocks into bytes. Replay does not need it; a reader of an old receipt may. */
const rendererVersion = "1";

/** The content-addressed record of one view. */
export interface Receipt {
  /** Its id, for replay. */
  readonly id: ReceiptId;
  /** The lane. */
  readonly ref: LaneRef;
  /** The turn that made the call. */
  readonly turn: TurnId;
  /** Number of the call within the turn, from 1. */
  readonly call: number;
  /** The receipt before it in the lane, for the same policy and window. */
  readonly parent: ReceiptId | null;
  /** When it was made. */
  readonly at: Instant;
  /** Hashes of the pieces whose concatenation is the request; framing between them is stored literally. */
  readonly chunks: readonly string[];
  /** Hash of the whole request. */
  readonly root: string;
  /** The view's verdict on every entry. */
  readonly verdicts: readonly Verdict[];
  /** The view's verdict on every standing memory of its scope; absent if there are none. */
  readonly standing?: readonly StandingVerdict[];
  /** The size of the view, as an upper estimate. */
  readonly tokens: Tokens;
  /** The same by kind of content. */
  readonly layers: Readonly<Partial<Record<LayerName, Tokens>>>;
  /** Tokens that belong to no message. */
  readonly overheads: readonly Overhead[];
  /** The window that it was made for. */
  readonly window: Tokens;
  /** The part of it that was kept free for the answer. */
  readonly reply?: Tokens;
  /** The policy, by name and by hash of its values. */
  readonly policy: { readonly name: string; readonly hash: string };
  /** Version of the code that made the bytes. */
  readonly renderer: string;
  /** How tokens were counted. */
  readonly calibration: string;
  /** How far the reductions reached. */
  readonly epoch: Epoch;
  /** Whether this view moved them. */
  readonly compacted: boolean;
  /** Decisions outside the pure assembly, and failures. */
  readonly decisions: Json;
}

export interface ReceiptContext {
  readonly ref: LaneRef;
  readonly turn: TurnId;
  readonly call: number;
  readonly parent: ReceiptId | null;
  readonly at: Instant;
  readonly window: Tokens;
  readonly reply: Tokens;
  readonly policy: Policy;
  readonly calibration: string;
  readonly standing?: readonly StandingVerdict[];
  readonly decisions: Json;
}

/** A receipt, the chunks that it names, and the derivations that the view adds. */
export interface NewReceipt {
  readonly receipt: Receipt;
  readonly chunks: ReadonlyMap<string, string>;
  readonly derived: readonly Derivation[];
}

export function* makeReceipt(
  view: View,
  occasion: ReceiptContext,
  earlier: DerivationContext,
  hash: Hash,
): Steps<NewReceipt> {
  const keys = yield* nameKeys(view, hash);
  yield;
  const root = hash.hashPieces?.(view.pieces) ?? hash(view.pieces.join(""));
  yield;
  const { policy, ...rest } = occasion;
  // Frozen, because the host gets it and the next receipt is stored as its difference.
  const receipt: Receipt = Object.freeze({
    id: hash(encodeCanonicalJson([root, occasion.turn, occasion.call, occasion.at])).slice(0, 16) as ReceiptId,
    ...rest,
    chunks: Object.freeze(view.pieces.map((piece) => keys.get(piece) as string)),
    root,
    verdicts: Object.freeze([...view.verdicts]),
    tokens: view.tokens,
    layers: Object.fromEntries(sumLayerTokens(view)),
    overheads: view.overheads,
    policy: { name: policy.name, hash: hashPolicy(policy, hash) },
    renderer: rendererVersion,
    epoch: Object.freeze(dropBefore(view.epoch)),
    compacted: view.compacted,
  });
  yield;
  const derived = yield* listDerivations(view, occasion.turn, earlier, hash);
  yield;
  return { receipt, chunks: listChunks(keys), derived };
}

/** Drops the state before the last compaction, which is no part of a view. */
function dropBefore({ before: _before, ...epoch }: Epoch): Epoch {
  return epoch;
}

/** The key of each piece of a view, in the order of the pieces. */
function* nameKeys({ blocks, pieces }: View, hash: Hash): Steps<ReadonlyMap<string, string>> {
  const ofBlocks = new Map<string, string>();
  for (const [place, block] of blocks.entries()) {
    if (endsStep(place)) yield;
    pairPieces(block, hash, ofBlocks);
  }
  yield;
  const keys = new Map<string, string>();
  for (const piece of pieces) {
    if (!keys.has(piece)) keys.set(piece, ofBlocks.get(piece) ?? (isFraming(piece) ? piece : hash(piece)));
  }
  return keys;
}

function pairPieces(block: Block, hash: Hash, pairs: Map<string, string>): void {
  const keys = hashBlock(block, hash);
  for (const [place, piece] of encodeBlock(block).entries()) pairs.set(piece, keys[place] as string);
}

function listChunks(keys: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const chunks = new Map<string, string>();
  for (const [piece, key] of keys) if (!isFraming(piece)) chunks.set(key, piece);
  return chunks;
}

const policyHashes = new WeakMap<Policy, string>();

export function hashPolicy(policy: Policy, hash: Hash): string {
  const known = policyHashes.get(policy);
  if (known !== undefined) return known;
  // The limit on steps and the retention of sessions are no part of a view.
  const { maxSteps: _steps, retention: _retention, ...shown } = policy;
  const fresh = hash(encodeCanonicalJson(shown)).slice(0, 16);
  policyHashes.set(policy, fresh);
  return fresh;
}

/** Joins stored chunks to the request's bytes. A missing chunk leaves a gap, which the hash reveals. */
export function joinChunks(receipt: Receipt, chunks: ReadonlyMap<string, string>): string {
  return receipt.chunks.map((key) => (isFraming(key) ? key : (chunks.get(key) ?? ""))).join("");
}
