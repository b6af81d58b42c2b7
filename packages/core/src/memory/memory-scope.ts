/** The lane of each scope in the log of memories, and back. */
import { type LaneKey, type LaneRef, memorySession, type OwnerKey, type SessionKey } from "../log/keys.js";
import type { Memory, MemoryScope } from "../log/memories/memory.js";

export function makeScopeRef(owner: OwnerKey, scope: MemoryScope): LaneRef {
  return { owner, session: memorySession, lane: makeScopeLane(scope) };
}

export function makeScopeLane(scope: MemoryScope): LaneKey {
  switch (scope.kind) {
    case "everyone":
      return "topic:everyone" as LaneKey;
    case "person":
      return `topic:person:${escapeName(scope.person)}` as LaneKey;
    case "session":
      return `topic:session:${escapeName(scope.session)}` as LaneKey;
    default:
      return scope satisfies never;
  }
}

/** Null for a lane that no scope has. */
export function parseScopeLane(lane: string): MemoryScope | null {
  if (lane === "topic:everyone") return { kind: "everyone" };
  const [, kind, name = ""] = /^topic:(person|session):(.*)$/su.exec(lane) ?? [];
  if (kind === "person") return { kind, person: restoreName(name) };
  return kind === "session" ? { kind, session: restoreName(name) as SessionKey } : null;
}

/** As people tell it from one of the same name in another scope: `NAME@person:ana`. */
export function nameWithScope({ name, scope }: Pick<Memory, "name" | "scope">): string {
  return `${name}@${nameScope(scope)}`;
}

/** As people write it after a name. */
export function nameScope(scope: MemoryScope): string {
  switch (scope.kind) {
    case "everyone":
      return scope.kind;
    case "person":
      return `person:${scope.person}`;
    case "session":
      return `session:${scope.session}`;
    default:
      return scope satisfies never;
  }
}

/** What a key can't hold, and half of a pair that no store keeps. The empty name is a name too. */
const unfit = /[\s\p{Cc}\p{Cs}%]/gu;
const emptyName = "%";

/** Other names stay as they are. A key is long enough for every address that a message may have. */
function escapeName(name: string): string {
  if (name === "") return emptyName;
  return name.replaceAll(unfit, (each) => `%${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function restoreName(escaped: string): string {
  if (escaped === emptyName) return "";
  return escaped.replaceAll(/%([0-9a-f]{4})/gu, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
