import { type LaneRef, parseLaneKey, parseOwnerKey, parseSessionKey } from "@clewline/core/log/keys.js";
import fc from "fast-check";
import { buildLane, type GeneratedLane } from "./log-build.js";
import { arbitraryEvents, type LogOptions } from "./log-script.js";

export type { GeneratedLane } from "./log-build.js";
export type { LogOptions } from "./log-script.js";

/** Several lanes of one owner. */
export interface GeneratedLog {
  /** At least one. */
  readonly lanes: readonly GeneratedLane[];
}

const session = parseSessionKey("telegram:chat:42");

/** The same chat with other threads, and the same chat id in another session. */
const refs: readonly [LaneRef, ...LaneRef[]] = [
  { owner: parseOwnerKey("me"), session, lane: parseLaneKey("root:42") },
  { owner: parseOwnerKey("me"), session, lane: parseLaneKey("topic:42:7") },
  { owner: parseOwnerKey("me"), session: parseSessionKey("terminal:42"), lane: parseLaneKey("root:42") },
];

/** One lane of a log as nasty as logs get: see `LogOptions`. */
export function arbitraryLane(options: LogOptions = {}): fc.Arbitrary<GeneratedLane> {
  return arbitraryEvents(options).map((events) => buildLane(refs[0], events));
}

/** One to three lanes whose entries are similar or even equal, and must never mix. */
export function arbitraryLog(options: LogOptions = {}): fc.Arbitrary<GeneratedLog> {
  return fc
    .tuple(fc.array(arbitraryEvents(options), { minLength: 1, maxLength: refs.length }), fc.boolean())
    .map(([scripts, echoes]) => ({
      lanes: scripts.map((events, index) =>
        buildLane(refs[index] ?? refs[0], echoes ? (scripts[0] ?? events) : events, index),
      ),
    }));
}
