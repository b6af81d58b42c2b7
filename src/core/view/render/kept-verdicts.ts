/** Caches the last verdict on each item, because a lane keeps its items between calls. */

import type { Rendition } from "../rendition.js";
import type { Item } from "../units/item.js";
import type { Verdict } from "../verdict.js";

const known = new WeakMap<Item, Verdict>();

type ItemVerdict = Pick<Verdict, "kind" | "rule" | "limit"> & { readonly rendition: Rendition };

/** Returns the same object while a verdict stays equal. It is frozen, because many receipts share it. */
export function keepVerdict(
  item: Item,
  { kind, rule, limit, rendition }: ItemVerdict,
  pointTo: () => Verdict["pointer"],
): Verdict {
  const tokens = item.tokens(rendition);
  const before = known.get(item);
  const isSame = before?.kind === kind && before.rule === rule && before.limit === limit && before.tokens === tokens;
  if (before !== undefined && isSame) return before;
  const { seq } = item.entry;
  const verdict: Verdict = Object.freeze({ from: seq, to: seq, tokens, kind, rule, limit, pointer: pointTo() });
  known.set(item, verdict);
  return verdict;
}
