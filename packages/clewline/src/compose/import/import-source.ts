import { createReadStream } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { ImportSample, ImportSource } from "@clewline/core/importing/importer.js";

/** A file, folder or archive that can say how much of it was read. */
export interface CountedSource extends ImportSource {
  readonly bytes: number;
  /** One member of a folder or archive for itself; null for a plain file. */
  readonly open: ((name: string) => Promise<CountedSource>) | null;
}

/** How much of a file its sample has. */
export const headBytes = 65_536;
/** The longest text to read at once: strings of the machine end at half a billion characters. */
const mostText = 500_000_000;
const archiveMark = Buffer.from("PK\u0003\u0004");

/** `onRead` gets the bytes of each piece that was read. */
export async function openSource(path: string, onRead: OnRead): Promise<CountedSource> {
  const found = await tryRead(path, () => stat(path));
  if (found.isDirectory()) return tryRead(path, () => openFolderSource(path, onRead));
  if (!found.isFile()) {
    throw new ClewError("import/bad", `${path} is neither a file nor a folder`, { hint: "Write it to a file first" });
  }
  const head = await tryRead(path, () => readHead(path));
  if (head.subarray(0, 4).equals(archiveMark)) return openArchiveSource(path, found.size, onRead);
  return makeFileSource(path, found.size, head, onRead);
}

/** The part of a folder or archive below one of its folders, whose name ends with a slash. */
export function narrowSource(source: CountedSource, folder: string): CountedSource {
  const { sample, open: openMember } = source;
  const members = sample.members.filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length));
  return {
    ...source,
    sample: { name: basename(folder), head: "", members },
    member: (name) => source.member(folder + name),
    open: openMember === null ? null : (name) => openMember(folder + name),
  };
}

type OnRead = (bytes: number) => void;

async function tryRead<Value>(path: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof ClewError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const why =
      code === "ENOENT" ? "there is no such file" : code === "EACCES" ? "this user may not read it" : String(cause);
    const hint = code === "EACCES" ? "Let this user read the file" : "Check the path";
    throw new ClewError("import/bad", `Cannot read ${path}: ${why}`, { hint, cause });
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function makeFileSource(path: string, bytes: number, head: Buffer, onRead: OnRead): CountedSource {
  return {
    ...makePlainSource(basename(path), bytes, head),
    lines: () => streamLines(createReadStream(path), path, onRead),
    async text() {
      refuseAbove(mostText, bytes, path);
      return decodeCounted(await readFile(path), onRead);
    },
  };
}

/** A member of an archive, which is in memory already. */
function makeMemorySource(name: string, content: Uint8Array, onRead: OnRead): CountedSource {
  return {
    ...makePlainSource(basename(name), content.length, content.subarray(0, headBytes)),
    lines: () => streamLines([content], name, onRead),
    text: async () => decodeCounted(content, onRead),
  };
}

function makePlainSource(name: string, bytes: number, head: Uint8Array): Omit<CountedSource, "lines" | "text"> {
  return {
    sample: { name, head: decodeBytes(head), members: [] },
    bytes,
    open: null,
    member: () => Promise.reject(new Error(`${name} has no members`)),
  };
}

/** Lines end with a line feed and nothing else: JSON may hold every other separator that Unicode knows. */
async function* streamLines(stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, path: string, onRead: OnRead) {
  const decoder = new TextDecoder("utf-8");
  // The line so far, in pieces: it may be as long as the file.
  let pieces: string[] = [];
  let [length, number] = [0, 0];
  for await (const chunk of stream) {
    onRead(chunk.length);
    const [first = "", ...others] = decoder.decode(chunk, { stream: true }).split("\n");
    pieces.push(first);
    length += first.length;
    refuseAbove(mostText, length, `Line ${number + 1} of ${path}`);
    for (const next of others) {
      const line = pieces.join("");
      yield { number: ++number, text: line.endsWith("\r") ? line.slice(0, -1) : line };
      [pieces, length] = [[next], next.length];
    }
  }
  const rest = pieces.join("") + decoder.decode();
  if (rest !== "") yield { number: ++number, text: rest };
}

async function openFolderSource(path: string, onRead: OnRead): Promise<CountedSource> {
  const files = (await listFolderFiles(path, "")).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sizes = new Map(files.map(({ name, bytes }) => [name, bytes]));
  const load = (name: string) => readFile(join(path, name));
  const source = makeMembersSource(basename(path), sizes, load, onRead);
  return { ...source, open: (name) => openSource(join(path, name), onRead) };
}

/** Links to files are followed, links to folders are not. A folder that can't be read is listed itself. */
async function listFolderFiles(
  root: string,
  folder: string,
): Promise<readonly { readonly name: string; readonly bytes: number }[]> {
  const found = await readdir(join(root, folder), { withFileTypes: true });
  const files = found.map(async (each) => {
    const name = folder + each.name;
    if (each.isDirectory()) return listFolderFiles(root, `${name}/`).catch(() => [{ name, bytes: 0 }]);
    if (!each.isFile() && !each.isSymbolicLink()) return [];
    // A link may lead nowhere: then there is nothing to read.
    const target = await stat(join(root, name)).catch(() => null);
    return target?.isFile() ? [{ name, bytes: target.size }] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Exports often come as archives. What opens them is loaded for them alone, and unpacks what is asked for. */
async function openArchiveSource(path: string, bytes: number, onRead: OnRead): Promise<CountedSource> {
  const { readZipDirectory, readZipMember, ZipFault } = await import("./zip-archive.js");
  const unpack = async <Value>(read: () => Promise<Value>): Promise<Value> => {
    try {
      return await read();
    } catch (cause) {
      const why = cause instanceof ZipFault ? `: ${cause.message}` : "";
      throw new ClewError("import/bad", `${path} is a damaged archive${why}`, {
        hint: "Download the export again",
        cause,
      });
    }
  };
  const members = await unpack(() => readZipDirectory(path, bytes));
  const sizes = new Map([...members].map(([name, member]) => [name, member.bytes] as const).toSorted());
  const load = async (name: string) => {
    const member = members.get(name);
    if (member === undefined) return new Uint8Array();
    refuseAbove(mostText, member.bytes, name);
    return unpack(() => readZipMember(path, member));
  };
  const source = makeMembersSource(basename(path), sizes, load, onRead);
  return { ...source, open: async (name) => makeMemorySource(name, await load(name), onRead) };
}

function makeMembersSource(
  name: string,
  sizes: ReadonlyMap<string, number>,
  load: (name: string) => Promise<Uint8Array>,
  onRead: OnRead,
): Omit<CountedSource, "open"> {
  const sample: ImportSample = { name, head: "", members: [...sizes.keys()] };
  const whole = () => Promise.reject(new Error(`${name} is not a single file`));
  return {
    sample,
    bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    // biome-ignore lint/correctness/useYield: there are none
    lines: async function* () {
      await whole();
    },
    text: whole,
    async member(member) {
      refuseAbove(mostText, sizes.get(member) ?? 0, member);
      return decodeCounted(await load(member), onRead);
    },
  };
}

function refuseAbove(most: number, size: number, what: string): void {
  if (size <= most) return;
  throw new ClewError(
    "import/bad",
    `${what} is larger than ${Math.floor(most / 1e6)} MB, which can't be read at once`,
    {
      hint: "Split it, or unpack it into a folder",
    },
  );
}

function decodeCounted(bytes: Uint8Array, onRead: OnRead): string {
  onRead(bytes.length);
  return decodeBytes(bytes);
}

function decodeBytes(bytes: Uint8Array): string {
  return new TextDecoder("utf-8").decode(bytes);
}
