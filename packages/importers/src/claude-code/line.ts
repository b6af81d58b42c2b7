/** Reads only what the importer needs of a line, because whole sessions are kept in memory. */

import { readForeignId } from "@clewline/core/importing/foreign.js";
import { readForeignTime } from "@clewline/core/importing/foreign-time.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { Instant, Tokens } from "@clewline/core/log/keys.js";
import { isObject, type Json, toJson } from "@clewline/text/json.js";
import { readAgentItems, readUserItems } from "./content.js";

interface Base {
  readonly uuid: string;
  readonly parent: string | null;
  readonly at: Instant | null;
  /** Set for a subagent's line; `agent` is null if only the links tell which one. */
  readonly side: { readonly agent: string | null } | null;
}

export type Line = Base &
  (
    | {
        readonly kind: "user";
        readonly items: readonly HostItem[];
        /** Whether the person typed it, as far as the line tells. */
        readonly isPrompt: boolean;
        /** The call for which the program wrote it, other than as its result. */
        readonly because: string | null;
        readonly isMeta: boolean;
        /** Whether the program wrote it to itself in the place of what it left out. */
        readonly isSummary: boolean;
      }
    | {
        readonly kind: "assistant";
        readonly items: readonly HostItem[];
        readonly message: string;
        readonly usage: Json | null;
        /** Whether the provider said why the message ended. */
        readonly isLast: boolean;
      }
    | { readonly kind: "compacted"; readonly tokens: Tokens | null }
    /** Not part of the conversation, but other lines may link to it. */
    | { readonly kind: "link" }
  );

/** The lines in one object of the file; or, as text, what is wrong with it. */
export function readLines(value: Record<string, unknown>): readonly Line[] | string {
  try {
    switch (value.type) {
      case "user":
      case "assistant":
        return wrapLine(readMessageLine(value, readSide(value)));
      case "system":
        return value.subtype === "compact_boundary" ? wrapLine(readCompaction(value)) : makeLinkLines(value);
      case "progress":
        return readProgressLines(value);
      default:
        return typeof value.type === "string" ? makeLinkLines(value) : "the line has no type";
    }
  } catch {
    // Only what is nested too deeply for the stack gets here.
    return "the line is nested too deeply";
  }
}

function wrapLine(line: Line | string): readonly Line[] | string {
  return typeof line === "string" ? line : [line];
}

function makeLinkLines(value: Record<string, unknown>): readonly Line[] {
  const base = readBase(value, readSide(value));
  return base === null ? [] : [{ ...base, kind: "link" }];
}

function readCompaction(value: Record<string, unknown>): Line | string {
  const base = readBase(value, readSide(value));
  if (base === null) return "the line has no uuid";
  const tokens = isObject(value.compactMetadata) ? value.compactMetadata.preTokens : undefined;
  return { ...base, kind: "compacted", tokens: typeof tokens === "number" ? tokens : null };
}

/** The main session reports a subagent's messages one by one. */
function readProgressLines(value: Record<string, unknown>): readonly Line[] | string {
  const { data } = value;
  if (!isObject(data) || data.type !== "agent_progress") return makeLinkLines(value);
  if (!isObject(data.message)) return "the line tells of a subagent without a message";
  const { type } = data.message;
  if (type !== "user" && type !== "assistant") return makeLinkLines(value);
  const agent = data.agentId ?? value.parentToolUseID;
  const line = readMessageLine(data.message, { agent: typeof agent === "string" ? agent : null });
  return typeof line === "string" ? line : [...makeLinkLines(value), line];
}

function readMessageLine(value: Record<string, unknown>, side: Base["side"]): Line | string {
  const base = readBase(value, side);
  if (base === null) return "the line has no uuid";
  const { message } = value;
  if (!isObject(message)) return "the line has no message";
  const items = value.type === "user" ? readUserItems(message.content) : readAgentItems(message.content);
  if (items === null) return "the line has content of an unknown shape";
  return value.type === "user" ? makeUserLine(base, value, items) : makeAgentLine(base, message, items);
}

function makeUserLine(base: Base, value: Record<string, unknown>, items: readonly HostItem[]): Line {
  const isMeta = value.isMeta === true;
  const isSummary = value.isCompactSummary === true;
  const because = typeof value.sourceToolUseID === "string" ? value.sourceToolUseID : null;
  const isSaid = items.some((item) => item.kind === "said") && items.every((item) => item.kind === "said");
  return {
    ...base,
    kind: "user",
    items,
    isMeta,
    because,
    isSummary,
    isPrompt: isSaid && !isMeta && !isSummary,
  };
}

function makeAgentLine(base: Base, message: Record<string, unknown>, items: readonly HostItem[]): Line {
  const isLast = typeof message.stop_reason === "string";
  const id = readForeignId(message.id) ?? base.uuid;
  return { ...base, kind: "assistant", items, message: id, usage: readUsage(message), isLast };
}

/** Null for what the program says in the agent's place, such as an outage, which no provider counted. */
function readUsage({ usage, model }: Record<string, unknown>): Json | null {
  if (!isObject(usage) || model === "<synthetic>") return null;
  return toJson(typeof model === "string" ? { ...usage, model } : usage);
}

function readBase(value: Record<string, unknown>, side: Base["side"]): Base | null {
  const uuid = readForeignId(value.uuid);
  if (uuid === null) return null;
  const parent = readForeignId(value.parentUuid ?? value.logicalParentUuid);
  return { uuid, parent, at: readForeignTime(value.timestamp), side };
}

function readSide({ isSidechain, agentId }: Record<string, unknown>): Base["side"] {
  if (typeof agentId === "string") return { agent: agentId };
  return isSidechain === true ? { agent: null } : null;
}
