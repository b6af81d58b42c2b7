/** Handles the messages of a burst that no turn answers: repeated ones, and the agent's own. */
import type { Engine } from "../../engine.js";
import type { Incoming } from "../../intake/incoming.js";
import type { MessageStatus } from "../../intake/message-status.js";
import { observe } from "../../intake/write-message.js";

/** A burst may contain a message twice. */
export function dropRepeats(messages: readonly Incoming[]): readonly Incoming[] {
  const seen = new Set<string>();
  return messages.filter(({ session, id, revision }) => {
    const key = JSON.stringify([session, id, revision]);
    if (id !== null && seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Keeps the agent's own messages outside of a turn; its answers are in the log already. */
export async function keepOwnVoice(
  engine: Engine,
  all: readonly MessageStatus[],
): Promise<"own answer" | "own message"> {
  let isKept = false;
  for (const { isOwn, message } of all) if (isOwn) isKept = (await observe(engine, message)).kept || isKept;
  return isKept ? "own message" : "own answer";
}

export function listUnknownIds(due: readonly MessageStatus[]): readonly string[] {
  return due.flatMap(({ known, message: { id } }) => (known === null && id !== null ? [id] : []));
}
