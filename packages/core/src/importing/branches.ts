/**
 * Reads logs whose lines name their predecessor, so that going back and asking again makes a branch.
 *
 * 1. Lines on the path from the last line to the first are kept; the others were withdrawn.
 * 2. Lines of one group are kept or withdrawn together: parallel results are no branches.
 * 3. A user can't go back while a group is being written: a line that follows the group before its last line belongs to
 * it.
 */
import type { ImportedRecord } from "./importer.js";

export interface BranchLine {
  readonly id: string;
  /** The line that it follows; null for a new beginning. An unknown line counts as null. */
  readonly parent: string | null;
  /** For example, a step with its results. */
  readonly group: string | null;
  /** Whether it is part of the conversation, and so possibly its last line. */
  readonly counts: boolean;
  readonly records: readonly ImportedRecord[];
}

/** The records of all lines in order, with withdrawals before the first record after each rewind. */
export function addWithdrawals(lines: readonly BranchLine[]): readonly ImportedRecord[] {
  const taken = mapWithdrawnItems(lines);
  const result: ImportedRecord[] = [];
  let waiting: readonly ImportedRecord[] = [];
  for (const line of lines) {
    waiting = [...waiting, ...(taken.get(line) ?? [])];
    const [first] = line.records;
    if (first === undefined) continue;
    result.push(...waiting.map((record) => makeWithdrawal(record, first.at)), ...line.records);
    waiting = [];
  }
  return [...result, ...waiting.map((record) => makeWithdrawal(record, null))];
}

function makeWithdrawal({ session, lane, key }: ImportedRecord, at: number | null): ImportedRecord {
  return { kind: "withdrawn", session, lane, key: `${key}#withdrawn`, at, target: key };
}

/** The items that each rewind withdrew, by the line after it. Notes stay, because what was paid was paid. */
function mapWithdrawnItems(lines: readonly BranchLine[]): ReadonlyMap<BranchLine, readonly ImportedRecord[]> {
  const tree = buildBranchTree(lines);
  const last = lines.findLast((line) => line.counts);
  const settled = new Set(last === undefined ? [] : tree.pathTo(last));
  const taken = new Map<BranchLine, readonly ImportedRecord[]>();
  let path: Set<string> = new Set();
  let before: string | null = null;
  for (const line of lines) {
    const node = tree.nodeOf(line);
    if (!line.counts || path.has(node)) continue;
    if (before === null || tree.follows(node, before)) path.add(node);
    else {
      const newPath = tree.pathTo(line);
      const lost = new Set([...path].filter((each) => !newPath.has(each) && !settled.has(each)));
      for (const each of lost) settled.add(each);
      const items = lines.filter((each) => lost.has(tree.nodeOf(each))).flatMap((each) => each.records);
      taken.set(
        line,
        items.filter((record) => record.kind === "item"),
      );
      path = newPath;
    }
    before = node;
  }
  return taken;
}

/** The tree of lines, with each group as one node. */
interface Tree {
  nodeOf(line: BranchLine): string;
  /** The line's node and all its ancestors. */
  pathTo(line: BranchLine): Set<string>;
  /** Whether only lines that don't count lie between two nodes. */
  follows(node: string, before: string): boolean;
}

function buildBranchTree(lines: readonly BranchLine[]): Tree {
  const nodes = mapLineNodes(lines);
  const parents = new Map<string, Set<string>>();
  const counting = new Set<string>();
  for (const line of lines) {
    const node = nodes.get(line.id) ?? line.id;
    const above = line.parent === null ? undefined : nodes.get(line.parent);
    if (line.counts) counting.add(node);
    if (above !== undefined && above !== node) parents.set(node, (parents.get(node) ?? new Set()).add(above));
  }
  const upFrom = (start: string, goesOn: (node: string) => boolean): Set<string> => {
    const seen = new Set([start]);
    // Iterating a set also visits what is added meanwhile.
    for (const node of seen) {
      if (node !== start && !goesOn(node)) continue;
      for (const above of parents.get(node) ?? []) seen.add(above);
    }
    return seen;
  };
  return {
    nodeOf: (line) => nodes.get(line.id) ?? line.id,
    pathTo: (line) => upFrom(nodes.get(line.id) ?? line.id, () => true),
    follows: (node, before) => upFrom(node, (each) => !counting.has(each)).has(before),
  };
}

function mapLineNodes(lines: readonly BranchLine[]): ReadonlyMap<string, string> {
  const lastOfGroup = new Map<string, number>();
  lines.forEach((line, index) => {
    if (line.group !== null) lastOfGroup.set(line.group, index);
  });
  const nodes = new Map<string, string>();
  const nodeOfGroup = new Map<string, string>();
  const lastOfNode = new Map<string, number>();
  lines.forEach((line, index) => {
    const above = line.parent === null ? undefined : nodes.get(line.parent);
    const inside = above !== undefined && (lastOfNode.get(above) ?? -1) > index ? above : undefined;
    const node = (line.group === null ? undefined : nodeOfGroup.get(line.group)) ?? inside ?? line.id;
    nodes.set(line.id, node);
    if (line.group === null) return;
    nodeOfGroup.set(line.group, node);
    lastOfNode.set(node, Math.max(lastOfNode.get(node) ?? -1, lastOfGroup.get(line.group) ?? -1));
  });
  return nodes;
}
