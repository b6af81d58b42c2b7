import { RowFault } from "./check/faults.js";
import { decodeText, encodeText } from "./stored-text.js";

/** A name that somebody else made, as a column without a type holds it. A number is bound as a bigint, or SQLite would keep a float. */
export type StoredKey = string | bigint | Buffer;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hexadecimal = /^(?:[0-9a-f]{2}){8,}$/;
const whole = /^(?:0|[1-9][0-9]{0,14})$/;
/** Sixteen bytes are a UUID, so a hash of as many stays a text. */
const uuidBytes = 16;
const leastBytes = 8;

/** Each name has one form, and `decodeKey` gives exactly the name again. */
export function encodeKey(name: string): StoredKey {
  const { length } = name;
  if (length === 36 && uuid.test(name)) return Buffer.from(name.replaceAll("-", ""), "hex");
  if (length < 16) return whole.test(name) ? BigInt(name) : encodeText(name);
  return length !== uuidBytes * 2 && hexadecimal.test(name) ? Buffer.from(name, "hex") : encodeText(name);
}

export function encodeNullableKey(name: string | null): StoredKey | null {
  return name === null ? null : encodeKey(name);
}

export function decodeKey(stored: unknown): string {
  if (typeof stored === "string") return decodeText(stored);
  if (typeof stored === "number" || typeof stored === "bigint") return String(stored);
  if (!Buffer.isBuffer(stored) || stored.length < leastBytes) throw new RowFault("A name is neither text nor bytes");
  const digits = stored.toString("hex");
  return stored.length === uuidBytes ? formatUuid(digits) : digits;
}

/** A name in any other form than the one that it is written in is nobody's: no look-up finds it. */
export function checkKey(stored: unknown): void {
  const written = encodeKey(decodeKey(stored));
  const isSame = Buffer.isBuffer(written)
    ? Buffer.isBuffer(stored) && written.equals(stored)
    : written === (typeof stored === "number" && Number.isSafeInteger(stored) ? BigInt(stored) : stored);
  if (!isSame) throw new RowFault("A name is not in the form in which names are written");
}

function formatUuid(digits: string): string {
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;
}

/** The milliseconds that a UUID of the seventh version begins with; 0 for any other name. */
export function readUuidTime(name: string): number {
  if (name.length !== 36 || name.charCodeAt(14) !== 0x37) return 0;
  const time = Number(`0x${name.slice(0, 8)}${name.slice(9, 13)}`);
  return Number.isNaN(time) ? 0 : time;
}
