import type { Budget } from "../core/budget.js";
import type { OwnerKey } from "../core/keys.js";
import type { Policy } from "../core/policy.js";
import type { Clock, LogStore } from "../core/ports.js";
import type { Kit } from "../core/snapshot.js";
import type { Presence } from "./presence.js";
import type { ReceiptBook } from "./receipts.js";

/** What every verb of the engine works with. Built once, never changed. */
export interface House {
  readonly store: LogStore;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly receipts: ReceiptBook;
  readonly kit: Kit;
  readonly owner: OwnerKey;
  readonly policy: Policy;
  readonly budget: Budget;
  readonly instructions: string;
  readonly persona: string;
  readonly zone: string;
  readonly people: ReadonlyMap<string, string>;
}
