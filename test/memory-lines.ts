/**
 * Reads the block of what was looked up, from the words of the design alone: a heading for each conversation, then a line for
 * each message. What belongs to a message is indented by two spaces after each end of a line; so is all of a summary.
 */

import { parseFence } from "./fence-parser.js";

export interface MemoryLine {
  /** The time of the heading. */
  readonly at: string;
  readonly lane: string | null;
  readonly pointer: string | null;
  /** As it stands there: a name that is not plain in quotes. Empty for a summary. */
  readonly who: string;
  /** Unfenced, as it was said; of a text that was cut, its tag is left out. */
  readonly text: string;
}

/** A line with how it stands in the block. */
export interface ReadMemoryLine extends MemoryLine {
  /** Without the indentation, and still fenced. */
  readonly fenced: string;
  /** Whether it is the first under its heading. */
  readonly isHeaded: boolean;
}

const heading = /^\[(summary, )?([^\]\s]+(?: \d\d:\d\d)?)(?: in (\S+) (clew:[es]\w{10}))?\]$/;
const speaker = /^("(?:[^"\\]|\\.)*"|(?:(?!: )[^"])*): ([\s\S]*)$/;

/** `inner` is what stands inside the tag, between its first line break and its last. */
export function readMemoryLines(inner: string): readonly ReadMemoryLine[] {
  const lines: ReadMemoryLine[] = [];
  let head: Pick<MemoryLine, "at" | "lane" | "pointer"> = { at: "", lane: null, pointer: null };
  let isHeaded = false;
  for (const block of inner.split(/\n(?! {2})/)) {
    const [line = "", ...more] = block.split(/(?=\n {2})/);
    const found = heading.exec(line);
    const [, summary, at = "", lane = null, pointer = null] = found ?? [];
    if (found !== null) {
      head = { at, lane, pointer };
      isHeaded = true;
      if ((summary === undefined) !== (more.length === 0)) throw new Error(`A heading goes on: ${block}`);
      if (more.length === 0) continue;
    }
    const [, who = "", rest = ""] = (found === null ? speaker.exec(block) : ["", "", more.join("").slice(1)]) ?? [];
    if (found === null && who === "") throw new Error(`Nobody says: ${block}`);
    const text = found === null ? rest : rest.slice(2);
    const fenced = text.replace(/(\r\n|[\n\r\u2028\u2029\u0085\v\f]) {2}/g, "$1");
    const words = parseFence(fenced).filter((node) => typeof node === "string");
    lines.push({ ...head, who, fenced, text: words.join(""), isHeaded });
    isHeaded = false;
  }
  return lines;
}

/** Of everything that was looked up in these texts. */
export function findMemoryLines(texts: readonly string[]): readonly MemoryLine[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/<clew-found>\n([\s\S]*?)\n<\/clew-found>/g)].flatMap(([, inner = ""]) =>
      readMemoryLines(inner).map(({ at, lane, pointer, who, text: said }) => ({ at, lane, pointer, who, text: said })),
    ),
  );
}
