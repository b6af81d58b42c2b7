import type { TurnId } from "../log/keys.js";
import type { EpochKeyResolver, LaneRequest } from "./index.js";

/** Accepts a request as one object or as single values. */
export function normaliseLaneRequest(
  request: LaneRequest | number,
  forced: TurnId | null | undefined,
  epochKey: string | EpochKeyResolver | undefined,
): LaneRequest {
  if (typeof request !== "number") return request;
  return { limit: request, forced: forced ?? null, ...(epochKey === undefined ? {} : { epochKey }) };
}
