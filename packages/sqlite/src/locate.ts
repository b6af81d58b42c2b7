import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef, OwnerKey, SessionKey } from "@clewline/core/log/keys.js";
import { type Hash, makeAddress } from "@clewline/core/log/pointer.js";
import { mostLocated, type NameLocation, type NameToLocate } from "@clewline/core/ports/index.js";
import { readStoredPlacedEntry } from "./damage/stored-entries.js";
import type { SqliteStatement } from "./drivers/driver.js";
import { readLocated } from "./rows/place-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeKey, type StoredKey } from "./stored-key.js";
import { encodeText } from "./stored-text.js";

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

/** One file holds all sessions, so this is a look-up like any other. */
export function locate(
  statements: Statements,
  hash: Hash,
  owner: OwnerKey,
  name: NameToLocate,
): readonly NameLocation[] {
  switch (name.kind) {
    case "turn":
      return locateTurn(statements, owner, name.part);
    case "receipt":
      return statements.receipts.placeOfReceipt
        .all({ owner, id: encodeKey(name.id), limit: mostLocated })
        .map(readLocated);
    case "address": {
      const found = findAddressedEntry(statements, hash, { owner, session: null }, name.address);
      return found === null ? [] : [{ ref: found.ref, id: found.entry.id }];
    }
    default:
      return name satisfies never;
  }
}

/** The least that may stand for a whole id. */
const leastOfName = 4;
/** Rows that are looked at for one end of an id: a UUID's last two bytes are shared by one in 65,536. */
const looked = 1_000;

/** By its beginning and by its end, each as the bytes of a UUID and as any other name. */
function locateTurn({ turns }: Statements, owner: OwnerKey, part: string): readonly NameLocation[] {
  if (part.length < leastOfName) return [];
  const all = (statement: SqliteStatement, key: Readonly<Record<string, StoredKey>>) =>
    statement.all({ owner, limit: looked, ...key }).map(readLocated);
  const digits = part.replaceAll("-", "");
  const isHexadecimal = /^[0-9a-f]{4,32}$/.test(digits);
  const bytes = (text: string) => Buffer.from(text, "hex");
  const [whole, stored] = [encodeKey(part), encodeText(part)];
  const located = [
    ...all(turns.turnsBetween, { from: whole, to: whole }),
    ...all(turns.turnsBetween, { from: stored, to: `${stored}\u{10ffff}` }),
    ...all(turns.turnsEndingWith, { end: stored.slice(-2) }),
    ...(isHexadecimal
      ? [
          ...all(turns.turnsBetween, { from: bytes(digits.padEnd(32, "0")), to: bytes(digits.padEnd(32, "f")) }),
          ...all(turns.turnsEndingWith, { end: bytes(digits.slice(-4)) }),
        ]
      : []),
  ];
  const named = located.filter(({ id }) => id.startsWith(part) || id.endsWith(part));
  const once = [...new Map(named.map((each) => [`${each.id} ${each.ref.session}`, each])).values()];
  const exact = once.filter(({ id }) => id === part);
  return (exact.length > 0 ? exact : once).slice(0, mostLocated);
}
