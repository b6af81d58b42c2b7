/** Does what a review proposed, or what somebody else wants done with memories in one go. */
import { ClewError } from "../../../core/errors.js";
import type { Memory, MemoryChange } from "../../../core/log/memories/memory.js";
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
import { forgetMemory } from "../../intake/memories/edit-memories.js";
import { findMemory, readAllMemories } from "../../intake/memories/find-memory.js";
import { addGiven, editNamed } from "./memory-requests.js";

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

/** The same with whole names. */
async function checkOperations(
  engine: Engine,
  operations: readonly MemoryOperation[],
): Promise<readonly MemoryOperation[]> {
  const gone = new Set<string>();
  const find = async (name: string): Promise<Memory> => {
    const memory = await findMemory(engine, name);
    if (!gone.has(memory.name)) return memory;
    throw new ClewError("memory/unknown", `${memory.name} is forgotten by an operation before`, {
      hint: "Name each memory that goes in one operation alone",
    });
  };
  const checked: MemoryOperation[] = [];
  for (const operation of operations) {
    const whole = await checkOne(engine, operation, find);
    checked.push(whole);
    if (whole.op === "forget") gone.add(whole.name);
    if (whole.op === "merge") for (const name of whole.others) gone.add(name);
  }
  return checked;
}

async function checkOne(
  engine: Engine,
  operation: MemoryOperation,
  find: (name: string) => Promise<Memory>,
): Promise<MemoryOperation> {
  switch (operation.op) {
    case "add":
      await cleanMemoryText(engine, operation.text, null);
      return operation;
    case "forget":
      return { ...operation, name: (await find(operation.name)).name };
    case "rewrite":
      await cleanMemoryText(engine, operation.text, null);
      return { ...operation, name: (await find(operation.name)).name };
    case "merge":
      return checkMerge(operation, find);
    default:
      operation satisfies never;
      throw new ClewError("options/bad", `There is no operation ${JSON.stringify(operation)}`, {
        hint: "Use add, forget, rewrite or merge",
      });
  }
}

type Merge = Extract<MemoryOperation, { readonly op: "merge" }>;

async function checkMerge({ name, others }: Merge, find: (name: string) => Promise<Memory>): Promise<Merge> {
  const kept = await find(name);
  const going = await Promise.all(others.map(find));
  const names = [...new Set(going.map((memory) => memory.name))];
  if (!names.includes(kept.name) && going.every(({ scope }) => isSameJson(scope, kept.scope)))
    return { op: "merge", name: kept.name, others: names };
  throw new ClewError("memory/bad", `${kept.name} can't take in itself, nor what other people are told`, {
    hint: "Name other memories of the same scope",
  });
}

/** Whether it changed something. */
async function applyOne(engine: Engine, operation: MemoryOperation): Promise<boolean> {
  switch (operation.op) {
    case "add": {
      const { op: _, ...given } = operation;
      const before = await readAllMemories(engine);
      const { name } = await addGiven(engine, given);
      return !before.some(({ memories }) => memories.has(name));
    }
    case "forget":
      await forgetMemory(engine, operation.name);
      return true;
    case "rewrite": {
      const before = await findMemory(engine, operation.name);
      return !isSameJson(before, await editNamed(engine, before.name, { text: operation.text }));
    }
    case "merge":
      return applyMerge(engine, operation);
    default:
      return operation satisfies never;
  }
}

/** As one change, which one undo takes back. */
async function applyMerge(engine: Engine, { name, others }: Merge): Promise<boolean> {
  const { scope } = await findMemory(engine, name);
  const changes = await changeMemories(engine, scope, ({ memories }) => {
    const before = memories.get(name);
    const going = others.flatMap((each) => memories.get(each) ?? []);
    if (before === undefined || going.length === 0) return [];
    const after = mergeMemories(before, going);
    const because = `merged into ${name}`;
    const kept: readonly MemoryChange[] = isSameJson(before, after)
      ? []
      : [{ name, before, after, by: "person", because: `took in ${others.join(", ")}` }];
    return [
      ...kept,
      ...going.map((memory) => ({ name: memory.name, before: memory, after: null, by: "person" as const, because })),
    ];
  });
  return changes.length > 0;
}
