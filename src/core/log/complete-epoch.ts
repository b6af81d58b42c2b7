import { type Epoch, firstEpoch } from "./epoch.js";

/** An epoch as any version wrote it: later ones added reductions and fields. */
type StoredEpoch = Pick<Epoch, "key" | "number" | "foldedThrough"> & {
  readonly through: Partial<Epoch["through"]>;
} & Partial<Epoch>;

/** A reduction that did not exist when the epoch was written has reduced nothing. */
export function completeEpoch(stored: StoredEpoch): Epoch {
  return { ...firstEpoch, ...stored, through: { ...firstEpoch.through, ...stored.through } };
}
