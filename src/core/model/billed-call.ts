/** A call of a model as its costs are counted: from the trace, or from what a log of an earlier version holds of it. */

import type { Instant, ReceiptId, SessionKey, Tokens, TurnId } from "../log/keys.js";
import { isObject, type Json } from "../text/json.js";
import type { CallRole, CallUsage } from "./call-usage.js";
import type { ModelFacts } from "./facts/facts.js";
import { factsOf, type OwnFacts } from "./facts/facts-of.js";
import { dollarsOf, type SpentTokens, together } from "./prices.js";
import { accountOf } from "./spent.js";

/** A call by what it adds to a sum: with its price of today, whoever counted its tokens. */
export interface BilledCall extends Pick<CallUsage, "role" | "model" | "turn" | "receipt" | "durationMs" | "firstMs"> {
  readonly at: Instant;
  readonly session: SessionKey;
  /** More than one where somebody asked again at once. */
  readonly calls: number;
  readonly spent: SpentTokens;
  /** Whether the provider said so. Else it is our estimate, and has no price. */
  readonly isCounted: boolean;
  /** Null where no price is known. */
  readonly dollars: { readonly input: number; readonly output: number } | null;
  /** Nobody pays for its tokens. */
  readonly isFree: boolean;
  /** Known only by the note of a turn. */
  readonly isNoted: boolean;
}

const roles: readonly string[] = ["reply", "triage", "summary", "subtask"] satisfies readonly CallRole[];

/** Null for an event that tells of no call. */
export function billEvent(event: Json, at: Instant, session: SessionKey, own: OwnFacts): BilledCall | null {
  if (!isObject(event) || typeof event.role !== "string" || !roles.includes(event.role)) return null;
  const model = typeof event.model === "string" ? event.model : null;
  const counted = spentIn(event);
  // Nobody pays for a request that was refused or failed.
  const isLost =
    counted === null && (event.outcome === "refused" || event.outcome === "failed") && event.role !== "triage";
  const spent = counted ?? (isLost ? nothingSpent : estimateIn(event));
  return {
    at,
    session,
    role: event.role as CallRole,
    model,
    calls: figure(event.calls) ?? 1,
    spent,
    isCounted: counted !== null || isLost,
    ...pricedBy(model, isLost ? nothingSpent : counted, own, figure(event.dollars)),
    durationMs: figure(event.durationMs) ?? figure(event.milliseconds) ?? 0,
    firstMs: figure(event.firstMs),
    turn: typeof event.turn === "string" ? (event.turn as TurnId) : null,
    receipt: typeof event.receipt === "string" ? (event.receipt as ReceiptId) : null,
    isNoted: false,
  };
}

const nothingSpent: SpentTokens = together([]);

/** What a turn's note says that it took, all of its calls together. Null for an account that nobody here knows. */
export function billNote(
  { usage, turn, at }: { readonly usage: Json; readonly turn: TurnId | null; readonly at: Instant },
  session: SessionKey,
  own: OwnFacts,
): BilledCall | null {
  const account = accountOf(usage);
  if (account === null) return null;
  const { model, spent } = account;
  const time = { durationMs: 0, firstMs: null };
  const priced = pricedBy(model, spent, own, null);
  const where = { at, session, turn, receipt: null };
  return { ...where, role: "reply", model, calls: 1, spent, isCounted: true, ...priced, ...time, isNoted: true };
}

function spentIn({ spent, usage }: Readonly<Record<string, unknown>>): SpentTokens | null {
  if (isObject(spent)) {
    const kind = (name: keyof SpentTokens): Tokens => figure(spent[name]) ?? 0;
    return {
      fresh: kind("fresh"),
      read: kind("read"),
      written: kind("written"),
      writtenLong: kind("writtenLong"),
      output: kind("output"),
    };
  }
  // An earlier version kept what each try came to, as its provider had put it.
  const accounts = Array.isArray(usage) ? usage.flatMap((each) => accountOf(each as Json) ?? []) : [];
  return accounts.length === 0 ? null : together(accounts.map((account) => account.spent));
}

function estimateIn({ estimated, promptTokens, answerTokens }: Readonly<Record<string, unknown>>): SpentTokens {
  const fresh = figure(estimated) ?? figure(promptTokens) ?? 0;
  return { fresh, read: 0, written: 0, writtenLong: 0, output: figure(answerTokens) ?? 0 };
}

/** `paid` is the sum by the table of the day; today's table says how it is divided, or takes its place where there was none. */
function pricedBy(model: string | null, spent: SpentTokens | null, own: OwnFacts, paid: number | null) {
  const facts = factsOf(model, own);
  const isFree = facts.known && facts.input === 0 && facts.output === 0;
  if (spent === null) return { dollars: isFree ? { input: 0, output: 0 } : null, isFree };
  return { dollars: dividedBy(facts, spent, paid), isFree };
}

function dividedBy(facts: ModelFacts, spent: SpentTokens, paid: number | null): BilledCall["dollars"] {
  if (!facts.known) return paid === null ? null : { input: paid, output: 0 };
  const today = dollarsOf(spent, facts);
  const whole = today.input + today.output;
  if (paid === null || whole === 0) return today;
  return { input: (paid * today.input) / whole, output: (paid * today.output) / whole };
}

function figure(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
