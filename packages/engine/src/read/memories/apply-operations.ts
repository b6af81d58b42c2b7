/** Does what a review proposed, or what somebody else wants done with memories in one go. */
import { ClewError } from "@clewline/core/errors.js";
import type { Memory, MemoryChange, MemoryScope } from "@clewline/core/log/memories/memory.js";
import { makeScopeLane, nameWithScope } from "@clewline/core/memory/memory-scope.js";
import { makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { addPlanned, beginPlanning, type PlannedMemories } from "@clewline/core/memory/planning/planned-memories.js";
import {
  type AppliedOperations,
  type MemoryOperation,
  type MemoryProposal,
  mergeMemories,
} from "@clewline/core/memory/review/operation.js";
import { proposeOperations } from "@clewline/core/memory/review/propose.js";
import { isSameJson } from "@clewline/text/json.js";
import type { Engine } from "../../engine.js";
import { changeMemoriesInGroups } from "../../intake/memories/change-memories.js";
import { cleanMemoryText, refuseSecretAlone } from "../../intake/memories/clean-memory-text.js";
import {
  failToFind,
  type MemoryToAdd,
  makeChange,
  planRewording,
  prepareAdding,
} from "../../intake/memories/edit-memories.js";
import { loadMemoryFinder, readAllMemories } from "../../intake/memories/find-memory.js";
import { readNewMemory } from "./memory-requests.js";

export async function reviewMemories(engine: Engine): Promise<readonly MemoryProposal[]> {
  const all = await readAllMemories(engine);
  return proposeOperations(
    all.flatMap(({ memories }) => [...memories.values()]),
    engine.clock.now(),
  );
}

/**
 * Every operation is looked at before the first one is done: if one names nothing, or two things, none is done. Those of one scope are
 * one write, and each is undone on its own.
 */
export async function applyOperations(
  engine: Engine,
  operations: readonly MemoryOperation[],
): Promise<AppliedOperations> {
  const checked = await checkOperations(engine, operations);
  const byScope = new Map<string, { readonly scope: MemoryScope; readonly steps: Step[] }>();
  for (const each of checked) {
    const { scope, step } = each.op === "add" ? await prepareStep(engine, each.given) : makeStep(each);
    const known = byScope.get(makeScopeLane(scope)) ?? { scope, steps: [] };
    known.steps.push(step);
    byScope.set(makeScopeLane(scope), known);
  }
  let changed = 0;
  for (const { scope, steps } of byScope.values()) {
    let groups: readonly (readonly MemoryChange[])[] = [];
    await changeMemoriesInGroups(engine, scope, (now) => {
      const current = beginPlanning(now, engine.memories.index(scope, makeMemoryIndex));
      groups = steps.map((step) => {
        const changes = step(current);
        addPlanned(current, changes);
        return changes;
      });
      return groups;
    });
    changed += groups.filter((changes) => changes.length > 0).length;
  }
  return { changed, unchanged: operations.length - changed };
}

/** Plans one operation on the scope as the operations before it left it. */
type Step = (now: PlannedMemories) => readonly MemoryChange[];

/** An operation with the memories that its names stand for. */
type Checked =
  | { readonly op: "add"; readonly given: MemoryToAdd }
  | { readonly op: "forget"; readonly memory: Memory }
  | { readonly op: "rewrite"; readonly memory: Memory; readonly text: string }
  | { readonly op: "merge"; readonly memory: Memory; readonly others: readonly Memory[] };

type FindNamed = (name: string) => Memory;

async function checkOperations(engine: Engine, operations: readonly MemoryOperation[]): Promise<readonly Checked[]> {
  const gone = new Set<string>();
  const findAny = await loadMemoryFinder(engine);
  const find: FindNamed = (name) => {
    const memory = findAny(name);
    if (!gone.has(nameWithScope(memory))) return memory;
    throw new ClewError("memory/unknown", `${memory.name} is forgotten by an operation before`, {
      hint: "Name each memory that goes in one operation alone",
    });
  };
  const checked: Checked[] = [];
  for (const operation of operations) {
    const whole = await checkOne(engine, operation, find);
    checked.push(whole);
    if (whole.op === "forget") gone.add(nameWithScope(whole.memory));
    if (whole.op === "merge") for (const memory of whole.others) gone.add(nameWithScope(memory));
  }
  return checked;
}

async function checkOne(engine: Engine, operation: MemoryOperation, find: FindNamed): Promise<Checked> {
  switch (operation.op) {
    case "add":
      return { op: "add", given: await checkNew(engine, operation) };
    case "forget":
      return { op: "forget", memory: find(operation.name) };
    case "rewrite": {
      const memory = find(operation.name);
      const session = memory.scope.kind === "session" ? memory.scope.session : null;
      return { op: "rewrite", memory, text: await cleanMemoryText(engine, operation.text, session) };
    }
    case "merge":
      return checkMerge(operation, find);
    default:
      return operation satisfies never;
  }
}

type OperationOf<Op extends MemoryOperation["op"]> = Extract<MemoryOperation, { readonly op: Op }>;

async function checkNew(engine: Engine, { op: _, ...given }: OperationOf<"add">): Promise<MemoryToAdd> {
  refuseSecretAlone(await cleanMemoryText(engine, given.text, null));
  return readNewMemory(engine, given);
}

function checkMerge({ name, others }: OperationOf<"merge">, find: FindNamed): Checked {
  const going = new Map<string, Memory>();
  const kept = find(name);
  for (const each of others) {
    const memory = find(each);
    going.set(memory.name, memory);
  }
  const all = [...going.values()];
  if (!going.has(kept.name) && all.every(({ scope }) => isSameJson(scope, kept.scope)))
    return { op: "merge", memory: kept, others: all };
  throw new ClewError("memory/bad", `${kept.name} can't take in itself, nor what other people are told`, {
    hint: "Name other memories of the same scope",
  });
}

async function prepareStep(engine: Engine, given: MemoryToAdd): Promise<{ scope: MemoryScope; step: Step }> {
  const { scope, plan } = await prepareAdding(engine, given);
  return { scope, step: (now) => plan(now).changes };
}

function makeStep(operation: Exclude<Checked, { op: "add" }>): { readonly scope: MemoryScope; readonly step: Step } {
  const { name, scope } = operation.memory;
  const find = ({ memories }: PlannedMemories) => memories.get(name) ?? failToFind(name);
  switch (operation.op) {
    case "forget":
      return { scope, step: (now) => [makeChange(find(now), null, "forgotten")] };
    case "rewrite":
      return { scope, step: (now) => planRewording(find(now), operation.text) };
    case "merge":
      return { scope, step: (now) => planMerge(now, name, operation.others) };
    default:
      return operation satisfies never;
  }
}

/** One undo takes back all of it. */
function planMerge({ memories }: PlannedMemories, name: string, others: readonly Memory[]): readonly MemoryChange[] {
  const before = memories.get(name);
  const going = others.flatMap((each) => memories.get(each.name) ?? []);
  if (before === undefined || going.length === 0) return [];
  const after = mergeMemories(before, going);
  const took = makeChange(before, after, `took in ${others.map((each) => each.name).join(", ")}`);
  const gone = going.map((memory) => makeChange(memory, null, `merged into ${name}`));
  return isSameJson(before, after) ? gone : [took, ...gone];
}
