import { encodeCanonicalJson } from "../text/json.js";
import type { Draft, Entry, EntrySource } from "./entry.js";

/** The channel's own name of an entry, where it has one. */
export function findEntrySource(entry: Draft): EntrySource | null {
  return entry.kind === "said" || entry.kind === "revised" || entry.kind === "withdrawn" ? entry.source : null;
}

/** Everything of an entry but its place and its circumstances: what a store keeps as its body. */
export function encodeBody(entry: Draft): string {
  const { id: _id, turn: _turn, step: _step, arrived: _arrived, ...body } = entry;
  return encodeCanonicalJson(body);
}

/** Whether an edit changes nothing. */
export function isUnchangedEdit(newest: Entry, revised: Draft): boolean {
  if (newest.kind !== "said" && newest.kind !== "revised") return false;
  return revised.kind === "revised" && encodeCanonicalJson(newest.parts) === encodeCanonicalJson(revised.parts);
}

/**
 * Whether two deliveries say the same. Times are left out, because a channel that gives none gets the time of arrival;
 * so are token figures, because a later version may count otherwise, and what else a channel may tell only once. The host's
 * original is not compared: it may hold anything.
 */
export function isSameDelivery(known: Entry, delivered: Draft): boolean {
  return encodeEssence(known) === encodeEssence(delivered);
}

function encodeEssence(entry: Entry | Draft): string {
  const { id: _id, turn: _turn, step: _step, at: _at, arrived: _arrived, private: _private, ...told } = entry;
  const { quoted: _quoted, raw: _raw, ...rest } = { quoted: null, raw: null, ...told };
  return JSON.stringify(JSON.parse(encodeCanonicalJson({ ...rest, seq: 0 })), (key, value: unknown) =>
    key === "tokens" ? 0 : value,
  );
}
