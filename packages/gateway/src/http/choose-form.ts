/** How a session's requests go out, decided in one place for each request. */
import type { Hash } from "@clewline/core/log/pointer.js";
import type { SentForm } from "../turn/sent-form.js";

export interface FormChoice {
  /** Whether every request passes unchanged now. */
  readonly isOff: () => boolean;
  /** Sessions of a hundred whose views are sent. The others are watched. */
  readonly share: number;
}

/** Names what a client asks for: `observe` or `off`. */
export const modeHeader = "x-clew-mode";

const asked: Readonly<Record<string, SentForm>> = { observe: "observed", off: "own" };

/** Whether it is none that there is. */
export function isBadMode(mode: string | null): boolean {
  return mode !== null && !Object.hasOwn(asked, mode);
}

/** Off is off at once; a session is in the same part whenever it is asked for, also after a restart. */
export function chooseForm({ isOff, share }: FormChoice, mode: string | null, session: string, hash: Hash): SentForm {
  if (isOff()) return "own";
  if (mode !== null) return asked[mode] ?? "viewed";
  return share >= 100 || Number.parseInt(hash(session).slice(0, 8), 16) % 100 < share ? "viewed" : "observed";
}
