/** Accounts for calls: each with the view that it was sent or the task that it was made for, and its outcome. */

import type { Epoch } from "../../core/log/epoch.js";
import type { LaneRef, Tokens } from "../../core/log/keys.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import {
  type CallReport,
  type CallRole,
  type CallUsage,
  type ShortCall,
  usageEvent,
} from "../../core/model/call-usage.js";
import { findModelFacts } from "../../core/model/facts/find-facts.js";
import { priceTokens, sumSpentTokens } from "../../core/model/prices.js";
import { readAccount, readReasoningTokens } from "../../core/model/read-account.js";
import type { Receipt } from "../../core/receipt/receipt.js";
import { toJson } from "../../core/text/json.js";
import { redactSecrets } from "../../core/text/redact/redact-secrets.js";
import type { Engine } from "../engine.js";
import { makeEventRecord } from "../growth/compaction.js";

/** The last view of a turn, as far as the account of its call needs it. */
export interface SentView {
  readonly receipt: Receipt;
  /** By our own estimate, before the model's factor. */
  readonly estimated: Tokens;
  /** The window that the model was assumed to have. */
  readonly asked: Tokens;
}

interface Place {
  readonly ref: LaneRef;
  readonly epoch: Pick<Epoch, "key" | "number">;
}

/** The trace of one call of a turn. */
export function makeCallRecord(
  engine: Engine,
  turn: TurnRecord,
  sent: SentView | null,
  report: CallReport,
): LaneRecord {
  const place = { ref: turn.ref, epoch: sent?.receipt.epoch ?? { key: "", number: 0 } };
  const { failed } = report;
  const at = engine.clock.now();
  const usage = makeCallUsage(report, {
    role: pickCallRole(turn),
    turn: turn.id,
    call: sent?.receipt.call ?? null,
    receipt: sent?.receipt.id ?? null,
    epoch: place.epoch.number,
    reasoning: report.usage.reduce<Tokens>((sum, each) => sum + readReasoningTokens(each), 0),
    estimated: sent?.estimated ?? report.estimated ?? null,
    // A provider that refuses a key may quote it.
    ...(failed === undefined ? {} : { failed: redactSecrets(failed) }),
  });
  engine.onCall?.(turn.ref, usage, at);
  return makeEventRecord(engine, place, { name: usageEvent, at, event: toJson(usage) });
}

function pickCallRole({ origin }: TurnRecord): CallRole {
  return origin === "subtask" ? "subtask" : "reply";
}

/** What the account of a short call does not say. */
interface ShortTask extends Pick<CallUsage, "role" | "turn"> {
  readonly failed: string | undefined;
  /** Further fields for the trace. */
  readonly more?: object;
}

/** The trace of a call besides the answer itself, such as a summary. The provider's account names the model. */
export function makeShortCallRecord(
  engine: Engine,
  place: Place,
  { usage: accounts, durationMs, estimated }: ShortCall,
  { role, turn, failed, more = {} }: ShortTask,
): LaneRecord {
  const model = accounts.flatMap((each) => readAccount(each)?.model ?? []).at(0) ?? null;
  const outcome = failed === undefined ? ("answered" as const) : ("failed" as const);
  const report = {
    model,
    facts: findModelFacts(model, engine.models),
    usage: accounts,
    durationMs,
    firstMs: null,
    outcome,
  };
  const usage = makeCallUsage(report, {
    role,
    turn,
    call: null,
    receipt: null,
    epoch: place.epoch.number,
    reasoning: 0,
    estimated,
    ...(failed === undefined ? {} : { failed }),
  });
  const at = engine.clock.now();
  engine.onCall?.(place.ref, usage, at);
  return makeEventRecord(engine, place, { name: usageEvent, at, event: toJson({ ...more, ...usage }) });
}

type Occasion = Pick<CallUsage, "role" | "turn" | "call" | "receipt" | "epoch" | "reasoning" | "estimated" | "failed">;

/** What a call cost, by the provider's account and, where they are known, by the model's prices. */
function makeCallUsage(
  { usage, model, facts, durationMs, firstMs, outcome }: CallReport,
  occasion: Occasion,
): CallUsage {
  const accounts = usage.flatMap((each) => readAccount(each)?.spent ?? []);
  const spent = accounts.length === 0 ? null : sumSpentTokens(accounts);
  const cost = spent === null || facts?.known !== true ? null : priceTokens(spent, facts);
  const dollars = cost === null ? null : cost.input + cost.output;
  return { ...occasion, model, spent, dollars, durationMs, firstMs, outcome };
}
