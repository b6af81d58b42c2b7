import type { Change, LogStore, Wake } from "@clewline/core/ports/index.js";

/** The same store; a write that gives up a place in a lane's queue wakes those who wait for the lane. */
export function makeWakingStore(store: LogStore, wake: Wake<AbortSignal>): LogStore {
  return {
    ...store,
    write: async (change) => {
      const written = await store.write(change);
      if (written.done && doesReleasePlace(change)) wake.wake(change.ref);
      return written;
    },
  };
}

function doesReleasePlace({ release, turn }: Change): boolean {
  return release !== undefined || (turn !== undefined && turn.state !== "running");
}
