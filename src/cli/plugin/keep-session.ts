import { existsSync } from "node:fs";
import type { OpenLog } from "../../compose/log-verbs.js";
import { parseSessionKey, type SessionKey } from "../../core/log/keys.js";
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

/** Null where there is nothing to take in. What a gateway heard is in the log already, and must not be there twice. */
export async function keepTranscript(log: OpenLog, event: HookEvent): Promise<SessionKey | null> {
  const session = nameSession(event);
  if (!existsSync(event.transcript) || (await isHeard(log, session))) return null;
  const { sessions } = await log.import(event.transcript, { format: "claude-code" });
  return sessions.includes(session) ? session : null;
}

/** Whether the session went through a gateway, which names its lanes by topics. */
export async function isHeard(log: OpenLog, session: SessionKey): Promise<boolean> {
  return (await log.lanes(session)).some(({ ref }) => ref.lane.startsWith("topic:"));
}
