/** Reads the block of what was looked up: a heading for each conversation, then a line for each message. */

export interface MemoryLine {
  readonly at: string;
  readonly lane: string | null;
  readonly pointer: string | null;
  /** Empty for a summary. */
  readonly who: string;
  readonly text: string;
}

/** `text` is what stands inside the tag. */
export function readMemoryLines(text: string): readonly MemoryLine[] {
  const lines: MemoryLine[] = [];
  let heading = { at: "", lane: null as string | null, pointer: null as string | null, isSummary: false };
  for (const line of text.trim().split(/\n(?! {2})/)) {
    const found = /^\[(summary, )?(\d{4}-\d\d-\d\d \d\d:\d\d)(?: in (\S+) (clew:[es]\w{10}))?\]$/.exec(line);
    if (found !== null) {
      const [, summary, at = "", lane = null, pointer = null] = found;
      heading = { at, lane, pointer, isSummary: summary !== undefined };
      continue;
    }
    const [, who = "", said = ""] = (heading.isSummary ? null : /^([^:]+): ([\s\S]*)$/.exec(line)) ?? ["", "", line];
    const { at, lane, pointer } = heading;
    lines.push({ at, lane, pointer, who, text: said.replaceAll("\n  ", "\n") });
  }
  return lines;
}

/** Of everything that was looked up in these texts. */
export function findMemoryLines(texts: readonly string[]): readonly MemoryLine[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/<clew-memory>\n([\s\S]*?)\n<\/clew-memory>/g)].flatMap(([, inner = ""]) =>
      readMemoryLines(inner),
    ),
  );
}
