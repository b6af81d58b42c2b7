/** Reads whether the log has a message that is to be answered, and which turn answers it. */
import { resolveMessageId } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import type { KnownMessage, MessageStatus } from "../intake/message-status.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { type FoundMessage, findRefusal, readFirst } from "../intake/voice/own-voice.js";
import { failAbandonedTurn, judgeLease } from "./place/queue.js";

/** A message may be stored first and answered later; the turn then answers the stored entry. */
export async function readMessageStatus(engine: Engine, message: Incoming): Promise<MessageStatus> {
  const { session, id } = message;
  const found = id === null ? null : await engine.store.bySource({ owner: engine.owner, session }, id);
  const isOwn = message.role === "agent";
  if (found === null) return { message, known: null, isOwn, answer: null, isUnsure: false };
  const { ref, entry } = found;
  const known = { ref, entry, id: resolveMessageId(entry) };
  const isKnownOwn = isOwn || findRefusal(message, found) === "own answer" || (await isAgents(engine, found));
  if (isKnownOwn) return { message, known, isOwn: true, answer: null, isUnsure: false };
  return { message, known, ...(await findAnswer(engine, known)) };
}

async function isAgents(engine: Engine, found: FoundMessage): Promise<boolean> {
  return (await readFirst(engine, found))?.by.role === "agent";
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
