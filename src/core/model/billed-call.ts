/** A call of a model as its costs are counted: from the trace, or from what a log of an earlier version holds of it. */

import type { Instant, ReceiptId, SessionKey, Tokens, TurnId } from "../log/keys.js";
import { isObject, type Json } from "../text/json.js";
import type { CallRole, CallUsage } from "./call-usage.js";
import { findModelFacts, type OwnFacts } from "./facts/find-facts.js";
import type { ModelFacts } from "./facts/model-facts.js";
import { priceTokens, type SpentTokens, sumSpentTokens } from "./prices.js";
import { readAccount } from "./read-account.js";

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
export function readBilledCall(event: Json, at: Instant, session: SessionKey, own: OwnFacts): BilledCall | null {
  if (!isObject(event) || typeof event.role !== "string" || !roles.includes(event.role)) return null;
  const model = typeof event.model === "string" ? event.model : null;
  const counted = readSpentTokens(event);
  // Nobody pays for a request that was refused or failed.
  const isLost =
    counted === null && (event.outcome === "refused" || event.outcome === "failed") && event.role !== "triage";
  const spent = counted ?? (isLost ? nothingSpent : readEstimatedTokens(event));
  return {
    at,
    session,
    role: event.role as CallRole,
    model,
    calls: readFigure(event.calls) ?? 1,
    spent,
    isCounted: counted !== null || isLost,
    ...priceCall(model, isLost ? nothingSpent : counted, own, readFigure(event.dollars)),
    durationMs: readFigure(event.durationMs) ?? readFigure(event.milliseconds) ?? 0,
    firstMs: readFigure(event.firstMs),
    turn: typeof event.turn === "string" ? (event.turn as TurnId) : null,
    receipt: typeof event.receipt === "string" ? (event.receipt as ReceiptId) : null,
    isNoted: false,
  };
}

const nothingSpent: SpentTokens = sumSpentTokens([]);

/** What a turn's note says that it took, all of its calls together. Null for an account that nobody here knows. */
export function readBilledNote(
  { usage, turn, at }: { readonly usage: Json; readonly turn: TurnId | null; readonly at: Instant },
  session: SessionKey,
  own: OwnFacts,
): BilledCall | null {
  const account = readAccount(usage);
  if (account === null) return null;
  const { model, spent } = account;
  const time = { durationMs: 0, firstMs: null };
  const priced = priceCall(model, spent, own, null);
  const where = { at, session, turn, receipt: null };
  return { ...where, role: "reply", model, calls: 1, spent, isCounted: true, ...priced, ...time, isNoted: true };
}

function readSpentTokens({ spent, usage }: Readonly<Record<string, unknown>>): SpentTokens | null {
  if (isObject(spent)) {
    const kind = (name: keyof SpentTokens): Tokens => readFigure(spent[name]) ?? 0;
    return {
      fresh: kind("fresh"),
      read: kind("read"),
      written: kind("written"),
      writtenLong: kind("writtenLong"),
      output: kind("output"),
    };
  }
  // An earlier version kept what each try came to, as its provider had put it.
  const accounts = Array.isArray(usage) ? usage.flatMap((each) => readAccount(each as Json) ?? []) : [];
  return accounts.length === 0 ? null : sumSpentTokens(accounts.map((account) => account.spent));
}

function readEstimatedTokens({
  estimated,
  promptTokens,
  answerTokens,
}: Readonly<Record<string, unknown>>): SpentTokens {
  const fresh = readFigure(estimated) ?? readFigure(promptTokens) ?? 0;
  return { fresh, read: 0, written: 0, writtenLong: 0, output: readFigure(answerTokens) ?? 0 };
}

/** `paid` is the sum by the table of the day; today's table says how it is divided, or takes its place where there was none. */
function priceCall(model: string | null, spent: SpentTokens | null, own: OwnFacts, paid: number | null) {
  const facts = findModelFacts(model, own);
  const isFree = facts.known && facts.input === 0 && facts.output === 0;
  if (spent === null) return { dollars: isFree ? { input: 0, output: 0 } : null, isFree };
  return { dollars: splitPrice(facts, spent, paid), isFree };
}

function splitPrice(facts: ModelFacts, spent: SpentTokens, paid: number | null): BilledCall["dollars"] {
  if (!facts.known) return paid === null ? null : { input: paid, output: 0 };
  const today = priceTokens(spent, facts);
  const whole = today.input + today.output;
  if (paid === null || whole === 0) return today;
  return { input: (paid * today.input) / whole, output: (paid * today.output) / whole };
}

function readFigure(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
