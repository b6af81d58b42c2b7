import type { HostPart } from "../../core/log/host-message.js";

/** What some clients tell their model besides the user's words, and leave out again later. */
export function isReminder(text: string): boolean {
  return /^\s*<(system-reminder|session_context)>[\s\S]*<\/\1>\s*$/.test(text);
}

/** What the client itself tells its model is no user's word, though it stands in his message. */
export function pickUserRole(part: HostPart): "user" | "system" {
  return part.kind === "text" && isReminder(part.text) ? "system" : "user";
}

/** A text as it is known by: without spaces at the ends, and without reminders. */
export function readTextKey(given: string): readonly string[] {
  const text = given.trim();
  return text === "" || isReminder(text) ? [] : [text];
}
