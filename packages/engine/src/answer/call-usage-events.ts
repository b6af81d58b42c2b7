/** Accounts for calls: each with the view that it was sent or the task that it was made for, and its outcome. */

import type { Epoch } from "@clewline/core/log/epoch.js";
import type { Instant, LaneRef, Tokens } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import {
  type CallReport,
  type CallRole,
  type CallUsage,
  type ShortCall,
  usageEvent,
} from "@clewline/core/model/call-usage.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { notePrefix } from "@clewline/core/model/prefix/find-break.js";
import type { SentPrefix } from "@clewline/core/model/prefix/sent-prefix.js";
import { priceTokens, sumSpentTokens } from "@clewline/core/model/prices.js";
import { readAccount, readReasoningTokens } from "@clewline/core/model/read-account.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { toJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { makeEventRecord } from "../growth/compaction.js";

/** The last view of a turn, as far as the account of its call needs it. */
export interface SentView {
  readonly receipt: Receipt;
  /** By our own estimate, before the model's factor. */
  readonly estimated: Tokens;
  /** The window that the model was assumed to have. */
  readonly asked: Tokens;
  /** How its beginning compares to that of the call before. */
  readonly prefix: SentPrefix | null;
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
  const usage = makeCallUsage(engine, report, {
    role: pickCallRole(turn),
    turn: turn.id,
    call: sent?.receipt.call ?? null,
    receipt: sent?.receipt.id ?? null,
    epoch: place.epoch.number,
    reasoning: report.usage.reduce<Tokens>((sum, each) => sum + readReasoningTokens(each), 0),
    estimated: sent?.estimated ?? report.estimated ?? null,
    // A provider that refuses a key may quote it.
    ...(failed === undefined ? {} : { failed: redactSecrets(failed) }),
    ...(report.observed === undefined ? {} : { observed: report.observed }),
    ...(report.edited === undefined ? {} : { edited: report.edited }),
  });
  const told = noteAnsweredPrefix(usage, report, sent, at);
  engine.onCall?.(turn.ref, told, at);
  return makeEventRecord(engine, place, { name: usageEvent, at, event: toJson(told) });
}

/** A call that failed has left nothing in a cache. */
function noteAnsweredPrefix(usage: CallUsage, report: CallReport, sent: SentView | null, at: Instant): CallUsage {
  const told = report.prefix ?? sent?.prefix ?? null;
  // A host that has no request to compare with, as after a restart, has what the log knows of both views.
  const known = told === null ? null : { ...told, match: told.match ?? sent?.prefix?.match ?? null };
  const { facts } = report;
  if (known === null || facts === null || usage.outcome !== "answered") return usage;
  const { model, spent, durationMs } = usage;
  const prefix = notePrefix(known, { model, facts, spent, estimated: usage.estimated ?? 0, began: at - durationMs });
  return prefix === undefined ? usage : { ...usage, prefix };
}

function pickCallRole({ origin }: TurnRecord): CallRole {
  return origin === "subtask" ? "subtask" : "reply";
}

/** Facts about a short call that its account lacks. */
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
  const usage = makeCallUsage(engine, report, {
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

type Occasion = Omit<CallUsage, "model" | "spent" | "dollars" | "durationMs" | "firstMs" | "outcome">;

/** Computes the usage of a call from the provider's account and, if they are known, the model's prices. */
function makeCallUsage(
  engine: Pick<Engine, "models">,
  { usage, model, facts, count, keptMs, durationMs, firstMs, outcome }: CallReport,
  occasion: Occasion,
): CallUsage {
  const isLong = facts !== null && keptMs !== undefined && keptMs > facts.ttlMs;
  const calls = usage.flatMap((each) => readAccount(each, isLong)?.calls ?? []);
  const spent = calls.length === 0 ? null : sumSpentTokens(calls.map((call) => call.spent));
  const prices = calls.map((call) => {
    // A provider that asks another model on its own side names that one.
    const own = call.model === null || facts?.input === 0 ? facts : findModelFacts(call.model, engine.models);
    return own?.known === true ? priceTokens(call.spent, own, count) : null;
  });
  const dollars =
    prices.length === 0 || prices.includes(null)
      ? null
      : prices.reduce((sum, price) => sum + (price?.input ?? 0) + (price?.output ?? 0), 0);
  const kept = keptMs === undefined ? {} : { keptMs };
  return { ...occasion, model, spent, dollars, ...kept, durationMs, firstMs, outcome };
}
