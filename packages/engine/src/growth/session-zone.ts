/** The zone of the times that a session shows: its own, if it has chosen one, else the log's. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import type { Engine } from "../engine.js";

/** Under a policy to which the session's settings were applied. */
export function pickZone({ zone }: Pick<Engine, "zone">, { timeZone = zone }: Pick<Policy, "timeZone">): string {
  return timeZone;
}

export async function readZone(engine: Engine, ref: LaneRef): Promise<string> {
  const { settings } = await engine.store.read(ref, 0, null);
  return pickZone(engine, applySettings(engine.policy, settings));
}
