/** The name that was probably meant; null if none is near. */
export function findNearest(typed: string, names: readonly string[]): string | null {
  const ranked = names.map((name) => ({ name, distance: measureDistance(typed.toLowerCase(), name) }));
  const best = ranked.sort((a, b) => a.distance - b.distance)[0];
  if (best === undefined) return null;
  const near = best.distance <= Math.max(1, Math.floor(best.name.length / 2)) && best.distance < best.name.length;
  return near ? best.name : (names.find((name) => typed.length > 1 && name.startsWith(typed)) ?? null);
}

/** The edit distance: letters to insert, delete, replace or swap with their neighbour. */
export function measureDistance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_value, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
