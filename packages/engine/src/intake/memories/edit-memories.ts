/** What a person does with memories. Each verb is one change, and every change can be undone. */
import { ClewError } from "@clewline/core/errors.js";
import type { Instant, SessionKey } from "@clewline/core/log/keys.js";
import type {
  KeptChange,
  Memory,
  MemoryChange,
  MemoryKind,
  MemoryMaker,
  MemoryScope,
} from "@clewline/core/log/memories/memory.js";
import { findWrongOrder } from "@clewline/core/memory/files/read-keys.js";
import { noMemories } from "@clewline/core/memory/fold-changes.js";
import { type MemoryIndex, makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { chooseScope } from "@clewline/core/memory/reach.js";
import { reword } from "@clewline/core/memory/reword.js";
import { isSameJson } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";
import { changeMemories } from "./change-memories.js";
import { cleanMemoryText, refuseSecretAlone } from "./clean-memory-text.js";
import { findMemory } from "./find-memory.js";
import { makeFreeName } from "./free-name.js";
import { noteHeard } from "./note-heard.js";
import { findSame } from "./same-memory.js";

export interface MemoryToAdd {
  readonly text: string;
  readonly kind: MemoryKind;
  readonly person: string | null;
  readonly session: SessionKey | null;
  readonly until?: Instant;
  /** A person, if not told. */
  readonly by?: MemoryMaker;
}

/** The same once more adds nothing, and gives back what is there. */
export async function addMemory(engine: Engine, given: MemoryToAdd): Promise<Memory> {
  const { scope, plan } = await prepareAdding(engine, given);
  let added: Memory | null = null;
  const index = engine.memories.index(scope, makeMemoryIndex);
  await changeMemories(engine, scope, (now) => {
    index.follow(now);
    const planned = plan({ index, memories: now.memories });
    added = planned.memory;
    return planned.changes;
  });
  return added ?? failToFind(given.text);
}

/** A memory that is about to be added: whose it is, and the change that it takes. */
export interface Adding {
  readonly scope: MemoryScope;
  plan(now: { readonly index: MemoryIndex; readonly memories: ReadonlyMap<string, Memory> }): {
    readonly memory: Memory;
    readonly changes: readonly MemoryChange[];
  };
}

/** Notes who speaks there: that decides whose it is. */
export async function prepareAdding(engine: Engine, given: MemoryToAdd): Promise<Adding> {
  const { session, person, kind, until, by = "person" } = given;
  const text = await cleanMemoryText(engine, given.text, session);
  refuseSecretAlone(text);
  if (session !== null && person !== null) await noteHeard(engine, { session, person, at: engine.clock.now() });
  const chat = session === null ? noMemories : await engine.memories.read({ kind: "session", session });
  const scope = chooseScope({ session, person }, chat);
  const salt = engine.clock.id();
  const ending = until === undefined ? {} : { until };
  const saidAt = engine.clock.now();
  return {
    scope,
    plan({ index, memories }) {
      const known = findSame(index, { text, kind, person, ...ending });
      if (known !== undefined) return { memory: known, changes: [] };
      const name = makeFreeName(engine, text, { salt, taken: memories });
      const memory: Memory = { name, kind, text, person, scope, saidAt, ...ending, sources: [], by };
      return { memory, changes: [makeChange(null, memory, "added", by)] };
    },
  };
}

/** `until` null takes an end away. */
export interface MemoryEdit {
  readonly text?: string;
  readonly kind?: MemoryKind;
  readonly until?: Instant | null;
}

/** Where nothing changes, nothing is written. */
export async function editMemory(engine: Engine, name: string, { text, kind, until }: MemoryEdit): Promise<Memory> {
  const found = await findMemory(engine, name);
  const session = found.scope.kind === "session" ? found.scope.session : null;
  const clean = text === undefined ? undefined : await cleanMemoryText(engine, text, session);
  return rewrite(engine, found, "edited", (memory) => {
    const { until: end, ...rest } = clean === undefined ? memory : reword(memory, clean);
    const ending = until === undefined ? end : (until ?? undefined);
    const order = findWrongOrder(rest.from, ending);
    if (order !== null) throw new ClewError("memory/bad", order, { hint: "Give a later end" });
    return {
      ...rest,
      ...(kind === undefined ? {} : { kind }),
      ...(ending === undefined ? {} : { until: ending }),
    };
  });
}

export async function pinMemory(engine: Engine, name: string, isPinned: boolean): Promise<Memory> {
  return rewrite(
    engine,
    await findMemory(engine, name),
    isPinned ? "pinned" : "unpinned",
    ({ pinned: _, ...memory }) => (isPinned ? { ...memory, pinned: true } : memory),
  );
}

/** The log keeps it, for `undo`. */
export async function forgetMemory(engine: Engine, name: string): Promise<KeptChange> {
  return forgetFound(engine, await findMemory(engine, name), "person");
}

/** For whoever has found the memory among those that may be told to the one who asks. */
export async function forgetFound(
  engine: Engine,
  { name, scope }: Pick<Memory, "name" | "scope">,
  by: MemoryMaker,
): Promise<KeptChange> {
  const [change] = await changeMemories(engine, scope, ({ memories }) => {
    const memory = memories.get(name) ?? failToFind(name);
    return [makeChange(memory, null, "forgotten", by)];
  });
  return change ?? failToFind(name);
}

/** None for the text that it has already. */
export function planRewording(memory: Memory, text: string): readonly MemoryChange[] {
  const made = reword(memory, text);
  return isSameJson(memory, made) ? [] : [makeChange(memory, made, "edited")];
}

async function rewrite(
  engine: Engine,
  { name, scope }: Memory,
  because: string,
  make: (memory: Memory) => Memory,
): Promise<Memory> {
  let made: Memory | null = null;
  await changeMemories(engine, scope, ({ memories }) => {
    const memory = memories.get(name) ?? failToFind(name);
    made = make(memory);
    return isSameJson(memory, made) ? [] : [makeChange(memory, made, because)];
  });
  return made ?? failToFind(name);
}

export function makeChange(
  before: Memory | null,
  after: Memory | null,
  because: string,
  by: MemoryMaker = "person",
): MemoryChange {
  const name = after?.name ?? before?.name ?? "";
  return { name, before, after, by, because };
}

export function failToFind(name: string): never {
  throw new ClewError("memory/unknown", `There is no memory ${JSON.stringify(name)} any more`, {
    hint: "clew memory history shows what became of it, and clew memory undo takes that back",
  });
}
