import { listNames } from "./quotable.js";

/** Longer lines are data, not something that a reader finds his way by. */
const longestLine = 300;

/**
 * The lines of a text that name most, in their order, within a limit of tokens: by them a reader knows what there is to be
 * opened again. A line counts by the names that no line before it has brought.
 */
export function outlineText(text: string, limit: number, count: (text: string) => number): string {
  const lines = text.split("\n");
  const costs = new Map<number, number>();
  const names = new Map<number, readonly string[]>();
  for (const [place, line] of lines.entries()) {
    const own = line.length > longestLine ? [] : listNames(line);
    if (own.length === 0) continue;
    names.set(place, own);
    costs.set(place, count(line) + 1);
  }
  const worth = (place: number) => (names.get(place)?.length ?? 0) / (costs.get(place) ?? 1);
  const told = new Set<string>();
  const kept: number[] = [];
  let left = limit;
  for (const place of [...names.keys()].sort((a, b) => worth(b) - worth(a) || a - b)) {
    const cost = costs.get(place) ?? 0;
    const fresh = names.get(place)?.filter((name) => !told.has(name)) ?? [];
    if (fresh.length === 0 || cost > left) continue;
    for (const name of fresh) told.add(name);
    left -= cost;
    kept.push(place);
  }
  return kept
    .sort((a, b) => a - b)
    .map((place) => lines[place])
    .join("\n");
}
