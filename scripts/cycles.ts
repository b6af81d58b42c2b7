import type { Finding } from "./finding.js";
import type { Import } from "./imports.js";

/**
 * Reports each cycle of imports once, at an import that closes it. Types count too: files whose types form a cycle
 * can't be understood, moved or tested without each other.
 */
export function cycles(imports: readonly Import[]): Finding[] {
  const links = linksOf(imports);
  const files = [...links.keys()].sort();
  const done = new Set<string>();
  return files.flatMap((file) => {
    const loop = done.has(file) ? undefined : wayBack(file, links);
    if (loop === undefined) return [];
    for (const step of loop) done.add(step.from);
    const [first] = loop;
    if (first === undefined) return [];
    const path = [...loop.map((step) => step.from), file].join(" -> ");
    return [{ file, line: first.line, message: `import cycle: ${path}` }];
  });
}

interface Link {
  readonly from: string;
  readonly line: number;
  readonly to: string;
}

function linksOf(imports: readonly Import[]): Map<string, Link[]> {
  const links = new Map<string, Link[]>();
  for (const { from, line, target } of imports) {
    if (target.kind !== "file") continue;
    links.set(from, [...(links.get(from) ?? []), { from, line, to: target.name }]);
  }
  return links;
}

/** The shortest path from a file back to itself, by breadth-first search. */
function wayBack(file: string, links: ReadonlyMap<string, readonly Link[]>): Link[] | undefined {
  const seen = new Set<string>();
  let ways: Link[][] = (links.get(file) ?? []).map((link) => [link]);
  while (ways.length > 0) {
    const next: Link[][] = [];
    for (const way of ways) {
      const end = way.at(-1)?.to ?? file;
      if (end === file) return way;
      if (seen.has(end)) continue;
      seen.add(end);
      next.push(...(links.get(end) ?? []).map((link) => [...way, link]));
    }
    ways = next;
  }
  return undefined;
}
