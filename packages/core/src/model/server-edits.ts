/** A history that its provider reduces on its own side: what a request asks for, and what an answer says was removed. */
import { isObject } from "@clewline/text/json.js";

/** How a provider is asked to reduce a history. */
export type ServerReducer = "compact" | "clear";

/** A provider's removals from a request, made before its model read it. */
export interface ServerEdit {
  readonly did: "compacted" | "cleared results" | "cleared reasoning";
  /** How many results, or turns with reasoning, the oldest first; null where all before the answer was removed. */
  readonly count: number | null;
  /** Tools whose results stay. */
  readonly spared?: readonly string[];
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Two that reduce one history undo each other's work: where this names one, Clew steps aside. `given` is a body, or the options of a
 * provider; `blocks` are those of the history. Clearing of reasoning alone is none: a view keeps to its own rules for that.
 */
export function findServerReducer(given: Given, blocks: readonly Given[]): ServerReducer | null {
  const kinds = [...listAsked(given), ...blocks].map(({ type }) => String(type));
  if (isObject(given.compaction) || kinds.some((kind) => /^compact(?:ion$|_)/.test(kind))) return "compact";
  return kinds.some((kind) => kind.startsWith("clear_tool_uses_")) ? "clear" : null;
}

/** The same for the options of all providers that a call of the SDK has. */
export function findOptionsReducer(options: unknown): ServerReducer | null {
  const vendors = isObject(options) ? Object.values(options).filter(isObject) : [];
  const found = vendors.map((given) => findServerReducer(given, []));
  return found.find((each) => each === "compact") ?? found.find((each) => each !== null) ?? null;
}

/** Providers write a list, or one inside an object; the SDK has other letters for the same. */
function listAsked({ context_management: snake, contextManagement: managed = snake }: Given): readonly Given[] {
  const asked = isObject(managed) ? managed.edits : managed;
  return (Array.isArray(asked) ? asked : []).filter(isObject);
}

/** Reads the removals from an answer or from the SDK's metadata of it. `asked` is the edit that the client asked for. */
export function readServerEdits(answer: Given, asked: Given = {}): readonly ServerEdit[] {
  const { context_management: snake, contextManagement: managed = snake, usage, output } = answer;
  const told = isObject(managed) ? (managed.applied_edits ?? managed.appliedEdits) : null;
  const cleared = (Array.isArray(told) ? told : []).filter(isObject).flatMap((edit) => readEdit(edit, asked));
  const calls = isObject(usage) ? (usage.iterations ?? null) : null;
  const made = [calls, output, told].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isObject);
  const isCompacted = made.some(({ type }) => /^compact(?:ion$|_)/.test(String(type)));
  return isCompacted ? [...cleared, { did: "compacted", count: null }] : cleared;
}

function readEdit(edit: Given, asked: Given): readonly ServerEdit[] {
  const type = String(edit.type);
  if (type.startsWith("clear_thinking_")) {
    const count = Number(edit.cleared_thinking_turns ?? edit.clearedThinkingTurns ?? 0);
    return [{ did: "cleared reasoning", count }];
  }
  if (!type.startsWith("clear_tool_uses_")) return [];
  const own = listAsked(asked).find((each) => each.type === type);
  const spared = own?.exclude_tools ?? own?.excludeTools;
  const count = Number(edit.cleared_tool_uses ?? edit.clearedToolUses ?? 0);
  return [{ did: "cleared results", count, ...(Array.isArray(spared) ? { spared: spared.map(String) } : {}) }];
}
