/**
 * How a person laid a note out: lines, lists and code blocks, which the log keeps as one line. A layout says nothing that the log
 * does not: one whose words are in no version of its memory is dropped, so that nothing outlives its erasure here.
 */
import type { Memory } from "../../log/memories/memory.js";
import { isSameNote, type Note, renderNote, toNote } from "./note.js";
import { parseNote, readBody } from "./parse-note.js";

/** The files of one memory that were laid out by hand, the newest last. */
export interface Layouts {
  /** The lane of its scope in the log of memories. */
  readonly lane: string;
  readonly name: string;
  readonly texts: readonly string[];
}

/** Further back nobody undoes by hand, and longer ones than a note may be are none. */
const mostKept = 8;
const mostCharacters = 16_000;

/** The note as it was laid out last with these words, with its keys as they are now; in the usual form if it never was. */
export function layOut(note: Note, texts: readonly string[]): string {
  const read = texts.toReversed().flatMap((text) => {
    const parsed = parseNote(text);
    return parsed.kind === "note" ? [{ text, note: parsed.note }] : [];
  });
  const same = read.find((each) => isSameNote(each.note, note));
  if (same !== undefined) return same.text;
  const worded = read.find((each) => each.note.text === note.text);
  return worded === undefined ? renderNote(note) : renderNote(note, readBody(worded.text));
}

/** With the file as it is now, if a person laid it out. */
export function addLayout(texts: readonly string[], note: Note, file: string): readonly string[] {
  if (file.length > mostCharacters || file === renderNote(note)) return texts;
  return [...texts.filter((text) => text !== file), file].slice(-mostKept);
}

/** Those whose words some version has; null if that is none. */
export function keepTold(layouts: Layouts, versions: readonly Memory[]): Layouts | null {
  const words = new Set(versions.map((memory) => toNote(memory).text));
  const texts = layouts.texts.filter((text) => {
    const parsed = parseNote(text);
    return parsed.kind === "note" && words.has(parsed.note.text);
  });
  return texts.length === 0 ? null : { ...layouts, texts };
}
