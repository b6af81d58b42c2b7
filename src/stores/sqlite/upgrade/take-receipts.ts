import { completeEpoch } from "../../../core/log/complete-epoch.js";
import type { TurnId } from "../../../core/log/keys.js";
import { listOwnChunks } from "../../../core/receipt/receipt-delta.js";
import { isFraming } from "../../../core/view/render/layout.js";
import { RowFault } from "../check/faults.js";
import { completeReceipts } from "../damage/stored-receipts.js";
import { readFields, readNullable, readNumber } from "../fields.js";
import { readNumberColumn, readTextColumn, tryRead } from "../rows/columns.js";
import { readReceiptRow } from "../rows/receipt-row.js";
import {
  encodeEpochRest,
  encodeRecordKind,
  makeRecordColumns,
  readEpochRow,
  readRecordRow,
} from "../rows/record-row.js";
import { encodeKey } from "../stored-key.js";
import { decodeText, encodeText } from "../stored-text.js";
import { writeChunks, writeReceipt } from "../write-receipts.js";
import { resolveTurnNumber } from "../write-turns.js";
import { keepRow, readBodyBytes, refuseLoss } from "./keep-row.js";
import { readOldEpoch, readOldReceipt, readOldRecord } from "./old-rows.js";
import {
  makeLaneContext,
  makeLaneRow,
  prepareLookup,
  resolveLane,
  type Takeover,
  walkOldRows,
  walkOrderedRows,
} from "./upgrade-context.js";

/** Epochs first: a receipt is the last one of its epoch until the next one comes. */
export function takeReceipts(takeover: Takeover): void {
  takeEpochs(takeover);
  const take = makeReceiptTaker(takeover);
  // The number counts within a lane, so equal ones are in the order of the file.
  const order = "SELECT rowid AS original FROM old_receipts ORDER BY number, rowid";
  for (const row of walkOrderedRows(takeover, order, "CROSS JOIN old_receipts ON old_receipts.rowid = original")) {
    keepRow(takeover, { table: "receipts", row }, [() => take(row), () => takeBroken(takeover, row)]);
  }
  takeRecords(takeover);
}

function makeReceiptTaker(takeover: Takeover): (row: unknown) => () => void {
  const { database, statements } = takeover;
  const chunkOf = prepareLookup(database, "SELECT content FROM old_chunks WHERE owner = @owner AND hash = @hash");
  const written = database.prepare(`
    SELECT receipts.id, turns.id AS turn_id, receipts.call, receipts.at, receipts.rest, base.id AS base_id
    FROM receipts JOIN turns ON turns.number = receipts.turn LEFT JOIN receipts AS base ON base.number = receipts.base
    WHERE receipts.id = @id AND receipts.session_id = @sessionId`);
  return (row) => {
    const lane = resolveLane(takeover, row);
    const receipt = readOldReceipt(row);
    const hashes = [...new Set(listOwnChunks(receipt))].filter((piece) => !isFraming(piece));
    const contents = hashes.map((hash) => [hash, chunkOf({ owner: lane.ref.owner, hash: encodeText(hash) })] as const);
    const chunks = new Map(
      contents.flatMap(([hash, content]) => (typeof content === "string" ? [[hash, decodeChunk(content)]] : [])),
    );
    const change = { ref: lane.ref, receipt: { receipt, chunks } };
    return () => {
      const { numberOf } = writeChunks(statements, makeLaneRow(lane), change);
      writeReceipt(makeLaneContext(takeover, lane), change, numberOf);
      const stored = written.get({ id: encodeKey(readTextColumn(row, "id")), sessionId: lane.sessionId });
      const [read] = completeReceipts(statements, [readReceiptRow(stored)], lane.ref);
      refuseLoss({ ...receipt, epoch: completeEpoch(receipt.epoch) }, read ?? {});
    };
  };
}

/** A chunk that is damaged stays so: its hash will tell. */
function decodeChunk(content: string): string {
  return tryRead((text) => decodeText(String(text)), content) ?? content;
}

/** A receipt that can't be made over keeps its body, for whoever repairs the file. */
function takeBroken(takeover: Takeover, row: unknown): () => void {
  const lane = resolveLane(takeover, row);
  const name = readTextColumn(row, "turn") as TurnId;
  const place = { sessionId: lane.sessionId, laneId: lane.id, id: encodeKey(readTextColumn(row, "id")), base: null };
  const kept = { call: readNumberColumn(row, "call"), at: readNumberColumn(row, "at"), rest: readBodyBytes(row) };
  return () => {
    const turn = resolveTurnNumber(makeLaneContext(takeover, lane), name);
    const { changes } = takeover.statements.receipts.putReceipt.run({ ...place, turn, ...kept });
    if (changes === 0) throw new RowFault("Another receipt of the session has this id");
  };
}

function takeEpochs(takeover: Takeover): void {
  const insert = takeover.database.prepare(
    "INSERT INTO epochs (lane_id, key, number, rest) VALUES (@laneId, @key, @number, @rest)",
  );
  for (const row of walkOrderedRows(takeover, "SELECT lane_id, key, number, body FROM old_epochs")) {
    const write = (rest: string | Buffer | null) => {
      const [{ id: laneId }, { key }, number] = [
        resolveLane(takeover, row),
        readFields(row),
        readNumberColumn(row, "number"),
      ];
      return () => void insert.run({ laneId, key, number, rest });
    };
    const take = (rest: string | null) => {
      refuseLoss(readOldEpoch(row), readEpochRow({ ...readFields(row), rest }));
      return write(rest);
    };
    // Of the first epoch there is nothing to keep.
    const ways = [() => take(null), () => take(encodeEpochRest(readOldEpoch(row))), () => write(readBodyBytes(row))];
    keepRow(takeover, { table: "epochs", row }, readFields(row).number === 0 ? ways : ways.slice(1));
  }
}

function takeRecords(takeover: Takeover): void {
  const { putRecord } = takeover.statements.records;
  for (const row of walkOldRows(takeover, "SELECT * FROM old_records")) {
    const take = () => {
      const { id: laneId } = resolveLane(takeover, row);
      const record = readOldRecord(row);
      const columns = makeRecordColumns(record);
      refuseLoss(record, readRecordRow({ ...columns, id: encodeKey(readTextColumn(row, "id")) }));
      readNullable(readNumber, columns, "reach");
      return () => void putRecord.run({ laneId, ...columns });
    };
    const keep = () => {
      const { id: laneId } = resolveLane(takeover, row);
      const kind = encodeRecordKind(readTextColumn(row, "kind") as never);
      const place = { laneId, id: encodeKey(readTextColumn(row, "id")), name: encodeText(readTextColumn(row, "name")) };
      const reach = kind === encodeRecordKind("summary") ? 0 : null;
      const rest = readBodyBytes(row);
      return () => void putRecord.run({ ...place, kind, at: 0, reach, rest });
    };
    keepRow(takeover, { table: "records", row }, [take, keep]);
  }
}
