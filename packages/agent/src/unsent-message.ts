/** A message that nobody has sent, for whoever wants to see what would be made of it. */

import { isSameLane, type LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { Incoming } from "@clewline/engine/intake/incoming.js";
import { cleanIncoming } from "@clewline/engine/intake/redact/clean-ids.js";
import { resolveMessageLane } from "@clewline/engine/intake/resolve-lane.js";
import { type IncomingMessage, parseMessage } from "./incoming-message.js";

/** A text with its speaker, or a whole message. */
export interface UnsentMessage {
  readonly message: string | IncomingMessage | undefined;
  readonly from: IncomingMessage["from"];
}

/** Where it would go; a text alone goes to the lane that is named, and is said by whoever was answered there last. */
export async function resolveUnsentMessage(
  engine: Engine,
  { message, from }: UnsentMessage,
  findLane: () => Promise<LaneRef>,
): Promise<{ readonly ref: LaneRef; readonly message: Incoming | null }> {
  if (message === undefined) return { ref: await findLane(), message: null };
  if (typeof message !== "string") {
    const parsed = cleanIncoming(engine, parseMessage(message));
    return { ref: await resolveMessageLane(engine, parsed), message: parsed };
  }
  const ref = await findLane();
  const { surface, ...last } = await findLastSpeaker(engine, ref);
  const speaker = from === undefined ? { surface, ...last } : { surface };
  return {
    ref,
    message: { ...cleanIncoming(engine, parseMessage({ session: ref.session, text: message, from })), ...speaker },
  };
}

/** Entries of a session among which the last speaker of a lane is looked for. */
const lookedAt = 200;

async function findLastSpeaker(
  { store }: Engine,
  ref: LaneRef,
): Promise<{ readonly from: string | null; readonly surface: string | null }> {
  const said = (await store.recentSaid(ref, lookedAt)).filter((each) => isSameLane(each.ref, ref));
  const users = said.map(({ entry }) => entry).filter(({ by }) => by.role === "user");
  const last = users.findLast((entry) => entry.turn !== null) ?? users.at(-1);
  const turn = last === undefined || last.turn === null ? null : await store.turn(ref, last.turn);
  return { from: last?.by.address ?? null, surface: turn?.surface ?? null };
}
