/** Turns whose process ended before their reply, with all that it takes to go on with them. */
import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { Instant } from "@clewline/core/log/keys.js";
import type { TurnOrigin, TurnRecord } from "@clewline/core/log/turn.js";
import type { QueuedTurn } from "@clewline/core/ports/index.js";
import { isHeld } from "../answer/place/queue.js";
import type { Engine } from "../engine.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { readStoredReply } from "../intake/voice/stored-reply.js";

/** A turn whose process ended before its answer. */
export interface UnansweredTurn {
  /** Its id: `clew.turn` opens it, and its `stream` or `generate` goes on from its last step. */
  readonly turn: string;
  /** The chat that it belongs to. */
  readonly session: string;
  /** The thread inside the chat. */
  readonly lane: string;
  /** When it began. */
  readonly at: Instant;
  /** The channel's ids of the messages that it was to answer, oldest first. */
  readonly answers: readonly string[];
  /** The cause of the turn. */
  readonly origin: TurnOrigin;
}

/** Those of one lane in the order in which they are to be answered. */
export async function listUnansweredTurns(engine: Engine): Promise<readonly UnansweredTurn[]> {
  const queued = await engine.store.queued(engine.owner);
  // A subagent's turn is begun again by the turn that asked for it.
  const left = queued.filter(({ ref, lease }) => !isChildLane(ref.lane) && !isHeld(engine, lease));
  return Promise.all(left.map((each) => describeTurn(engine, each)));
}

async function describeTurn(engine: Engine, queued: QueuedTurn): Promise<UnansweredTurn> {
  const { ref, lease } = queued;
  const { entries } = await engine.store.read(ref, 0, lease.turn);
  const turn = queued.turn ?? makeWaitingTurn(engine, queued, entries);
  const { answers } = await readStoredReply(engine, turn, entries);
  return { turn: turn.id, session: ref.session, lane: ref.lane, at: turn.began, answers, origin: turn.origin };
}

/** A turn that waits for its place, as it would begin now. */
export async function findWaitingTurn(engine: Engine, id: string): Promise<TurnRecord | null> {
  const queued = (await engine.store.queued(engine.owner)).find(({ lease }) => lease.turn === id);
  if (queued === undefined || queued.turn !== null) return null;
  return makeWaitingTurn(engine, queued, (await engine.store.read(queued.ref, 0, queued.lease.turn)).entries);
}

function makeWaitingTurn(engine: Engine, { ref, lease }: QueuedTurn, entries: readonly Entry[]): TurnRecord {
  const own = entries.filter(({ kind, turn }) => kind === "said" && turn === lease.turn);
  return makeTurnRecord(engine, { ref, id: lease.turn, messages: own.map(({ id }) => id) });
}
