import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import { ClewError } from "@clewline/core/errors.js";
import type { Input } from "./command.js";
import { buildCommand } from "./rebuild-command.js";

/** Fails for an unknown session, which would otherwise look like an empty one. */
export async function checkSession(input: Input, clew: OpenLog, session: string): Promise<void> {
  if ((await clew.lanes(session)).length > 0) return;
  throw makeUnknownSessionError(input, session);
}

export function makeUnknownSessionError(input: Input, session: string): ClewError {
  return new ClewError("session/unknown", `There is no session ${session}`, {
    hint: `${buildCommand(input, "sessions")} lists them`,
  });
}
