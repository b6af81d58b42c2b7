import { type EntryId, parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { learnStatements } from "@clewline/core/memory/learn/learn-statements.js";
import type { LearnedStatement, ToldMessage } from "@clewline/core/memory/learned.js";

/** A Wednesday, 10 o'clock in Berlin. */
export const wednesday = Date.UTC(2026, 2, 4, 9);

function tell(text: string, at = wednesday, person: string | null = "nora"): ToldMessage {
  const source = { session: parseSessionKey("house:chat:1"), lane: parseLaneKey("root:1"), entry: `e${at}` as EntryId };
  return { text, at, zone: "Europe/Berlin", person, source };
}

/** What a chat with the agent keeps of it for what it says itself. */
export function learn(text: string): readonly LearnedStatement[] {
  return learnStatements(tell(text)).filter(({ level }) => level > 0);
}
