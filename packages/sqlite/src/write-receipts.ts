import type { Change } from "@clewline/core/ports/index.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import { readOrMeet } from "./damage/unread-rows.js";
import type { StoreCache } from "./known.js";
import { readNumberColumn, readTextColumn } from "./rows/columns.js";
import type { LaneRow } from "./rows/place-row.js";
import { encodeReceiptRest } from "./rows/receipt-row.js";
import { makeDerivationColumns } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey } from "./stored-key.js";
import { encodeText } from "./stored-text.js";
import { type ChangeContext, resolveTurnNumber } from "./write-turns.js";

/** The number of a chunk by its hash, if the session has it. */
export type ChunkNumbers = (hash: string) => number | undefined;

/** Keeps the chunks that are new, and remembers where those are that came up. */
export function writeChunks(
  statements: Statements,
  { sessionId }: LaneRow,
  change: Change,
  known?: StoreCache,
): { readonly numberOf: ChunkNumbers; readonly added: ReadonlyMap<string, number> } {
  const { contents } = statements;
  const added = new Map<string, number>();
  const numbers = new Map<string, number | undefined>();
  const numberOf = (hash: string) => {
    const before = numbers.get(hash) ?? known?.chunks.get(`${sessionId} ${hash}`);
    if (before !== undefined || numbers.has(hash)) return before;
    const row = contents.findChunk.get({ sessionId, hash: encodeKey(hash) });
    const number = row === undefined ? undefined : readNumberColumn(row, "number");
    numbers.set(hash, number);
    return number;
  };
  for (const [hash, content] of [...(change.chunks ?? []), ...(change.receipt?.chunks ?? [])]) {
    const known = numberOf(hash);
    if (known !== undefined) {
      mendChunk(statements, known, encodeText(content));
      continue;
    }
    const { lastInsertRowid } = contents.putChunk.run({
      sessionId,
      hash: encodeKey(hash),
      content: encodeText(content),
    });
    numbers.set(hash, Number(lastInsertRowid));
    added.set(`${sessionId} ${hash}`, Number(lastInsertRowid));
  }
  return { numberOf, added };
}

/** A chunk that is given again stays as it is, unless nobody can read it. */
function mendChunk({ contents, unread }: Statements, number: number, content: string): void {
  const row = contents.numberedChunk.get({ number });
  const meet = (reason: string) => unread.meet({ table: "chunks", key: { number }, reason });
  if (readOrMeet(() => readTextColumn(row, "content"), meet) === null) contents.mendChunk.run({ number, content });
}

export function writeReceipt(met: ChangeContext, change: Change, chunks: ChunkNumbers): void {
  if (change.receipt === undefined) return;
  const { lane } = met;
  const { receipts } = met.statements;
  const { receipt } = change.receipt;
  const { id: laneId, sessionId } = lane;
  const { call, at } = receipt;
  const found =
    "delta" in receipt ? receipts.findReceipt.get({ id: encodeKey(receipt.delta.base), sessionId }) : undefined;
  const base = found === undefined ? null : readNumberColumn(found, "number");
  const id = encodeKey(receipt.id);
  const turn = resolveTurnNumber(met, receipt.turn);
  const numberOf = (piece: string) => (isFraming(piece) ? undefined : chunks(piece));
  const rest = encodeReceiptRest(receipt, change.ref, base !== null, numberOf);
  const { changes, lastInsertRowid } = receipts.putReceipt.run({ sessionId, laneId, id, turn, call, at, base, rest });
  // A known one, as from an older export, must not become the last one again.
  if (changes === 0) return;
  const number = Number(lastInsertRowid);
  receipts.setLastReceipt.run({ laneId, receipt: number });
  receipts.setEpochReceipt.run({ laneId, key: encodeText(receipt.epoch.key), receipt: number });
}

/** Vectors tell themselves what they were made from. */
export function writeDerivations(statements: Statements, lane: LaneRow, change: Change, chunks: ChunkNumbers): void {
  for (const line of change.derived ?? []) {
    if (line.kind === "vector") continue;
    const columns = makeDerivationColumns(line, line.kind === "chunk" ? chunks(line.key) : undefined);
    for (const source of line.sources) {
      statements.records.putDerivation.run({ sessionId: lane.sessionId, source: encodeKey(source), ...columns });
    }
  }
}
