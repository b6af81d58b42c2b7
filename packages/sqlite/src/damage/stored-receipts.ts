/** Receipts as a reader gets them: those that can't be read are left out, and a chain then ends before them. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { readFields } from "../fields.js";
import { readNumberColumn, tryRead } from "../rows/columns.js";
import { completeReceipt, listChunkNumbers, readReceiptRow, type UnreadReceipt } from "../rows/receipt-row.js";
import type { Statements } from "../statements/prepared.js";
import { readStoredName } from "./stored-places.js";
import { readOrMeet } from "./unread-rows.js";

type Hashes = ReadonlyMap<number, string>;

/** With the hashes of their chunks, of which some may be known. One that is lost gets a name that no chunk has: its bytes are then known to lack. */
export function readStoredReceipts(
  statements: Statements,
  rows: readonly unknown[],
  { lane, known = new Map() }: { readonly lane?: LaneRef; readonly known?: Hashes } = {},
): readonly KeptReceipt[] {
  const tryEach = <From, To>(row: unknown, from: From, read: (given: From) => To): readonly To[] => {
    const { number } = readFields(row);
    const meet = (reason: string) => statements.unread.meet({ table: "receipts", key: { number }, reason });
    const found = readOrMeet(() => [read(from)], meet);
    return found ?? [];
  };
  const unread = rows.flatMap((row) =>
    tryEach(row, row, (each) => {
      const receipt = readReceiptRow(each);
      return { row, receipt, numbers: listChunkNumbers(receipt) };
    }),
  );
  const numbers = new Set(unread.flatMap((each) => each.numbers));
  const hashes = findHashes(
    statements,
    [...numbers].filter((number) => !known.has(number)),
  );
  const hashOf = (chunk: number) => known.get(chunk) ?? hashes.get(chunk) ?? nameLost(chunk);
  return unread.flatMap(({ row, receipt }) => tryEach(row, receipt, (each) => completeReceipt(each, hashOf, lane)));
}

/** The numbers of the chunks that these rows name. What can't be read names none. */
export function listStoredNumbers(rows: readonly unknown[]): readonly number[] {
  return [...new Set(rows.flatMap((row) => tryRead((each) => listChunkNumbers(readReceiptRow(each)), row) ?? []))];
}

/** The same for receipts that must be sound, as those that were just written. */
export function completeReceipts(
  statements: Statements,
  receipts: readonly UnreadReceipt[],
  lane?: LaneRef,
): readonly KeptReceipt[] {
  const hashes = findHashes(statements, [...new Set(receipts.flatMap(listChunkNumbers))]);
  return receipts.map((each) => completeReceipt(each, (chunk) => hashes.get(chunk) ?? nameLost(chunk), lane));
}

function nameLost(chunk: number): string {
  return `lost chunk ${chunk}`;
}

export function findHashes({ contents, unread }: Statements, numbers: readonly number[]): Hashes {
  const rows = numbers.length === 0 ? [] : contents.chunkHashes.all({ numbers: JSON.stringify(numbers) });
  const found = rows.flatMap((row): readonly (readonly [number, string])[] => {
    const number = readNumberColumn(row, "number");
    const hash = readStoredName(readFields(row).hash);
    if (hash !== null) return [[number, hash]];
    unread.meet({ table: "chunks", key: { number }, reason: "its hash is no name" });
    return [];
  });
  return new Map(found);
}
