import type { Epoch } from "./snapshot.js";

/** The last place that has left the views of an epoch: entries up to here are not read for one. */
export function leftThrough({ through }: Pick<Epoch, "through">): number {
  return through["leave-out"];
}
