/** The agent's own voice: its messages that a channel delivers back are never a person's. */
import { isPiece } from "@clewline/core/conversation/echo.js";
import { isSentUnder } from "@clewline/core/log/delivery.js";
import { type Entry, isErased, resolveMessageId, type SaidEntry } from "@clewline/core/log/entry.js";
import type { HostPart } from "@clewline/core/log/host-message.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../../engine.js";
import { gatherThread } from "../gather-thread.js";
import type { Incoming } from "../incoming.js";
import { makeIngest } from "../ingest.js";
import { readStoredReply } from "./stored-reply.js";

/** Why the log does not keep a message: it has the agent's answer already, and erased messages do not come back. */
export type Unkept = "own answer" | "erased";

/** Marks messages from one of the agent's own addresses as the agent's. */
export function recogniseVoice({ self }: Engine, message: Incoming): Incoming {
  const { from, quote } = message;
  const isOwn = message.role === "agent" || (from !== null && self.has(from));
  const address = quote?.by.address;
  const isQuoted = quote && address !== undefined && self.has(address);
  return {
    ...message,
    ...(isQuoted ? { quote: { text: quote.text, by: { role: "agent" } } } : {}),
    ...(isOwn ? { role: "agent", from: null } : {}),
  };
}

export interface FoundMessage {
  readonly ref: LaneRef;
  readonly entry: Entry;
}

/** Null if the log may keep the message that was found under its id. */
export function findRefusal({ id }: Incoming, found: FoundMessage | null): Unkept | null {
  if (found === null || id === null) return null;
  if (isErased(found.entry)) return "erased";
  return isSentUnder(found.entry, id) ? "own answer" : null;
}

/** The first version of a message, which has its speaker. */
export async function readFirst({ store }: Engine, { ref, entry }: FoundMessage): Promise<SaidEntry | null> {
  const first = entry.kind === "said" ? entry : await store.byId(ref, resolveMessageId(entry));
  return first?.kind === "said" ? first : null;
}

/** How many answers are compared, and how long after their end: the channel delivers an answer while it is being sent. */
const owed = { most: 8, ms: 600_000 };

/**
 * Joins a message of the agent to the answer that it is, if that was not marked as sent yet, and returns whether there is
 * one. An edit is not compared: the log has the answer as it was made.
 */
export async function joinOwedAnswer(engine: Engine, message: Incoming): Promise<boolean> {
  const turn = await findOwedAnswer(engine, message);
  if (turn === null) return false;
  if (message.id !== null && message.revision === 0) {
    const note = makeIngest(engine, turn).noted({ kind: "sent", messages: [message.id] }, turn.id);
    await engine.store.write({ ref: turn.ref, entries: [note] });
    await gatherThread(engine, turn.ref, [message.id]);
  }
  return true;
}

async function findOwedAnswer(engine: Engine, { session, parts, revision }: Incoming): Promise<TurnRecord | null> {
  const { store, owner, clock } = engine;
  const text = joinTexts(parts);
  for (const turn of await store.unsent(owner, session, owed.most)) {
    if (turn.ended === null || clock.now() - turn.ended > owed.ms) continue;
    if (revision > 0) return turn;
    const { entries } = await store.read(turn.ref, 0, turn.id);
    if (isPiece(text, (await readStoredReply(engine, turn, entries)).reply)) return turn;
  }
  return null;
}

function joinTexts(parts: readonly HostPart[]): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}
