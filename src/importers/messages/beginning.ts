/** Parses the beginning of a JSON text, and leaves out what is cut in the middle. */
export function parseBeginning(text: string): unknown {
  const { end, open } = findLastWholePlace(text);
  try {
    return JSON.parse(text.slice(0, end).replace(/^\uFEFF/, "") + open.toReversed().join("")) as unknown;
  } catch {
    // Not JSON, so not a file of this format.
    return undefined;
  }
}

interface Place {
  readonly end: number;
  /** What closes the brackets that are open there. */
  readonly open: readonly string[];
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** A text can be cut and closed after a bracket, or before a comma. */
function findLastWholePlace(text: string): Place {
  // Matches whole strings, the quote of a cut string, brackets and commas.
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|["{}[\],]/gs;
  const open: string[] = [];
  let end = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    const [mark] = found;
    if (mark === '"') break;
    const close = closing[mark];
    if (close !== undefined) open.push(close);
    else if (mark === "}" || mark === "]") open.pop();
    else if (mark !== ",") continue;
    end = mark === "," ? found.index : token.lastIndex;
    if (open.length === 0) break;
  }
  return { end, open };
}
