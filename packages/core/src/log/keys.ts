import { ClewError } from "../errors.js";

declare const brand: unique symbol;
/** A plain value that went through the one function that checks it. @public */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };

/** Milliseconds since 1970, UTC. */
export type Instant = number;
/** A number of tokens. */
export type Tokens = number;

/** Keeps apart several bots in one log. */
export type OwnerKey = Brand<string, "owner">;
/** One chat on one channel: `telegram:chat:42`, `terminal:default`. */
export type SessionKey = Brand<string, "session">;
/** One thread inside a session: `topic:42:7`, `reply:42:1234`, `root:42`. */
export type LaneKey = Brand<string, "lane">;
/** Names an entry. */
export type EntryId = Brand<string, "entry">;
/** Names a turn. */
export type TurnId = Brand<string, "turn">;
/** Names a stored text or file by the hash of its content. */
export type BlobId = Brand<string, "blob">;
/** Names a receipt. */
export type ReceiptId = Brand<string, "receipt">;
/** The short address of an entry, for `recall`: `clew:e…`, or `clew:s…` with what follows it. */
export type Pointer = Brand<string, "pointer">;

/** A session of an owner. Every key of a store begins with it. */
export interface SessionRef {
  /** The owner of the session. */
  readonly owner: OwnerKey;
  /** The chat. */
  readonly session: SessionKey;
}

/** The full address of a lane. Two owners with the same chat id stay apart. */
export interface LaneRef extends SessionRef {
  /** The thread inside the session. */
  readonly lane: LaneKey;
}

export function parseOwnerKey(raw: string): OwnerKey {
  if (!/^[\w.@-]{1,64}$/.test(raw)) {
    throw new ClewError("session/bad-key", `Not an owner: ${show(raw)}`, {
      hint: "Use 1 to 64 letters, digits, dots, dashes or @, e.g. me",
    });
  }
  return raw as OwnerKey;
}

/** The session in which memories are logged. No chat can have this name, and no list of chats shows it. */
export const memorySession = "memory:notes" as SessionKey;

/** A session as text, checked: `channel:name`. */
export function parseSessionKey(raw: string): SessionKey {
  if (raw === memorySession) {
    throw new ClewError("session/bad-key", `${raw} is where memories are kept, and no chat`, {
      hint: "clew memory list shows what is remembered; give the chat another name",
    });
  }
  if (!/^[a-z][a-z0-9-]{0,31}:[^\s\p{Cc}]{1,200}$/u.test(raw)) {
    throw new ClewError("session/bad-key", `Not a session: ${show(raw)}`, {
      hint: "Use channel:name without spaces, e.g. telegram:chat:42 or terminal:default",
    });
  }
  return raw as SessionKey;
}

/** A lane as text, checked: `root:42`, `topic:42:7`. */
export function parseLaneKey(raw: string): LaneKey {
  if (!/^(topic|reply|root|child):[^\s\p{Cc}]{1,2500}$/u.test(raw)) {
    throw new ClewError("lane/bad-key", `Not a lane: ${show(raw)}`, {
      hint: "Use topic:, reply:, root: or child:, e.g. root:42",
    });
  }
  return raw as LaneKey;
}

/** The chat's id within a session key: 42 in `telegram:chat:42`, default in `terminal:default`. */
export function parseChatId(session: SessionKey): string {
  return session.slice(session.lastIndexOf(":") + 1) || session;
}

export function isSameLane(a: LaneRef, b: LaneRef): boolean {
  return a.owner === b.owner && a.session === b.session && a.lane === b.lane;
}

/** A lane's address as one string, for maps and hashes. Keys can't contain the separator. */
export function makeLaneAddress(ref: LaneRef): string {
  return `${ref.owner} ${ref.session} ${ref.lane}`;
}

function show(raw: string): string {
  return JSON.stringify(raw.length > 80 ? `${raw.slice(0, 80)}…` : raw);
}
