import type { TurnId } from "../log/keys.js";
import type { KeyOf, LaneRequest } from "./index.js";

/** The request, which may also be given in single values. */
export function laneRequest(
  request: LaneRequest | number,
  forced: TurnId | null | undefined,
  epochKey: string | KeyOf | undefined,
): LaneRequest {
  if (typeof request !== "number") return request;
  return { limit: request, forced: forced ?? null, ...(epochKey === undefined ? {} : { epochKey }) };
}
