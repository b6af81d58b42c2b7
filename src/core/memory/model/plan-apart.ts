/**
 * Keeps what a model understood apart from all else.
 *
 * 1. A statement of the model changes memories of the model only, and is not kept where something else says the same.
 * 2. Whatever else is learned is planned as if there were none of the model. Those that say the same or the contrary give way.
 *
 * So nothing that a model answers makes less of what is known without it. What a person pinned or changed is the person's.
 */
import type { Memory, MemoryMaker } from "../../log/memories/memory.js";
import type { CurrentMemories } from "../fold-changes.js";
import type { LearnedStatement, ToldMessage, WantedChange } from "../learned.js";
import { planLearning } from "../plan-learning.js";

export function planApart(
  now: CurrentMemories,
  statements: readonly LearnedStatement[],
  told: ToldMessage,
  by: MemoryMaker,
): readonly WantedChange[] {
  const names = listOfModel(now);
  const memories = [...now.memories.values()];
  const ofModel = memories.filter(({ name }) => names.has(name));
  const others = memories.filter(({ name }) => !names.has(name));
  return by === "model" ? planOfModel(ofModel, others, statements, told) : planOther(ofModel, others, statements, told);
}

function listOfModel({ memories, changes }: CurrentMemories): ReadonlySet<string> {
  const made = [...memories.values()].filter(({ by, pinned }) => by === "model" && pinned === undefined);
  const names = new Set(made.map(({ name }) => name));
  if (names.size > 0) for (const { name, by } of changes) if (by === "person" || by === "file") names.delete(name);
  return names;
}

function planOfModel(
  ofModel: readonly Memory[],
  others: readonly Memory[],
  statements: readonly LearnedStatement[],
  told: ToldMessage,
): readonly WantedChange[] {
  const fresh = statements.filter(
    (statement) => !planLearning(others, [withoutEnd(statement)], told).some(({ op }) => op === "confirm"),
  );
  const plain = fresh.map((statement) =>
    // A correction of something that the model did not understand is a statement like others.
    statement.kind === "instruction" || planLearning(ofModel, [statement], told).some(({ op }) => op !== "add")
      ? statement
      : withoutEnd(statement),
  );
  return planLearning(ofModel, plain, told);
}

function withoutEnd({ ends: _, ...statement }: LearnedStatement): LearnedStatement {
  return statement;
}

function planOther(
  ofModel: readonly Memory[],
  others: readonly Memory[],
  statements: readonly LearnedStatement[],
  told: ToldMessage,
): readonly WantedChange[] {
  const wanted = planLearning(others, statements, told);
  if (ofModel.length === 0) return wanted;
  if (wanted.length === 0) return planLearning(ofModel, statements, told);
  // What was corrected is found: the correction does not mean another one.
  const isCorrected = wanted.some(({ op }) => op === "replace" || op === "forget");
  const stated = isCorrected ? statements.filter(({ ends }) => ends === undefined) : statements;
  const outdated = planLearning(ofModel, stated, told).flatMap((change) => ("name" in change ? [change.name] : []));
  const because = "said otherwise or again later";
  return [...wanted, ...[...new Set(outdated)].map((name) => ({ op: "forget", name, because }) as const)];
}
