import { type MemoryKind, memoryKinds } from "../../core/log/memories/memory.js";
import { findNearest } from "../../core/text/nearest.js";
import { makeUsageError } from "../program/arguments.js";
import type { Input } from "../program/command.js";

/** What was typed after --kind. */
export function readKind(input: Input): MemoryKind | undefined {
  const typed = input.text("kind");
  if (typed === undefined) return undefined;
  const kind = memoryKinds.find((each) => each === typed);
  if (kind !== undefined) return kind;
  const near = findNearest(typed, memoryKinds);
  const hint = near === null ? `Use ${memoryKinds.join(", ")}` : `Did you mean --kind ${near}?`;
  throw makeUsageError(`--kind is ${JSON.stringify(typed)}`, hint);
}
