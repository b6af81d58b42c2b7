/** Receipts as rows. Their pieces are named by the numbers of chunks, and what the row's columns say is left out. */

import { completeEpoch } from "@clewline/core/log/epoch.js";
import { isSameLane, type LaneRef, type ReceiptId, type TurnId } from "@clewline/core/log/keys.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { receiptShape } from "@clewline/core/receipt/receipt-shape.js";
import { isFraming } from "@clewline/core/view/render/layout.js";
import type { Verdict } from "@clewline/core/view/verdict.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { RowFault } from "../check/faults.js";
import { checkFields, checkRowShape, type Fields, parseObject, readFields, readNumber, readText } from "../fields.js";
import { decodeKey } from "../stored-key.js";
import { readRef } from "./place-row.js";

/** A piece as the row has it: the number of a chunk, or the piece itself. */
type StoredPiece = number | string;

/**
 * All that the columns of a receipt don't say, as JSON. `numberOf` gives the number of a chunk that is stored; the base is
 * in a column if it is known.
 */
export function encodeReceiptRest(
  receipt: KeptReceipt,
  lane: LaneRef,
  isBaseKnown: boolean,
  numberOf: (piece: string) => number | undefined,
): string {
  const { id: _id, ref, turn: _turn, call: _call, at: _at, parent, ...others } = receipt;
  const stored = (pieces: readonly string[]): readonly StoredPiece[] => pieces.map((piece) => numberOf(piece) ?? piece);
  const placed = { ...others, ...(isSameLane(ref, lane) ? {} : { ref }) };
  if (!("delta" in placed)) {
    const { chunks, verdicts, ...rest } = placed;
    return encodeCanonicalJson({ ...rest, parent, chunks: stored(chunks), verdicts: verdicts.map(encodeVerdict) });
  }
  const { base, depth, chunks, verdicts } = placed.delta;
  const splices = chunks.map(({ at, remove, insert }) => [at, remove, stored(insert)]);
  const from = base === parent ? {} : { parent };
  const on = isBaseKnown ? {} : { base };
  const delta = { ...on, depth, chunks: splices, verdicts: verdicts.map(encodeVerdict) };
  return encodeCanonicalJson({ ...placed, ...from, delta });
}

/** A verdict without the names of its fields; whole where it has others. */
function encodeVerdict(verdict: Verdict): Verdict | readonly unknown[] {
  // A long lane has thousands of them, written at once.
  const { from, to, kind, rule, limit, tokens, pointer } = verdict;
  const values = [from, to, kind, rule, limit, tokens, pointer];
  return Object.keys(verdict).length === values.length && !values.includes(undefined as never) ? values : verdict;
}

function decodeVerdict(stored: unknown): unknown {
  if (!Array.isArray(stored)) return stored;
  // A literal: a long lane has thousands of them, read at once.
  const [from, to, kind, rule, limit, tokens, pointer] = stored;
  return { from, to, kind, rule, limit, tokens, pointer };
}

/** A receipt on its way out of its row: the numbers of its chunks are still to become their hashes. */
export interface UnreadReceipt {
  readonly fields: Fields;
  readonly rest: Fields;
}

export function readReceiptRow(row: unknown): UnreadReceipt {
  const fields = readFields(row);
  const rest = parseObject(readText(fields, "rest"));
  checkFields(rest, ["root", "epoch"]);
  if (rest.delta === undefined) checkFields(rest, ["chunks", "verdicts"]);
  else checkFields(readFields(rest.delta), ["depth", "chunks", "verdicts"]);
  return { fields, rest };
}

/** The numbers of the chunks that it names. */
export function listChunkNumbers(receipt: UnreadReceipt): readonly number[] {
  return listStoredPieces(receipt).filter((piece): piece is number => typeof piece === "number");
}

/** The hashes that it names itself: of the files of entries, whose bytes are no chunks. */
export function listNamedPieces(receipt: UnreadReceipt): readonly string[] {
  return listStoredPieces(receipt).filter((piece) => typeof piece === "string" && !isFraming(piece)) as string[];
}

function listStoredPieces({ rest }: UnreadReceipt): readonly StoredPiece[] {
  return rest.delta === undefined ? readPieces(rest.chunks) : readSplices(rest).flatMap(([, , insert]) => insert);
}

export function completeReceipt(
  { fields, rest }: UnreadReceipt,
  hashOf: (chunk: number) => string,
  lane?: LaneRef,
): KeptReceipt {
  const ref = lane ?? readRef(fields);
  const named = (pieces: readonly StoredPiece[]) =>
    pieces.map((piece) => (typeof piece === "number" ? hashOf(piece) : piece));
  const { delta: _delta, chunks: _chunks, ...others } = rest;
  const whole = {
    ref: { owner: ref.owner, session: ref.session, lane: ref.lane },
    ...others,
    id: decodeKey(fields.id) as ReceiptId,
    turn: decodeKey(fields.turn_id) as TurnId,
    call: readNumber(fields, "call"),
    at: readNumber(fields, "at"),
    epoch: completeEpoch(rest.epoch as Parameters<typeof completeEpoch>[0]),
  };
  if (rest.delta === undefined) {
    const [chunks, verdicts] = [named(readPieces(rest.chunks)), readVerdicts(rest)];
    return checkReceipt({ ...whole, chunks, verdicts });
  }
  const delta = readFields(rest.delta);
  const chunks = readSplices(rest).map(([at, remove, insert]) => ({ at, remove, insert: named(insert) }));
  const base = delta.base ?? decodeKey(fields.base_id);
  const parent = rest.parent === undefined ? base : rest.parent;
  return checkReceipt({ ...whole, parent, delta: { ...delta, base, chunks, verdicts: readVerdicts(delta) } });
}

function checkReceipt(receipt: object): KeptReceipt {
  checkRowShape(receiptShape, receipt);
  return receipt as KeptReceipt;
}

function readVerdicts({ verdicts }: Fields): readonly unknown[] {
  if (!Array.isArray(verdicts)) throw new RowFault("A receipt has no list of its verdicts");
  return verdicts.map(decodeVerdict);
}

function readSplices({
  delta,
}: Fields): readonly (readonly [at: number, remove: number, insert: readonly StoredPiece[]])[] {
  return readPieces(readFields(delta).chunks) as never;
}

function readPieces(value: unknown): readonly StoredPiece[] {
  if (!Array.isArray(value)) throw new RowFault("A receipt has no list of its pieces");
  return value as readonly StoredPiece[];
}
