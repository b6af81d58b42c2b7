import type { Draft } from "@clewline/core/log/entry.js";
import { readHostMessage } from "@clewline/core/log/host-message.js";
import type { LeaseHolder } from "@clewline/core/log/lease.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";
import { openIngest } from "../intake/ingest.js";
import { isTooLate, writeHeld } from "./place/write-held.js";

/** Keeps the user's messages from while the turn was running. The turn answers them too, so all its views show them. */
export async function addUserMessages(
  engine: Engine,
  turn: TurnRecord,
  holder: LeaseHolder | null,
  messages: readonly unknown[],
): Promise<TurnRecord> {
  const ingest = await openIngest(engine, turn.ref, turn);
  const items = messages.flatMap(readHostMessage).filter((item) => item.kind === "said" && item.role === "user");
  if (items.length === 0) return turn;
  const entries = ingest.fromModel(items, turn.id, 0, () => null);
  const grown = { ...turn, messages: [...turn.messages, ...entries.map(({ id }) => id)] };
  const { ref } = turn;
  const { blobs } = ingest;
  try {
    await writeHeld(engine, holder, { ref, entries, blobs, turn: grown });
  } catch (error) {
    // The user did say it, so the log keeps it, although this turn does not answer it.
    if (isTooLate(error)) await engine.store.write({ ref, entries: entries.map(leaveTurn), blobs });
    throw error;
  }
  return grown;
}

function leaveTurn(draft: Draft): Draft {
  return { ...draft, turn: null };
}
