/** Checks the arguments of `clew.memory` for callers without types. */
import { ClewError } from "@clewline/core/errors.js";
import type { MemoryOperation } from "@clewline/core/memory/review/operation.js";
import { checkPlain, checkText } from "@clewline/engine/check-options.js";
import { describeValue } from "@clewline/text/error-text.js";

interface MemoryPlace {
  readonly person?: string | undefined;
  readonly session?: string | undefined;
}

function checkPlace<Place extends MemoryPlace>(given: Place): Place {
  if (given.person !== undefined) checkText("person", given.person);
  if (given.session !== undefined) checkText("session", given.session);
  return given;
}

export function checkOperations(given: readonly MemoryOperation[]): readonly MemoryOperation[] {
  checkList("operations", given);
  for (const operation of given) {
    checkPlain(operation, ["op"]);
    checkOperation(operation);
  }
  return given;
}

function checkOperation(operation: MemoryOperation): void {
  switch (operation.op) {
    case "add":
      checkText("text", checkPlace(operation).text);
      return;
    case "forget":
      checkText("name", operation.name);
      return;
    case "rewrite":
      checkText("name", operation.name);
      checkText("text", operation.text);
      return;
    case "merge":
      checkText("name", operation.name);
      checkList("others", operation.others);
      for (const other of operation.others) checkText("others", other);
      return;
    default:
      operation satisfies never;
      throw new ClewError("options/bad", `There is no operation ${describeValue(Reflect.get(operation, "op"))}`, {
        hint: "Use add, forget, rewrite or merge",
      });
  }
}

function checkList(name: string, given: unknown): void {
  if (Array.isArray(given)) return;
  throw new ClewError("options/bad", `${name} is no list`, { hint: `Give ${name} as a list` });
}
