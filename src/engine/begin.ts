import type { Entry } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import { type EntryId, type LaneRef, sameLane, type TurnId } from "../core/keys.js";
import type { Lease } from "../core/lease.js";
import type { TurnOrigin, TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";
import type { Incoming } from "./incoming.js";
import { type Ingest, ingestFor } from "./ingest.js";
import { laneOf } from "./lanes.js";
import { newTurn } from "./new-turn.js";
import { abandon, claimOf, holds, isAlive, waitForPlace } from "./queue.js";

export interface Begun {
  readonly turn: TurnRecord;
  /** The message was delivered before, or joined a turn that waits: it is answered or being answered. */
  readonly repeated: boolean;
}

export interface BeginOptions {
  readonly origin: TurnOrigin;
  /** What happens while the lane has a running turn: wait for one's own, join the next that waits, or refuse. */
  readonly whenBusy: "queue" | "merge" | "refuse";
  readonly signal: AbortSignal | undefined;
}

/** Makes the messages durable and opens the turn that answers them: in one write, unless the lane is busy. */
export async function begin(house: House, messages: readonly Incoming[], options: BeginOptions): Promise<Begun> {
  if (messages.length === 0) {
    throw new ClewError("message/bad", "There is no message to answer", {
      hint: "Give begin one message or a list of them",
    });
  }
  options.signal?.throwIfAborted();
  const known = await knownEntries(house, messages);
  const before: (TurnRecord | null)[] = [];
  for (const each of known) before.push(await turnOn(house, each));
  const answered = before.filter((turn) => turn !== null && turn.state !== "failed");
  if (answered.length === messages.length && answered[0]) return { turn: answered[0], repeated: true };
  const fresh = messages.filter((_message, index) => (before[index] ?? null) === null || isFailed(before[index]));
  const ref = await laneOfAll(house, messages, known);
  const adopted = fresh.map((message) => messageId(known[messages.indexOf(message)]?.entry));
  const earlier = new Set(before.flatMap((turn) => (turn === null ? [] : [turn.id])));
  return open(house, ref, { fresh, adopted, earlier: new Set([...earlier, ...turnsOf(known)]) }, options);
}

interface Opening {
  /** The messages that need an answer. */
  readonly fresh: readonly Incoming[];
  /** Their entries, where they were kept before. */
  readonly adopted: readonly (EntryId | undefined)[];
  /** Turns that tried to answer them before. */
  readonly earlier: ReadonlySet<TurnId>;
}

async function open(house: House, ref: LaneRef, opening: Opening, options: BeginOptions): Promise<Begun> {
  const merged = options.whenBusy === "merge" ? await join(house, ref, opening) : null;
  if (merged !== null) return { turn: merged, repeated: true };
  const ingest = ingestFor(house);
  const id = house.clock.id() as TurnId;
  const { entries, answering } = drafted(ingest, opening, id);
  const turn = () => newTurn(house, ref, id, options.origin, answering);
  const begun = turn();
  const claim = claimOf(house, id, false);
  const written = await house.store.write({ ref, entries, blobs: ingest.blobs, turn: begun, claim });
  const other = written.entries.find((entry) => entry.turn !== null && entry.turn !== id && isOther(entry, opening));
  if (other !== undefined) return overtaken(house, ref, begun, other);
  const atOnce = holds(written, id);
  if (!atOnce && options.whenBusy === "refuse") throw await refused(house, ref, id);
  const first = atOnce ? begun : await waitForPlace(house, ref, turn, written, options.signal);
  const rival = await rivalOf(house, first, opening);
  if (rival !== null) return stepBack(house, first, rival);
  return { turn: atOnce ? first : await withJoined(house, first), repeated: false };
}

/**
 * A message that was kept before bears no mark of who waits to answer it, so two may have begun it. One runs before the
 * other, and the other finds its turn here.
 */
async function rivalOf(house: House, turn: TurnRecord, { adopted, earlier }: Opening): Promise<TurnRecord | null> {
  if (adopted.every((id) => id === undefined)) return null;
  const answers = (each: TurnRecord) => turn.messages.every((id) => each.messages.includes(id));
  const others = (await house.store.turns(turn.ref, 50)).filter(({ id }) => id !== turn.id && !earlier.has(id));
  return others.find((each) => each.state !== "failed" && answers(each)) ?? null;
}

/** It answers nothing, so that nobody takes it for the answer. */
async function stepBack(house: House, turn: TurnRecord, rival: TurnRecord): Promise<Begun> {
  await house.store.write({
    ref: turn.ref,
    turn: { ...turn, messages: [], state: "cancelled", ended: house.clock.now() },
  });
  return { turn: rival, repeated: true };
}

function drafted(ingest: Ingest, { fresh, adopted }: Opening, id: TurnId) {
  const entries = fresh.map((message) => ingest.said(message, id));
  return { entries, answering: entries.map((entry, index) => adopted[index] ?? entry.id) };
}

function isOther(entry: Entry, { earlier }: Opening): boolean {
  return entry.turn !== null && !earlier.has(entry.turn);
}

/** The messages become part of the turn that waits next in line, if there is one. */
async function join(house: House, ref: LaneRef, opening: Opening): Promise<TurnRecord | null> {
  const leases = await house.store.leases(ref);
  const next = leases.findLast((lease) => lease.state === "queued" && isAlive(house, lease));
  if (next === undefined || opening.adopted.some((id) => id !== undefined)) return null;
  const ingest = ingestFor(house);
  const { entries } = drafted(ingest, opening, next.turn);
  const { done } = await house.store.write({ ref, entries, blobs: ingest.blobs, expects: next });
  return done ? waiting(house, ref, next) : null;
}

/** A turn that has a place and no record yet. */
function waiting(house: House, ref: LaneRef, lease: Lease): TurnRecord {
  return newTurn(house, ref, lease.turn, "interactive", []);
}

/** Whoever joined while the turn waited is answered with it; from now on nobody can. */
async function withJoined(house: House, turn: TurnRecord): Promise<TurnRecord> {
  const { entries } = await house.store.read(turn.ref, 0, turn.id);
  const joined = entries.filter((entry) => entry.kind === "said" && entry.by.role === "user" && entry.turn === turn.id);
  const messages = [...new Set([...turn.messages, ...joined.map(({ id }) => id)])];
  if (messages.length === turn.messages.length) return turn;
  const whole = { ...turn, messages };
  await house.store.write({ ref: turn.ref, turn: whole });
  return whole;
}

async function refused(house: House, ref: LaneRef, turn: TurnId): Promise<ClewError> {
  await house.store.write({ ref, release: turn });
  return new ClewError("lane/busy", `Another message of ${ref.session} is being answered`, {
    hint: "The message is kept: begin it again later, or let it wait with whenBusy: queue",
  });
}

/** One turn answers in one lane. A message that is known already stays where it is. */
async function laneOfAll(
  house: House,
  messages: readonly Incoming[],
  known: readonly (Known | null)[],
): Promise<LaneRef> {
  const refs: LaneRef[] = [];
  for (const [index, message] of messages.entries()) {
    refs.push(known[index]?.ref ?? (await laneOf(house, message)));
  }
  const [ref] = refs;
  if (ref !== undefined && refs.every((each) => sameLane(each, ref))) return ref;
  throw new ClewError("message/bad", "The messages belong to different lanes", {
    hint: "Begin one turn for each session, topic or thread",
  });
}

interface Known {
  readonly ref: LaneRef;
  readonly entry: Entry;
}

/** A message may have been kept first and be answered later: the turn then answers the entry that is there. */
async function knownEntries(house: House, messages: readonly Incoming[]): Promise<readonly (Known | null)[]> {
  const found: (Known | null)[] = [];
  for (const { id, session } of messages) {
    found.push(id === null ? null : await house.store.bySource(house.owner, session, id));
  }
  return found;
}

function turnsOf(known: readonly (Known | null)[]): readonly TurnId[] {
  return known.flatMap((each) => (each === null || each.entry.turn === null ? [] : [each.entry.turn]));
}

/** The newest turn that answers an entry, waiting ones included; one whose process is gone has failed. */
async function turnOn(house: House, known: Known | null): Promise<TurnRecord | null> {
  const id = messageId(known?.entry);
  if (known === null || id === undefined) return null;
  const { ref, entry } = known;
  const leases = await house.store.leases(ref);
  const recent = await house.store.turns(ref, 50);
  const own = entry.turn === null ? null : await house.store.turn(house.owner, entry.turn);
  const turn = recent.find((each) => each.messages.includes(id)) ?? own;
  const lease = leases.find((each) => each.turn === (turn?.id ?? entry.turn));
  if (turn === null) return lease !== undefined && isAlive(house, lease) ? waiting(house, ref, lease) : null;
  if (turn.state !== "running" || turn.hosted) return turn;
  return lease !== undefined && isAlive(house, lease) ? turn : abandon(house, turn, lease);
}

function isFailed(turn: TurnRecord | null | undefined): boolean {
  return turn?.state === "failed";
}

function messageId(entry: Entry | undefined): EntryId | undefined {
  return entry?.kind === "revised" || entry?.kind === "withdrawn" ? entry.target : entry?.id;
}

/** Another process began the same message between our look and our write: ours steps back. */
async function overtaken(house: House, ref: LaneRef, turn: TurnRecord, other: Entry): Promise<Begun> {
  const ended: TurnRecord = { ...turn, state: "cancelled", ended: house.clock.now() };
  const mine = await house.store.turn(house.owner, turn.id);
  await house.store.write(mine === null ? { ref, release: turn.id } : { ref, turn: ended });
  const earlier = other.turn === null ? null : await house.store.turn(house.owner, other.turn);
  return earlier === null
    ? { turn: { ...turn, id: other.turn ?? turn.id }, repeated: true }
    : { turn: earlier, repeated: true };
}
