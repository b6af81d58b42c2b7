/** Turns that nobody answers any more, with all that it takes to go on with them. */
import type { Instant } from "../../core/log/keys.js";
import type { TurnOrigin } from "../../core/log/turn.js";
import type { QueuedTurn } from "../../core/ports/index.js";
import { isHeld } from "../answer/place/queue.js";
import { readStoredReply } from "../answer/reply.js";
import type { Engine } from "../engine.js";

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
  /** What made it begin. */
  readonly origin: TurnOrigin;
}

/** The first to begin first. */
export async function listUnansweredTurns(engine: Engine): Promise<readonly UnansweredTurn[]> {
  const queued = await engine.store.queued(engine.owner);
  const left = queued.filter(({ lease }) => !isHeld(engine, lease));
  return Promise.all(left.map((each) => describeTurn(engine, each)));
}

async function describeTurn(engine: Engine, { turn }: QueuedTurn): Promise<UnansweredTurn> {
  const { id, ref, began, origin } = turn;
  const { entries } = await engine.store.read(ref, 0, id);
  const { answers } = await readStoredReply(engine, turn, entries);
  return { turn: id, session: ref.session, lane: ref.lane, at: began, answers, origin };
}
