/** Records, epochs, leases and lines of the register as rows. */

import { completeEpoch, type Epoch, firstEpoch } from "@clewline/core/log/epoch.js";
import type { TurnId } from "@clewline/core/log/keys.js";
import type { Lease } from "@clewline/core/log/lease.js";
import type { LaneRecord, RecordKind } from "@clewline/core/log/record.js";
import { epochShape, storedRecordShapes } from "@clewline/core/log/shapes/record-shape.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { RowFault } from "../check/faults.js";
import { checkFields, checkRowShape, parseObject, readFields, readNullable, readNumber, readText } from "../fields.js";
import { decodeKey, encodeKey, type StoredKey } from "../stored-key.js";
import { decodeText, encodeText } from "../stored-text.js";

/** By their numbers in the file, each with the field that it has for itself. They never change. */
const kinds: readonly (readonly [kind: RecordKind, own: string])[] = [
  ["event", "event"],
  ["summary", "summary"],
  ["candidate", "candidate"],
  ["journal", "text"],
  ["state", "state"],
  ["secrets", "prints"],
  ["digest", "digest"],
  ["memory", "memory"],
  ["basis", "basis"],
  ["ranges", "ranges"],
  ["body", "body"],
];

export function encodeRecordKind(kind: RecordKind): number {
  return kinds.findIndex(([name]) => name === kind);
}

export function makeRecordColumns(record: LaneRecord) {
  const { id, kind, name, at, ...rest } = record;
  return {
    id: encodeKey(id),
    kind: encodeRecordKind(kind),
    name: encodeText(name),
    at,
    reach: record.kind === "summary" ? record.summary.to : null,
    rest: encodeCanonicalJson(rest),
  };
}

export function readRecordRow(row: unknown): LaneRecord {
  const fields = readFields(row);
  const [kind, own] = kinds[readNumber(fields, "kind")] ?? [];
  if (kind === undefined || own === undefined) throw new RowFault("A record is of no known kind");
  const rest = parseObject(readText(fields, "rest"));
  checkFields(rest, [own]);
  const base = {
    id: decodeKey(fields.id),
    name: decodeText(readText(fields, "name")),
    at: readNumber(fields, "at"),
    kind,
  };
  const record = { ...rest, ...base };
  checkRowShape(storedRecordShapes[kind], record);
  return record as unknown as LaneRecord;
}

/** Of the first epoch nothing is kept. */
export function encodeEpochRest(epoch: Epoch): string {
  const { key: _key, number: _number, ...rest } = epoch;
  return encodeCanonicalJson(rest);
}

export function readEpochRow(row: unknown): Epoch {
  const fields = readFields(row);
  const key = decodeText(readText(fields, "key"));
  if (fields.rest === null) return { ...firstEpoch, key };
  const rest = parseObject(readText(fields, "rest"));
  checkFields(rest, ["through", "foldedThrough"]);
  const epoch = { ...rest, key, number: readNumber(fields, "number") };
  checkRowShape(epochShape, epoch);
  return completeEpoch(epoch as unknown as Epoch);
}

export function readLeaseRow(row: unknown): Lease {
  const fields = readFields(row);
  const token = readNullable(readNumber, fields, "token");
  return {
    turn: decodeKey(fields.turn_id) as TurnId,
    holder: decodeText(readText(fields, "holder")),
    until: readNumber(fields, "until"),
    state: token === null ? "queued" : "running",
    token,
  };
}

/** How the key of a line is to be read: by its name, or as the number of a chunk that is stored. They never change. */
const lineKinds: readonly (Derivation["kind"] | "chunk-by-number")[] = [
  "chunk",
  "aside",
  "record",
  "chunk-by-number",
  "memory",
];
const chunkByNumber = lineKinds.indexOf("chunk-by-number");

export function isLineKind(column: unknown): boolean {
  return Number.isInteger(column) && lineKinds[Number(column)] !== undefined;
}

/** `chunk` is the number of the chunk that the key names, if it is stored. */
export function makeDerivationColumns({ kind, key }: Omit<Derivation, "sources">, chunk: number | undefined) {
  const named: { readonly kind: number; readonly key: StoredKey } = {
    kind: lineKinds.indexOf(kind),
    key: encodeKey(key),
  };
  return kind === "chunk" && chunk !== undefined ? { kind: chunkByNumber, key: BigInt(chunk) } : named;
}

/** A row with the hash of the chunk that it names by number. */
export function readDerivationRow(row: unknown): Omit<Derivation, "sources"> {
  const fields = readFields(row);
  const code = readNumber(fields, "kind");
  const kind = lineKinds[code];
  if (kind === "chunk-by-number") return { kind: "chunk", key: decodeKey(fields.hash) };
  if (kind === undefined) throw new RowFault("A row of the register has no known kind");
  return { kind, key: decodeKey(fields.key) };
}
