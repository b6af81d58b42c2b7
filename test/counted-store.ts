import type { Change, LogStore } from "@clewline/core/ports/index.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";

/** What one receipt added to the store, in bytes. */
export interface ReceiptBytes {
  /** Whether it holds its lists whole. */
  readonly checkpoint: boolean;
  readonly compacted: boolean;
  /** Its row, the lines of the register that came with it, and the keys of its new chunks. */
  readonly bytes: number;
  /** The new chunks themselves. */
  readonly text: number;
}

/** The same store; calls `count` with what each receipt adds. */
export function makeCountingStore(store: LogStore, count: (receipt: ReceiptBytes) => void): LogStore {
  return {
    ...store,
    write: async (change) => {
      const written = await store.write(change);
      const bytes = measureReceipt(change);
      if (bytes !== null) count(bytes);
      return written;
    },
  };
}

const integerBytes = 8;

function measureReceipt({ ref, receipt: added, derived = [] }: Change): ReceiptBytes | null {
  if (added === undefined) return null;
  const { receipt, chunks } = added;
  const base = "delta" in receipt ? receipt.delta.base : "";
  const row =
    measureColumns(ref.owner, receipt.id, receipt.turn, base, encodeCanonicalJson(receipt)) + 4 * integerBytes;
  const lines = derived.flatMap(({ kind, key, sources }) =>
    sources.map((source) => measureColumns(ref.owner, source, kind, key)),
  );
  const keys = [...chunks.keys()].map((key) => measureColumns(ref.owner, key));
  const bytes = [...lines, ...keys].reduce((total, each) => total + each, row);
  const text = measureColumns(...chunks.values());
  return { checkpoint: !("delta" in receipt), compacted: receipt.compacted, bytes, text };
}

function measureColumns(...columns: readonly string[]): number {
  return columns.reduce((total, column) => total + Buffer.byteLength(column), 0);
}
