/** What the log knows of messages that are begun: whether they are here, and who answers them. */
import { findEntrySource } from "../../core/log/delivery.js";
import { type Entry, resolveMessageId } from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { failAbandonedTurn, isAlive } from "./queue.js";

/** A message on its way to a turn. */
export interface MessageStatus {
  readonly message: Incoming;
  readonly known: KnownMessage | null;
  /** The newest turn that answers it and has not failed; one that waits in the queue counts. */
  readonly answer: TurnRecord | null;
}

interface KnownMessage {
  readonly ref: LaneRef;
  /** The first version: what a turn answers. */
  readonly id: EntryId;
  readonly entry: Entry;
}

/** A message may have been kept first and be answered later: the turn then answers the entry that is there. */
export async function readMessageStatus(engine: Engine, message: Incoming): Promise<MessageStatus> {
  const { session, id } = message;
  const found = id === null ? null : await engine.store.bySource({ owner: engine.owner, session }, id);
  if (found === null) return { message, known: null, answer: null };
  const { ref, entry } = found;
  const known = { ref, entry, id: resolveMessageId(entry) };
  return { message, known, answer: await findAnswer(engine, known) };
}

/** Its author took it back before anybody answered. */
export function isTakenBack({ known }: MessageStatus): boolean {
  return known?.entry.kind === "withdrawn";
}

/** What is kept already, in these or in newer words, is not written again. */
export function isOutdated({ message, known }: MessageStatus): boolean {
  const newest = known === null ? null : findEntrySource(known.entry);
  return newest !== null && newest.revision > message.revision;
}

async function findAnswer(engine: Engine, known: KnownMessage): Promise<TurnRecord | null> {
  const { ref, id, entry } = known;
  for (;;) {
    // The turns first: one that begins in between then has its place when the places are read.
    const turns = await engine.store.turnsAnswering(ref, id);
    const leases = await engine.store.leases(ref);
    const waits = leases.find((lease) => lease.turn === entry.turn && isAlive(engine, lease));
    const turn = turns.find(({ state }) => state !== "failed");
    if (turn === undefined) return waits === undefined ? null : makeWaitingTurn(engine, ref, waits.turn);
    if (turn.state !== "running" || turn.hosted) return turn;
    const lease = leases.find((each) => each.turn === turn.id);
    if (lease !== undefined && isAlive(engine, lease)) return turn;
    await failAbandonedTurn(engine, turn, lease);
  }
}

/** A turn that has a place and no record yet. */
function makeWaitingTurn(engine: Engine, ref: LaneRef, id: TurnRecord["id"]): TurnRecord {
  return makeTurnRecord(engine, { ref, id });
}
