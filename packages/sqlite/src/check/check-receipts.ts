import type { SessionRef } from "@clewline/core/log/keys.js";
import type { StoreFault } from "@clewline/core/ports/index.js";
import { isErasedPiece } from "@clewline/core/receipt/erased-piece.js";
import { listOwnChunks } from "@clewline/core/receipt/receipt-delta.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import { completeReceipts } from "../damage/stored-receipts.js";
import { readFields } from "../fields.js";
import { encodeSession } from "../read.js";
import { readKeyColumn, readNumberColumn, tryRead } from "../rows/columns.js";
import { readRef } from "../rows/place-row.js";
import { readReceiptRow } from "../rows/receipt-row.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import { restore, summariseFaults, walkPages } from "./check-pages.js";

/** Whether every receipt can be read, builds on one before it, and has the bytes that it names. */
export async function checkReceipts(statements: Statements, recover: string): Promise<readonly StoreFault[]> {
  const { receiptPage, brokenChains } = statements.checks;
  const broken = new Set<string>(brokenChains.all({}).map((row) => readKeyColumn(row, "id")));
  const incomplete: string[] = [];
  for await (const rows of walkPages(receiptPage)) {
    for (const row of rows) {
      const unread = tryRead(readReceiptRow, row);
      const id = tryRead((each) => readKeyColumn(each, "id"), row) ?? `number ${readNumberColumn(row, "number")}`;
      // Named already.
      if (unread === null) continue;
      if ((unread.rest.delta === undefined) !== (readFields(row).base === null)) broken.add(id);
      else if (!broken.has(id)) {
        const receipt = tryRead(() => completeReceipts(statements, [unread])[0], row);
        const pieces = receipt === null || receipt === undefined ? [] : listOwnChunks(receipt);
        if (hasMissingChunks(statements, readRef(readFields(row)), pieces)) incomplete.push(id);
      }
    }
  }
  return [
    ...summariseFaults("Receipts that build on one that is not before them in their lane", [...broken], recover),
    ...summariseFaults("Receipts whose bytes are not all there", incomplete, restore),
  ];
}

function hasMissingChunks({ contents }: Statements, session: SessionRef, pieces: readonly string[]): boolean {
  const within = encodeSession(session);
  const stored = [...new Set(pieces)].filter((piece) => !isFraming(piece) && !isErasedPiece(piece));
  return stored.some((hash) => {
    const key = encodeKey(hash);
    const found = contents.chunk.get({ ...within, hash: key }) ?? contents.hasBlob.get({ ...within, id: key });
    return found === undefined;
  });
}
