/** Reads a file's header without SQLite, which would create files beside it or take over those of another process. */
import { closeSync, existsSync, openSync, readSync, statSync } from "node:fs";

export interface FileHeader {
  readonly applicationId: number;
  readonly userVersion: number;
  readonly hasTables: boolean;
}

const magic = "SQLite format 3\0";
const headerBytes = 100;
const frameHeaderBytes = 24;
const walHeaderBytes = 32;

/** Null for a file that is missing, empty or no database. */
export function readHeader(path: string, isConclusive: (header: FileHeader) => boolean): FileHeader | null {
  const first = existsSync(path) && statSync(path).isFile() ? readBytes(path, 0, headerBytes + 8) : null;
  const own = first === null || first.length < headerBytes + 8 ? null : parseHeader(first);
  if (own === null || isConclusive(own)) return own;
  // The first page may be newer in the file beside it.
  return readNewestHeader(`${path}-wal`) ?? own;
}

function parseHeader(page: Buffer): FileHeader | null {
  if (page.toString("latin1", 0, magic.length) !== magic) return null;
  // Without tables, the page of the schema is a leaf without cells.
  const hasTables = page[headerBytes] !== 0x0d || page.readUInt16BE(headerBytes + 3) > 0;
  return { applicationId: page.readUInt32BE(68), userVersion: page.readUInt32BE(60), hasTables };
}

function readNewestHeader(wal: string): FileHeader | null {
  if (!existsSync(wal) || statSync(wal).size < walHeaderBytes) return null;
  const head = readBytes(wal, 0, walHeaderBytes);
  const [size, salt] = [head.readUInt32BE(8), head.subarray(16, 24)];
  const frames = size < 512 ? 0 : Math.floor((statSync(wal).size - walHeaderBytes) / (size + frameHeaderBytes));
  let newest: FileHeader | null = null;
  for (let frame = 0; frame < frames; frame++) {
    const place = walHeaderBytes + frame * (size + frameHeaderBytes);
    const about = readBytes(wal, place, frameHeaderBytes);
    if (!about.subarray(8, 16).equals(salt)) break;
    if (about.readUInt32BE(0) === 1)
      newest = parseHeader(readBytes(wal, place + frameHeaderBytes, headerBytes + 8)) ?? newest;
  }
  return newest;
}

/** Null if the files changed or vanished meanwhile. Another process is then at work, and SQLite knows more. */
export function lookOrPass<Result>(look: () => Result): Result | null {
  try {
    return look();
  } catch {
    return null;
  }
}

export function readBytes(path: string, from: number, length: number): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, from));
  } finally {
    closeSync(file);
  }
}
