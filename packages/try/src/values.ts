/** Values by which a text can be quoted: paths, names, and figures of three digits and more. No policy goes by this list. */

const names = /[\p{L}\p{N}_][\p{L}\p{N}_./:@#-]{4,118}[\p{L}\p{N}_]/gu;
const looksMade = /\d|[_./:@#-]|\p{Ll}\p{Lu}/u;
const figures = /(?<![\p{L}\p{N}_])\d[\d.,']*\d(?![\p{L}\p{N}_])/gu;
const leastDigits = 3;

export function listValues(line: string): readonly string[] {
  const made = (line.match(names) ?? []).filter((name) => looksMade.test(name));
  const counted = (line.match(figures) ?? []).filter((figure) => figure.replace(/\D/g, "").length >= leastDigits);
  return [...new Set([...made, ...counted])];
}
