/**
 * Learns behind the replies, one lane after the other. The next view of a chat waits for what its own last messages taught, not
 * for a long history that was just imported; and for what was taken back in any chat: nobody is told it once it is gone.
 */
import type { Entry } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress, type SessionKey } from "@clewline/core/log/keys.js";
import type { Engine, Learning } from "../../engine.js";
import { makeAskBehind } from "./ask-behind.js";
import { type Background, tellWhy } from "./background.js";

export interface LearnBehind extends Learning {
  /** Before it is known who learns. */
  attach(engine: Engine): void;
  notice(ref: LaneRef, isQuiet: boolean, takesBack: boolean): void;
}

interface LearningLane {
  readonly ref: LaneRef;
  readonly done: Promise<void>;
  /** Resolves when it is found to take long. */
  readonly isLong: Promise<void>;
  /** Whether something was said since it began. */
  isBehind: boolean;
  /** Whether a message was changed or deleted. */
  takesBack: boolean;
}

export function makeLearnBehind({ behind, closing }: Background): LearnBehind {
  const learning = new Map<string, LearningLane>();
  const through = new Map<string, number>();
  const asking = makeAskBehind({ behind, closing });
  let engine: Engine | null = null;
  const pause = makeWithholding();
  const learn = async (own: Engine, ref: LaneRef, onLong: () => void) => {
    const key = makeLaneAddress(ref);
    try {
      do {
        await letReplyPass();
        const lane = learning.get(key);
        if (lane !== undefined) lane.isBehind = false;
        // What learns is loaded with the first message: who only reads a log needs it never.
        const { learnLane } = await import("./learn-lane.js");
        const onRead = (entry: Entry) => asking.add(own, ref, entry);
        through.set(key, await learnLane(own, ref, through.get(key) ?? null, { signal: closing, onRead, onLong }));
      } while (learning.get(key)?.isBehind === true && !closing.aborted);
    } catch (error) {
      if (!closing.aborted) own.presence.warn(`Nothing was learned from the last messages: ${tellWhy(error)}`);
    } finally {
      learning.delete(key);
    }
  };
  const settled = (session: SessionKey | null) => waitForLanes([...learning.values()], session);
  return {
    attach(own) {
      engine = own.memory ? own : null;
    },
    notice(ref, isQuiet, takesBack) {
      const own = engine;
      if (own === null || !isQuiet || pause.isOn() || closing.aborted) return;
      const key = makeLaneAddress(ref);
      const running = learning.get(key);
      if (running !== undefined) {
        running.isBehind = true;
        running.takesBack ||= takesBack;
        return;
      }
      const { isLong, onLong } = expectLong();
      const done = learn(own, ref, onLong);
      learning.set(key, { ref, done, isLong, isBehind: false, takesBack });
      behind(`memories ${key}`, () => done);
    },
    withhold: pause.withhold,
    forget() {
      through.clear();
      asking.forget();
    },
    settled,
    async finished() {
      await settled(null);
      await asking.settled();
    },
    async asked() {
      await settled(null);
      await asking.flush();
    },
  };
}

/** Those of the session, and those in which something is taken back; all with null. */
async function waitForLanes(lanes: readonly LearningLane[], session: SessionKey | null): Promise<void> {
  const own = lanes.filter(({ ref, takesBack }) => session === null || ref.session === session || takesBack);
  const waitFor = ({ done, isLong, takesBack }: LearningLane) =>
    session === null || takesBack ? done : Promise.race([done, isLong]);
  await Promise.all(own.map(waitFor));
}

function expectLong(): { readonly isLong: Promise<void>; onLong(): void } {
  const waiting: (() => void)[] = [];
  const isLong = new Promise<void>((resolve) => {
    waiting.push(resolve);
  });
  return { isLong, onLong: () => waiting[0]?.() };
}

function makeWithholding(): Pick<Learning, "withhold"> & { isOn(): boolean } {
  let count = 0;
  return {
    isOn: () => count > 0,
    async withhold(work) {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
      }
    },
  };
}

/** Whoever waits for the write that was noticed goes on first. */
function letReplyPass(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
