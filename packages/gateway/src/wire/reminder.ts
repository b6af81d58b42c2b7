import type { HostPart } from "@clewline/core/log/host-message.js";

/** Some clients add such notes for their model to the user's words, and leave them out again later. */
export function isReminder(text: string): boolean {
  return /^\s*<(system-reminder|session_context)>[\s\S]*<\/\1>\s*$/.test(text);
}

/** A client's own note to its model is system text, though it is part of the user's message. */
export function pickUserRole(part: HostPart): "user" | "system" {
  return part.kind === "text" && isReminder(part.text) ? "system" : "user";
}

/** The key that identifies a text: without spaces at the ends, and without reminders. */
export function readTextKey(given: string): readonly string[] {
  const text = given.trim();
  return text === "" || isReminder(text) ? [] : [text];
}
