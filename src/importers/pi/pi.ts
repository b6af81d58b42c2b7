import { type BranchLine, withRewinds } from "../../core/importing/branches.js";
import { fileKey } from "../../core/importing/file-name.js";
import type { BadRecord, Imported, Importer, ImportSample, ImportSource } from "../../core/importing/imported.js";
import { inOrder } from "../../core/importing/imported-order.js";
import { jsonLine, objectsIn } from "../../core/importing/json-lines.js";
import { safeName } from "../../core/importing/safe-name.js";
import { sessionKey } from "../../core/log/keys.js";
import { route } from "../../core/log/route.js";
import { type Line, lineOf } from "./line.js";
import { recordsOf } from "./records.js";

export const pi: Importer = {
  format: "pi",
  title: "pi session (JSONL)",
  recognises,
  read,
};

function recognises({ head, members }: ImportSample): boolean {
  return members.length === 0 && objectsIn(head).some((value) => headerName(value) !== null);
}

async function* read(source: ImportSource): AsyncGenerator<Imported | BadRecord> {
  const lines = new Map<string, Line>();
  let name: string | null = null;
  for await (const { number, text } of source.lines()) {
    const parsed = jsonLine(text);
    if (parsed.kind === "blank") continue;
    const header = parsed.kind === "object" ? headerName(parsed.value) : null;
    name ??= header;
    if (header !== null) continue;
    const line = parsed.kind === "bad" ? parsed.reason : lineOf(parsed.value, number);
    if (typeof line === "string") yield { kind: "bad", line: number, reason: line };
    else if (!lines.has(line.key)) lines.set(line.key, line);
  }
  const session = sessionKey(`pi:${name === null ? fileKey(source.sample.name) : safeName(name)}`);
  const lane = route({ session, topic: null, replyTo: null }, null);
  const linked = branchLines([...lines.values()], (line) => recordsOf({ session, lane, at: line.at }, line));
  yield* inOrder(withRewinds(linked));
}

function headerName({ type, id, timestamp, cwd, version }: Record<string, unknown>): string | null {
  const isHeader = type === "session" && timestamp !== undefined && (cwd !== undefined || version !== undefined);
  return isHeader && typeof id === "string" ? id : null;
}

/** Old sessions have no links: each line follows the one before it. */
function branchLines(lines: readonly Line[], records: (line: Line) => readonly Imported[]): readonly BranchLine[] {
  const known = new Set(lines.map((line) => line.key));
  return lines.map((line, index) => {
    const follows = line.parent === undefined || (line.parent !== null && !known.has(line.parent));
    const parent = follows ? (lines[index - 1]?.key ?? null) : (line.parent ?? null);
    return { id: line.key, parent, group: null, counts: true, records: records(line) };
  });
}
