import { ClewError } from "../errors.js";
import type { Epoch } from "../log/epoch.js";
import type { Tokens } from "../log/keys.js";
import type { Summary } from "../log/summary.js";
import type { Preamble, TurnRecord } from "../log/turn.js";
import type { Standing } from "../model/reasoning/bound-thoughts.js";
import type { LayerName } from "../policy/layer.js";
import type { LeavingEntries } from "../summary/leaving-entries.js";
import type { Block } from "./block.js";
import type { WeighedUnit } from "./reduce/measure-units.js";
import type { ModelRequest } from "./request.js";
import type { ClearingDecision } from "./schedule/decide-clearing.js";
import type { Verdict } from "./verdict.js";

/** Tokens that belong to no block. */
export interface Overhead {
  /** Names the part of the request that takes the tokens. */
  readonly name: "tools" | "message framing" | "request";
  /** An upper estimate. */
  readonly tokens: Tokens;
}

/** The request that a model gets in one call, with its account. */
export interface View {
  readonly request: ModelRequest;
  /** The request's canonical bytes, in pieces whose concatenation is its JSON. */
  readonly pieces: readonly string[];
  readonly blocks: readonly Block[];
  readonly overheads: readonly Overhead[];
  /** Blocks and overheads together: an upper estimate. */
  readonly tokens: Tokens;
  readonly verdicts: readonly Verdict[];
  /** The beginning that its answer's thoughts will be bound to; null if the model takes reasoning back anywhere, or is unknown. */
  readonly standing: Standing | null;
  /** How far the reductions reach after this view. */
  readonly epoch: Epoch;
  /** The summary of what has left. */
  readonly summary: Summary | null;
  /** Whether this view compacted, that is, moved the reductions. */
  readonly compacted: boolean;
  /** The turn's volatile blocks, to be stored with it. */
  readonly asides: readonly Preamble[];
  /** The turn that it answers, with decisions about its messages. */
  readonly turn: TurnRecord | null;
  /** The units of its recent and message layers, shown or not. */
  readonly units: readonly WeighedUnit[];
  /** The schedule's decision about this view; null where the policy has no schedule. */
  readonly scheduled: ClearingDecision | null;
  /** The entries that its compaction removed; null if it made none. */
  readonly leaving: LeavingEntries | null;
}

export type AssemblyResult =
  | { readonly kind: "fits"; readonly view: View }
  | { readonly kind: "too-small"; readonly needed: Tokens; readonly available: Tokens };

/** Makes an error of "does not fit", for callers that can't decide about it. */
export function makeTooSmallError(needed: Tokens, available: Tokens, named: Tokens | null = null): ClewError {
  const because = named === null ? "" : `, because the provider once said that it takes ${named},`;
  return new ClewError(
    "view/too-small",
    `The window leaves ${available} tokens${because} and this call needs at least ${needed}`,
    {
      hint:
        named !== null
          ? "Give the model's current window (window: …, --window); it overrides the limit that the provider named"
          : "Use a model with a larger window, or shorten the instructions and the tools' descriptions",
    },
  );
}

/** The tokens of instructions and tools. */
export function countHeadTokens(
  { instructions = 0, persona = 0 }: Readonly<Partial<Record<LayerName, Tokens>>>,
  overheads: readonly Overhead[],
): Tokens {
  return instructions + persona + (overheads.find(({ name }) => name === "tools")?.tokens ?? 0);
}

export function sumLayerTokens(view: View): ReadonlyMap<LayerName, Tokens> {
  const sums = new Map<LayerName, Tokens>();
  for (const block of view.blocks) sums.set(block.layer, (sums.get(block.layer) ?? 0) + block.tokens);
  return sums;
}
