/**
 * Keeps what a model understood apart from all else.
 *
 * 1. A statement of the model changes memories of the model only, and is not kept where something else says the same.
 * 2. One that changes or takes back what a rule has learned is kept joined to it: a memory of the model with the words of both
 *    stands in for the rule's, which is told in it as before.
 * 3. Whatever else is learned is planned as if there were none of the model. Those that say the same or the contrary give way, and
 *    so do those that stand in for what is changed.
 *
 * So nothing that a model answers makes less of what is known without it. What a person pinned or changed is the person's.
 */
import type { Memory, MemoryMaker } from "../../log/memories/memory.js";
import type { CurrentMemories } from "../fold-changes.js";
import { joinLater } from "../join-later.js";
import type { LearnedStatement, ToldMessage, WantedChange } from "../learned.js";
import { planLearning } from "../plan-learning.js";
import { indexMemories, type MemoryIndex } from "../planning/memory-index.js";
import type { PlannedMemories } from "../planning/planned-memories.js";
import { release } from "../release.js";
import { listTouched } from "../touched-names.js";

export function planApart(
  now: PlannedMemories,
  statements: readonly LearnedStatement[],
  told: ToldMessage,
  by: MemoryMaker,
): readonly WantedChange[] {
  if (by !== "model" && !now.hasModels) return planLearning(now.index, statements, told);
  const known = partMemories(now);
  return by === "model" ? planOfModel(known, statements, told) : planOther(known, statements, told);
}

interface Parted {
  /** As they would be without a model. */
  readonly others: readonly Memory[];
  readonly index: MemoryIndex;
  /** Of those, what the model may stand in for. */
  readonly byRule: ReadonlySet<string>;
  /** By the name of what they stand in for. */
  readonly joint: ReadonlyMap<string, Memory>;
  /** What the model understood by itself. */
  readonly ofModel: readonly Memory[];
}

function partMemories({ memories, changes }: CurrentMemories): Parted {
  const all = [...memories.values()];
  const touched = listTouched(changes);
  const isFree = ({ name, pinned }: Memory) => pinned === undefined && !touched.has(name);
  const made = new Map(
    all.flatMap((memory) => (memory.by === "model" && isFree(memory) ? [[memory.name, memory]] : [])),
  );
  const rest = all.filter(({ name }) => !made.has(name));
  const joint = new Map(
    rest.flatMap(({ name, replacedBy = "" }) => {
      const memory = made.get(replacedBy);
      return memory === undefined ? [] : [[name, memory] as const];
    }),
  );
  const standing = new Set([...joint.values()].map(({ name }) => name));
  const others = rest.map((memory) => (joint.has(memory.name) ? release(memory) : memory));
  return {
    others,
    index: indexMemories(others),
    byRule: new Set(rest.filter((memory) => memory.by === "rule" && isFree(memory)).map(({ name }) => name)),
    joint,
    ofModel: [...made.values()].filter(({ name }) => !standing.has(name)),
  };
}

function planOfModel(
  known: Parted,
  statements: readonly LearnedStatement[],
  told: ToldMessage,
): readonly WantedChange[] {
  const { ofModel, index } = known;
  const own = indexMemories(ofModel);
  const fresh = statements.filter(
    (statement) => !planLearning(index, [withoutEnd(statement)], told).some(({ op }) => op === "confirm"),
  );
  const joined: WantedChange[] = [];
  const plain: LearnedStatement[] = [];
  for (const statement of fresh) {
    const isOfModel =
      statement.kind === "instruction" || planLearning(own, [statement], told).some(({ op }) => op !== "add");
    const changes = isOfModel ? null : joinToRule(known, statement, told);
    if (changes !== null) joined.push(...changes);
    // A correction of something that nobody understood is a statement like others.
    else plain.push(isOfModel ? statement : withoutEnd(statement));
  }
  return [...joined, ...planLearning(own, plain, told)];
}

function withoutEnd({ ends: _, ...statement }: LearnedStatement): LearnedStatement {
  return statement;
}

/** Null for a statement that changes nothing of a rule. */
function joinToRule(
  { others, index, byRule, joint }: Parted,
  statement: LearnedStatement,
  told: ToldMessage,
): readonly WantedChange[] | null {
  const change = planLearning(index, [statement], told).find(({ op }) => op === "replace");
  const name = change?.op === "replace" ? change.name : "";
  const former = others.find((memory) => memory.name === name);
  if (former?.kind !== "fact" || !byRule.has(name)) return null;
  // A model answers late: what was said again since is not changed by what came before.
  if (former.saidAt > told.at) return [];
  const { name: _name, scope: _scope, by: _by, ...memory } = former;
  const text = joinLater(former.text, statement.text);
  const before = joint.get(name);
  if (before?.text === text) return [];
  const because = "said otherwise later";
  return [
    ...(before === undefined ? [] : [{ op: "forget", name: before.name, because } as const]),
    // As old as what it stands in for: whoever may not be told that is not told this, and it is not newer than what came since.
    { op: "replace", name, memory: { ...memory, text, sources: [...memory.sources, told.source] } },
  ];
}

function planOther(
  { index, ofModel, joint }: Parted,
  statements: readonly LearnedStatement[],
  told: ToldMessage,
): readonly WantedChange[] {
  // What a model has joined to a memory it understood: likeness adds nothing to that.
  const understood = joint.size === 0 ? statements : statements.filter(({ mayRetell }) => mayRetell !== true);
  const wanted = planLearning(index, understood, told);
  if (ofModel.length + joint.size === 0) return wanted;
  const own = indexMemories(ofModel);
  if (wanted.length === 0) return planLearning(own, statements, told);
  // What was corrected is found: the correction does not mean another one.
  const isCorrected = wanted.some(({ op }) => op === "replace" || op === "forget");
  const stated = isCorrected ? statements.filter(({ ends }) => ends === undefined) : statements;
  const outdated = planLearning(own, stated, told).flatMap((change) => ("name" in change ? [change.name] : []));
  const replaced = wanted.flatMap((change) => ("name" in change ? (joint.get(change.name)?.name ?? []) : []));
  const because = "said otherwise or again later";
  return [
    ...wanted,
    ...[...new Set([...outdated, ...replaced])].map((name) => ({ op: "forget", name, because }) as const),
  ];
}
