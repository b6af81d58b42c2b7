import type { Receipt } from "@clewline/core/receipt/receipt.js";
import fc from "fast-check";
import { makeReceipts, type ReceiptStep } from "./receipt-chains.js";

const seq = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 400 }));
/** Few names, so that lists contain the same chunk more than once. */
const chunk = fc.oneof(fc.constantFrom("{", ",", "}"), fc.constantFrom("c1", "c2", "c3"), fc.string({ maxLength: 3 }));

const step: fc.Arbitrary<ReceiptStep> = fc.record({
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
