/**
 * Reads the JSON of a request. An agent sends its whole list each time. Bytes equal to those of the body before give
 * the same objects, and only the rest is parsed.
 */
import { isObject, type Json, tryParseJson } from "@clewline/text/json.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { JsonObject } from "../wire/wire.js";
import {
  closeList,
  closeObject,
  colon,
  comma,
  countAlike,
  openList,
  openObject,
  quote,
  skipSpace,
  skipString,
  skipValue,
} from "./scan-json.js";

/** A value, and its place in the bytes. */
export interface ReadPiece<Value = Json> {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
}

interface ReadField extends ReadPiece {
  readonly name: string;
  /** Of a list of objects: the place of each of them. */
  readonly items: readonly ReadPiece[] | null;
}

/** A body with the places of what it has. */
export interface ReadBody {
  readonly bytes: Buffer;
  readonly value: JsonObject;
  /** Empty for one that is not laid out as an object of fields. */
  readonly fields: readonly ReadField[];
}

/** Bytes from which on a value is worth a place of its own. */
const leastLarge = 512;

/** The objects of lists, and large values. */
export function listCuts(fields: readonly ReadField[]): readonly ReadPiece<unknown>[] {
  return fields.flatMap(({ items, ...field }): readonly ReadPiece<unknown>[] =>
    items !== null && items.length > 0 ? items : field.end - field.start < leastLarge ? [] : [field],
  );
}

/** Null for what is no JSON object. */
export function* readJsonBody(bytes: Buffer, before: ReadBody | null): Steps<ReadBody | null> {
  const fields = yield* readFields({ bytes, before, alike: before === null ? 0 : countAlike(bytes, before.bytes) });
  if (fields !== null)
    return { bytes, fields, value: Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
  // The layout is unexpected: `tryParseJson` decides whether it is JSON at all.
  const value = tryParseJson(new TextDecoder().decode(bytes));
  return isObject(value) ? { bytes, fields: [], value } : null;
}

interface Reading {
  readonly bytes: Buffer;
  readonly before: ReadBody | null;
  /** How many bytes are those of the body before. */
  readonly alike: number;
}

/** Null where the text is not as JSON has it. */
function* readFields(reading: Reading): Steps<readonly ReadField[] | null> {
  const { bytes, before, alike } = reading;
  // A field that ends before the first differing byte is unchanged, and so is the byte after it.
  const fields = (before?.fields ?? []).filter(({ end }) => end < alike);
  const start = skipSpace(bytes, 0);
  if (bytes[start] !== openObject) return null;
  let place = skipSpace(bytes, fields.at(-1)?.end ?? start + 1);
  while (bytes[place] !== closeObject) {
    if (fields.length > 0) {
      if (bytes[place] !== comma) return null;
      place = skipSpace(bytes, place + 1);
    }
    const field = yield* readField(reading, place);
    if (field === null) return null;
    fields.push(field);
    place = skipSpace(bytes, field.end);
  }
  return skipSpace(bytes, place + 1) === bytes.length ? fields : null;
}

function* readField(reading: Reading, place: number): Steps<ReadField | null> {
  const { bytes, before } = reading;
  const end = bytes[place] === quote ? skipString(bytes, place) : -1;
  if (end < 0) return null;
  const name = parsePiece(bytes, place, end);
  const middle = skipSpace(bytes, end);
  if (typeof name !== "string" || bytes[middle] !== colon) return null;
  const start = skipSpace(bytes, middle + 1);
  const known = before?.fields.find((field) => field.name === name);
  const items = bytes[start] === openList ? yield* readItems(reading, start, known) : null;
  if (items !== null)
    return { name, start, end: items.end, items: items.pieces, value: items.pieces.map(({ value }) => value) };
  const piece = readPiece(reading, start, known);
  return piece === null ? null : { ...piece, name, items: null };
}

/** More objects than that are no list of messages, and read as one value. */
const mostItems = 20_000;

/** The objects of a list; null for any other list. */
function* readItems(
  reading: Reading,
  start: number,
  known: ReadField | undefined,
): Steps<{ readonly pieces: readonly ReadPiece[]; readonly end: number } | null> {
  const { bytes, alike } = reading;
  const isSameStart = known?.start === start && start < alike;
  const pieces: ReadPiece[] = isSameStart ? (known.items ?? []).filter(({ end }) => end < alike) : [];
  let place = skipSpace(bytes, pieces.at(-1)?.end ?? start + 1);
  while (bytes[place] !== closeList) {
    if (pieces.length > 0) {
      if (bytes[place] !== comma) return null;
      place = skipSpace(bytes, place + 1);
    }
    const piece = bytes[place] === openObject ? readPiece(reading, place, known?.items?.[pieces.length]) : null;
    if (piece === null || pieces.length === mostItems) return null;
    if (endsStep(pieces.push(piece))) yield;
    place = skipSpace(bytes, piece.end);
  }
  return { pieces, end: place + 1 };
}

/** The value that begins here: the one of the body before, where that has the same bytes. */
function readPiece({ bytes, before }: Reading, start: number, known: ReadPiece | undefined): ReadPiece | null {
  const end = skipValue(bytes, start);
  if (end < 0) return null;
  const isSame =
    before !== null &&
    known !== undefined &&
    known.end - known.start === end - start &&
    bytes.compare(before.bytes, known.start, known.end, start, end) === 0;
  const value = isSame ? known.value : parsePiece(bytes, start, end);
  return value === undefined ? null : { start, end, value };
}

function parsePiece(bytes: Buffer, start: number, end: number): Json | undefined {
  return tryParseJson(bytes.toString("utf8", start, end));
}
