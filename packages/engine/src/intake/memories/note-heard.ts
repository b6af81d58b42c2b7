/** Who speaks where, and whether a chat is a group: decides which memories it is shown. */
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { type Draft, type Entry, isErased, type Note } from "@clewline/core/log/entry.js";
import type { EntryId, Instant, LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import { type Audience, type GroupWord, readGroupWord } from "@clewline/core/log/memories/chat-kind.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { Engine } from "../../engine.js";

/** What a note is written with. */
export type NotingLog = Pick<Engine, "store" | "memories" | "clock" | "owner" | "fns">;

/** Somebody who spoke; null for whoever has no address. */
interface Heard {
  readonly session: SessionKey;
  readonly person: string | null;
  readonly at: Instant;
}

/**
 * Notes who spoke, once for each person and session: later calls cost nothing. The first one of a session also notes
 * everybody who spoke there before, since the log may be older than its memories: for that it reads all of the session.
 */
export async function noteHeard(engine: NotingLog, heard: Heard): Promise<void> {
  await note(engine, heard, () => listSpeakers(engine, heard.session));
}

/** The same with few reads: of a session with more entries than these nothing is noted, unless somebody was before. */
export async function noteHeardInView(engine: NotingLog, heard: Heard): Promise<void> {
  await note(engine, heard, () => listSpeakersOfFew(engine, heard.session));
}

/**
 * The same for somebody whose message is about to be written, so that no view comes between. Where nobody was noted yet there
 * is nothing to do: such a chat is nobody's own, and whoever is noted first reads what was said before.
 */
export async function noteHeardAmongOthers(engine: NotingLog, heard: Heard): Promise<void> {
  await note(engine, heard, async () => null);
}

/** The channel's word about a chat. It is written only if it changes anything; undefined is no word. */
export async function noteGroup(engine: NotingLog, session: SessionKey, group: boolean | undefined): Promise<void> {
  if (group === undefined) return;
  const scope: MemoryScope = { kind: "session", session };
  const isKnown = ({ groupWords }: Audience) =>
    readGroupWord("channel", groupWords) === group || readGroupWord("channel", groupWords) === true;
  if (isKnown(engine.memories.recall(scope)) || isKnown(await engine.memories.read(scope))) return;
  await writeGroupWord(engine, session, group, "channel");
}

export async function writeGroupWord(
  { store, memories, clock, owner }: NotingLog,
  session: SessionKey,
  group: boolean | null,
  by: GroupWord["by"],
): Promise<void> {
  const scope: MemoryScope = { kind: "session", session };
  const at = clock.now();
  const id = clock.id() as EntryId;
  const note: Note = { kind: "group", session, group, by };
  const draft: Draft = { id, kind: "noted", turn: null, step: null, at, arrived: at, note };
  await store.write({ ref: makeScopeRef(owner, scope), entries: [draft] });
  await memories.read(scope);
}

async function note(
  engine: NotingLog,
  heard: Heard,
  listBefore: () => Promise<Map<string | null, Instant> | null>,
): Promise<void> {
  const scope: MemoryScope = { kind: "session", session: heard.session };
  if (engine.memories.recall(scope).members.has(heard.person)) return;
  const { members } = await engine.memories.read(scope);
  // Somebody without an address is noted beside others, who then have no chat of their own there.
  if (members.has(heard.person) || (heard.person === null && members.size === 0)) return;
  const spoken = members.size === 0 ? await listBefore() : new Map<string | null, Instant>();
  if (spoken === null) return;
  spoken.set(heard.person, Math.min(heard.at, spoken.get(heard.person) ?? heard.at));
  const fresh = [...spoken].filter(([person]) => !members.has(person));
  const notes = fresh.map(([person, at]): Heard => ({ session: heard.session, person, at }));
  // The person's lane first: once the session's has it, nobody looks again.
  for (const each of notes) {
    if (each.person !== null) await write(engine, { kind: "person", person: each.person }, [each]);
  }
  await write(engine, scope, notes);
}

/** By an id of its own, so that the same note is written once, whichever process is the first. */
async function write(engine: NotingLog, scope: MemoryScope, notes: readonly Heard[]): Promise<void> {
  const ref = makeScopeRef(engine.owner, scope);
  // A note that was erased keeps its id: whoever speaks again after that is noted by another one.
  for (let left = notes, attempt = 0; left.length > 0; attempt += 1) {
    const drafts = left.map((each) => makeNote(engine, ref.lane, each, attempt));
    const { entries } = await engine.store.write({ ref, entries: drafts });
    left = left.filter((_note, place) => isErased(entries[place] ?? (drafts[place] as Draft)));
  }
  await engine.memories.read(scope);
}

function makeNote({ fns, clock }: NotingLog, lane: LaneKey, { session, person, at }: Heard, attempt: number): Draft {
  const told = [lane, session, person, ...(attempt === 0 ? [] : [attempt])];
  return {
    id: `heard-${fns.hash(JSON.stringify(told)).slice(0, 24)}` as EntryId,
    kind: "noted",
    turn: null,
    step: null,
    at,
    arrived: clock.now(),
    note: { kind: "heard", person, session },
  };
}

const fewEntries = 48;

/** The session that a message was just written to is mostly among the newest. */
const newestSessions = 2;

/** Null for a session of more entries. */
async function listSpeakersOfFew(
  { store, owner }: NotingLog,
  session: SessionKey,
): Promise<Map<string | null, Instant> | null> {
  const newest = await store.sessions(owner, { after: null, limit: newestSessions });
  // A bot that catches up brings a first message that is older than what was said elsewhere.
  const entries =
    newest.find((each) => each.session === session)?.entries ?? countEntries(await store.lanes({ owner, session }));
  return entries > fewEntries ? null : listSpeakers({ store, owner }, session);
}

function countEntries(lanes: readonly { readonly entries: number }[]): number {
  return lanes.reduce((sum, { entries }) => sum + entries, 0);
}

const page = 1_000;

/** Everybody who spoke in the session, by the time of the first message. Reads all of it. */
async function listSpeakers(
  { store, owner }: Pick<NotingLog, "store" | "owner">,
  session: SessionKey,
): Promise<Map<string | null, Instant>> {
  const speakers = new Map<string | null, Instant>();
  for (const { ref, entries: total } of await store.lanes({ owner, session })) {
    if (isChildLane(ref.lane)) continue;
    for (let from = 1; from <= total; from += page) {
      for (const entry of await store.range(ref, from, from + page - 1)) {
        const person = findSpeaker(entry);
        if (person === undefined) continue;
        speakers.set(person, Math.min(entry.at, speakers.get(person) ?? entry.at));
      }
    }
  }
  return speakers;
}

/** Who of the people says it, on whichever surface; null without an address, undefined for whatever nobody of them says. */
export function findSpeaker(entry: Draft | Entry): string | null | undefined {
  return entry.kind === "said" && entry.by.role === "user" ? (entry.by.address ?? null) : undefined;
}
