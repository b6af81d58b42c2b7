import { makeSafeName } from "../../core/importing/safe-name.js";
import { type LaneKey, parseLaneKey } from "../../core/log/keys.js";
import type { Line } from "./line.js";

/** The lane of every subagent's line: that of its agent, or of the line where its chain begins. */
export function mapSideLanes(lines: readonly Line[]): ReadonlyMap<string, LaneKey> {
  const side = new Map(lines.filter((line) => line.side !== null).map((line) => [line.uuid, line]));
  const names = new Map<string, string>();
  for (const line of side.values()) {
    const chain = listChain(line, side, names);
    const first = chain.at(-1) ?? line;
    const name = first.side?.agent ?? names.get(first.parent ?? "") ?? first.uuid;
    for (const each of chain) names.set(each.uuid, each.side?.agent ?? name);
  }
  return new Map([...names].map(([uuid, name]) => [uuid, parseLaneKey(`child:${makeSafeName(name)}`)]));
}

/** The line and its ancestors, up to the first whose name is known or that begins a chain. */
function listChain(line: Line, side: ReadonlyMap<string, Line>, names: ReadonlyMap<string, string>): readonly Line[] {
  const chain = new Set<Line>();
  let current: Line | undefined = line;
  while (current !== undefined && !chain.has(current) && !names.has(current.uuid)) {
    chain.add(current);
    current = current.side?.agent != null || current.parent === null ? undefined : side.get(current.parent);
  }
  return [...chain];
}
