import type { TurnId } from "../../../core/log/keys.js";
import { wholeEpoch } from "../../../core/log/stored-epoch.js";
import { isFraming } from "../../../core/view/render/layout.js";
import { RowFault } from "../check/faults.js";
import { fieldsOf, nullable, number } from "../fields.js";
import { wholeReceipts } from "../read.js";
import { numberIn, readable } from "../rows/columns.js";
import { piecesOf, unreadReceipt } from "../rows/receipt-row.js";
import { epochOf, epochRest, recordColumns, recordKind, recordOf } from "../rows/record-row.js";
import { toKey } from "../stored-key.js";
import { fromStored, toStored } from "../stored-text.js";
import { writeChunks, writeReceipt } from "../write-receipts.js";
import { numberOfTurn } from "../write-turns.js";
import { keepRow, keptBytes, refuseLoss } from "./keep-row.js";
import { oldEpoch, oldReceipt, oldRecord, oldText } from "./old-rows.js";
import { inOrder, laneOf, look, metIn, oldRows, rowOf, type Takeover } from "./upgrade-context.js";

/** Epochs first: a receipt is the last one of its epoch until the next one comes. */
export function takeReceipts(takeover: Takeover): void {
  takeEpochs(takeover);
  const take = receiptTaker(takeover);
  // The number counts within a lane, so equal ones are in the order of the file.
  const order = "SELECT rowid AS original FROM old_receipts ORDER BY number, rowid";
  for (const row of inOrder(takeover, order, "CROSS JOIN old_receipts ON old_receipts.rowid = original")) {
    keepRow(takeover, { table: "receipts", row }, [() => take(row), () => takeBroken(takeover, row)]);
  }
  takeRecords(takeover);
}

function receiptTaker(takeover: Takeover): (row: unknown) => () => void {
  const { database, statements } = takeover;
  const chunkOf = look(database, "SELECT content FROM old_chunks WHERE owner = @owner AND hash = @hash");
  const written = database.prepare(`
    SELECT receipts.id, turns.id AS turn_id, receipts.call, receipts.at, receipts.rest, base.id AS base_id
    FROM receipts JOIN turns ON turns.number = receipts.turn LEFT JOIN receipts AS base ON base.number = receipts.base
    WHERE receipts.id = @id AND receipts.session_id = @sessionId`);
  return (row) => {
    const lane = laneOf(takeover, row);
    const receipt = oldReceipt(row);
    const hashes = [...new Set(piecesOf(receipt))].filter((piece) => !isFraming(piece));
    const contents = hashes.map((hash) => [hash, chunkOf({ owner: lane.ref.owner, hash: toStored(hash) })] as const);
    const chunks = new Map(
      contents.flatMap(([hash, content]) => (typeof content === "string" ? [[hash, asStored(content)]] : [])),
    );
    const change = { ref: lane.ref, receipt: { receipt, chunks } };
    return () => {
      writeReceipt(metIn(takeover, lane), change, writeChunks(statements, rowOf(lane), change));
      const stored = written.get({ id: toKey(oldText(row, "id")), sessionId: lane.sessionId });
      const [read] = wholeReceipts(statements, [unreadReceipt(stored)], lane.ref);
      refuseLoss({ ...receipt, epoch: wholeEpoch(receipt.epoch) }, read ?? {});
    };
  };
}

/** A chunk that is damaged stays so: its hash will tell. */
function asStored(content: string): string {
  return readable((text) => fromStored(String(text)), content) ?? content;
}

/** A receipt that can't be made over keeps its body, for whoever repairs the file. */
function takeBroken(takeover: Takeover, row: unknown): () => void {
  const lane = laneOf(takeover, row);
  const name = oldText(row, "turn") as TurnId;
  const place = { sessionId: lane.sessionId, laneId: lane.id, id: toKey(oldText(row, "id")), base: null };
  const kept = { call: numberIn(row, "call"), at: numberIn(row, "at"), rest: keptBytes(row) };
  return () => {
    const turn = numberOfTurn(metIn(takeover, lane), name);
    const { changes } = takeover.statements.receipts.putReceipt.run({ ...place, turn, ...kept });
    if (changes === 0) throw new RowFault("Another receipt of the session has this id");
  };
}

function takeEpochs(takeover: Takeover): void {
  const insert = takeover.database.prepare(
    "INSERT INTO epochs (lane_id, key, number, rest) VALUES (@laneId, @key, @number, @rest)",
  );
  for (const row of inOrder(takeover, "SELECT lane_id, key, number, body FROM old_epochs")) {
    const write = (rest: string | Buffer | null) => {
      const [{ id: laneId }, { key }, number] = [laneOf(takeover, row), fieldsOf(row), numberIn(row, "number")];
      return () => void insert.run({ laneId, key, number, rest });
    };
    const take = (rest: string | null) => {
      refuseLoss(oldEpoch(row), epochOf({ ...fieldsOf(row), rest }));
      return write(rest);
    };
    // Of the first epoch there is nothing to keep.
    const ways = [() => take(null), () => take(epochRest(oldEpoch(row))), () => write(keptBytes(row))];
    keepRow(takeover, { table: "epochs", row }, fieldsOf(row).number === 0 ? ways : ways.slice(1));
  }
}

function takeRecords(takeover: Takeover): void {
  const { putRecord } = takeover.statements.records;
  for (const row of oldRows(takeover, "SELECT * FROM old_records")) {
    const take = () => {
      const { id: laneId } = laneOf(takeover, row);
      const record = oldRecord(row);
      const columns = recordColumns(record);
      refuseLoss(record, recordOf({ ...columns, id: toKey(oldText(row, "id")) }));
      nullable(number, columns, "reach");
      return () => void putRecord.run({ laneId, ...columns });
    };
    const keep = () => {
      const { id: laneId } = laneOf(takeover, row);
      const kind = recordKind(oldText(row, "kind") as never);
      const place = { laneId, id: toKey(oldText(row, "id")), name: toStored(oldText(row, "name")) };
      const reach = kind === recordKind("summary") ? 0 : null;
      const rest = keptBytes(row);
      return () => void putRecord.run({ ...place, kind, at: 0, reach, rest });
    };
    keepRow(takeover, { table: "records", row }, [take, keep]);
  }
}
