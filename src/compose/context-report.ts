import type { LaneRef } from "../core/log/keys.js";
import { computeThresholds } from "../core/model/usage.js";
import { countAvailableTokens } from "../core/policy/budget.js";
import type { LayerName } from "../core/policy/layer.js";
import { orderLayers } from "../core/policy/policy.js";
import { applySettings } from "../core/policy/settings.js";
import type { ModelRequest } from "../core/view/request.js";
import { makeTooSmallError, type Overhead, sumLayerTokens } from "../core/view/view.js";
import type { Engine } from "../engine/engine.js";
import { type ExplainedVerdict, explain, explainView, makePreview } from "../engine/read/inspect.js";
import { replay } from "../engine/read/replay.js";

/** The view that the next message would find, with the account of it. */
export interface ContextReport {
  /** The chat. */
  readonly session: string;
  /** The thread inside it. */
  readonly lane: string;
  /** The model's window. */
  readonly window: number;
  /** The part of it kept free for the reply. */
  readonly reply: number;
  /** What the view takes, as an upper estimate. */
  readonly tokens: number;
  /** Tokens by kind of content, in the order of the view. */
  readonly layers: readonly { readonly layer: LayerName; readonly tokens: number }[];
  /** Where it is reduced although it fits: old results are cleared, older turns summarised. Null for a view of the past. */
  readonly thresholds: { readonly clear: number; readonly summary: number; readonly turns: number | null } | null;
  /** Tokens that belong to no message. */
  readonly overheads: readonly Overhead[];
  /** The request itself. */
  readonly request: ModelRequest;
  /** What became of every entry, with the rule that decided. */
  readonly verdicts: readonly ExplainedVerdict[];
}

export async function makePastContextReport(engine: Engine, at: string): Promise<ContextReport> {
  const { receipt, bytes } = await replay(engine, at);
  const { ref, window, tokens, overheads } = receipt;
  const order: readonly LayerName[] = orderLayers(engine.policy);
  const place = ([layer]: [LayerName, number]) => order.indexOf(layer);
  const layers = (Object.entries(receipt.layers) as [LayerName, number][]).sort((a, b) => place(a) - place(b));
  return {
    session: ref.session,
    lane: ref.lane,
    window,
    reply: receipt.reply ?? 0,
    tokens,
    layers: layers.map(([layer, sum]) => ({ layer, tokens: sum })),
    thresholds: null,
    overheads,
    request: JSON.parse(bytes) as ModelRequest,
    verdicts: await explain(engine, receipt),
  };
}

export async function makeContextReport(engine: Engine, ref: LaneRef): Promise<ContextReport> {
  const assembled = await makePreview(engine, ref);
  const { settings } = await engine.store.read(ref, 0, null);
  if (assembled.kind === "too-small") throw makeTooSmallError(assembled.needed, countAvailableTokens(engine.budget));
  const { view } = assembled;
  return {
    session: ref.session,
    lane: ref.lane,
    window: engine.budget.window,
    reply: engine.budget.reply,
    tokens: view.tokens,
    layers: [...sumLayerTokens(view)].map(([layer, tokens]) => ({ layer, tokens })),
    thresholds: computeThresholds(applySettings(engine.policy, settings), engine.budget),
    overheads: view.overheads,
    request: view.request,
    verdicts: await explainView(engine, ref, view.verdicts),
  };
}
