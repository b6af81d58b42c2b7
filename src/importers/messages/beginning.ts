/** The value that a JSON text begins, as far as the text goes: what is cut in the middle is left out. */
export function parseBeginning(text: string): unknown {
  const { end, open } = findLastWholePlace(text);
  try {
    return JSON.parse(text.slice(0, end).replace(/^\uFEFF/, "") + open.toReversed().join("")) as unknown;
  } catch {
    // Not JSON at all: no file of ours.
    return undefined;
  }
}

interface Place {
  readonly end: number;
  /** What closes the brackets that are open there. */
  readonly open: readonly string[];
}

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** Behind an opening or closing bracket, or before a comma, a text can be cut and closed. */
function findLastWholePlace(text: string): Place {
  // Whole strings, the quote of a cut one, and what structures a text.
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
