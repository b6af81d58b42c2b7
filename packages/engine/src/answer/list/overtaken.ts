/** Others wrote to a lane between the read that a list or a view was made from, and its write. */
import { ClewError } from "@clewline/core/errors.js";

export function makeOvertakenError(): ClewError {
  return new ClewError("lane/busy", "Others keep writing to this chat, so the list could not be stored", {
    hint: "Try again; one process should sync a chat",
  });
}

/** Whether others wrote to the lane, or ended the turn, before a list's view was made. */
export function isOvertaken(error: unknown): boolean {
  return error instanceof ClewError && (error.code === "turn/not-running" || error.code === "lane/busy");
}
