/** Entries as rows, and rows as entries. Fields without a column are in `rest`, as JSON. */
import { findEntrySource } from "@clewline/core/log/delivery.js";
import type { CallOutput, Draft, Entry, Part, Speaker } from "@clewline/core/log/entry.js";
import type { EntryId, TurnId } from "@clewline/core/log/keys.js";
import { entryShape, listNeededFields } from "@clewline/core/log/shapes/entry-shape.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { RowFault } from "../check/faults.js";
import {
  checkFields,
  checkRowShape,
  type Fields,
  parseObject,
  readFields,
  readNullable,
  readNumber,
  readText,
} from "../fields.js";
import { decodeKey, encodeKey, readUuidTime, type StoredKey } from "../stored-key.js";
import { decodeText, encodeText } from "../stored-text.js";

/** The index is the number in the file, so the order never changes. Frequent kinds come first: 0 and 1 take no byte. */
const kinds = ["user", "agent", "called", "returned", "noted", "revised", "withdrawn", "system"] as const;
type Kind = (typeof kinds)[number];

/** The kinds of messages of people and agents, as the column has them. */
export const saidKinds: readonly number[] = (["user", "agent", "system", "revised"] as const).map((kind) =>
  kinds.indexOf(kind),
);

/** The columns of an entry that do not follow from its place. */
export interface EntryColumns {
  readonly id: StoredKey;
  readonly kind: number;
  readonly at: number;
  readonly arrived: number;
  readonly speaker: StoredKey | null;
  readonly source: StoredKey | null;
  readonly revision: number | null;
  readonly target: StoredKey | null;
  readonly text: string | null;
  readonly rest: string | null;
}

export function makeEntryColumns(draft: Draft): EntryColumns {
  const { own, rest } = splitDraft(draft);
  const source = findEntrySource(draft);
  const made = readUuidTime(draft.id);
  const hasPlainSpeaker = draft.kind === "said" && draft.by.address !== undefined && isPlainSpeaker(draft.by);
  return {
    id: encodeKey(draft.id),
    kind: kinds.indexOf(draft.kind === "said" ? draft.by.role : draft.kind),
    at: draft.at - made,
    arrived: draft.arrived - made,
    speaker: hasPlainSpeaker ? encodeKey(draft.by.address) : null,
    source: source === null ? null : encodeKey(source.message),
    revision: source === null ? null : source.revision,
    target: "target" in draft ? encodeKey(draft.target) : null,
    text: own === null ? null : encodeText(own),
    rest: rest === null ? null : encodeCanonicalJson(rest),
  };
}

/** The entry's one text, if it has exactly one, and all fields without a column. */
function splitDraft(draft: Draft): { readonly own: string | null; readonly rest: Fields | null } {
  let own: string | null = null;
  let rest: Fields | null = null;
  const made = readUuidTime(draft.id);
  const keep = (name: string, value: unknown) => {
    rest ??= {};
    rest[name] = value;
  };
  for (const name in draft) {
    const value = draft[name as keyof Draft] as unknown;
    if (value === undefined || inColumns.has(name) || (name === "replyTo" && value === null)) continue;
    // Fractions of a millisecond would be rounded.
    if (name === "at" || name === "arrived") {
      if (made + (draft[name] - made) !== value) keep(name, value);
      continue;
    }
    const plain = pickPlainText(name, value);
    if (plain !== null) own = plain;
    else if (name !== "by" || !isPlainSpeaker(value as Speaker)) keep(name, value);
    if (name === "output" && plain !== null && (value as CallOutput).kind !== "text")
      keep(name, (value as CallOutput).kind);
  }
  return { own, rest };
}

const inColumns: ReadonlySet<string> = new Set(["id", "seq", "turn", "step", "kind", "source", "target"]);

/** The text of this field that goes to the text column; null if the field stays in `rest`. */
function pickPlainText(name: string, value: unknown): string | null {
  if (name === "parts") return pickPartText(value as readonly Part[]);
  if (name === "input") return typeof value === "string" ? value : null;
  return name === "output" ? pickOutputText(value as CallOutput) : null;
}

function pickPartText([part, ...others]: readonly Part[]): string | null {
  if (part?.kind !== "text" || others.length > 0 || typeof part.text !== "string") return null;
  return hasOnly(part, 2) ? part.text : null;
}

function pickOutputText(output: CallOutput): string | null {
  if (output.kind === "content" || typeof output.text !== "string") return null;
  return hasOnly(output, 2) ? output.text : null;
}

function isPlainSpeaker(by: Speaker): boolean {
  return hasOnly(by, by.address === undefined ? 1 : 2);
}

/** Fields without a value don't count, because JSON has no form for them. */
function hasOnly(value: object, count: number): boolean {
  let held = 0;
  for (const name in value) if (value[name as keyof typeof value] !== undefined) held += 1;
  return held === count;
}

export function readEntryRow(row: unknown): Entry {
  const fields = readFields(row);
  const kind = kinds[readNumber(fields, "kind")];
  if (kind === undefined) throw new RowFault("An entry is of no known kind");
  const id = decodeKey(fields.id) as EntryId;
  const made = readUuidTime(id);
  const base = {
    id,
    seq: readNumber(fields, "seq"),
    turn: fields.turn_id === null ? null : (decodeKey(fields.turn_id) as TurnId),
    step: readNullable(readNumber, fields, "step"),
    at: made + readNumber(fields, "at"),
    arrived: made + readNumber(fields, "arrived"),
  };
  const entry = Object.assign(base, readContent(kind, fields));
  checkFields(entry, listNeededFields(entry.kind) ?? ["a known kind"]);
  if (fields.rest !== null) checkRowShape(entryShape, entry);
  // The checks above cover everything that the columns and the JSON might lack.
  return entry as unknown as Entry;
}

function readContent(kind: Kind, fields: Fields): Fields & { readonly kind: Entry["kind"] } {
  const stored = readNullable(readText, fields, "text");
  const own = stored === null ? undefined : decodeText(stored);
  const rest = fields.rest === null ? {} : parseObject(readText(fields, "rest"));
  const parts = own === undefined ? rest.parts : [{ kind: "text", text: own }];
  switch (kind) {
    case "user":
    case "agent":
    case "system":
      return {
        replyTo: null,
        ...rest,
        kind: "said",
        by: rest.by ?? readSpeaker(kind, fields),
        parts,
        source: readSource(fields),
      };
    case "revised":
      return { ...rest, kind, target: decodeKey(fields.target), parts, source: readSource(fields) };
    case "withdrawn":
      return { ...rest, kind, target: decodeKey(fields.target), source: readSource(fields) };
    case "called":
      return { ...rest, kind, input: own ?? rest.input };
    case "returned":
      return { ...rest, kind, output: own === undefined ? rest.output : { kind: rest.output ?? "text", text: own } };
    case "noted":
      return { ...rest, kind };
    default:
      return kind satisfies never;
  }
}

function readSpeaker(role: Speaker["role"], { speaker }: Fields): Speaker {
  return speaker === null ? { role } : { role, address: decodeKey(speaker) };
}

function readSource(fields: Fields): { readonly message: string; readonly revision: number } | null {
  return fields.source === null
    ? null
    : { message: decodeKey(fields.source), revision: readNumber(fields, "revision") };
}
