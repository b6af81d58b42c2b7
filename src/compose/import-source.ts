import { createReadStream } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { ClewError } from "../core/errors.js";
import type { ImportSample, ImportSource } from "../core/importing/imported.js";

/** A file, folder or archive that can say how much of it was read. */
export interface CountedSource extends ImportSource {
  readonly bytes: number;
  /** Where it is, if it is a folder. */
  readonly folder: string | null;
}

const headBytes = 65_536;
const archiveMark = Buffer.from("PK\u0003\u0004");

/** `onRead` is told how many bytes were read so far, whenever more were. */
export async function openSource(path: string, onRead: OnRead): Promise<CountedSource> {
  const found = await statOf(path);
  if (found.isDirectory()) return folderSource(path, onRead);
  if (!found.isFile()) {
    throw new ClewError("import/bad", `${path} is neither a file nor a folder`, { hint: "Write it to a file first" });
  }
  const head = await headOf(path);
  if (head.subarray(0, 4).equals(archiveMark)) return archiveSource(path, onRead);
  return fileSource(path, found.size, head, onRead);
}

type OnRead = (bytes: number) => void;

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (cause) {
    throw new ClewError("import/bad", `Cannot read ${path}`, { hint: "Check the path after clew import", cause });
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function fileSource(path: string, bytes: number, head: Buffer, onRead: OnRead): CountedSource {
  let read = 0;
  const count = (chunk: Uint8Array) => {
    read += chunk.length;
    onRead(read);
    return chunk;
  };
  return {
    sample: { name: basename(path), head: decoded(head), members: [] },
    bytes,
    folder: null,
    lines: () => linesOf(createReadStream(path), count),
    text: async () => decoded(count(await readFile(path))),
    member: () => Promise.reject(new Error(`${path} has no members`)),
  };
}

/** Lines end with a line feed and nothing else: JSON may hold every other separator that Unicode knows. */
async function* linesOf(stream: AsyncIterable<Uint8Array>, count: (chunk: Uint8Array) => Uint8Array) {
  const decoder = new TextDecoder("utf-8");
  let [rest, number] = ["", 0];
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(count(chunk), { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield { number: ++number, text: part.endsWith("\r") ? part.slice(0, -1) : part };
  }
  rest += decoder.decode();
  if (rest !== "") yield { number: ++number, text: rest };
}

async function folderSource(path: string, onRead: OnRead): Promise<CountedSource> {
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const members = files.map((file) => relative(path, join(file.parentPath, file.name)).split(sep).join("/")).sort();
  const sizes = await Promise.all(members.map(async (name) => (await stat(join(path, name))).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  const load = (name: string) => readFile(join(path, name));
  const source = membersSource({ name: basename(path), head: "", members }, bytes, load, onRead);
  return { ...source, folder: path };
}

/** Exports often come as archives. The library that opens them is loaded for them alone, and unpacks what is asked for. */
async function archiveSource(path: string, onRead: OnRead): Promise<CountedSource> {
  const { unzipSync } = await import("fflate");
  const data = await readFile(path);
  const sizes = new Map<string, number>();
  const unpack = (wanted: (name: string, size: number) => boolean) => {
    try {
      return unzipSync(data, { filter: ({ name, originalSize }) => wanted(name, originalSize) });
    } catch (cause) {
      throw new ClewError("import/bad", `${path} is a damaged archive`, { hint: "Download the export again", cause });
    }
  };
  unpack((name, size) => {
    if (!name.endsWith("/")) sizes.set(name, size);
    return false;
  });
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const load = async (name: string) => unpack((each) => each === name)[name] ?? new Uint8Array();
  return membersSource({ name: basename(path), head: "", members: [...sizes.keys()].sort() }, bytes, load, onRead);
}

function membersSource(
  sample: ImportSample,
  bytes: number,
  load: (name: string) => Promise<Uint8Array>,
  onRead: OnRead,
): CountedSource {
  let read = 0;
  const whole = () => Promise.reject(new Error(`${sample.name} is not a single file`));
  return {
    sample,
    bytes,
    folder: null,
    // biome-ignore lint/correctness/useYield: there are none
    lines: async function* () {
      await whole();
    },
    text: whole,
    async member(name) {
      const content = await load(name);
      read += content.length;
      onRead(read);
      return decoded(content);
    },
  };
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}
