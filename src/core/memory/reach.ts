/**
 * Who is told which memories, and whose a new one is (decision 0051).
 *
 * 1. In every chat: what is for everyone, and what is the chat's own.
 * 2. Where nobody but one person was ever heard: also what is that person's, and what was said in the groups where that
 *    person spoke, since then.
 * 3. Whoever has no address is nobody in particular: rule 2 is not for them, and where they were heard it is for nobody.
 * 4. In doubt no: a chat where nobody was heard yet is nobody's own.
 */
import type { Instant, SessionKey } from "../log/keys.js";
import type { Memory, MemoryScope } from "../log/memories/memory.js";
import type { LaneMemories } from "./fold-changes.js";

/** Who asks, and where. */
export interface MemoryReader {
  /** The chat; null for one where the person is alone. */
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

/** `members` are those of the reader's session, `joined` the sessions of the person. */
export function listReach(
  reader: MemoryReader,
  members: LaneMemories["members"],
  joined: LaneMemories["joined"],
): readonly ReachedScope[] {
  const { session, person } = reader;
  const open: ReachedScope[] = [{ scope: { kind: "everyone" }, since: null }];
  if (session !== null) open.push({ scope: { kind: "session", session }, since: null });
  if (person === null || !isAlone(reader, members)) return open;
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

/** Whether nobody but the reader was ever heard in the session, and who it is is known. */
function isAlone({ session, person }: MemoryReader, members: LaneMemories["members"]): boolean {
  return person !== null && (session === null || isOwnChat(person, members));
}

/** Whether a chat is private: nobody but this person was ever heard in it. Null is the only person of a chat without addresses. */
export function isOwnChat(person: string | null, members: LaneMemories["members"]): boolean {
  return members.size > 0 && [...members.keys()].every((member) => member === person);
}

/** Whose a memory is that the reader tells there. */
export function chooseScope(reader: MemoryReader, members: LaneMemories["members"]): MemoryScope {
  const { session, person } = reader;
  if (person !== null && isAlone(reader, members)) return { kind: "person", person };
  return session === null ? { kind: "everyone" } : { kind: "session", session };
}
