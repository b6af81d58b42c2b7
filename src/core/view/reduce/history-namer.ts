import type { LaneRef } from "../../log/keys.js";
import { isStateless, type Policy } from "../../policy/policy.js";
import { type HistoryNamer, nameHistories } from "../../summary/history-file.js";
import type { PureFns } from "../snapshot.js";

/** Undefined without a spill folder, and under a policy that writes no results to files. */
export function makeHistoryNamer({ session }: LaneRef, policy: Policy, fns: PureFns): HistoryNamer | undefined {
  const { keptPath, hash } = fns;
  if (keptPath === undefined || isStateless(policy) || policy.spillOver === Number.POSITIVE_INFINITY) return undefined;
  return (id) => keptPath(`${nameHistories(session, hash)}${id}`);
}
