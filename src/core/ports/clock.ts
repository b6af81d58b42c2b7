import type { Instant } from "../log/keys.js";

/** Our time and the ids made from it. */
export interface Clock {
  now(): Instant;
  /** A fresh UUIDv7 for this instant. Later calls sort later. */
  id(): string;
}
