import type { TurnId } from "../../../core/keys.js";
import { isFraming } from "../../../core/view/render/layout.js";
import { fieldsOf } from "../fields.js";
import { numberIn, readable } from "../rows/columns.js";
import { piecesOf } from "../rows/receipt-row.js";
import { epochRest, recordColumns, recordKind } from "../rows/record-row.js";
import { toKey } from "../stored-key.js";
import { fromStored, toStored } from "../stored-text.js";
import { writeChunks, writeReceipt } from "../write-receipts.js";
import { numberOfTurn } from "../write-turns.js";
import { oldEpoch, oldReceipt, oldRecord, oldText } from "./old-rows.js";
import { laneOf, look, metIn, oldRows, rowOf, type Takeover } from "./takeover.js";

/** Epochs first: a receipt is the last one of its epoch until the next one comes. */
export function takeReceipts(takeover: Takeover): void {
  const { database, statements } = takeover;
  takeEpochs(takeover);
  const chunkOf = look(database, "SELECT content FROM old_chunks WHERE owner = @owner AND hash = @hash");
  // The number counts within a lane, so equal ones are in the order of the file.
  const inOrder = "SELECT row_number() OVER (ORDER BY number, rowid) AS place, * FROM old_receipts";
  for (const row of oldRows(takeover, inOrder, "place")) {
    const lane = laneOf(takeover, row);
    const receipt = readable(oldReceipt, row);
    if (receipt === null) {
      takeBroken(takeover, row);
      continue;
    }
    const hashes = [...new Set(piecesOf(receipt))].filter((piece) => !isFraming(piece));
    const contents = hashes.map((hash) => [hash, chunkOf({ owner: lane.ref.owner, hash: toStored(hash) })] as const);
    const chunks = new Map(
      contents.flatMap(([hash, content]) => (typeof content === "string" ? [[hash, asStored(content)]] : [])),
    );
    const change = { ref: lane.ref, receipt: { receipt, chunks } };
    writeReceipt(metIn(takeover, lane), change, writeChunks(statements, rowOf(lane), change));
  }
  takeRecords(takeover);
}

/** A chunk that is damaged stays so: its hash will tell. */
function asStored(content: string): string {
  return readable((text) => fromStored(String(text)), content) ?? content;
}

/** A receipt whose body can't be read keeps it, for whoever repairs the file. */
function takeBroken(takeover: Takeover, row: unknown): void {
  const { statements } = takeover;
  const lane = laneOf(takeover, row);
  const turn = numberOfTurn(metIn(takeover, lane), oldText(row, "turn") as TurnId);
  const [call, at] = [numberIn(row, "call"), numberIn(row, "at")];
  const place = { sessionId: lane.sessionId, laneId: lane.id, id: toKey(oldText(row, "id")), turn };
  statements.receipts.putReceipt.run({ ...place, call, at, base: null, rest: String(fieldsOf(row).body) });
}

function takeEpochs(takeover: Takeover): void {
  const { database } = takeover;
  const insert = database.prepare(
    "INSERT INTO epochs (lane_id, key, number, rest) VALUES (@laneId, @key, @number, @rest)",
  );
  for (const row of database.prepare("SELECT lane_id, key, number, body FROM old_epochs").all()) {
    const epoch = readable(oldEpoch, row);
    const [laneId, number] = [numberIn(row, "lane_id"), numberIn(row, "number")];
    const kept = epoch === null ? String(fieldsOf(row).body) : epochRest(epoch);
    insert.run({ laneId, key: fieldsOf(row).key, number, rest: number === 0 && epoch !== null ? null : kept });
  }
}

function takeRecords(takeover: Takeover): void {
  const { statements } = takeover;
  for (const row of oldRows(takeover, "SELECT * FROM old_records")) {
    const laneId = numberIn(row, "lane_id");
    const record = readable(oldRecord, row);
    if (record !== null) {
      statements.records.putRecord.run({ laneId, ...recordColumns(record) });
      continue;
    }
    const kind = recordKind(oldText(row, "kind") as never);
    const broken = { kind, at: 0, reach: kind === recordKind("summary") ? 0 : null, rest: String(fieldsOf(row).body) };
    statements.records.putRecord.run({
      laneId,
      id: toKey(oldText(row, "id")),
      name: toStored(oldText(row, "name")),
      ...broken,
    });
  }
}
