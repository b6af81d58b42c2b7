import type { Form } from "../form.js";
import type { Item } from "../item.js";
import type { RungName } from "../policy.js";
import type { Scribe } from "../scribe.js";

/** One way to show less of an entry. Pure; it says what it would do, `climb` decides where. */
export interface Rung {
  readonly name: RungName;
  /** The form that an entry has after it. */
  readonly form: Form;
  /** Whether it acts on single entries or on whole units. */
  readonly grain: "entry" | "unit";
  /** Whether it has anything to take from this entry. */
  applies(item: Item, scribe: Scribe): boolean;
}
