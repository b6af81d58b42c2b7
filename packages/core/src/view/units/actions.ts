/** Describes an agent's actions in a past turn in one line, for views that show past turns as text. */

import { isObject } from "@clewline/text/json.js";
import type { CalledEntry, Entry } from "../../log/entry.js";
import { isKeeping, longestMemory } from "../../log/own-tools.js";
import { redactEntryText } from "../../log/redact-entry.js";

const mostActions = 15;
const descriptionLength = 80;

export interface Actions {
  readonly line: string;
  readonly count: number;
  /** The seq of the first of them. */
  readonly first: number;
}

export function summariseActions(entries: readonly Entry[]): Actions | null {
  const calls = entries.filter((entry): entry is CalledEntry => entry.kind === "called");
  const [first] = calls;
  if (first === undefined) return null;
  const shown = calls.slice(0, mostActions).map(describe);
  const more = calls.length - shown.length;
  return {
    line:
      redactEntryText({ veiled: calls.flatMap(({ veiled = [] }) => veiled) }, shown.join("; ")) +
      (more > 0 ? `; +${more} more` : ""),
    count: calls.length,
    first: first.seq,
  };
}

/** The tool and the first text in its input. */
function describe({ tool, input }: CalledEntry): string {
  const detail = findDetail(typeof input === "string" ? input : input.head);
  const whole = detail === null ? tool : `${tool} ${detail}`;
  const line = whole.replace(/\s+/g, " ").trim();
  // A call of `remember` is shown whole, because the rest of the turn might not repeat it.
  const most = isKeeping({ tool, input }) ? tool.length + 1 + longestMemory : descriptionLength;
  if (line.length <= most) return line;
  return `${line.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function findDetail(input: string): string | null {
  try {
    const value: unknown = JSON.parse(input);
    const found = isObject(value)
      ? Object.values(value).find((each) => typeof each === "string" && each !== "")
      : value;
    return typeof found === "string" ? found : null;
  } catch {
    // Inputs may be invalid, and large ones are cut; the tool's name is enough.
    return null;
  }
}
