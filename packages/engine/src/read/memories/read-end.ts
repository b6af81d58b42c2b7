import { ClewError } from "@clewline/core/errors.js";
import type { Instant } from "@clewline/core/log/keys.js";
import { readWrittenEnd } from "@clewline/core/memory/read-end.js";
import { describeValue } from "@clewline/text/error-text.js";

/** When something ends: a day ends with its last minute, in the zone. */
export function readEnd(given: string | number | Date, zone: string): Instant {
  const at = typeof given === "string" ? readWrittenEnd(given, zone) : given instanceof Date ? given.getTime() : given;
  if (typeof at === "number" && Number.isFinite(at)) return at;
  throw new ClewError("memory/bad", `${describeValue(given)} is no day`, {
    hint: "Write until as 2026-03-05 or 2026-03-05T10:00",
  });
}
