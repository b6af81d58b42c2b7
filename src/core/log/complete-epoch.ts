import { type Epoch, firstEpoch } from "./epoch.js";

/** An epoch as any version may have stored it: later versions added reductions and fields. */
type StoredEpoch = Pick<Epoch, "key" | "number" | "foldedThrough"> & {
  readonly through: Partial<Epoch["through"]>;
} & Partial<Epoch>;

/** Adds what later versions introduced. A reduction that did not exist then has reduced nothing. */
export function completeEpoch(stored: StoredEpoch): Epoch {
  return { ...firstEpoch, ...stored, through: { ...firstEpoch.through, ...stored.through } };
}
