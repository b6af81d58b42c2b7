/** Erases, behind the replies, the sessions that the policy's retention gives up. */
import type { Instant } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { type Background, tellWhy } from "../learning/background.js";

export interface EraseBehind {
  /** Before it is known who erases. */
  attach(engine: Engine): void;
  /** Called after a turn, and after a message without an answer. */
  notice(): void;
}

/** Sessions to erase are days old already, so an hourly look is enough. */
const everyMs = 3_600_000;

export function makeEraseBehind({ behind, closing }: Background): EraseBehind {
  let engine: Engine | null = null;
  let next: Instant = 0;
  const erase = async (own: Engine) => {
    try {
      const { eraseAged } = await import("./erase.js");
      await eraseAged(own);
    } catch (error) {
      if (!closing.aborted) own.presence.warn(`Old sessions are still to be erased: ${tellWhy(error)}`);
    }
  };
  return {
    attach(own) {
      engine = own.policy.retention?.erases === true ? own : null;
    },
    notice() {
      const own = engine;
      if (own === null || closing.aborted || own.clock.now() < next) return;
      next = own.clock.now() + everyMs;
      behind(`retention ${next}`, () => erase(own));
    },
  };
}
