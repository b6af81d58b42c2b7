import { addWithdrawals, type BranchLine } from "@clewline/core/importing/branches.js";
import type {
  BadRecord,
  ImportedRecord,
  Importer,
  ImportSample,
  ImportSource,
} from "@clewline/core/importing/importer.js";
import { parseJsonLine, parseLineObjects } from "@clewline/core/importing/json-lines.js";
import { orderImported } from "@clewline/core/importing/order-imported.js";
import { makeFileKey, makeSafeName } from "@clewline/core/importing/safe-name.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { route } from "@clewline/core/log/route-to-lane.js";
import { type Line, readPiLine } from "./line.js";
import { makeLineRecords } from "./records.js";

export const pi: Importer = {
  format: "pi",
  title: "pi session (JSONL)",
  group: false,
  recognises: isPiSample,
  read,
};

function isPiSample({ head, members }: ImportSample): boolean {
  return members.length === 0 && parseLineObjects(head).some((value) => readHeaderName(value) !== null);
}

async function* read(source: ImportSource): AsyncGenerator<ImportedRecord | BadRecord> {
  const lines = new Map<string, Line>();
  let name: string | null = null;
  for await (const { number, text } of source.lines()) {
    const parsed = parseJsonLine(text);
    if (parsed.kind === "blank") continue;
    const header = parsed.kind === "object" ? readHeaderName(parsed.value) : null;
    name ??= header;
    if (header !== null) continue;
    const line = parsed.kind === "bad" ? parsed.reason : readPiLine(parsed.value, number);
    if (typeof line === "string") yield { kind: "bad", line: number, reason: line };
    else if (!lines.has(line.key)) lines.set(line.key, line);
  }
  const session = parseSessionKey(`pi:${name === null ? makeFileKey(source.sample.name) : makeSafeName(name)}`);
  const lane = route({ session, topic: null, replyTo: null }, null);
  const linked = makeBranchLines([...lines.values()], (line) => makeLineRecords({ session, lane, at: line.at }, line));
  yield* orderImported(addWithdrawals(linked));
}

function readHeaderName({ type, id, timestamp, cwd, version }: Record<string, unknown>): string | null {
  const isHeader = type === "session" && timestamp !== undefined && (cwd !== undefined || version !== undefined);
  return isHeader && typeof id === "string" ? id : null;
}

/** Old sessions have no links: each line follows the one before it. */
function makeBranchLines(
  lines: readonly Line[],
  records: (line: Line) => readonly ImportedRecord[],
): readonly BranchLine[] {
  const known = new Set(lines.map((line) => line.key));
  return lines.map((line, index) => {
    const follows = line.parent === undefined || (line.parent !== null && !known.has(line.parent));
    const parent = follows ? (lines[index - 1]?.key ?? null) : (line.parent ?? null);
    return { id: line.key, parent, group: null, counts: true, records: records(line) };
  });
}
