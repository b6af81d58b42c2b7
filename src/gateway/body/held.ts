/** How long what passed is held if nobody goes on with it, ms. */
export const heldMs = 15 * 60_000;

/**
 * What it returns is called whenever something is held. A while later `drop` lets go of what is old, also where nobody asks any more,
 * and again as long as it says that something is left.
 */
export function makeExpiry(drop: () => boolean): () => void {
  let isWatched = false;
  const watch = () => {
    if (isWatched) return;
    isWatched = true;
    setTimeout(() => {
      isWatched = false;
      if (drop()) watch();
    }, heldMs).unref();
  };
  return watch;
}
