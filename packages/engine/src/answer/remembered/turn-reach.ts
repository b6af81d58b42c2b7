/**
 * What a tool call of a turn may read: what the one may be told whose message the turn answers. That is the turn's chat and,
 * where it is private, the chats where that person spoke, since then (decisions 0051 and 0060).
 */
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { Instant, LaneRef, SessionKey } from "@clewline/core/log/keys.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { noMemories } from "@clewline/core/memory/fold-changes.js";
import { listReach } from "@clewline/core/memory/reach.js";
import type { ToldIndex } from "@clewline/core/memory/told/told-index.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { Engine } from "../../engine.js";
import { noteHeard } from "../../intake/memories/note-heard.js";
import { readReaderMemories } from "../../read/memories/read-told.js";

/** Where a tool call comes from: a lane, and its turn where there is one. */
export type AskingTurn = Pick<TurnRecord, "ref"> & Partial<Pick<TurnRecord, "id" | "messages" | "surface">>;

export interface TurnReach {
  /** Who is answered; null where there is no address. */
  readonly person: string | null;
  readonly told: readonly ToldMemory[];
  readonly index: () => ToldIndex<ToldMemory>;
  /** Where its memories are kept. */
  readonly scopes: readonly MemoryScope[];
  /** From when on a lane may be read: null for all of it, never for none. */
  readFrom(ref: Pick<LaneRef, "session" | "lane">): Instant | null | "never";
  mayRead(entry: Entry, ref: LaneRef): boolean;
}

export async function readTurnReach(engine: Engine, { ref, messages = [], surface }: AskingTurn): Promise<TurnReach> {
  await engine.learning.settled(ref.session);
  const person = await findPerson(engine, ref, messages);
  const { told, index, scopes } = await readReaderMemories(engine, ref, person);
  const chat = await engine.memories.read({ kind: "session", session: ref.session });
  const own = person === null ? noMemories : await engine.memories.read({ kind: "person", person });
  const reached = listReach({ session: ref.session, person }, chat, own.joined);
  const since = new Map<SessionKey, Instant | null>(
    reached.flatMap((each) => (each.scope.kind === "session" ? [[each.scope.session, each.since] as const] : [])),
  );
  const readFrom: TurnReach["readFrom"] = ({ session, lane }) =>
    isChildLane(lane) ? "never" : since.has(session) ? (since.get(session) ?? null) : "never";
  const mayRead = (entry: Entry, place: LaneRef) => {
    const from = readFrom(place);
    if (from === "never" || (from !== null && entry.at < from)) return false;
    // A surface of another chat is another place, whatever its name.
    return entry.private === undefined || (place.session === ref.session && entry.private === surface);
  };
  return { person, told, index, scopes, readFrom, mayRead };
}

/** Whoever speaks is noted before it is asked what may be told there. */
async function findPerson(engine: Engine, ref: LaneRef, ids: readonly Entry["id"][]): Promise<string | null> {
  const people: (string | null)[] = [];
  for (const id of ids) {
    const entry = await engine.store.byId(ref, id);
    if (entry?.kind !== "said" || entry.by.role !== "user") continue;
    people.push(entry.by.address ?? null);
    await noteHeard(engine, { session: ref.session, person: entry.by.address ?? null, at: entry.at });
  }
  return people[0] ?? null;
}
