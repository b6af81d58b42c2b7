import { canonical, type Json } from "./json.js";
import type { Instant, LaneRef, ReceiptId, Tokens, TurnId } from "./keys.js";
import type { LayerName, Policy } from "./policy.js";
import type { Hash } from "./pointer.js";
import type { Epoch } from "./snapshot.js";
import type { Verdict } from "./verdict.js";
import { type Overhead, tokensByLayer, type View } from "./view.js";

/** Version of the code that turns blocks into bytes. Replay never needs it; a reader of an old receipt may. */
export const rendererVersion = "1";

/** The content-addressed record of one view that was handed out. */
export interface Receipt {
  readonly id: ReceiptId;
  readonly ref: LaneRef;
  readonly turn: TurnId;
  /** Number of the call inside the turn, from 1. */
  readonly call: number;
  /** The receipt before it in the lane. */
  readonly parent: ReceiptId | null;
  readonly at: Instant;
  /** Hashes of the pieces whose concatenation is the request. */
  readonly chunks: readonly string[];
  /** Hash of the whole request. */
  readonly root: string;
  readonly verdicts: readonly Verdict[];
  readonly tokens: Tokens;
  readonly layers: Readonly<Partial<Record<LayerName, Tokens>>>;
  readonly overheads: readonly Overhead[];
  readonly window: Tokens;
  readonly policy: { readonly name: string; readonly hash: string };
  readonly renderer: string;
  readonly calibration: string;
  readonly epoch: Epoch;
  readonly compacted: boolean;
  /** What was decided outside the pure assembly, and anything that did not go as it should. */
  readonly decisions: Json;
}

/** What a receipt needs to know besides the view. */
export interface Occasion {
  readonly ref: LaneRef;
  readonly turn: TurnId;
  readonly call: number;
  readonly parent: ReceiptId | null;
  readonly at: Instant;
  readonly window: Tokens;
  readonly policy: Policy;
  readonly calibration: string;
  readonly decisions: Json;
}

/** A receipt and the chunks that it names. */
export interface Written {
  readonly receipt: Receipt;
  readonly chunks: ReadonlyMap<string, string>;
}

export function receiptFor(view: View, occasion: Occasion, hash: Hash): Written {
  const hashed = view.pieces.map((piece) => [hash(piece), piece] as const);
  const root = hash(view.pieces.join(""));
  const { policy, ...rest } = occasion;
  const receipt: Receipt = {
    id: hash(canonical([root, occasion.turn, occasion.call, occasion.at])).slice(0, 16) as ReceiptId,
    ...rest,
    chunks: hashed.map(([key]) => key),
    root,
    verdicts: view.verdicts,
    tokens: view.tokens,
    layers: Object.fromEntries(tokensByLayer(view)),
    overheads: view.overheads,
    policy: { name: policy.name, hash: hash(canonical(policy)).slice(0, 16) },
    renderer: rendererVersion,
    epoch: view.epoch,
    compacted: view.compacted,
  };
  return { receipt, chunks: new Map(hashed) };
}
