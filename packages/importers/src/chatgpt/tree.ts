import { readForeignId, readForeignSeconds } from "@clewline/core/importing/foreign.js";
import { shortenId } from "@clewline/core/importing/safe-name.js";
import { isObject } from "@clewline/text/json.js";

/** One message of a conversation, which is a tree because people edit and regenerate. */
export interface Node {
  readonly id: string;
  readonly parent: string | null;
  readonly message: Readonly<Record<string, unknown>> | null;
}

/** A message in its place; with `instead`, its withdrawal in favour of another branch (null: of none). */
export interface Visit {
  readonly node: Node;
  readonly instead?: Node | null;
}

/** Parents come before children; an abandoned branch comes, and is withdrawn, before what follows its fork. */
export function* walk(mapping: Readonly<Record<string, unknown>>, current: string | null): Iterable<Visit> {
  const nodes = readNodes(mapping);
  const children = groupChildren(nodes);
  const active = findPath(current, nodes, children);
  const seen = new Set(active.map(({ id }) => id));
  let fork: string | null = null;
  for (const node of [...active, null]) {
    for (const side of children.get(fork) ?? []) {
      if (seen.has(side.id)) continue;
      const branch = listSubtree(side, children, seen);
      for (const left of branch) yield { node: left };
      for (const left of branch) yield { node: left, instead: node };
    }
    if (node === null) return;
    yield { node };
    fork = node.id;
  }
}

function readNodes(mapping: Readonly<Record<string, unknown>>): ReadonlyMap<string, Node> {
  const named = Object.entries(mapping).map(([name, value]) => ({ id: shortenId(name), value }));
  const known = new Set(named.flatMap(({ id, value }) => (isObject(value) ? [id] : [])));
  const nodes = new Map<string, Node>();
  for (const { id, value } of named) {
    if (!isObject(value)) continue;
    const parent = readForeignId(value.parent);
    const message = isObject(value.message) ? value.message : null;
    nodes.set(id, { id, parent: parent !== null && known.has(parent) ? parent : null, message });
  }
  return nodes;
}

/** By parent, oldest first; those without a parent under null. */
function groupChildren(nodes: ReadonlyMap<string, Node>): ReadonlyMap<string | null, readonly Node[]> {
  const children = new Map<string | null, Node[]>();
  for (const node of nodes.values()) {
    const siblings = children.get(node.parent);
    if (siblings === undefined) children.set(node.parent, [node]);
    else siblings.push(node);
  }
  const time = ({ message }: Node) => readForeignSeconds(message?.create_time) ?? 0;
  for (const siblings of children.values()) siblings.sort((a, b) => time(a) - time(b));
  return children;
}

/** Without a current message, the newest answer of each fork counts. */
function findPath(
  current: string | null,
  nodes: ReadonlyMap<string, Node>,
  children: ReadonlyMap<string | null, readonly Node[]>,
): readonly Node[] {
  const path: Node[] = [];
  const seen = new Set<string>();
  const known = current === null ? undefined : nodes.get(current);
  const next = (node: Node | undefined) =>
    known === undefined ? children.get(node?.id ?? null)?.at(-1) : nodes.get(node?.parent ?? "");
  for (let node = known ?? next(undefined); node !== undefined && !seen.has(node.id); node = next(node)) {
    seen.add(node.id);
    path.push(node);
  }
  return known === undefined ? path : path.reverse();
}

function listSubtree(
  root: Node,
  children: ReadonlyMap<string | null, readonly Node[]>,
  seen: Set<string>,
): readonly Node[] {
  const found: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    found.push(node);
    waiting.push(...(children.get(node.id) ?? []).toReversed());
  }
  return found;
}
