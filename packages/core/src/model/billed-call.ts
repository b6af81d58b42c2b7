/** A model call with its costs, read from the trace or from the notes of an earlier version's log. */

import { isObject, type Json } from "@clewline/text/json.js";
import type { Instant, ReceiptId, SessionKey, Tokens, TurnId } from "../log/keys.js";
import type { CallRole, CallUsage } from "./call-usage.js";
import { findModelFacts, type OwnFacts } from "./facts/find-facts.js";
import type { ModelFacts } from "./facts/model-facts.js";
import type { PrefixBreak } from "./prefix/break.js";
import { priceTokens, type SpentTokens, sumSpentTokens } from "./prices.js";
import { readAccount } from "./read-account.js";
import { readWatchedCall, type WatchedCall } from "./watched-calls.js";

/** A call as a summand: its tokens, counted or estimated, with their price. */
export interface BilledCall extends Pick<CallUsage, "role" | "model" | "turn" | "receipt" | "durationMs" | "firstMs"> {
  readonly at: Instant;
  readonly session: SessionKey;
  /** More than one if the call was retried at once. */
  readonly calls: number;
  readonly spent: SpentTokens;
  /** Whether the provider counted the tokens. Otherwise they are an estimate without a price. */
  readonly isCounted: boolean;
  /** How long its provider was asked to keep what was sent; null where nothing was asked. */
  readonly keptMs: number | null;
  /** Null if no price is known. */
  readonly dollars: { readonly input: number; readonly output: number } | null;
  /** The tokens cost nothing: a local model or a subscription. */
  readonly isFree: boolean;
  /** Read from the note of a turn, not from the trace. */
  readonly isNoted: boolean;
  /** Cached tokens that it paid again, and why; null without any. */
  readonly broke: PrefixBreak | null;
  /** The view that a watched call would have had; null for other calls. */
  readonly watched: WatchedCall | null;
}

const roles: readonly string[] = ["reply", "triage", "summary", "learning", "subtask"] satisfies readonly CallRole[];

/** Null for an event that is not about a call. */
export function readBilledCall(event: Json, at: Instant, session: SessionKey, own: OwnFacts): BilledCall | null {
  if (!isObject(event) || typeof event.role !== "string" || !roles.includes(event.role)) return null;
  const model = typeof event.model === "string" ? event.model : null;
  const counted = readSpentTokens(event);
  // A request that was refused or failed costs nothing.
  const isLost =
    counted === null && (event.outcome === "refused" || event.outcome === "failed") && event.role !== "triage";
  const spent = counted ?? (isLost ? nothingSpent : readEstimatedTokens(event));
  return {
    at,
    session,
    role: event.role as CallRole,
    model,
    calls: readFigure(event.calls) ?? 1,
    keptMs: readFigure(event.keptMs),
    spent,
    isCounted: counted !== null || isLost,
    ...priceCall(model, isLost ? nothingSpent : counted, own, readFigure(event.dollars)),
    durationMs: readFigure(event.durationMs) ?? readFigure(event.milliseconds) ?? 0,
    firstMs: readFigure(event.firstMs),
    turn: typeof event.turn === "string" ? (event.turn as TurnId) : null,
    receipt: typeof event.receipt === "string" ? (event.receipt as ReceiptId) : null,
    isNoted: false,
    broke: readBreak(event.prefix),
    watched: readWatchedCall(event),
  };
}

/** Clew wrote it. */
function readBreak(prefix: Json | undefined): PrefixBreak | null {
  return isObject(prefix) && isObject(prefix.broke) ? (prefix.broke as unknown as PrefixBreak) : null;
}

const nothingSpent: SpentTokens = sumSpentTokens([]);

/** The usage note of a turn, all its calls together. Null for an unknown format. */
export function readBilledNote(
  { usage, turn, at }: { readonly usage: Json; readonly turn: TurnId | null; readonly at: Instant },
  session: SessionKey,
  own: OwnFacts,
): BilledCall | null {
  const account = readAccount(usage);
  if (account === null) return null;
  const { model, spent } = account;
  const time = { keptMs: null, durationMs: 0, firstMs: null };
  const priced = priceCall(model, spent, own, null);
  const where = { at, session, turn, receipt: null };
  return {
    ...where,
    role: "reply",
    model,
    calls: 1,
    spent,
    isCounted: true,
    ...priced,
    ...time,
    isNoted: true,
    broke: null,
    watched: null,
  };
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
  // An earlier version stored each attempt's account in the provider's own format.
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

/** `paid` is the sum by the prices of that day; today's prices only divide it, or replace it if it is null. */
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
