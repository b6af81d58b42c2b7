import type { Entry } from "../../core/log/entry.js";
import type { LaneRef, OwnerKey, SessionKey } from "../../core/log/keys.js";
import { type Hash, makeAddress } from "../../core/log/pointer.js";
import { readStoredPlacedEntry } from "./damage/stored-entries.js";
import type { Statements } from "./statements/prepared.js";

const digits = "0123456789abcdefghjkmnpqrstvwxyz";
/** Characters of five bits each: a number of thirty bits takes four bytes. */
const indexedCharacters = 6;

/** The part of an address that is indexed, as a number. */
export function encodeAddressPart(address: string): number {
  let part = 0;
  for (const character of address.slice(0, indexedCharacters)) part = part * 32 + digits.indexOf(character);
  return part;
}

/** The oldest entry of an owner, or of one session, that has the address. */
export function findAddressedEntry(
  statements: Statements,
  hash: Hash,
  { owner, session }: { readonly owner: OwnerKey; readonly session: SessionKey | null },
  address: string,
): { ref: LaneRef; entry: Entry } | null {
  const rows = statements.entries.atAddressPart
    .all({ part: encodeAddressPart(address) })
    .flatMap((row) => readStoredPlacedEntry(statements, row) ?? []);
  const isMeant = ({ ref, entry }: { ref: LaneRef; entry: Entry }) =>
    ref.owner === owner &&
    (session === null || ref.session === session) &&
    makeAddress(ref, entry.seq, hash) === address;
  return rows.find(isMeant) ?? null;
}
