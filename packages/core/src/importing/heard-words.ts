import { type Entry, longestInline, type Part, type Text } from "../log/entry.js";
import type { HostItem, HostPart } from "../log/host-message.js";
import type { Hash } from "../log/pointer.js";

/** Counts the words heard of a conversation, so that an import skips each of them as often as it was heard. */
export interface HeardWords {
  /** Takes the words if all of them were heard and not taken before; returns whether it did. */
  take(said: Entry | HostItem): boolean;
}

/** The entries of one list of messages in a lane. */
export interface HeardList {
  /** Entries that may also be in the list before it. */
  readonly repeated: readonly Entry[];
  /** Entries that are new in this list. */
  readonly said: readonly Entry[];
}

/** Lanes such as a conversation and its title repeat each other's words, so the largest count of a lane holds. */
export function countHeardWords(lanes: readonly (readonly HeardList[])[], hash: Hash): HeardWords {
  const left = new Map<string, number>();
  for (const lists of lanes) {
    const own = new Map<string, number>();
    for (const { repeated, said } of lists) {
      for (const [key, count] of countKeys(repeated, hash)) own.set(key, Math.max(own.get(key) ?? 0, count));
      for (const [key, count] of countKeys(said, hash)) own.set(key, (own.get(key) ?? 0) + count);
    }
    for (const [key, count] of own) left.set(key, Math.max(left.get(key) ?? 0, count));
  }
  return {
    take(said) {
      const keys = listHeardKeys(said, hash);
      if (keys.length === 0 || keys.some((key) => (left.get(key) ?? 0) === 0)) return false;
      for (const key of keys) left.set(key, (left.get(key) ?? 1) - 1);
      return true;
    },
  };
}

function countKeys(entries: readonly Entry[], hash: Hash): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of entries.flatMap((entry) => listHeardKeys(entry, hash))) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/**
 * The keys of an item, equal wherever it was heard: a call and its result by the call's id, words by their speaker.
 * Some places leave out a model's reasoning, so it counts only if there is nothing else. Other kinds have no key.
 */
export function listHeardKeys(said: Entry | HostItem, hash: Hash): readonly string[] {
  if (said.kind === "called" || said.kind === "returned") return [`${said.kind} ${said.call}`];
  if (said.kind !== "said") return [];
  const role = "by" in said ? said.by.role : said.role;
  const told = said.parts.filter((part) => part.kind === "file" || !isEmpty(part.text));
  const plain = told.filter(({ kind }) => kind !== "reasoning");
  return (plain.length > 0 ? plain : told).map((part) => `${role} ${part.kind} ${identifyPart(part, hash)}`);
}

/** Whether the key is a call's id, which identifies it in any place. */
export function isCallKey(key: string): boolean {
  return /^(?:called|returned) /.test(key);
}

function isEmpty(text: Text): boolean {
  return typeof text === "string" && text.trim() === "";
}

/** A blob is identified by the hash of its whole content. */
function identifyPart(part: Part | HostPart, hash: Hash): string {
  if (part.kind !== "file") {
    if (typeof part.text !== "string") return part.text.blob;
    return hash(part.text.length > longestInline ? part.text : part.text.trim());
  }
  const content = "source" in part ? part.source : part.data;
  if (content.kind === "url") return content.url;
  return content.kind === "blob" ? content.blob : hash(content.base64);
}
