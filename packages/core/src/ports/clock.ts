import type { Instant } from "../log/keys.js";

/** The current time, and ids made from it. */
export interface Clock {
  now(): Instant;
  /** Milliseconds since some moment of this process. They only grow, evenly, whatever is done to the time of day. */
  monotonic(): number;
  /** A new UUIDv7 for this instant. Later calls sort later. */
  id(): string;
}
