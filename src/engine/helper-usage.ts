/** The account of what a model was asked besides the answer itself. */
import { type CallRole, type CallUsage, usageEvent } from "../core/call-usage.js";
import type { Epoch } from "../core/epoch.js";
import { type Json, toJson } from "../core/json.js";
import type { LaneRef, Tokens, TurnId } from "../core/keys.js";
import { factsOf } from "../core/models/facts-of.js";
import { dollarsOf, together } from "../core/prices.js";
import type { LaneRecord } from "../core/record.js";
import { accountOf } from "../core/spent.js";
import { eventRecord } from "./compaction.js";
import type { House } from "./house.js";

interface HelperCall {
  readonly role: CallRole;
  readonly turn: TurnId | null;
  /** The provider's accounts of all tries. */
  readonly usage: readonly Json[];
  readonly estimated: Tokens;
  readonly durationMs: number;
  readonly failed?: string | undefined;
  /** What else whoever reads the trace may want to know. */
  readonly more?: object;
}

export function helperRecord(
  house: House,
  place: { readonly ref: LaneRef; readonly epoch: Pick<Epoch, "key" | "number"> },
  { role, turn, usage, estimated, durationMs, failed, more = {} }: HelperCall,
): LaneRecord {
  const accounts = usage.flatMap((each) => accountOf(each) ?? []);
  const spent = accounts.length === 0 ? null : together(accounts.map((account) => account.spent));
  const model = accounts.find((account) => account.model !== null)?.model ?? null;
  const facts = factsOf(model, house.models);
  const cost = spent !== null && facts.known ? dollarsOf(spent, facts) : null;
  const call: CallUsage = {
    role,
    model,
    turn,
    call: null,
    receipt: null,
    epoch: place.epoch.number,
    spent,
    reasoning: 0,
    estimated,
    dollars: cost === null ? null : cost.input + cost.output,
    durationMs,
    firstMs: null,
    outcome: failed === undefined ? "answered" : "failed",
    ...(failed === undefined ? {} : { failed }),
  };
  const at = house.clock.now();
  house.hear?.(place.ref, call, at);
  return eventRecord(house, place, at, toJson({ ...more, ...call }), usageEvent);
}
