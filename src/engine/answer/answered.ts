/** What the log knows of messages that are begun: whether they are here, and who answers them. */
import { sourceOf } from "../../core/log/delivery.js";
import { type Entry, messageOf } from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { House } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { newTurn } from "../intake/new-turn.js";
import { abandon, isAlive } from "./queue.js";

/** A message on its way to a turn. */
export interface Asked {
  readonly message: Incoming;
  readonly known: Known | null;
  /** The newest turn that answers it and has not failed; one that waits in the queue counts. */
  readonly answer: TurnRecord | null;
}

interface Known {
  readonly ref: LaneRef;
  /** The first version: what a turn answers. */
  readonly id: EntryId;
  readonly entry: Entry;
}

/** A message may have been kept first and be answered later: the turn then answers the entry that is there. */
export async function askedOf(house: House, message: Incoming): Promise<Asked> {
  const { session, id } = message;
  const found = id === null ? null : await house.store.bySource({ owner: house.owner, session }, id);
  if (found === null) return { message, known: null, answer: null };
  const { ref, entry } = found;
  const known = { ref, entry, id: messageOf(entry) };
  return { message, known, answer: await answerOf(house, known) };
}

/** Its author took it back before anybody answered. */
export function isTakenBack({ known }: Asked): boolean {
  return known?.entry.kind === "withdrawn";
}

/** What is kept already, in these or in newer words, is not written again. */
export function isOutdated({ message, known }: Asked): boolean {
  const newest = known === null ? null : sourceOf(known.entry);
  return newest !== null && newest.revision > message.revision;
}

async function answerOf(house: House, known: Known): Promise<TurnRecord | null> {
  const { ref, id, entry } = known;
  for (;;) {
    // The turns first: one that begins in between then has its place when the places are read.
    const turns = await house.store.turnsAnswering(ref, id);
    const leases = await house.store.leases(ref);
    const waits = leases.find((lease) => lease.turn === entry.turn && isAlive(house, lease));
    const turn = turns.find(({ state }) => state !== "failed");
    if (turn === undefined) return waits === undefined ? null : waitingTurn(house, ref, waits.turn);
    if (turn.state !== "running" || turn.hosted) return turn;
    const lease = leases.find((each) => each.turn === turn.id);
    if (lease !== undefined && isAlive(house, lease)) return turn;
    await abandon(house, turn, lease);
  }
}

/** A turn that has a place and no record yet. */
function waitingTurn(house: House, ref: LaneRef, id: TurnRecord["id"]): TurnRecord {
  return newTurn(house, ref, id, "interactive", []);
}
