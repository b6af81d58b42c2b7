import type { Instant } from "../log/keys.js";

/** The current time, and ids made from it. */
export interface Clock {
  now(): Instant;
  /** A new UUIDv7 for this instant. Later calls sort later. */
  id(): string;
}
