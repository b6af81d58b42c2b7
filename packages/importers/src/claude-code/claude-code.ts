import { isClientCommand } from "@clewline/core/importing/client-commands.js";
import type {
  BadRecord,
  ImportedRecord,
  Importer,
  ImportSample,
  ImportSettings,
  ImportSource,
} from "@clewline/core/importing/importer.js";
import { parseJsonLine, parseLineObjects } from "@clewline/core/importing/json-lines.js";
import { makeFileKey, makeSafeName } from "@clewline/core/importing/safe-name.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import { parseSessionKey } from "@clewline/core/log/keys.js";
import { type Line, readLines } from "./line.js";
import { makeSessionRecords } from "./records.js";

export const claudeCode: Importer = {
  format: "claude-code",
  title: "Claude Code session (JSONL)",
  group: false,
  recognises: isClaudeCodeSample,
  read,
  isOfClient,
};

function isClaudeCodeSample({ head, members }: ImportSample): boolean {
  if (members.length > 0) return false;
  return parseLineObjects(head).some(isSessionLine) || isCutSessionLine(head.slice(head.lastIndexOf("\n") + 1));
}

function isSessionLine(value: Record<string, unknown>): boolean {
  const named = typeof value.uuid === "string" && typeof value.sessionId === "string";
  return named && typeof value.type === "string" && "parentUuid" in value;
}

/** The first line may be longer than the sample; its links stand at its beginning. */
function isCutSessionLine(text: string): boolean {
  return /^\s*\{\s*"parentUuid"\s*:\s*(null|")/.test(text) && /"sessionId"\s*:\s*"/.test(text);
}

function isOfClient(item: HostItem): boolean {
  return item.kind === "said" && item.parts.every((part) => part.kind === "text" && isClientCommand(part.text));
}

async function* read(source: ImportSource, { isEnded }: ImportSettings): AsyncGenerator<ImportedRecord | BadRecord> {
  const lines = new Map<string, Line>();
  const sessions = new Set<string>();
  for await (const { number, text } of source.lines()) {
    const parsed = parseJsonLine(text);
    if (parsed.kind === "blank") continue;
    const found = parsed.kind === "bad" ? parsed.reason : readLines(parsed.value);
    if (typeof found === "string") yield { kind: "bad", line: number, reason: found };
    else {
      if (parsed.kind === "object" && typeof parsed.value.sessionId === "string")
        moveToEnd(sessions, parsed.value.sessionId);
      // Resumed sessions repeat lines.
      for (const line of found) if (!lines.has(line.uuid)) lines.set(line.uuid, line);
    }
  }
  const session = parseSessionKey(`claude-code:${pickSessionName(sessions, source.sample.name)}`);
  yield* makeSessionRecords(session, [...lines.values()], isEnded);
}

function moveToEnd(names: Set<string>, name: string): void {
  names.delete(name);
  names.add(name);
}

/** A resumed session may begin with lines of an earlier one; the file is named after its own. */
function pickSessionName(sessions: ReadonlySet<string>, file: string): string {
  const own = makeFileKey(file);
  const last = [...sessions].at(-1);
  return last === undefined || sessions.has(own) ? own : makeSafeName(last);
}
