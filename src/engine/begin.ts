import { availableIn } from "../core/budget.js";
import type { Entry } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import type { EntryId, LaneRef, TurnId } from "../core/keys.js";
import type { TurnOrigin, TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";
import type { Incoming } from "./incoming.js";
import { ingestFor } from "./ingest.js";
import { locate } from "./lanes.js";

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
  const [first] = messages;
  if (first === undefined) {
    throw new ClewError("message/bad", "There is no message to answer", {
      hint: "Give begin one message or a list of them",
    });
  }
  const { ref } = await locate(house, first);
  const known = await knownEntries(house, messages);
  const before = await turnOn(house, known[0]);
  if (before !== null && before.state !== "failed") {
    return { turn: before, kind: before.state === "running" && !isAlive(before.id) ? "again" : "repeated" };
  }
  const ingest = ingestFor(house);
  const id = house.clock.id() as TurnId;
  const entries = messages.map((message) => ingest.said(message, id));
  const turn: TurnRecord = {
    id,
    ref,
    state: "running",
    origin,
    began: house.clock.now(),
    ended: null,
    messages: entries.map((entry, index) => messageId(known[index]?.entry) ?? entry.id),
    attachOver: Math.floor(availableIn(house.budget) / 2),
    asides: [],
  };
  const written = await house.store.write({ ref, entries, blobs: ingest.blobs, turn });
  const other = written.find((entry) => entry.turn !== null && entry.turn !== id && entry.turn !== before?.id);
  return other === undefined ? { turn, kind: "new" } : overtaken(house, turn, other);
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

/** The newest turn that answers an entry. One that was observed first is named by its turn alone. */
async function turnOn(house: House, known: Known | null | undefined): Promise<TurnRecord | null> {
  const id = messageId(known?.entry);
  if (!known || id === undefined) return null;
  const recent = await house.store.turns(known.ref, 50);
  const answering = recent.find((turn) => turn.messages.includes(id));
  if (answering !== undefined) return answering;
  return known.entry.turn === null ? null : house.store.turn(house.owner, known.entry.turn);
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
