import { existsSync } from "node:fs";
import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { parseSessionKey, type SessionKey } from "@clewline/core/log/keys.js";
import { isGatewayLane } from "@clewline/engine/transfer/heard-session.js";
import type { Input } from "../program/command.js";
import { runWithClew } from "../program/open-log.js";
import type { HookEvent } from "./hook-event.js";

/** The session of the client, as the importer and the gateway name it. */
export function nameSession({ session }: Pick<HookEvent, "session">): SessionKey {
  return parseSessionKey(`claude-code:${encodeURIComponent(session)}`);
}

/** Takes in the transcript, and sums up what there is to sum up. */
export async function keepSession(input: Input, event: HookEvent): Promise<void> {
  const opening = { store: input.text("store"), window: undefined, create: true };
  await runWithClew(
    input,
    async (clew) => {
      const session = await keepTranscript(clew, event);
      if (session !== null) await clew.compact({ session });
    },
    opening,
  );
}

/** Null if there is nothing to import. An import leaves out messages that a gateway stored already. */
export async function keepTranscript(
  log: OpenLog,
  event: Pick<HookEvent, "name" | "session" | "transcript">,
): Promise<SessionKey | null> {
  const session = nameSession(event);
  if (!existsSync(event.transcript)) return null;
  const isThrough = await isHeard(log, session);
  // The newest lines of a running client are still on their way to the gateway.
  if (isThrough && event.name !== "SessionEnd") return null;
  const { sessions, added } = await log.import(event.transcript, { format: "claude-code" });
  return sessions.includes(session) && (added > 0 || !isThrough) ? session : null;
}

/** Whether the session went through a gateway. */
export async function isHeard(log: OpenLog, session: SessionKey): Promise<boolean> {
  return (await log.lanes(session)).some(({ ref }) => isGatewayLane(ref.lane));
}
