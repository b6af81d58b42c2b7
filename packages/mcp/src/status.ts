import { type LaneRef, parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { describeBreak } from "@clewline/engine/commands/cache-text.js";
import { renderStatus, type StatusFigures } from "@clewline/engine/commands/status-text.js";
import type { Engine } from "@clewline/engine/engine.js";
import { readLastCallCache } from "@clewline/engine/read/call-cache.js";
import { resolveNamedLane } from "@clewline/engine/read/inspect.js";
import { type Answer, makeAnswer, makeRefusal } from "./answer.js";
import { isInReach, type Reach } from "./reach.js";

export interface StatusInput {
  readonly session?: string | undefined;
  readonly lane?: string | undefined;
}

/** Measures the next call of a lane; nothing is written, and no model is asked. */
export type StatusReader = (engine: Engine, ref: LaneRef) => Promise<StatusFigures>;

/** How full the context of a lane is: of the newest one within reach, unless another is named. */
export async function tellStatus(
  engine: Engine,
  reach: Reach,
  { session, lane }: StatusInput,
  read: StatusReader,
): Promise<Answer> {
  const key = session === undefined ? (reach.kind === "all" ? null : reach.session) : parseSessionKey(session);
  const wanted = lane === undefined ? (reach.kind === "lane" ? reach.lane : null) : parseLaneKey(lane);
  const ref = await resolveNamedLane(engine, key, wanted);
  if (!isInReach(reach, ref)) return makeRefusal(`There is no session ${ref.session} within reach.`);
  const figures = await read(engine, ref);
  const { broke = null } = (await readLastCallCache(engine, ref)) ?? {};
  const again = broke === null ? [] : [`Last call: ${describeBreak(broke)}`];
  return makeAnswer([`${ref.session}, lane ${ref.lane}`, ...renderStatus(figures), ...again].join("\n"));
}
