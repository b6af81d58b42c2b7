import { readForeignId } from "@clewline/core/importing/foreign.js";
import { readForeignTime } from "@clewline/core/importing/foreign-time.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { Instant, Tokens } from "@clewline/core/log/keys.js";
import { isObject, type Json, toJson } from "@clewline/text/json.js";
import { readAgentItems, readResultItems, readSaidItems } from "./content.js";

interface Base {
  /** The line's own id, or its number in sessions without ids. */
  readonly key: string;
  /** Undefined in sessions without links, null for a line that starts from the beginning. */
  readonly parent: string | null | undefined;
  readonly at: Instant | null;
}

export type Line = Base &
  /** "given": said to the model, by the person or in their place; or a tool's result. */
  (
    | { readonly kind: "given"; readonly items: readonly HostItem[]; readonly from: string | null }
    | {
        readonly kind: "answer";
        readonly items: readonly HostItem[];
        readonly usage: Json | null;
        readonly ended: { readonly state: "cancelled" | "failed"; readonly reason: string } | null;
      }
    | { readonly kind: "compacted"; readonly items: readonly HostItem[]; readonly tokens: Tokens | null }
    /** Not part of the conversation, but other lines may link to it. */
    | { readonly kind: "link" }
  );

const unknownShape = "the line has content of an unknown shape";

/** The line or, if it is faulty, the fault as text. */
export function readPiLine(value: Record<string, unknown>, number: number): Line | string {
  const base = readBase(value, number);
  try {
    switch (value.type) {
      case "message":
        return isObject(value.message) ? readMessageLine(base, value.message) : "the line has no message";
      case "custom_message":
        return makeGivenLine(base, value.content, readName(value.customType));
      case "branch_summary":
        return readBranchSummary(base, value);
      case "compaction":
        return readCompaction(base, value);
      default:
        return typeof value.type === "string" ? { ...base, kind: "link" } : "the line has no type";
    }
  } catch {
    // Only a value nested too deeply for the stack gets here.
    return "the line is nested too deeply";
  }
}

function readBase({ id, parentId, timestamp, message }: Record<string, unknown>, number: number): Base {
  const own = readForeignId(id);
  const at = readForeignTime(timestamp) ?? readForeignTime(isObject(message) ? message.timestamp : undefined);
  if (own === null) return { key: String(number), parent: undefined, at };
  return { key: own, parent: parentId === null ? null : (readForeignId(parentId) ?? undefined), at };
}

function readMessageLine(base: Base, message: Record<string, unknown>): Line | string {
  switch (message.role) {
    case "user":
      return makeGivenLine(base, message.content, null);
    case "assistant":
      return readAnswerLine(base, message);
    case "toolResult":
      return readResult(base, message);
    case "bashExecution":
      return readBash(base, message);
    case "custom":
    case "hookMessage":
      return makeGivenLine(base, message.content, readName(message.customType));
    case "branchSummary":
      return readBranchSummary(base, message);
    case "compactionSummary":
      return readCompaction(base, message);
    default:
      return "the line has an unknown role";
  }
}

function makeGivenLine(base: Base, content: unknown, from: string | null): Line | string {
  const items = readSaidItems(content);
  return items === null ? unknownShape : { ...base, kind: "given", items, from };
}

function readAnswerLine(base: Base, message: Record<string, unknown>): Line | string {
  const items = readAgentItems(message.content, message.api);
  if (items === null) return unknownShape;
  const { usage, provider, model } = message;
  const counted = isObject(usage) ? toJson({ ...usage, provider, model }) : null;
  return { ...base, kind: "answer", items, usage: counted, ended: readEnding(message) };
}

function readEnding({ stopReason, errorMessage }: Record<string, unknown>): Extract<Line, { kind: "answer" }>["ended"] {
  if (stopReason !== "aborted" && stopReason !== "error") return null;
  return { state: stopReason === "aborted" ? "cancelled" : "failed", reason: readName(errorMessage) ?? stopReason };
}

function readResult(base: Base, message: Record<string, unknown>): Line | string {
  if (typeof message.toolCallId !== "string") return "the line has no toolCallId";
  const items = readResultItems(message);
  return items === null ? unknownShape : { ...base, kind: "given", items, from: null };
}

/** A command that the person ran. The model got it as a message, unless the person excluded it. */
function readBash(base: Base, message: Record<string, unknown>): Line | string {
  const { command, output, exitCode, cancelled, excludeFromContext } = message;
  if (typeof command !== "string") return "the line has no command";
  if (excludeFromContext === true) return { ...base, kind: "link" };
  const failed = typeof exitCode === "number" && exitCode !== 0;
  const ending = cancelled === true ? ["It was cancelled."] : failed ? [`It ended with code ${exitCode}.`] : [];
  const shown = typeof output === "string" && output !== "" ? ["```", output, "```"] : ["It wrote nothing."];
  return makeGivenLine(base, [`Ran \`${command}\``, ...shown, ...ending].join("\n"), "bash");
}

/** The summary of an abandoned branch, which pi gave to the model. */
function readBranchSummary(base: Base, value: Record<string, unknown>): Line | string {
  return typeof value.summary === "string" ? makeGivenLine(base, value.summary, null) : "the line has no summary";
}

function readCompaction(base: Base, value: Record<string, unknown>): Line | string {
  if (typeof value.summary !== "string") return "the line has no summary";
  const tokens = typeof value.tokensBefore === "number" ? value.tokensBefore : null;
  return { ...base, kind: "compacted", items: readSaidItems(value.summary) ?? [], tokens };
}

function readName(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
