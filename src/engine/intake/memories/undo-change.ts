import { ClewError } from "../../../core/errors.js";
import type { KeptChange } from "../../../core/log/memories/memory.js";
import { findLastInEffect, planUndo } from "../../../core/memory/plan-undo.js";
import type { Engine } from "../../engine.js";
import { changeMemories } from "./change-memories.js";
import { findChange, readAllMemories } from "./find-memory.js";

/**
 * Takes a change back, with those that were made as one with it; the last one that stands if none is named. What comes back
 * is the memory as it was, byte for byte. An undo can be undone.
 */
export async function undoChange(engine: Engine, id: string | null): Promise<readonly KeptChange[]> {
  const all = await readAllMemories(engine);
  const target = id === null ? findLastInEffect(all.flatMap(({ changes }) => changes)) : findChange(all, id);
  const scope = all.find(({ changes }) => changes.some((change) => change.id === target?.id))?.scope;
  if (target === null || scope === undefined) {
    throw new ClewError("memory/unknown", "There is nothing to undo", {
      hint: "clew memory history lists the changes",
    });
  }
  return changeMemories(engine, scope, ({ changes }) => {
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
  });
}

function makeRefusal(message: string, hint: string): ClewError {
  return new ClewError("memory/changed-since", message, { hint });
}
