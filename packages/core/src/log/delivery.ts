import { encodeCanonicalJson } from "@clewline/text/json.js";
import { type Draft, type Entry, type EntrySource, isErased } from "./entry.js";

/** The channel's id and revision of an entry, if it has them. */
export function findEntrySource(entry: Draft): EntrySource | null {
  if (entry.kind === "noted") return entry.note.kind === "erased" ? (entry.note.source ?? null) : null;
  return entry.kind === "said" || entry.kind === "revised" || entry.kind === "withdrawn" ? entry.source : null;
}

/** Whether an entry that a store found under this id is an answer, or its note, that was sent under it. */
export function isSentUnder(entry: Entry, message: string): boolean {
  if (entry.turn === null || findEntrySource(entry)?.message === message) return false;
  if (entry.kind === "noted") return entry.note.kind === "sent";
  return entry.kind === "said" && entry.by.role === "agent";
}

/** Encodes an entry without its place and circumstances: the body that a store keeps. */
export function encodeBody(entry: Draft): string {
  const { id: _id, turn: _turn, step: _step, arrived: _arrived, ...body } = entry;
  return encodeCanonicalJson(body);
}

export function isUnchangedEdit(newest: Entry, revised: Draft): boolean {
  if (newest.kind !== "said" && newest.kind !== "revised") return false;
  return revised.kind === "revised" && encodeCanonicalJson(newest.parts) === encodeCanonicalJson(revised.parts);
}

/**
 * Whether two deliveries have the same content. Times are ignored, because an entry without the channel's time gets the
 * time of arrival; so are token counts, because a later version may count differently, and `private` and `quoted`,
 * which a channel may send only once, the host's own original, what was known of secrets, and how long results are shown. What was erased does not
 * come back with a second delivery, whatever it says.
 */
export function isSameDelivery(known: Entry, delivered: Draft): boolean {
  return isErased(known) || encodeEssence(known) === encodeEssence(delivered);
}

function encodeEssence(entry: Entry | Draft): string {
  const { id: _id, turn: _turn, step: _step, at: _at, arrived: _arrived, private: _private, ...content } = entry;
  const unsure = { quoted: null, raw: null, veiled: [], ...content };
  const { quoted: _quoted, raw: _raw, veiled: _veiled, ...told } = unsure;
  const shown = { outline: "", condensed: 0, whole: true, ...told };
  const { outline: _outline, condensed: _condensed, whole: _whole, ...rest } = shown;
  return JSON.stringify(JSON.parse(encodeCanonicalJson({ ...rest, seq: 0 })), (key, value: unknown) =>
    key === "tokens" ? 0 : value,
  );
}
