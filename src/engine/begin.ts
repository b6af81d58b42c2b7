import type { Entry } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import { type EntryId, type LaneRef, sameLane, type TurnId } from "../core/keys.js";
import type { TurnOrigin, TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";
import type { Incoming } from "./incoming.js";
import { ingestFor } from "./ingest.js";
import { laneOf } from "./lanes.js";
import { newTurn } from "./new-turn.js";

export interface Begun {
  readonly turn: TurnRecord;
  /** `repeated`: the message was delivered before and is answered or being answered. `again`: its answer was cut off. */
  readonly kind: "new" | "repeated" | "again";
}

/** Turns that this process is answering right now. */
export type IsAlive = (turn: TurnId) => boolean;

/** Makes the messages durable and opens the turn that answers them, in one write. */
export async function begin(
  house: House,
  messages: readonly Incoming[],
  origin: TurnOrigin,
  isAlive: IsAlive,
): Promise<Begun> {
  if (messages.length === 0) {
    throw new ClewError("message/bad", "There is no message to answer", {
      hint: "Give begin one message or a list of them",
    });
  }
  const known = await knownEntries(house, messages);
  const before = await turnsOn(house, known);
  const unfinished = before.find((turn) => turn?.state === "running" && !isAlive(turn.id));
  const answered = before.find((turn) => turn !== null && turn.state !== "failed");
  if (before.every((turn) => turn !== null && turn.state !== "failed") && answered) {
    return { turn: unfinished ?? answered, kind: unfinished ? "again" : "repeated" };
  }
  const fresh = messages.filter((_message, index) => before[index] === null || before[index]?.state === "failed");
  const ref = await laneOfAll(house, messages, known);
  const ingest = ingestFor(house);
  const id = house.clock.id() as TurnId;
  const entries = fresh.map((message) => ingest.said(message, id));
  const adopted = fresh.map((message) => messageId(known[messages.indexOf(message)]?.entry));
  const answering = entries.map((entry, index) => adopted[index] ?? entry.id);
  const turn = newTurn(house, ref, id, origin, answering);
  const earlier = new Set([null, id, ...before.map((each) => each?.id ?? null)]);
  const written = await house.store.write({ ref, entries, blobs: ingest.blobs, turn });
  const other = written.find((entry) => !earlier.has(entry.turn));
  return other === undefined ? { turn, kind: "new" } : overtaken(house, turn, other);
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

/** For each entry the newest turn that answers it. One that was observed first is named by its turn alone. */
async function turnsOn(house: House, known: readonly (Known | null)[]): Promise<readonly (TurnRecord | null)[]> {
  const found: (TurnRecord | null)[] = [];
  for (const each of known) {
    const id = messageId(each?.entry);
    if (each === null || id === undefined) {
      found.push(null);
      continue;
    }
    const recent = await house.store.turns(each.ref, 50);
    const own = each.entry.turn === null ? null : await house.store.turn(house.owner, each.entry.turn);
    found.push(recent.find((turn) => turn.messages.includes(id)) ?? own);
  }
  return found;
}

function messageId(entry: Entry | undefined): EntryId | undefined {
  return entry?.kind === "revised" || entry?.kind === "withdrawn" ? entry.target : entry?.id;
}

/** Another process began the same message between our look and our write: ours steps back. */
async function overtaken(house: House, turn: TurnRecord, other: Entry): Promise<Begun> {
  await house.store.write({ ref: turn.ref, turn: { ...turn, state: "cancelled", ended: house.clock.now() } });
  const earlier = other.turn === null ? null : await house.store.turn(house.owner, other.turn);
  return earlier === null ? { turn, kind: "new" } : { turn: earlier, kind: "repeated" };
}
