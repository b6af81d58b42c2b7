/** Keeps account of the calls of a turn: each with the view that it was sent, and what it came to. */
import { type CallRole, type CallUsage, usageEvent } from "../core/call-usage.js";
import { type Json, toJson } from "../core/json.js";
import type { Tokens } from "../core/keys.js";
import type { ModelFacts } from "../core/models/facts.js";
import { dollarsOf } from "../core/prices.js";
import type { Receipt } from "../core/receipt.js";
import type { LaneRecord } from "../core/record.js";
import { redacted } from "../core/redact/redacted.js";
import { accountOf, reasoningIn } from "../core/spent.js";
import type { TurnRecord } from "../core/turn.js";
import { eventRecord } from "./compaction.js";
import type { House } from "./house.js";
import { limitEvent } from "./learned.js";

/** What whoever called a model knows of the call. */
export interface CallReport {
  /** As `provider:model`; null where nobody said so. */
  readonly model: string | null;
  readonly facts: ModelFacts | null;
  /** The provider's or the SDK's own account; null where there is none. */
  readonly usage: Json | null;
  readonly durationMs: number;
  readonly firstMs: number | null;
  readonly outcome: CallUsage["outcome"];
  readonly failed?: string;
  /** What the provider said that it takes, where it refused. */
  readonly limit?: Tokens | null;
}

/** The last view of a turn, as far as its call is concerned. */
export interface Sent {
  readonly receipt: Receipt;
  /** By our own estimate, before the model's factor. */
  readonly estimated: Tokens;
  /** The window that the model was taken to have. */
  readonly asked: Tokens;
}

/** The lines for people and scorers about one call. */
export function callRecords(
  house: House,
  turn: TurnRecord,
  sent: Sent | null,
  report: CallReport,
): readonly LaneRecord[] {
  const place = { ref: turn.ref, epoch: sent?.receipt.epoch ?? { key: "", number: 0 } };
  const at = house.clock.now();
  const spent = accountOf(report.usage)?.spent ?? null;
  const { model, facts, durationMs, firstMs, outcome, failed, limit } = report;
  const price = facts?.known === true ? facts : null;
  const cost = spent === null || price === null ? null : dollarsOf(spent, price);
  const call: CallUsage = {
    role: roleOf(turn),
    model,
    turn: turn.id,
    call: sent?.receipt.call ?? null,
    receipt: sent?.receipt.id ?? null,
    epoch: place.epoch.number,
    spent,
    reasoning: reasoningIn(report.usage),
    estimated: sent?.estimated ?? null,
    dollars: cost === null ? null : cost.input + cost.output,
    durationMs,
    firstMs,
    outcome,
    // What providers say when they refuse a key may hold the key.
    ...(failed === undefined ? {} : { failed: redacted(failed) }),
  };
  house.hear?.(turn.ref, call, at);
  const lines = [eventRecord(house, place, at, toJson(call), usageEvent)];
  if (model !== null && typeof limit === "number") {
    lines.push(eventRecord(house, place, at, { model, limit, window: sent?.asked ?? 0 }, limitEvent));
  }
  return lines;
}

function roleOf({ origin }: TurnRecord): CallRole {
  return origin === "subtask" ? "subtask" : "reply";
}
