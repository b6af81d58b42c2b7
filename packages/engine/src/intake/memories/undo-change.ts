import { ClewError } from "@clewline/core/errors.js";
import type { KeptChange, MemoryChange } from "@clewline/core/log/memories/memory.js";
import { findLastInEffect, planUndo } from "@clewline/core/memory/plan-undo.js";
import type { Engine } from "../../engine.js";
import { changeMemories } from "./change-memories.js";
import { findChange, readAllMemories, type ScopeMemories } from "./find-memory.js";

/**
 * Takes a change back, with those that were made as one with it; the last one that stands if none is named. What comes back
 * is the memory as it was, byte for byte. An undo can be undone.
 */
export async function undoChange(engine: Engine, id: string | null): Promise<readonly KeptChange[]> {
  const all = await readAllMemories(engine);
  const target = id === null ? findLastInEffect(all.flatMap(({ changes }) => changes)) : findChange(all, id);
  if (target === null) {
    throw new ClewError("memory/unknown", "There is nothing to undo", {
      hint: "clew memory history lists the changes",
    });
  }
  const group = listGroup(all, target);
  // All are looked at before the first is written: what one of them refuses is refused as a whole.
  for (const { changes, own } of group) expectPlan(changes, own);
  const undone: KeptChange[] = [];
  for (const { scope, own } of group) {
    const together = undone[0]?.id;
    undone.push(
      ...(await changeMemories(engine, scope, ({ changes }) =>
        expectPlan(changes, own).map((change) => (together === undefined ? change : { ...change, together })),
      )),
    );
  }
  return undone;
}

interface GroupPart extends Pick<ScopeMemories, "scope" | "changes"> {
  /** The change of the scope by which the rest of it is found. */
  readonly own: KeptChange;
}

/** The scopes in which something was changed as one with it, its own first. */
function listGroup(all: readonly ScopeMemories[], target: KeptChange): readonly GroupPart[] {
  const first = target.together ?? target.id;
  const parts = all.flatMap(({ scope, changes }): readonly GroupPart[] => {
    const own =
      changes.find(({ id }) => id === target.id) ?? changes.find(({ id, together = id }) => together === first);
    return own === undefined ? [] : [{ scope, changes, own }];
  });
  return parts.toSorted((a, b) => Number(b.own.id === target.id) - Number(a.own.id === target.id));
}

/** What takes the change back, or the reason why that can't be. */
function expectPlan(changes: readonly KeptChange[], target: KeptChange): readonly MemoryChange[] {
  const plan = planUndo(changes, target.id, "undone");
  switch (plan.kind) {
    case "undo":
      return plan.changes;
    case "undone":
      throw makeRefusal(
        `The change ${target.id} is undone already`,
        `To have it again: clew memory undo ${plan.by.id}`,
      );
    case "changed-since":
      throw makeRefusal(
        `${target.name} was changed since by ${plan.by.id}`,
        `Undo that one first: clew memory undo ${plan.by.id}`,
      );
    case "unknown":
      throw makeRefusal(`The change ${target.id} is not in the log`, "clew memory history lists the changes");
    default:
      return plan satisfies never;
  }
}

function makeRefusal(message: string, hint: string): ClewError {
  return new ClewError("memory/changed-since", message, { hint });
}
