/** The outline of a JSON text that may be cut off anywhere. */
export interface Outline {
  /** Whether the text is a list of objects and not one object. */
  readonly list: boolean;
  /** Keys of that object, or of the list's first one, as far as the text goes. */
  readonly keys: ReadonlySet<string>;
}

/** Null for a text that begins neither with an object nor with a list of objects. */
export function readOutline(head: string): Outline | null {
  const start = /^\uFEFF?\s*(\[\s*)?\{/.exec(head);
  if (start === null) return null;
  return { list: start[1] !== undefined, keys: readTopKeys(head, start[0].length) };
}

function readTopKeys(head: string, start: number): ReadonlySet<string> {
  const keys = new Set<string>();
  // A string with the colon after it, a bracket, or the quote of a string that was cut off.
  const token = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*(:?)|[{}[\]]|"/gs;
  token.lastIndex = start;
  let depth = 1;
  for (let found = token.exec(head); found !== null; found = token.exec(head)) {
    const [all, text, colon] = found;
    if (all === '"') break;
    if (text !== undefined) {
      if (depth === 1 && colon === ":") keys.add(text);
    } else depth += all === "{" || all === "[" ? 1 : -1;
    if (depth === 0) break;
  }
  return keys;
}
