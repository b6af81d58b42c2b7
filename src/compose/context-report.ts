import type { LaneRef } from "../core/log/keys.js";
import { thresholdsOf } from "../core/model/usage.js";
import { availableIn } from "../core/policy/budget.js";
import type { LayerName } from "../core/policy/layer.js";
import { layerOrder } from "../core/policy/policy.js";
import { withSettings } from "../core/policy/settings.js";
import type { Request } from "../core/view/request.js";
import { type Overhead, tokensByLayer, tooSmall } from "../core/view/view.js";
import type { House } from "../engine/engine.js";
import { type ExplainedVerdict, explain, explainView, preview } from "../engine/read/inspect.js";
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
  readonly request: Request;
  /** What became of every entry, with the rule that decided. */
  readonly verdicts: readonly ExplainedVerdict[];
}

export async function pastContext(house: House, at: string): Promise<ContextReport> {
  const { receipt, bytes } = await replay(house, at);
  const { ref, window, tokens, overheads } = receipt;
  const order: readonly LayerName[] = layerOrder(house.policy);
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
    request: JSON.parse(bytes) as Request,
    verdicts: await explain(house, receipt),
  };
}

export async function contextReport(house: House, ref: LaneRef): Promise<ContextReport> {
  const assembled = await preview(house, ref);
  const { settings } = await house.store.read(ref, 0, null);
  if (assembled.kind === "too-small") throw tooSmall(assembled.needed, availableIn(house.budget));
  const { view } = assembled;
  return {
    session: ref.session,
    lane: ref.lane,
    window: house.budget.window,
    reply: house.budget.reply,
    tokens: view.tokens,
    layers: [...tokensByLayer(view)].map(([layer, tokens]) => ({ layer, tokens })),
    thresholds: thresholdsOf(withSettings(house.policy, settings), house.budget),
    overheads: view.overheads,
    request: view.request,
    verdicts: await explainView(house, ref, view.verdicts),
  };
}
