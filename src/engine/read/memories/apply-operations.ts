/** Does what a review proposed, or what somebody else wants done with memories in one go. */
import { ClewError } from "../../../core/errors.js";
import type { Memory, MemoryChange } from "../../../core/log/memories/memory.js";
import { nameWithScope } from "../../../core/memory/memory-scope.js";
import {
  type AppliedOperations,
  type MemoryOperation,
  type MemoryProposal,
  mergeMemories,
} from "../../../core/memory/review/operation.js";
import { proposeOperations } from "../../../core/memory/review/propose.js";
import { isSameJson } from "../../../core/text/json.js";
import type { Engine } from "../../engine.js";
import { changeMemories } from "../../intake/memories/change-memories.js";
import { cleanMemoryText } from "../../intake/memories/clean-memory-text.js";
import { addMemory, editMemory, forgetFound, type MemoryToAdd } from "../../intake/memories/edit-memories.js";
import { findMemory, readAllMemories } from "../../intake/memories/find-memory.js";
import { readNewMemory } from "./memory-requests.js";

export async function reviewMemories(engine: Engine): Promise<readonly MemoryProposal[]> {
  const all = await readAllMemories(engine);
  return proposeOperations(
    all.flatMap(({ memories }) => [...memories.values()]),
    engine.clock.now(),
  );
}

/** Every operation is looked at before the first one is done: if one names nothing, or two things, none is done. */
export async function applyOperations(
  engine: Engine,
  operations: readonly MemoryOperation[],
): Promise<AppliedOperations> {
  const checked = await checkOperations(engine, operations);
  let changed = 0;
  for (const operation of checked) if (await applyOne(engine, operation)) changed += 1;
  return { changed, unchanged: operations.length - changed };
}

/** An operation with the memories that its names stand for. */
type Checked =
  | { readonly op: "add"; readonly given: MemoryToAdd }
  | { readonly op: "forget"; readonly memory: Memory }
  | { readonly op: "rewrite"; readonly memory: Memory; readonly text: string }
  | { readonly op: "merge"; readonly memory: Memory; readonly others: readonly Memory[] };

type FindNamed = (name: string) => Promise<Memory>;

async function checkOperations(engine: Engine, operations: readonly MemoryOperation[]): Promise<readonly Checked[]> {
  const gone = new Set<string>();
  const find: FindNamed = async (name) => {
    const memory = await findMemory(engine, name);
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
      return { op: "forget", memory: await find(operation.name) };
    case "rewrite":
      await cleanMemoryText(engine, operation.text, null);
      return { op: "rewrite", memory: await find(operation.name), text: operation.text };
    case "merge":
      return checkMerge(operation, find);
    default:
      return operation satisfies never;
  }
}

type OperationOf<Op extends MemoryOperation["op"]> = Extract<MemoryOperation, { readonly op: Op }>;

async function checkNew(engine: Engine, { op: _, ...given }: OperationOf<"add">): Promise<MemoryToAdd> {
  await cleanMemoryText(engine, given.text, null);
  return readNewMemory(engine, given);
}

async function checkMerge({ name, others }: OperationOf<"merge">, find: FindNamed): Promise<Checked> {
  const going = new Map<string, Memory>();
  const kept = await find(name);
  for (const each of others) {
    const memory = await find(each);
    going.set(memory.name, memory);
  }
  const all = [...going.values()];
  if (!going.has(kept.name) && all.every(({ scope }) => isSameJson(scope, kept.scope)))
    return { op: "merge", memory: kept, others: all };
  throw new ClewError("memory/bad", `${kept.name} can't take in itself, nor what other people are told`, {
    hint: "Name other memories of the same scope",
  });
}

/** Whether it changed something. */
async function applyOne(engine: Engine, operation: Checked): Promise<boolean> {
  switch (operation.op) {
    case "add": {
      const before = await readAllMemories(engine);
      const { name } = await addMemory(engine, operation.given);
      return !before.some(({ memories }) => memories.has(name));
    }
    case "forget":
      await forgetFound(engine, operation.memory, "person");
      return true;
    case "rewrite": {
      const name = nameWithScope(operation.memory);
      const before = await findMemory(engine, name);
      return !isSameJson(before, await editMemory(engine, name, { text: operation.text }));
    }
    case "merge":
      return applyMerge(engine, operation.memory, operation.others);
    default:
      return operation satisfies never;
  }
}

/** As one change, which one undo takes back. */
async function applyMerge(engine: Engine, { name, scope }: Memory, others: readonly Memory[]): Promise<boolean> {
  const names = others.map((memory) => memory.name);
  const changes = await changeMemories(engine, scope, ({ memories }) => {
    const before = memories.get(name);
    const going = names.flatMap((each) => memories.get(each) ?? []);
    if (before === undefined || going.length === 0) return [];
    const after = mergeMemories(before, going);
    const because = `merged into ${name}`;
    const kept: readonly MemoryChange[] = isSameJson(before, after)
      ? []
      : [{ name, before, after, by: "person", because: `took in ${names.join(", ")}` }];
    return [
      ...kept,
      ...going.map((memory) => ({ name: memory.name, before: memory, after: null, by: "person" as const, because })),
    ];
  });
  return changes.length > 0;
}
