/** Memories and changes by the names that people type. */
import { ClewError } from "@clewline/core/errors.js";
import type { KeptChange, Memory, MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { nameScope, nameWithScope } from "@clewline/core/memory/memory-scope.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import type { Engine } from "../../engine.js";

/** A scope with all that is logged of it. */
export interface ScopeMemories extends LaneMemories {
  readonly scope: MemoryScope;
}

/** Everything that is remembered for the owner. */
export async function readAllMemories({ memories }: Pick<Engine, "memories">): Promise<readonly ScopeMemories[]> {
  const all: ScopeMemories[] = [];
  for (const scope of await memories.scopes()) all.push({ scope, ...(await memories.read(scope)) });
  return all;
}

/**
 * A memory that there is, by its name or the beginning or end of it. Of two with one name, which different scopes may have, the
 * one whose scope follows: `NAME@everyone`, `NAME@person:ana`, `NAME@session:telegram:chat:42`.
 */
export async function findMemory(engine: Pick<Engine, "memories">, name: string): Promise<Memory> {
  return (await loadMemoryFinder(engine))(name);
}

/** The same for many names, of which those that are whole are found at once. */
export async function loadMemoryFinder(engine: Pick<Engine, "memories">): Promise<(name: string) => Memory> {
  const all = (await readAllMemories(engine)).flatMap(({ memories }) => [...memories.values()]);
  const byName = new Map<string, Memory[]>();
  for (const memory of all) {
    const same = byName.get(memory.name);
    if (same === undefined) byName.set(memory.name, [memory]);
    else same.push(memory);
  }
  return (name) => pickMemory(byName.get(readName(name).bare) ?? all, name);
}

function pickMemory(all: readonly Memory[], name: string): Memory {
  const { bare, isWithin } = readName(name);
  const within = all.filter(isWithin);
  const found = pickByPart(within, bare, (memory) => memory.name);
  const isOneName = found.length > 1 && found.every((memory) => memory.name === found[0]?.name);
  if (!isOneName) return pickNamed(within, bare, (memory) => memory.name);
  const names = found.map(nameWithScope).sort().slice(0, 5);
  throw new ClewError("memory/ambiguous", `${show(name)} may be ${names.join(" or ")}`, {
    hint: "Give the name with its scope",
  });
}

/** The changes of a memory that there is or was; without a scope, of all that have or had the name. */
export function findHistory(all: readonly ScopeMemories[], name: string): readonly KeptChange[] {
  const { bare, isWithin } = readName(name);
  const changes = all.filter(isWithin).flatMap((each) => each.changes);
  const wanted = pickNamed([...new Set(changes.map((change) => change.name))], bare, (each) => each);
  return changes.filter((change) => change.name === wanted);
}

/** What somebody typed: a name or a part of it, and perhaps its scope. */
function readName(given: string) {
  const [, bare = given, scope = null] = /^([^@]*)@(.*)$/su.exec(given) ?? [];
  return { bare, isWithin: (each: Pick<Memory, "scope">) => scope === null || nameScope(each.scope) === scope };
}

/** A change by its id, or the beginning or end of it. */
export function findChange(all: readonly ScopeMemories[], id: string): KeptChange {
  const changes = all.flatMap((each) => each.changes);
  const found = pickByPart(changes, id, (change) => change.id);
  if (found.length === 1 && found[0] !== undefined) return found[0];
  if (found.length > 1) {
    throw new ClewError("memory/ambiguous", `${found.length} changes have ${show(id)} in their id`, {
      hint: "Give more of it: clew memory history lists them",
    });
  }
  throw new ClewError("memory/unknown", `There is no change ${show(id)}`, {
    hint: "clew memory history lists the changes with their ids",
  });
}

function pickNamed<Each>(all: readonly Each[], name: string, nameOf: (each: Each) => string): Each {
  const found = pickByPart(all, name, nameOf);
  if (found.length === 1 && found[0] !== undefined) return found[0];
  if (found.length > 1) {
    const names = found.slice(0, 5).map(nameOf);
    throw new ClewError("memory/ambiguous", `${show(name)} may be ${names.join(" or ")}`, {
      hint: "Give the whole name",
    });
  }
  const short = normaliseText(name);
  const isShort = short !== "" && short.length < leastPart && all.some((each) => nameOf(each).startsWith(short));
  if (isShort) {
    throw new ClewError("memory/ambiguous", `${show(name)} is too short to tell a memory by`, {
      hint: `Give at least ${leastPart} letters of its name: clew memory list shows the names`,
    });
  }
  const near = short.length < leastWord ? [] : all.map(nameOf).filter((each) => each.includes(short));
  const meant = near.length === 0 ? "" : `Perhaps ${near.slice(0, 3).join(" or ")}? `;
  throw new ClewError("memory/unknown", `There is no memory ${show(name)}`, {
    hint: `${meant}clew memory list shows the names; with --all also of those that have ended`,
  });
}

/** In letters: of the beginning or the end of a name, and of a word in it that a hint goes by. */
const [leastPart, leastWord] = [4, 3];

function pickByPart<Each>(all: readonly Each[], given: string, nameOf: (each: Each) => string): readonly Each[] {
  const part = normaliseText(given);
  const exact = all.filter((each) => nameOf(each) === given || nameOf(each) === part);
  if (exact.length > 0) return exact;
  if (part.length < leastPart) return [];
  return all.filter((each) => nameOf(each).startsWith(part) || nameOf(each).endsWith(part));
}

function show(given: string): string {
  return JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given);
}
