/** What the log knows of messages that are to be answered: whether it has them, and which turn answers them. */
import { findEntrySource } from "../../core/log/delivery.js";
import { type Entry, resolveMessageId } from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { isVersionSaid } from "../intake/repeated-delivery.js";
import { failAbandonedTurn, judgeLease } from "./place/queue.js";

export interface MessageStatus {
  readonly message: Incoming;
  readonly known: KnownMessage | null;
  /** The newest turn that answers it and has not failed; a queued one counts. */
  readonly answer: TurnRecord | null;
  /** Whoever answers it has been silent, and it is not known yet whether he is gone. */
  readonly isUnsure: boolean;
}

interface KnownMessage {
  readonly ref: LaneRef;
  /** The first version, which is the one that a turn answers. */
  readonly id: EntryId;
  readonly entry: Entry;
}

/** A message may be stored first and answered later; the turn then answers the stored entry. */
export async function readMessageStatus(engine: Engine, message: Incoming): Promise<MessageStatus> {
  const { session, id } = message;
  const found = id === null ? null : await engine.store.bySource({ owner: engine.owner, session }, id);
  if (found === null) return { message, known: null, answer: null, isUnsure: false };
  const { ref, entry } = found;
  const known = { ref, entry, id: resolveMessageId(entry) };
  return { message, known, ...(await findAnswer(engine, known)) };
}

export function isTakenBack({ known }: MessageStatus): boolean {
  return known?.entry.kind === "withdrawn";
}

/** Whether the log has a newer version. */
export function isOutdated({ message, known }: MessageStatus): boolean {
  const newest = known === null ? null : findEntrySource(known.entry);
  return newest !== null && newest.revision > message.revision;
}

/** What the log has under the same id and time of edit. */
export function pickSameVersion({ message, known }: MessageStatus): Entry | null {
  return known !== null && isVersionSaid(known.entry, message) ? known.entry : null;
}

type Answer = Pick<MessageStatus, "answer" | "isUnsure">;

async function findAnswer(engine: Engine, known: KnownMessage): Promise<Answer> {
  const { ref, id, entry } = known;
  for (;;) {
    // Reads the turns first: one that begins in between then appears among the leases.
    const turns = await engine.store.turnsAnswering(ref, id);
    const leases = await engine.store.leases(ref);
    const waits = leases.find((lease) => lease.turn === entry.turn);
    const turn = turns.find(({ state }) => state !== "failed");
    if (turn === undefined) {
      const life = waits === undefined ? "dead" : judgeLease(engine, waits);
      const answer = waits === undefined || life === "dead" ? null : makeWaitingTurn(engine, ref, waits.turn);
      return { answer, isUnsure: life === "silent" };
    }
    if (turn.state !== "running" || turn.hosted) return { answer: turn, isUnsure: false };
    const lease = leases.find((each) => each.turn === turn.id);
    const life = lease === undefined ? "dead" : judgeLease(engine, lease);
    if (life !== "dead") return { answer: turn, isUnsure: life === "silent" };
    await failAbandonedTurn(engine, turn, lease);
  }
}

function makeWaitingTurn(engine: Engine, ref: LaneRef, id: TurnRecord["id"]): TurnRecord {
  return makeTurnRecord(engine, { ref, id });
}
