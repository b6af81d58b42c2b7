import { ClewError } from "../../errors.js";
import type { SessionRef } from "../keys.js";

/** Thrown by stores where a session was to be erased because of its age, and somebody spoke there meanwhile. */
export function makeNotIdleError({ session }: SessionRef): ClewError {
  return new ClewError("lane/busy", `Nothing is erased: something new was said in ${session}`, {
    hint: "It is erased when nothing was said there for long enough",
  });
}
