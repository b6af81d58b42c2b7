/**
 * Which memories a reader of a chat is shown, and whose a new one is (decisions 0051 and 0060).
 *
 * 1. In every chat: memories for everyone, and the chat's own.
 * 2. In a private chat of one person: also that person's, and those of the other chats where the person spoke, since then.
 * 3. A speaker without an address is no one in particular: rule 2 never applies where one spoke.
 * 4. A chat is private only if somebody said so (`chat-kind.ts`) and its person has spoken.
 */
import type { Instant, SessionKey } from "../log/keys.js";
import { type Audience, readChatKind } from "../log/memories/chat-kind.js";
import type { Memory, MemoryScope } from "../log/memories/memory.js";
import type { LaneMemories } from "./fold-changes.js";

/** Who asks, and where. */
export interface MemoryReader {
  /** The chat; null for any private one of the person. */
  readonly session: SessionKey | null;
  /** The address of who speaks; null where there is none. */
  readonly person: string | null;
}

/** A scope that a reader is told of. */
export interface ReachedScope {
  readonly scope: MemoryScope;
  /** Only what was said at this time or later; null for all. */
  readonly since: Instant | null;
}

/** `audience` is that of the reader's session, `joined` the sessions of the person. */
export function listReach(
  reader: MemoryReader,
  audience: Audience,
  joined: LaneMemories["joined"],
): readonly ReachedScope[] {
  const { session, person } = reader;
  const open: ReachedScope[] = [{ scope: { kind: "everyone" }, since: null }];
  if (session !== null) open.push({ scope: { kind: "session", session }, since: null });
  if (person === null || !isPrivateChat(reader, audience)) return open;
  const groups = [...joined].filter(([group]) => group !== session);
  return [
    ...open,
    { scope: { kind: "person", person }, since: null },
    ...groups.map(([group, since]): ReachedScope => ({ scope: { kind: "session", session: group }, since })),
  ];
}

export function isInReach({ saidAt }: Pick<Memory, "saidAt">, { since }: ReachedScope): boolean {
  return since === null || saidAt >= since;
}

function isPrivateChat({ session, person }: MemoryReader, audience: Audience): boolean {
  if (session === null) return true;
  return person !== null && isOwnChat(person, audience);
}

/** Whether a chat is this person's private one. Null is the only person of a chat without addresses. */
export function isOwnChat(person: string | null, audience: Audience): boolean {
  return readChatKind(audience) === "private" && audience.members.has(person);
}

/** Why a chat shows none of a person's own memories, for the receipt; null where it does. */
export function explainWithheld(audience: Audience): string | null {
  const kind = readChatKind(audience);
  if (kind === "private") return null;
  const because = kind === "group" ? "a group" : "not known to be private (if it is, say group: false)";
  return `Memories of the person's other chats are left out: this chat is ${because}`;
}

/** Whose a memory is that the reader tells there. */
export function chooseScope(reader: MemoryReader, audience: Audience): MemoryScope {
  const { session, person } = reader;
  if (person !== null && isPrivateChat(reader, audience)) return { kind: "person", person };
  return session === null ? { kind: "everyone" } : { kind: "session", session };
}
