/**
 * Reads a zip archive from its file. Its directory is read once, as the only list of members; a member is found by its
 * name and read from its place, so that neither time nor memory grow with the number of the others.
 */
import { open as openFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

/** One file of an archive, as the directory lists it. */
export interface ZipMember {
  readonly name: string;
  /** Unpacked. */
  readonly bytes: number;
  readonly packedBytes: number;
  /** Where its own header begins. */
  readonly offset: number;
  readonly method: number;
  readonly isEncrypted: boolean;
}

/** Why an archive can't be read, as the end of a sentence. */
export class ZipFault extends Error {}

/** A file that can be read at any place. */
type PlacedReader = (offset: number, length: number) => Promise<Buffer>;

/** The members by their names. Of two with one name the later counts, as for other programs. */
export async function readZipDirectory(path: string, bytes: number): Promise<ReadonlyMap<string, ZipMember>> {
  return withFile(path, async (read) => {
    const { offset, length } = await findDirectory(read, bytes);
    if (offset + length > bytes) throw new ZipFault("its directory lies beyond its end");
    return listMembers(await read(offset, length));
  });
}

export async function readZipMember(path: string, member: ZipMember): Promise<Uint8Array> {
  if (member.isEncrypted) throw new ZipFault(`${member.name} is encrypted`);
  const packed = await withFile(path, async (read) => {
    const header = await read(member.offset, localHeader);
    if (header.readUInt32LE(0) !== localMark) throw new ZipFault(`${member.name} is not at its place`);
    const start = member.offset + localHeader + header.readUInt16LE(26) + header.readUInt16LE(28);
    return read(start, member.packedBytes);
  });
  const content = await unpack(member, packed);
  if (content.length !== member.bytes) throw new ZipFault(`${member.name} has another size than the directory says`);
  return content;
}

async function unpack({ name, method, bytes }: ZipMember, packed: Buffer): Promise<Buffer> {
  if (method === 0) return packed;
  if (method !== 8) throw new ZipFault(`${name} is packed in a way that is not known (${method})`);
  // A member that unpacks to more than it says is no honest one. Zero is no limit to zlib.
  return bytes === 0 ? Buffer.alloc(0) : inflate(packed, { maxOutputLength: bytes });
}

async function withFile<Value>(path: string, use: (read: PlacedReader) => Promise<Value>): Promise<Value> {
  const file = await openFile(path);
  try {
    return await use(async (offset, length) => {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, offset);
      if (bytesRead < length) throw new ZipFault("it ends too early");
      return buffer;
    });
  } finally {
    await file.close();
  }
}

const localMark = 0x04034b50;
const localHeader = 30;
const memberMark = 0x02014b50;
const memberHeader = 46;
const endMark = 0x06054b50;
const endHeader = 22;
const longEndMark = 0x06064b50;
const longEndHeader = 56;
const longPlaceMark = 0x07064b50;
const longPlaceHeader = 20;
const longestComment = 65_535;
/** Placeholder for a number that needs more than four bytes. */
const elsewhere = 0xffff_ffff;

/** The directory is named at the end of the file, before a comment of unknown length. */
async function findDirectory(read: PlacedReader, bytes: number): Promise<{ offset: number; length: number }> {
  const length = Math.min(bytes, endHeader + longestComment + longPlaceHeader);
  const tail = await read(bytes - length, length);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(endMark);
  const end = tail.lastIndexOf(mark, tail.length - endHeader);
  if (end < 0) throw new ZipFault("it has no directory");
  const short = { length: tail.readUInt32LE(end + 12), offset: tail.readUInt32LE(end + 16) };
  const place = end - longPlaceHeader;
  if (place < 0 || tail.readUInt32LE(place) !== longPlaceMark) return short;
  const long = await read(readLong(tail, place + 8), longEndHeader);
  if (long.readUInt32LE(0) !== longEndMark) throw new ZipFault("its directory is not at its place");
  return { length: readLong(long, 40), offset: readLong(long, 48) };
}

function listMembers(directory: Buffer): ReadonlyMap<string, ZipMember> {
  const members = new Map<string, ZipMember>();
  for (let at = 0; at + memberHeader <= directory.length; ) {
    if (directory.readUInt32LE(at) !== memberMark) throw new ZipFault("its directory is damaged");
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) =>
      directory.readUInt16LE(at + place),
    ) as [number, number, number];
    const next = at + memberHeader + nameLength + extraLength + commentLength;
    if (next > directory.length) throw new ZipFault("its directory is damaged");
    const member = readMember(directory.subarray(at, next), nameLength, extraLength);
    if (!member.name.endsWith("/")) members.set(member.name, member);
    at = next;
  }
  return members;
}

function readMember(row: Buffer, nameLength: number, extraLength: number): ZipMember {
  const flags = row.readUInt16LE(8);
  const name = row.subarray(memberHeader, memberHeader + nameLength);
  const extra = row.subarray(memberHeader + nameLength, memberHeader + nameLength + extraLength);
  const [bytes, packedBytes, offset] = widen(
    [24, 20, 42].map((place) => row.readUInt32LE(place)),
    extra,
  );
  const isUnicode = (flags & 0x800) !== 0;
  return {
    name: name.toString(isUnicode ? "utf8" : "latin1"),
    bytes: bytes ?? 0,
    packedBytes: packedBytes ?? 0,
    offset: offset ?? 0,
    method: row.readUInt16LE(10),
    isEncrypted: (flags & 1) !== 0,
  };
}

/** Numbers that are too large for their place are in a field of their own, in this order. */
function widen(numbers: readonly number[], extra: Buffer): readonly number[] {
  if (!numbers.includes(elsewhere)) return numbers;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let place = at + 4;
    return numbers.map((each) => {
      if (each !== elsewhere) return each;
      if (place + 8 > extra.length) throw new ZipFault("its directory is damaged");
      place += 8;
      return readLong(extra, place - 8);
    });
  }
  return numbers;
}

function readLong(bytes: Buffer, at: number): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipFault("its directory is damaged");
  return Number(value);
}
