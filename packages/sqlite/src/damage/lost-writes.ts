/**
 * Detects lost writes: pages of the file beside the log (`-wal`) that had not reached the log itself. SQLite does not
 * check this. It takes a missing, empty or foreign file for one without content.
 *
 * The index of that file (`-shm`), as a killed process leaves it, has the number of pages and the last page. If both
 * files are gone, or the machine was restarted, lost writes can't be detected.
 */
import { existsSync, statSync } from "node:fs";
import { endianness } from "node:os";
import { lookOrPass, readBytes } from "../file/read-header.js";

const indexBytes = 100;
const walHeaderBytes = 32;
const frameHeaderBytes = 24;

/** A sentence without its full stop; null if no write is known to be lost. */
export function findLostWrites(path: string): string | null {
  return lookOrPass(() => compareWithIndex(path));
}

function compareWithIndex(path: string): string | null {
  const [wal, index] = [`${path}-wal`, `${path}-shm`];
  if (isForeign(wal)) return `${wal} was written over: what was written last, and only there, is lost`;
  const before = readIndex(index);
  if (before === null || before.pages <= before.copied) return null;
  if (hasLastPage(wal, before)) return null;
  // Another process may have written in between.
  const after = readIndex(index);
  if (after === null || !after.bytes.equals(before.bytes)) return null;
  const what = existsSync(wal) ? "was emptied or cut" : "is gone";
  return `${wal} ${what}: up to ${before.pages - before.copied} pages that were written last, and only there, are lost`;
}

interface WalIndex {
  readonly bytes: Buffer;
  /** The number of pages in the file beside the log, and how many of them the log itself already has. */
  readonly pages: number;
  readonly copied: number;
  readonly pageSize: number;
  readonly salt: Buffer;
}

/** Null if there is no index, or it was not in use. */
function readIndex(index: string): WalIndex | null {
  if (!existsSync(index) || statSync(index).size < indexBytes) return null;
  const bytes = readBytes(index, 0, indexBytes);
  // Its two copies differ while a process writes it.
  if (bytes[12] !== 1 || !bytes.subarray(0, 48).equals(bytes.subarray(48, 96))) return null;
  const isLittle = endianness() === "LE";
  const read = (place: number) => (isLittle ? bytes.readUInt32LE(place) : bytes.readUInt32BE(place));
  const size = isLittle ? bytes.readUInt16LE(14) : bytes.readUInt16BE(14);
  return {
    bytes,
    pages: read(16),
    copied: read(96),
    pageSize: size === 1 ? 65_536 : size,
    salt: bytes.subarray(32, 40),
  };
}

/** The index has the salts in the same byte order as the file. */
function hasLastPage(wal: string, { pages, pageSize, salt }: WalIndex): boolean {
  const place = walHeaderBytes + (pages - 1) * (pageSize + frameHeaderBytes);
  if (!existsSync(wal) || statSync(wal).size < place + frameHeaderBytes + pageSize) return false;
  return readBytes(wal, place + 8, 8).equals(salt);
}

/** The number that every such file begins with. Its last bit is the byte order. */
const walMagic = 0x377f0682;

function isForeign(wal: string): boolean {
  if (!existsSync(wal) || statSync(wal).size < walHeaderBytes) return false;
  return (readBytes(wal, 0, 4).readUInt32BE(0) & ~1) >>> 0 !== walMagic;
}
