/**
 * The cost of a lane's calls beside its full history, in tokens at the plain price (I18), and whether they may go on without what
 * they cleared (I17). Every view adds its own call, and its receipt keeps the sums.
 */

import { isObject, type Json } from "@clewline/text/json.js";
import type { Tokens } from "../../log/keys.js";
import type { CachePrices, ClearingDecision } from "./decide-clearing.js";

export interface LaneBill {
  /** Whether the lane's first request carried a tool that opens what leaves. */
  readonly opens: boolean;
  readonly paid: number;
  /** The cost of the same calls with everything in view, a full window at most. */
  readonly full: number;
  /** The tokens of the full history. */
  readonly size: Tokens;
}

/** The view that a call sends. */
interface BilledView {
  readonly tokens: Tokens;
  readonly compacted: boolean;
  readonly scheduled: ClearingDecision | null;
}

export interface BilledCall {
  readonly view: BilledView;
  /** The tokens of the view before; 0 for the first. */
  readonly before: Tokens;
  readonly room: Tokens;
  /** Null where nobody knows them: the call counts for neither sum. */
  readonly prices: CachePrices | null;
  readonly isCold: boolean;
  /** Tokens of the view that a compaction leaves in the cache: instructions and tools. */
  readonly head: Tokens;
  /** Tokens that a call sends besides the view. */
  readonly beside?: Tokens;
  /** Whether it carries a tool that opens what leaves. */
  readonly opens: boolean;
}

export function addCall(bill: LaneBill | null, { view, before, room, beside = 0, ...call }: BilledCall): LaneBill {
  const { opens, paid, full, size } = bill ?? { opens: call.opens, paid: 0, full: 0, size: 0 };
  const cleared = view.compacted && view.scheduled?.kind === "clear" ? view.scheduled : null;
  // Of a compaction nobody knows what the view would have been: then the full history counts as not grown.
  const isKnown = !view.compacted || cleared !== null;
  const grown = isKnown ? Math.max(0, view.tokens + (cleared?.saved ?? 0) - before) : 0;
  // With everything in view nothing would have been fetched, and the call before would not have been made.
  const own = Math.max(0, grown - (view.scheduled?.fetched ?? 0));
  const whole = Math.min(room, size + own);
  if (call.prices === null) return { opens, paid, full, size: whole };
  const { read, write } = call.prices;
  const price = (tokens: Tokens, written: Tokens) => read * (tokens + beside - written) + write * written;
  const rewritten = isKnown ? (cleared?.rewritten ?? 0) : view.tokens - call.head;
  const cold = call.isCold ? beside : 0;
  const sent = call.isCold ? view.tokens : Math.min(view.tokens, rewritten + grown);
  return {
    opens,
    paid: Math.round(paid + price(view.tokens, sent + cold)),
    full: own < grown ? full : Math.round(full + price(whole, (call.isCold ? whole : own) + cold)),
    size: whole,
  };
}

/** As a receipt's decisions keep it; null where they have none. */
export function readLaneBill(decisions: Json): LaneBill | null {
  const bill = isObject(decisions) ? decisions.bill : undefined;
  if (!isObject(bill)) return null;
  const { opens, paid, full, size } = bill;
  return { opens: opens === true, paid: Number(paid), full: Number(full), size: Number(size) };
}
