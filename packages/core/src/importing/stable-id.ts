import type { EntryBase } from "../log/entry.js";
import type { Instant } from "../log/keys.js";
import type { Hash } from "../log/pointer.js";

const latest = 2 ** 48 - 1;

/** Makes a UUIDv7 from a name and a time. Equal arguments give equal ids, so that a second import adds nothing. */
export function makeStableId(name: string, at: Instant | null, hash: Hash): string {
  const stamp = makeStamp(at).toString(16).padStart(12, "0");
  const digits = hash(name);
  const variant = (8 | (Number.parseInt(digits.slice(3, 4), 16) & 3)).toString(16);
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${digits.slice(0, 3)}-${variant}${digits.slice(4, 7)}-${digits.slice(7, 19)}`;
}

/** Whether an import gave the entry its id: that has the time of what was said, and every other that of its arrival. */
export function hasStableId({ id, at, arrived }: Pick<EntryBase, "id" | "at" | "arrived">): boolean {
  const stamp = Number.parseInt(id.slice(0, 13).replace("-", ""), 16);
  return stamp === 0 || (stamp === makeStamp(at) && at !== arrived);
}

function makeStamp(at: Instant | null): number {
  return Math.min(latest, Math.max(0, Math.floor(at ?? 0) || 0));
}
