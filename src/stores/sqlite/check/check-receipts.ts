import type { SessionRef } from "../../../core/log/keys.js";
import type { StoreFault } from "../../../core/ports/index.js";
import { isFraming } from "../../../core/view/render/layout.js";
import { fieldsOf } from "../fields.js";
import { storedSession, wholeReceipts } from "../read.js";
import { keyIn, readable } from "../rows/columns.js";
import { refIn } from "../rows/place-row.js";
import { piecesOf, unreadReceipt } from "../rows/receipt-row.js";
import type { Statements } from "../statements/prepared.js";
import { toKey } from "../stored-key.js";
import { pagesOf, restore, summed } from "./check-pages.js";

/** Whether every receipt can be read, builds on one before it, and has the bytes that it names. */
export async function checkReceipts(statements: Statements, recover: string): Promise<readonly StoreFault[]> {
  const { receiptPage, brokenChains } = statements.checks;
  const broken = new Set<string>(brokenChains.all({}).map((row) => keyIn(row, "id")));
  const unreadable: string[] = [];
  const incomplete: string[] = [];
  for await (const rows of pagesOf(receiptPage)) {
    for (const row of rows) {
      const unread = readable(unreadReceipt, row);
      const id = keyIn(row, "id");
      if (unread === null) unreadable.push(id);
      else if ((unread.rest.delta === undefined) !== (fieldsOf(row).base === null)) broken.add(id);
      else if (!broken.has(id)) {
        const [receipt] = wholeReceipts(statements, [unread]);
        const pieces = receipt === undefined ? [] : piecesOf(receipt);
        if (lacksChunks(statements, refIn(fieldsOf(row)), pieces)) incomplete.push(id);
      }
    }
  }
  return [
    ...summed("Receipts that cannot be read", unreadable, recover),
    ...summed("Receipts that build on one that is not before them in their lane", [...broken], recover),
    ...summed("Receipts whose bytes are not all there", incomplete, restore),
  ];
}

function lacksChunks({ contents }: Statements, session: SessionRef, pieces: readonly string[]): boolean {
  const within = storedSession(session);
  const stored = [...new Set(pieces)].filter((piece) => !isFraming(piece));
  return stored.some((hash) => contents.chunk.get({ ...within, hash: toKey(hash) }) === undefined);
}
