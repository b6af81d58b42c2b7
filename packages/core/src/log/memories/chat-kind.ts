/**
 * Whether a chat is private: one person and the agent.
 *
 * 1. A second speaker makes it a group, whatever anybody said.
 * 2. The owner's word comes next, then the channel's.
 * 3. Once the channel called it a group, it stays one for the channel.
 * 4. Without either word its kind is unknown, and nothing private is shown there.
 */
import type { Note } from "../entry.js";
import type { Instant } from "../keys.js";

/** A statement about a chat's kind, and when it arrived. */
export interface GroupWord extends Omit<Extract<Note, { kind: "group" }>, "kind" | "session"> {
  readonly at: Instant;
}

/** Who may read a chat, as far as the log knows. */
export interface Audience {
  /** Who spoke in the session, and since when; null is a speaker without an address. For the lane of a session. */
  readonly members: ReadonlyMap<string | null, Instant>;
  /** Oldest first. For the lane of a session. */
  readonly groupWords: readonly GroupWord[];
}

export type ChatKind = "private" | "group" | "unknown";

export function readChatKind({ members, groupWords }: Audience): ChatKind {
  if (members.size > 1) return "group";
  const isGroup = readGroupWord("owner", groupWords) ?? readGroupWord("channel", groupWords);
  return isGroup === null ? "unknown" : isGroup ? "group" : "private";
}

export function readGroupWord(by: GroupWord["by"], words: readonly GroupWord[]): boolean | null {
  const own = words.filter((word) => word.by === by);
  if (by === "owner") return own.at(-1)?.group ?? null;
  return own.some(({ group }) => group === true) || (own.length === 0 ? null : false);
}

/** The audience of a message of that time. The first word about a chat also holds for the time before it. */
export function narrowAudience({ members, groupWords }: Audience, at: Instant): Audience {
  return {
    members: new Map([...members].filter(([, since]) => since <= at)),
    groupWords: groupWords.filter((word, place) => place === 0 || word.at <= at),
  };
}
