/** Which file a memory has. */
import type { Memory } from "../../log/memories/memory.js";
import type { Hash } from "../../log/pointer.js";
import { makeScopeLane } from "../memory-scope.js";

export const notesFolder = "notes";

/** Every file system takes so many, in any script. */
const mostLetters = 60;

/** By path. Two memories of one name, which different scopes may have, are told apart by letters of their scope. */
export function placeNotes<Placed extends { readonly memory: Pick<Memory, "name" | "scope"> }>(
  all: readonly Placed[],
  hash: Hash,
): ReadonlyMap<string, Placed> {
  const count = new Map<string, number>();
  for (const { memory } of all) count.set(memory.name, (count.get(memory.name) ?? 0) + 1);
  return new Map(
    all.map((placed) => {
      const { name, scope } = placed.memory;
      const isAlone = isFileName(name) && count.get(name) === 1;
      const tail = isAlone ? "" : `.${hash(`${makeScopeLane(scope)} ${name}`).slice(0, 8)}`;
      return [makeNotePath(`${isFileName(name) ? name : toFileName(name)}${tail}`), placed];
    }),
  );
}

function makeNotePath(name: string): string {
  return `${notesFolder}/${name}.md`;
}

/** The name that a person gave to a file, if a memory can have it; null if not. */
export function readNotePath(path: string): string | null {
  const name = path.slice(notesFolder.length + 1, -".md".length);
  return isFileName(name) ? name : null;
}

/** Copies of what was set aside, and what editors leave behind, are no notes. */
export function isNoteFile(name: string): boolean {
  return /\.md$/iu.test(name) && !/^[.#~]|\.(?:rejected|edited)(?:-\d+)?\.md$/iu.test(name);
}

/** Letters, digits and dashes as every system keeps them: none that it could take for another's. */
function isFileName(name: string): boolean {
  const folded = name.normalize("NFC").toLowerCase().normalize("NFC");
  return name === folded && name.length <= mostLetters && /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u.test(name);
}

function toFileName(name: string): string {
  const folded = name.toLowerCase().normalize("NFC");
  const words = folded.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return [...words.join("-")].slice(0, mostLetters / 2).join("") || "memory";
}
