import { text as readAll } from "node:stream/consumers";
import { isObject, type Json, toJson, tryParseJson } from "@clewline/text/json.js";

/** The fields of a hook's input from Claude Code that are used here. */
export interface HookEvent {
  readonly name: string;
  /** The client's own id of the session. */
  readonly session: string;
  /** The file of the session, to which the client appends. */
  readonly transcript: string;
  /** Why a session starts: startup, resume, clear, compact or fork. */
  readonly source: string;
  readonly tool: string;
  readonly call: string;
  readonly input: Json;
  readonly response: Json;
}

/** Null for what is no event of a session. */
export async function readHookEvent(input: NodeJS.ReadableStream): Promise<HookEvent | null> {
  const told = tryParseJson(await readAll(input as NodeJS.ReadStream));
  if (!isObject(told) || typeof told.session_id !== "string" || told.session_id === "") return null;
  const text = (name: string) => (typeof told[name] === "string" ? told[name] : "");
  return {
    name: text("hook_event_name"),
    session: told.session_id,
    transcript: text("transcript_path"),
    source: text("source"),
    tool: text("tool_name"),
    call: text("tool_use_id"),
    input: toJson(told.tool_input ?? {}),
    response: toJson(told.tool_response ?? null),
  };
}
