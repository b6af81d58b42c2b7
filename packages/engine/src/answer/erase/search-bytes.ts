/** Looks into the bytes of every file of the log for erased words. */
import { memorySession, type SessionRef } from "@clewline/core/log/keys.js";
import type { FileBytes } from "@clewline/core/ports/index.js";
import { listStrings } from "@clewline/core/receipt/erase/erased-words.js";
import type { SoughtPhrases } from "@clewline/core/receipt/erase/sought-phrases.js";
import type { Engine } from "../../engine.js";
import { listFiles } from "../../intake/memories/files/list-files.js";
import { listShared } from "../../intake/memories/files/other-logs.js";
import { walkSessions } from "../../read/sessions/all-sessions.js";
import { readContents } from "./survey.js";
import { walkEntries } from "./walk-entries.js";

/** A search of the log's files after something was erased. */
export interface EraseSearch {
  /** How many files were read: the log's own, spilled results, notes, the journal, lists of written files. */
  readonly files: number;
  /** How many bytes they have. */
  readonly bytes: number;
  /** How many erased phrases were looked for: runs of five words, and names of memories. */
  readonly phrases: number;
  /** How many of them are still there, although nothing that stays says them. Their files are in `left`. */
  readonly found: number;
}

/** The result of the search, and the files that still hold something. */
export interface Searched {
  readonly search: EraseSearch;
  readonly holding: readonly string[];
}

/** `left` are files that are known to have it. */
export async function searchFiles(engine: Engine, sought: SoughtPhrases, left: readonly string[]): Promise<Searched> {
  const found = new Map<string, Set<string>>();
  const files = new Set<string>();
  const scan = makeScan(sought);
  let bytes = 0;
  for await (const part of readOwn(engine)) {
    files.add(part.file);
    bytes += part.bytes.length;
    const hits = scan(part);
    if (hits.length > 0 && !left.some((line) => line.startsWith(part.file)))
      found.set(part.file, new Set([...(found.get(part.file) ?? []), ...hits]));
  }
  const open = new Set([...found.values()].flatMap((each) => [...each]));
  await passStanding(engine, sought, open);
  const holding = [...found].flatMap(([file, hits]) => ([...hits].some((hit) => open.has(hit)) ? [file] : []));
  return { search: { files: files.size, bytes, phrases: sought.size, found: open.size }, holding };
}

async function* readOwn(engine: Engine): AsyncIterable<FileBytes> {
  const { store, files, place, memoryFolder: folder, fns } = engine;
  if (store.bytes !== undefined) yield* store.bytes();
  yield* files.readOwn(await place.folders());
  if (folder === null) return;
  const encoder = new TextEncoder();
  const shared = await listShared(engine, folder);
  for (const path of [...(await listFiles(folder)), ...(await folder.hidden())]) {
    const file = await folder.read(path);
    const isOthers = file.kind === "text" && shared.get(path)?.hashes.includes(fns.hash(file.text)) === true;
    if (file.kind === "text" && !isOthers) yield { file: path, bytes: encoder.encode(file.text) };
  }
}

/** In characters: a phrase that two parts of a file share begins in the first one. */
const overlap = 1_000;

function makeScan(sought: SoughtPhrases): (part: FileBytes) => readonly string[] {
  let [last, tail, decoder] = ["", "", new TextDecoder()];
  return ({ file, bytes }) => {
    if (file !== last) [last, tail, decoder] = [file, "", new TextDecoder()];
    const text = tail + decoder.decode(bytes, { stream: true });
    tail = text.slice(-overlap);
    return sought.find(text);
  };
}

/** Others may have said the same, in any chat and in other logs of the same file: that stays. */
async function passStanding(engine: Engine, sought: SoughtPhrases, open: Set<string>): Promise<void> {
  if (open.size === 0) return;
  const pass = (texts: readonly string[]) => {
    for (const text of texts) for (const phrase of sought.find(text)) open.delete(phrase);
  };
  pass([engine.instructions, ...listStrings(engine.personas)]);
  for (const owner of new Set([engine.owner, ...((await engine.store.owners?.()) ?? [])])) {
    const sessions: SessionRef[] = [{ owner, session: memorySession }];
    for await (const { session } of walkSessions({ store: engine.store, owner })) sessions.push({ owner, session });
    for (const session of sessions)
      for await (const placed of walkEntries(engine, session)) pass(await readContents(engine, placed));
  }
}
