/** Keys of subagents' lanes. A hash in the key ties a lane to its parent, so that no other lane can continue it. */
import { type LaneKey, parseLaneKey } from "./keys.js";
import type { Hash } from "./pointer.js";

const prefix = "child:";
const seedLength = 8;
const markLength = 4;

/** `seed` is any text that is never used twice. */
export function makeChildLane(parent: LaneKey, name: string, seed: string, hash: Hash): LaneKey {
  const own = hash(seed).slice(0, seedLength);
  return parseLaneKey(`${prefix}${name}-${own}${hashLaneMark(parent, name, own, hash)}`);
}

/** The subagent's name; null if the lane is not a child of this parent. */
export function parseChildName(lane: string, parent: LaneKey, hash: Hash): string | null {
  const match = /^child:(.+)-([0-9a-f]{8})([0-9a-f]{4})$/u.exec(lane);
  if (match === null) return null;
  const [, name = "", seed = "", mark] = match;
  return hashLaneMark(parent, name, seed, hash) === mark ? name : null;
}

/** Whether a lane belongs to a subagent, whichever program made it. */
export function isChildLane(lane: string): boolean {
  return lane.startsWith(prefix);
}

function hashLaneMark(parent: LaneKey, name: string, seed: string, hash: Hash): string {
  return hash(`${parent} ${name} ${seed}`).slice(0, markLength);
}
