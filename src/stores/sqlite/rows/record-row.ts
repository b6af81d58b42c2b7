/** Records, epochs, leases and lines of the register as rows. */

import { type Epoch, firstEpoch } from "../../../core/log/epoch.js";
import type { TurnId } from "../../../core/log/keys.js";
import type { Lease } from "../../../core/log/lease.js";
import type { LaneRecord, RecordKind } from "../../../core/log/record.js";
import { wholeEpoch } from "../../../core/log/stored-epoch.js";
import type { Derivation } from "../../../core/receipt/derivation.js";
import { canonical } from "../../../core/text/json.js";
import { RowFault } from "../check/faults.js";
import { checkFields, fieldsOf, nullable, number, objectIn, text } from "../fields.js";
import { fromKey, type StoredKey, toKey } from "../stored-key.js";
import { fromStored, toStored } from "../stored-text.js";

/** By their numbers in the file, each with the field that it has for itself. They never change. */
const kinds: readonly (readonly [kind: RecordKind, own: string])[] = [
  ["event", "event"],
  ["summary", "summary"],
  ["candidate", "candidate"],
  ["journal", "text"],
  ["state", "state"],
];

export function recordKind(kind: RecordKind): number {
  return kinds.findIndex(([name]) => name === kind);
}

export function recordColumns(record: LaneRecord) {
  const { id, kind, name, at, ...rest } = record;
  return {
    id: toKey(id),
    kind: recordKind(kind),
    name: toStored(name),
    at,
    reach: record.kind === "summary" ? record.summary.to : null,
    rest: canonical(rest),
  };
}

export function recordOf(row: unknown): LaneRecord {
  const fields = fieldsOf(row);
  const [kind, own] = kinds[number(fields, "kind")] ?? [];
  if (kind === undefined || own === undefined) throw new RowFault("A record is of no known kind");
  const rest = objectIn(text(fields, "rest"));
  checkFields(rest, [own]);
  if (kind === "summary" || kind === "candidate" || kind === "state") fieldsOf(rest[own]);
  const base = { id: fromKey(fields.id), name: fromStored(text(fields, "name")), at: number(fields, "at"), kind };
  return { ...rest, ...base } as unknown as LaneRecord;
}

/** Of the first epoch nothing is kept. */
export function epochRest(epoch: Epoch): string {
  const { key: _key, number: _number, ...rest } = epoch;
  return canonical(rest);
}

export function epochOf(row: unknown): Epoch {
  const fields = fieldsOf(row);
  const key = fromStored(text(fields, "key"));
  if (fields.rest === null) return { ...firstEpoch, key };
  const rest = objectIn(text(fields, "rest"));
  checkFields(rest, ["through", "foldedThrough"]);
  return wholeEpoch({ ...rest, key, number: number(fields, "number") } as unknown as Epoch);
}

export function leaseOf(row: unknown): Lease {
  const fields = fieldsOf(row);
  const token = nullable(number, fields, "token");
  return {
    turn: fromKey(fields.turn_id) as TurnId,
    holder: fromStored(text(fields, "holder")),
    until: number(fields, "until"),
    state: token === null ? "queued" : "running",
    token,
  };
}

/** How the key of a line is to be read: by its name, or as the number of a chunk that is stored. They never change. */
const lineKinds = ["chunk", "aside", "record"] as const;
const chunkByNumber = 3;

/** `chunk` is the number of the chunk that the key names, if it is stored. */
export function derivationColumns({ kind, key }: Omit<Derivation, "sources">, chunk: number | undefined) {
  const named: { readonly kind: number; readonly key: StoredKey } = { kind: lineKinds.indexOf(kind), key: toKey(key) };
  return kind === "chunk" && chunk !== undefined ? { kind: chunkByNumber, key: BigInt(chunk) } : named;
}

/** A row with the hash of the chunk that it names by number. */
export function derivationOf(row: unknown): Omit<Derivation, "sources"> {
  const fields = fieldsOf(row);
  const code = number(fields, "kind");
  if (code === chunkByNumber) return { kind: "chunk", key: fromKey(fields.hash) };
  const kind = lineKinds[code];
  if (kind === undefined) throw new RowFault("A row of the register has no known kind");
  return { kind, key: fromKey(fields.key) };
}
