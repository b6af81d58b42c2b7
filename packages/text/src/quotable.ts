/** Lists the values that a later text may quote of a line: its names, and the whole line if it is long enough. */

/** A whole line is a value too, from this length on. */
const leastLine = 24;
const mostLine = 240;
/** Matches names, paths, numbers and the like, not ordinary words. */
const namePattern = /[\p{L}\p{N}_][\p{L}\p{N}_./:@#-]{4,118}[\p{L}\p{N}_]/gu;
const looksMade = /\d|[_./:@#-]|\p{Ll}\p{Lu}/u;

export function listLineValues(line: string): readonly string[] {
  const names = listNames(line);
  const whole = line.trim();
  return whole.length >= leastLine && whole.length <= mostLine ? [...names, whole] : names;
}

export function listNames(line: string): readonly string[] {
  return [...new Set(line.match(namePattern) ?? [])].filter((name) => looksMade.test(name));
}
