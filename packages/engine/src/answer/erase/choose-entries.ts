/** Chooses the entries to erase, by session. */
import { ClewError } from "@clewline/core/errors.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { findEntrySource } from "@clewline/core/log/delivery.js";
import { isErased, resolveMessageId } from "@clewline/core/log/entry.js";
import type { EntryId, Instant, SessionKey, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { walkSessions } from "../../read/sessions/all-sessions.js";
import { addChildTurns } from "./child-turns.js";
import type { EraseTarget } from "./erase-request.js";
import { walkEntries } from "./walk-entries.js";

export interface ChosenEntries {
  /** Sessions that go whole. */
  readonly sessions: readonly SessionKey[];
  /** Of the other sessions, the entries that go. */
  readonly entries: ReadonlyMap<SessionKey, ReadonlySet<EntryId>>;
  readonly person: string | null;
  /** Set for sessions that go for lack of activity: their memories stay. */
  readonly idleSince: Instant | null;
}

export async function chooseEntries(engine: Engine, target: EraseTarget): Promise<ChosenEntries> {
  switch (target.kind) {
    case "session":
      return { ...nothingChosen, sessions: [target.session] };
    case "entry": {
      const ids = await listVersions(engine, target.ref, new Set([target.id]));
      return { ...nothingChosen, entries: new Map([[target.ref.session, ids]]) };
    }
    case "person":
      return choosePerson(engine, target.person);
    case "aged":
      return chooseAged(engine, target);
    default:
      return target satisfies never;
  }
}

const nothingChosen: ChosenEntries = { sessions: [], entries: new Map(), person: null, idleSince: null };

/** Leaves out sessions in which a message arrived meanwhile. */
async function chooseAged(
  { store, owner }: Engine,
  { sessions, idleSince }: Extract<EraseTarget, { kind: "aged" }>,
): Promise<ChosenEntries> {
  const idle: SessionKey[] = [];
  for (const session of sessions) {
    const lanes = await store.lanes({ owner, session });
    if (lanes.length > 0 && lanes.every(({ newest }) => newest < idleSince)) idle.push(session);
  }
  return { ...nothingChosen, sessions: idle, idleSince };
}

/** All versions of the messages that these entries are, or are versions of. */
async function listVersions(
  engine: Engine,
  session: SessionRef,
  chosen: ReadonlySet<EntryId>,
): Promise<ReadonlySet<EntryId>> {
  const ids = new Set<EntryId>();
  const names = new Set<string>();
  const seen: { readonly id: EntryId; readonly first: EntryId; readonly name: string | null }[] = [];
  for await (const { entry } of walkEntries(engine, session)) {
    const name = findEntrySource(entry)?.message ?? null;
    const first = resolveMessageId(entry);
    seen.push({ id: entry.id, first, name });
    if (!chosen.has(entry.id)) continue;
    ids.add(first);
    if (name !== null) names.add(name);
  }
  return new Set(seen.flatMap(({ id, first, name }) => (ids.has(first) || names.has(name ?? "\0") ? [id] : [])));
}

async function choosePerson(engine: Engine, person: string): Promise<ChosenEntries> {
  const { owner } = engine;
  const sessions: SessionKey[] = [];
  const entries = new Map<SessionKey, ReadonlySet<EntryId>>();
  for await (const { session } of walkSessions(engine)) {
    const said = await readSpeakers(engine, { owner, session }, person);
    if (said.own.size === 0) continue;
    if (!said.hasOthers && !(said.hasErased && (await isGroup(engine, session)))) sessions.push(session);
    else
      entries.set(
        session,
        await listVersions(engine, { owner, session }, await addTurns(engine, { owner, session }, said)),
      );
  }
  const isRemembered = (await engine.memories.scopes()).some(
    (each) => each.kind === "person" && each.person === person,
  );
  if (sessions.length + entries.size === 0 && !isRemembered) {
    throw new ClewError(
      "person/unknown",
      `Nobody with the address ${JSON.stringify(person.slice(0, 80))} spoke in this log`,
      {
        hint: "A person is known by the channel's id, which clew log shows before what was said. Where it shows user there is none: erase the entry or the session",
      },
    );
  }
  return { sessions, entries, person, idleSince: null };
}

/** True if others spoke there, even if erased: the notes in place of their words keep those from coming back. */
async function isGroup({ memories }: Engine, session: SessionKey): Promise<boolean> {
  return (await memories.read({ kind: "session", session })).members.size > 1;
}

interface Speakers {
  readonly own: Set<EntryId>;
  hasOthers: boolean;
  /** Whether something was erased there before. */
  hasErased: boolean;
  /** The turns that the person's messages belong to. */
  readonly turns: Set<TurnId>;
}

async function readSpeakers(engine: Engine, session: SessionRef, person: string): Promise<Speakers> {
  const said: Speakers = { own: new Set(), hasOthers: false, hasErased: false, turns: new Set() };
  for await (const { ref, entry } of walkEntries(engine, session)) {
    if (isErased(entry)) said.hasErased = true;
    // A subagent's task has the role of a user, but no person said it.
    if (entry.kind !== "said" || entry.by.role !== "user" || isChildLane(ref.lane)) continue;
    if (entry.by.address !== person) said.hasOthers = true;
    else {
      said.own.add(entry.id);
      for (const { id } of await engine.store.turnsAnswering(session, entry.id)) said.turns.add(id);
    }
  }
  return said;
}

/** Adds what was said and done for this person alone. */
async function addTurns(engine: Engine, session: SessionRef, { own, turns }: Speakers): Promise<ReadonlySet<EntryId>> {
  const whole = new Set<TurnId>();
  for (const id of turns) {
    const turn = await engine.store.turn(session, id);
    if (turn?.messages.every((message) => own.has(message)) === true) whole.add(id);
  }
  const ids = new Set(own);
  const all = await addChildTurns(engine, session, whole);
  for await (const { entry } of walkEntries(engine, session))
    if (entry.turn !== null && all.has(entry.turn)) ids.add(entry.id);
  return ids;
}
