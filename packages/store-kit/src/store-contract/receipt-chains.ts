/** Chains of receipts for the contract, made step by step. */
import type { Pointer } from "@clewline/core/log/keys.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { type KeptReceipt, makeKeptReceipt, readDepth } from "@clewline/core/receipt/receipt-delta.js";
import type { Rule, Verdict, VerdictKind } from "@clewline/core/view/verdict.js";
import { makeLane, makeReceipt, receiptId } from "./sample.js";

export interface ReceiptStep {
  /** How many entries came since the previous receipt. */
  readonly grown: number;
  /** Entries at which a run of verdicts begins if none did, and continues if one did: splits and merges. */
  readonly turned: readonly number[];
  /** Entries whose run gets another verdict. */
  readonly judged: readonly { readonly seq: number; readonly look: number }[];
  readonly splice: { readonly at: number; readonly remove: number; readonly insert: readonly string[] };
  readonly compacted: boolean;
}

/** Each with the previous one as its parent. */
export function linkReceipts(made: readonly Receipt[]): readonly KeptReceipt[] {
  const links: KeptReceipt[] = [];
  for (const [index, each] of made.entries()) {
    const before = made[index - 1];
    const last = links.at(-1);
    links.push(
      makeKeptReceipt(
        each,
        before === undefined || last === undefined ? null : { receipt: before, depth: readDepth(last) },
      ),
    );
  }
  return links;
}

/** Receipts of one lane, each the parent of the next; their verdicts partition the entries at the time. */
export function makeReceipts(steps: readonly ReceiptStep[]): readonly Receipt[] {
  const begins = new Set<number>([1]);
  const looks = new Map<number, number>();
  const chunks: string[] = [];
  let last = 0;
  return steps.map((each, index) => {
    for (let grown = 1; grown <= each.grown; grown++) begins.add(last + grown);
    last += each.grown;
    for (const at of each.turned) if (at > 1 && at <= last && !begins.delete(at)) begins.add(at);
    for (const { seq: judged, look } of each.judged) looks.set(judged, look);
    chunks.splice(each.splice.at, each.splice.remove, ...each.splice.insert);
    return makeReceipt(`receipt-${index}`, makeLane(), {
      call: index + 1,
      parent: index === 0 ? null : receiptId(`receipt-${index - 1}`),
      chunks: [...chunks],
      verdicts: splitVerdicts(begins, looks, last),
      compacted: each.compacted,
    });
  });
}

function splitVerdicts(
  begins: ReadonlySet<number>,
  looks: ReadonlyMap<number, number>,
  last: number,
): readonly Verdict[] {
  const starts = [...begins].filter((start) => start <= last).sort((a, b) => a - b);
  return starts.map((from, index) => makeVerdict(from, (starts[index + 1] ?? last + 1) - 1, looks.get(from) ?? 0));
}

const kinds: readonly VerdictKind[] = ["kept", "stubbed", "omitted"];
const rules: readonly Rule[] = ["fits", "spill", "leave-out", "message"];

function makeVerdict(from: number, to: number, look: number): Verdict {
  return {
    from,
    to,
    kind: kinds[look % kinds.length] ?? "kept",
    rule: rules[look % rules.length] ?? "fits",
    limit: look % 2 === 0 ? null : `window=${look}`,
    tokens: look,
    pointer: look % 5 === 0 ? null : (`clew:e000000000${look % 5}` as Pointer),
  };
}

/** Steps that grow, split, merge and splice, always the same: the contract draws nothing, so that it needs no generator. */
export function listVariedSteps(count: number): readonly ReceiptStep[] {
  const names = ["{", ",", "}", "c1", "c2", "c3", "d4", "é"];
  // Steps of a full cycle modulo a prime: they repeat only after 65,536.
  let drawn = 7;
  const draw = (most: number) => {
    drawn = (drawn * 75 + 74) % 65_537;
    return drawn % (most + 1);
  };
  const list = <Item>(most: number, make: () => Item) => Array.from({ length: draw(most) }, make);
  return Array.from({ length: count }, () => ({
    grown: draw(30) === 0 ? draw(80) : draw(4),
    turned: list(6, () => draw(400)),
    judged: list(4, () => ({ seq: draw(400), look: draw(11) })),
    splice: {
      at: draw(3) === 0 ? draw(50) : 1_000_000,
      remove: draw(1) * draw(4),
      insert: list(4, () => names[draw(names.length - 1)] ?? ""),
    },
    compacted: false,
  }));
}
