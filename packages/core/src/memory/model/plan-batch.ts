/** The changes of the log that checked operations stand for, each undone on its own. */
import type { Memory, MemoryChange } from "../../log/memories/memory.js";
import { type Applying, applyWanted } from "../apply-wanted.js";
import type { LaneMemories } from "../fold-changes.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { planLearning } from "../plan-learning.js";
import { addPlanned, type PlannedMemories } from "../planning/planned-memories.js";
import { isToldNoMore } from "../touched-names.js";
import type { BatchOperation } from "./read-batch.js";

type NamingFor = (told: ToldMessage) => Applying["makeName"];

interface Planning {
  readonly scope: Memory["scope"];
  readonly makeName: NamingFor;
  readonly takenBack: LaneMemories["takenBack"];
  /** The words as they may be kept; null for those that may not. */
  clean(text: string): string | null;
}

export function planBatch(
  current: PlannedMemories,
  operations: readonly BatchOperation[],
  planning: Planning,
): readonly (readonly MemoryChange[])[] {
  return operations.map((operation) => {
    const changes = planOne(current, operation, planning);
    addPlanned(current, changes);
    return changes;
  });
}

function planOne(current: PlannedMemories, operation: BatchOperation, planning: Planning): readonly MemoryChange[] {
  switch (operation.op) {
    case "keep":
      return planKeeping(current, operation, planning);
    case "merge": {
      const into = current.memories.get(operation.into);
      return into === undefined ? [] : replace(current, operation.name, into, "another says the same");
    }
    case "drop": {
      const before = current.memories.get(operation.name);
      // The memory that it replaced would not be told any more, and nothing would stand in its place.
      if (before === undefined || holdsPlace(current, before.name)) return [];
      return [{ name: before.name, before, after: null, by: "model", because: "of no use later" }];
    }
    default:
      return operation satisfies never;
  }
}

function holdsPlace({ memories }: PlannedMemories, name: string): boolean {
  return [...memories.values()].some(({ replacedBy }) => replacedBy === name);
}

function planKeeping(
  current: PlannedMemories,
  { told, statement, replaces, because }: Extract<BatchOperation, { op: "keep" }>,
  planning: Planning,
): readonly MemoryChange[] {
  const text = planning.clean(statement.text);
  const { takenBack } = planning;
  if (text === null || isToldNoMore({ memories: current.memories, takenBack }, { text })) return [];
  const { kept, changes } = keep(current, { ...statement, text }, told, planning);
  return kept === null || replaces === undefined ? changes : [...changes, ...replace(current, replaces, kept, because)];
}

/** The memory that says it, new or not; null for what somebody took back. */
function keep(
  current: PlannedMemories,
  statement: LearnedStatement,
  told: ToldMessage,
  { scope, makeName }: Planning,
): { readonly kept: Memory | null; readonly changes: readonly MemoryChange[] } {
  const wanted = planLearning(current.index, [statement], told, 3);
  const [twin] = wanted.flatMap((each) => (each.op === "confirm" ? (current.memories.get(each.name) ?? []) : []));
  if (twin !== undefined) return { kept: twin, changes: [] };
  const changes = applyWanted(current, wanted, { scope, by: "model", makeName: makeName(told) });
  return { kept: changes[0]?.after ?? null, changes };
}

/** A statement takes no place if it was said before the memory, or has that place already. */
function replace(current: PlannedMemories, name: string, by: Memory, because: string): readonly MemoryChange[] {
  const before = current.memories.get(name);
  if (before === undefined || before.replacedBy !== undefined || name === by.name) return [];
  if (by.saidAt < before.saidAt || by.replacedBy !== undefined) return [];
  return [{ name, before, after: { ...before, replacedBy: by.name }, by: "model", because }];
}
