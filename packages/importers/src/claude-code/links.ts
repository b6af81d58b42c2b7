import type { BranchLine } from "@clewline/core/importing/branches.js";
import type { ImportedRecord } from "@clewline/core/importing/importer.js";
import type { Line } from "./line.js";

/** The main lane's lines as a tree; the calls of one message with their results form one group. */
export function makeBranchLines(
  lines: readonly Line[],
  recordsOf: (line: Line) => readonly ImportedRecord[],
): readonly BranchLine[] {
  const known = new Set(lines.map((line) => line.uuid));
  const messages = mapCallMessages(lines);
  const stepAbove = new Map<string, string>();
  return lines.map((line, index) => {
    const parent = findParent(line, lines[index - 1], known);
    const group = findGroup(line, messages, parent === null ? undefined : stepAbove.get(parent));
    const isBehindResult = line.kind === "link" || (line.kind === "user" && !line.isPrompt);
    const step = group ?? (parent === null ? undefined : stepAbove.get(parent));
    if (isBehindResult && step !== undefined) stepAbove.set(line.uuid, step);
    const counts = line.kind === "user" || line.kind === "assistant";
    return { id: line.uuid, parent, group: group ?? null, counts, records: recordsOf(line) };
  });
}

function mapCallMessages(lines: readonly Line[]): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const line of lines) {
    if (line.kind !== "assistant") continue;
    for (const item of line.items) if (item.kind === "called") messages.set(item.call, line.message);
  }
  return messages;
}

/**
 * A line without a known parent follows the one before it, because links break at compactions and where files were cut.
 * Only a prompt that names no parent at all starts from the very beginning.
 */
function findParent(line: Line, before: Line | undefined, known: ReadonlySet<string>): string | null {
  if (line.parent !== null && known.has(line.parent)) return line.parent;
  const beginsAnew = line.parent === null && line.kind === "user" && line.isPrompt;
  return before === undefined || beginsAnew ? null : before.uuid;
}

/** Puts lines that the program adds to a result into the result's step. */
function findGroup(
  line: Line,
  messages: ReadonlyMap<string, string>,
  stepAbove: string | undefined,
): string | undefined {
  if (line.kind === "assistant") return line.message;
  if (line.kind !== "user") return undefined;
  const calls = line.items.flatMap((item) => (item.kind === "returned" ? [item.call] : []));
  const [message] = [...calls, ...(line.because === null ? [] : [line.because])].flatMap(
    (call) => messages.get(call) ?? [],
  );
  return message ?? (line.isMeta ? stepAbove : undefined);
}
