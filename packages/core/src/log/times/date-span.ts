import type { Instant } from "../keys.js";

/** A time that is named. */
export interface DateSpan {
  readonly from: Instant;
  /** The first instant after it. */
  readonly to: Instant;
  /** How exactly it is named. What happened on a day is told in the days after it. */
  readonly unit: "day" | "week" | "month" | "year";
}
