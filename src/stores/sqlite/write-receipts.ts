import type { Change } from "../../core/ports/index.js";
import { isFraming } from "../../core/view/render/layout.js";
import { numberIn } from "./rows/columns.js";
import type { LaneRow } from "./rows/place-row.js";
import { receiptRest } from "./rows/receipt-row.js";
import { derivationColumns } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { toKey } from "./stored-key.js";
import { toStored } from "./stored-text.js";
import { type Met, numberOfTurn } from "./write-turns.js";

/** The number of a chunk by its hash, if the session has it. */
export type ChunkNumbers = (hash: string) => number | undefined;

/** Keeps the chunks that are new, and remembers where those are that came up. */
export function writeChunks({ contents }: Statements, { sessionId }: LaneRow, { receipt }: Change): ChunkNumbers {
  const numbers = new Map<string, number | undefined>();
  const numberOf = (hash: string) => {
    if (numbers.has(hash)) return numbers.get(hash);
    const row = contents.findChunk.get({ sessionId, hash: toKey(hash) });
    const number = row === undefined ? undefined : numberIn(row, "number");
    numbers.set(hash, number);
    return number;
  };
  for (const [hash, content] of receipt?.chunks ?? []) {
    if (numberOf(hash) !== undefined) continue;
    const { lastInsertRowid } = contents.putChunk.run({ sessionId, hash: toKey(hash), content: toStored(content) });
    numbers.set(hash, Number(lastInsertRowid));
  }
  return numberOf;
}

export function writeReceipt(met: Met, change: Change, chunks: ChunkNumbers): void {
  if (change.receipt === undefined) return;
  const { lane } = met;
  const { receipts } = met.statements;
  const { receipt } = change.receipt;
  const { id: laneId, sessionId } = lane;
  const { call, at } = receipt;
  const found = "delta" in receipt ? receipts.findReceipt.get({ id: toKey(receipt.delta.base), sessionId }) : undefined;
  const base = found === undefined ? null : numberIn(found, "number");
  const id = toKey(receipt.id);
  const turn = numberOfTurn(met, receipt.turn);
  const numberOf = (piece: string) => (isFraming(piece) ? undefined : chunks(piece));
  const rest = receiptRest(receipt, change.ref, base !== null, numberOf);
  const { changes, lastInsertRowid } = receipts.putReceipt.run({ sessionId, laneId, id, turn, call, at, base, rest });
  // A known one, as from an older export, must not become the last one again.
  if (changes === 0) return;
  const number = Number(lastInsertRowid);
  receipts.setLastReceipt.run({ laneId, receipt: number });
  receipts.setEpochReceipt.run({ laneId, key: toStored(receipt.epoch.key), receipt: number });
}

export function writeDerivations(statements: Statements, lane: LaneRow, change: Change, chunks: ChunkNumbers): void {
  for (const line of change.derived ?? []) {
    const columns = derivationColumns(line, line.kind === "chunk" ? chunks(line.key) : undefined);
    for (const source of line.sources) {
      statements.records.putDerivation.run({ sessionId: lane.sessionId, source: toKey(source), ...columns });
    }
  }
}
