/** Replies that were never said to have reached their reader, with all that it takes to send them. */
import type { Instant, SessionKey } from "@clewline/core/log/keys.js";
import type { TurnOrigin, TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";
import { readStoredReply } from "../intake/voice/stored-reply.js";

/** A reply that was never marked as sent. */
export interface UnsentReply {
  /** The turn that it is the reply of: `clew.turn` opens it, and its `sent` takes it off the list. */
  readonly turn: string;
  /** The chat that it belongs to. */
  readonly session: string;
  /** The thread inside the chat. */
  readonly lane: string;
  /** The text of the reply. */
  readonly text: string;
  /** When the turn was completed. */
  readonly at: Instant;
  /** The channel's ids of the messages that it answers, oldest first; none for what no message asked for. */
  readonly answers: readonly string[];
  /** The cause of the turn. */
  readonly origin: TurnOrigin;
  /** The surface that it is for, where a chat has several. */
  readonly surface: string | null;
  /** Whether no other surface may show it. */
  readonly private: boolean;
}

/** The last to begin first. */
export async function listUnsentReplies(
  engine: Pick<Engine, "store" | "owner">,
  session: SessionKey | null,
  limit: number,
): Promise<readonly UnsentReply[]> {
  const turns = await engine.store.unsent(engine.owner, session, limit);
  const replies: UnsentReply[] = [];
  for (const turn of turns) replies.push(await readUnsentReply(engine, turn));
  return replies;
}

async function readUnsentReply(engine: Pick<Engine, "store">, turn: TurnRecord): Promise<UnsentReply> {
  const { id, ref, began, ended, origin, surface } = turn;
  const { entries } = await engine.store.read(ref, 0, id);
  const { reply, answers } = await readStoredReply(engine, turn, entries);
  const about = { origin, surface: surface ?? null, private: turn.private === true };
  return { turn: id, session: ref.session, lane: ref.lane, text: reply, at: ended ?? began, answers, ...about };
}
