import { setImmediate as turnOfLoop } from "node:timers/promises";
import type { ReceiptId, SessionRef } from "@clewline/core/log/keys.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import type { StoreCache } from "../known.js";
import { encodeSession } from "../read.js";
import type { Statements } from "../statements/prepared.js";
import { encodeKey } from "../stored-key.js";
import { findHashes, listStoredNumbers, readStoredReceipts } from "./stored-receipts.js";

/** Hashes of one transaction: the checkpoint of a long lane names thousands, and each is looked up. */
const mostAtOnce = 1_000;

/**
 * The receipt and those that it builds on, its checkpoint first: those of a long lane in several transactions. The last one
 * reads the rows again. A chunk has its hash until it is erased, which no other process does while this one has the file open: after an
 * erasure all hashes are read anew in that last transaction.
 */
export async function readChain(
  read: <Result>(work: (statements: Statements, known: StoreCache) => Result) => Promise<Result>,
  session: SessionRef,
  id: ReceiptId,
): Promise<readonly KeptReceipt[]> {
  const first = await read((statements, { age }) => {
    const rows = findRows(statements, session, id);
    const numbers = listStoredNumbers(rows);
    return numbers.length > mostAtOnce ? { numbers, age: age.forgotten } : readStoredReceipts(statements, rows);
  });
  if (!("numbers" in first)) return first;
  const hashes = new Map<number, string>();
  for (let from = 0; from < first.numbers.length; from += mostAtOnce) {
    await turnOfLoop();
    const found = await read((statements) => findHashes(statements, first.numbers.slice(from, from + mostAtOnce)));
    for (const [number, hash] of found) hashes.set(number, hash);
  }
  await turnOfLoop();
  return read((statements, { age }) => {
    const isErased = age.forgotten !== first.age;
    return readStoredReceipts(statements, findRows(statements, session, id), isErased ? {} : { known: hashes });
  });
}

function findRows(statements: Statements, session: SessionRef, id: ReceiptId): readonly unknown[] {
  return statements.receipts.chain.all({ ...encodeSession(session), id: encodeKey(id) });
}
