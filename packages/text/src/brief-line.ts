/** The beginning of a text as one line, to tell it from others. */
export function makeBriefLine(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= length) return line;
  return `${line.slice(0, length).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
