import fc from "fast-check";
import type { Pointer } from "../../core/log/keys.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { type KeptReceipt, makeKeptReceipt, readDepth } from "../../core/receipt/receipt-delta.js";
import type { Rule, Verdict, VerdictKind } from "../../core/view/verdict.js";
import { makeLane, makeReceipt, receiptId } from "./sample.js";

interface Step {
  /** How many entries came since the previous receipt. */
  readonly grown: number;
  /** Entries at which a run of verdicts begins if none did, and continues if one did: splits and merges. */
  readonly turned: readonly number[];
  /** Entries whose run gets another verdict. */
  readonly judged: readonly { readonly seq: number; readonly look: number }[];
  readonly splice: { readonly at: number; readonly remove: number; readonly insert: readonly string[] };
  readonly compacted: boolean;
}

const seq = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 400 }));
/** Few names, so that lists contain the same chunk more than once. */
const chunk = fc.oneof(fc.constantFrom("{", ",", "}"), fc.constantFrom("c1", "c2", "c3"), fc.string({ maxLength: 3 }));

const step: fc.Arbitrary<Step> = fc.record({
  grown: fc.oneof({ arbitrary: fc.nat({ max: 4 }), weight: 30 }, { arbitrary: fc.nat({ max: 80 }), weight: 1 }),
  turned: fc.array(seq, { maxLength: 6 }),
  judged: fc.array(fc.record({ seq, look: fc.nat({ max: 11 }) }), { maxLength: 4 }),
  splice: fc.record({
    at: fc.oneof({ arbitrary: fc.constant(1_000_000), weight: 3 }, { arbitrary: fc.nat({ max: 50 }), weight: 1 }),
    remove: fc.oneof(fc.constant(0), fc.nat({ max: 4 })),
    insert: fc.array(chunk, { maxLength: 4 }),
  }),
  compacted: fc.oneof({ arbitrary: fc.constant(false), weight: 149 }, { arbitrary: fc.constant(true), weight: 1 }),
});

/** Receipts of one lane, each the parent of the next; their verdicts partition the entries at the time. */
export function arbitraryReceipts(options: { min?: number; max: number }): fc.Arbitrary<readonly Receipt[]> {
  const length = { minLength: options.min ?? 0, maxLength: options.max, size: "max" } as const;
  return fc.array(step, length).map(makeReceipts);
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

function makeReceipts(steps: readonly Step[]): readonly Receipt[] {
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
