import assert from "node:assert/strict";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { type KeptReceipt, makeKeptReceipt, readDepth, resolveReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { arbitraryReceipts } from "@clewline/store-kit/store-contract/arbitrary-receipts.js";
import { linkReceipts } from "@clewline/store-kit/store-contract/receipt-chains.js";
import { makeLane, makeReceipt } from "@clewline/store-kit/store-contract/sample.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";

/** From the last checkpoint to this place. */
function chainAt(links: readonly KeptReceipt[], index: number): readonly KeptReceipt[] {
  const link = links[index];
  return link === undefined ? [] : links.slice(index - readDepth(link), index + 1);
}

describe("a receipt that is kept as what differs from its parent", () => {
  it("comes back exactly as it was, wherever it stands in its chain", () => {
    checkProperty(
      fc.property(arbitraryReceipts({ max: 200 }), (receipts) => {
        const links = linkReceipts(receipts);
        for (const [index, each] of receipts.entries())
          assert.deepStrictEqual(resolveReceipt(chainAt(links, index)), each);
      }),
      { runs: 10, longer: 100 },
    );
  });

  it("is whole at the first, at every compaction, and after 63 deltas", () => {
    checkProperty(
      fc.property(arbitraryReceipts({ min: 60, max: 250 }), (receipts) => {
        let sinceWhole = 0;
        for (const [index, link] of linkReceipts(receipts).entries()) {
          const isDue = index === 0 || link.compacted || sinceWhole === 63;
          sinceWhole = isDue ? 0 : sinceWhole + 1;
          assert.deepEqual(["delta" in link, readDepth(link)], [!isDue, sinceWhole]);
        }
      }),
      { runs: 10, longer: 100 },
    );
  });

  it("costs what is new, not what is there", () => {
    const chunks = Array.from({ length: 5_000 }, (_, index) => `chunk ${index}`);
    const { verdicts } = makeReceipt("any", makeLane());
    const before = makeReceipt("before", makeLane(), { chunks, verdicts: runs(verdicts, 1_000) });
    const after = makeReceipt("after", makeLane(), { chunks: [...chunks, "new"], verdicts: runs(verdicts, 1_001) });
    const link = makeKeptReceipt(after, { receipt: before, depth: 0 });
    expect("delta" in link && link.delta.chunks).toEqual([{ at: 5_000, remove: 0, insert: ["new"] }]);
    expect("delta" in link && link.delta.verdicts).toEqual(after.verdicts.slice(-1));
  });

  it("is whole where its parent was about more of the lane", () => {
    const { verdicts } = makeReceipt("any", makeLane());
    const before = makeReceipt("before", makeLane(), { verdicts: runs(verdicts, 3) });
    const after = makeReceipt("after", makeLane(), { verdicts: runs(verdicts, 2) });
    expect(makeKeptReceipt(after, { receipt: before, depth: 0 })).toBe(after);
  });

  it("may hold a view of very many pieces", () => {
    const chunks = Array.from({ length: 200_000 }, (_, index) => `${index}`);
    const before = makeReceipt("before", makeLane(), { chunks: ["first", "last"] });
    const after = makeReceipt("after", makeLane(), { chunks: ["first", ...chunks, "last"] });
    const link = makeKeptReceipt(after, { receipt: before, depth: 0 });
    expect(resolveReceipt([before, link])?.chunks.length).toBe(200_002);
  });

  it("is nothing without its chain", () => {
    const made = ["one", "two", "three"].map((id) => makeReceipt(id, makeLane()));
    const [first, second, third] = linkReceipts(made);
    expect(resolveReceipt([])).toBeNull();
    if (first === undefined || second === undefined || third === undefined) throw new Error("Three were linked");
    expect(resolveReceipt([third])).toBeNull();
    expect(resolveReceipt([first, third])).toBeNull();
    expect(resolveReceipt([second, third])).toBeNull();
    expect(resolveReceipt([first, second, third])).toEqual(made[2]);
  });
});

/** One verdict for each of this many entries. */
function runs(verdicts: Receipt["verdicts"], count: number): Receipt["verdicts"] {
  return Array.from({ length: count }, (_, index) =>
    verdicts.map((each) => ({ ...each, from: index + 1, to: index + 1 })),
  ).flat();
}
