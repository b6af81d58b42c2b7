import { availableIn } from "../core/budget.js";
import type { Entry } from "../core/entry.js";
import { ClewError } from "../core/errors.js";
import type { EntryId, TurnId } from "../core/keys.js";
import type { TurnOrigin, TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";
import type { Incoming } from "./incoming.js";
import { ingestFor } from "./ingest.js";
import { locate } from "./lanes.js";

export interface Begun {
  readonly turn: TurnRecord;
  /** The channel delivered this message before; its turn is returned, and no second one begins. */
  readonly repeated: boolean;
}

/** Makes the messages durable and opens the turn that answers them, in one write. */
export async function begin(house: House, messages: readonly Incoming[], origin: TurnOrigin): Promise<Begun> {
  const [first] = messages;
  if (first === undefined) {
    throw new ClewError("message/bad", "There is no message to answer", {
      hint: "Give begin one message or a list of them",
    });
  }
  const { ref } = await locate(house, first);
  const known = await knownTurn(house, first);
  if (known !== null) return { turn: known, repeated: true };
  const ingest = ingestFor(house);
  const id = house.clock.id() as TurnId;
  const entries = messages.map((message) => ingest.said(message, id));
  const observed = await observedBefore(house, messages);
  const turn: TurnRecord = {
    id,
    ref,
    state: "running",
    origin,
    began: house.clock.now(),
    ended: null,
    messages: entries.map((entry, index) => observed[index] ?? entry.id),
    attachOver: Math.floor(availableIn(house.budget) / 2),
    asides: [],
  };
  const written = await house.store.write({ ref, entries, blobs: ingest.blobs, turn });
  const other = written.find((entry) => entry.turn !== null && entry.turn !== id);
  return other === undefined ? { turn, repeated: false } : overtaken(house, turn, other);
}

async function knownTurn(house: House, message: Incoming): Promise<TurnRecord | null> {
  if (message.id === null) return null;
  const known = await house.store.bySource(house.owner, message.session, message.id);
  return known === null || known.entry.turn === null ? null : house.store.turn(house.owner, known.entry.turn);
}

/** A message may have been kept first and be answered later: the turn then answers the entry that is there. */
async function observedBefore(house: House, messages: readonly Incoming[]): Promise<readonly (EntryId | undefined)[]> {
  const found: (EntryId | undefined)[] = [];
  for (const { id, session } of messages) {
    const known = id === null ? null : await house.store.bySource(house.owner, session, id);
    const entry = known?.entry;
    found.push(entry?.kind === "revised" || entry?.kind === "withdrawn" ? entry.target : entry?.id);
  }
  return found;
}

/** Another process began the same message between our look and our write: ours steps back. */
async function overtaken(house: House, turn: TurnRecord, other: Entry): Promise<Begun> {
  await house.store.write({ ref: turn.ref, turn: { ...turn, state: "cancelled", ended: house.clock.now() } });
  const earlier = other.turn === null ? null : await house.store.turn(house.owner, other.turn);
  return earlier === null ? { turn, repeated: false } : { turn: earlier, repeated: true };
}
