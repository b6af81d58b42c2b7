/** A call of a model as its costs are counted: from the trace, or from what a log of an earlier version holds of it. */
import type { CallRole } from "./call-usage.js";
import { isObject, type Json } from "./json.js";
import type { Instant, SessionKey, Tokens } from "./keys.js";
import type { ModelFacts } from "./models/facts.js";
import { factsOf, type OwnFacts } from "./models/facts-of.js";
import { dollarsOf, type Spent, together } from "./prices.js";
import { accountOf } from "./spent.js";

export interface UsedCall {
  readonly at: Instant;
  readonly session: SessionKey;
  readonly role: CallRole;
  /** As `provider:model`; null where nobody said so. */
  readonly model: string | null;
  /** More than one where somebody asked again at once. */
  readonly calls: number;
  readonly spent: Spent;
  /** Whether the provider said so. Else it is our estimate, and has no price. */
  readonly isCounted: boolean;
  /** Null where no price is known. */
  readonly dollars: { readonly input: number; readonly output: number } | null;
  /** Nobody pays for its tokens. */
  readonly isFree: boolean;
  readonly durationMs: number;
  /** Until the first word; null where nobody took the time. */
  readonly firstMs: number | null;
  /** The turn that it was made for, and the view that it was sent. */
  readonly turn: string | null;
  readonly receipt: string | null;
  /** Known only by the note of a turn. */
  readonly isNoted: boolean;
}

const roles: readonly string[] = ["reply", "triage", "summary", "subtask"] satisfies readonly CallRole[];

/** Null for an event that tells of no call. */
export function usedByEvent(event: Json, at: Instant, session: SessionKey, own: OwnFacts): UsedCall | null {
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
    turn: typeof event.turn === "string" ? event.turn : null,
    receipt: typeof event.receipt === "string" ? event.receipt : null,
    isNoted: false,
  };
}

const nothingSpent: Spent = together([]);

/** What a turn's note says that it took, all of its calls together. Null for an account that nobody here knows. */
export function usedByNote(
  { usage, turn, at }: { readonly usage: Json; readonly turn: string | null; readonly at: Instant },
  session: SessionKey,
  own: OwnFacts,
): UsedCall | null {
  const account = accountOf(usage);
  if (account === null) return null;
  const { model, spent } = account;
  const time = { durationMs: 0, firstMs: null };
  const priced = pricedBy(model, spent, own, null);
  const where = { at, session, turn, receipt: null };
  return { ...where, role: "reply", model, calls: 1, spent, isCounted: true, ...priced, ...time, isNoted: true };
}

function spentIn({ spent, usage }: Readonly<Record<string, unknown>>): Spent | null {
  if (isObject(spent)) {
    const kind = (name: keyof Spent): Tokens => figure(spent[name]) ?? 0;
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

function estimateIn({ estimated, promptTokens, answerTokens }: Readonly<Record<string, unknown>>): Spent {
  const fresh = figure(estimated) ?? figure(promptTokens) ?? 0;
  return { fresh, read: 0, written: 0, writtenLong: 0, output: figure(answerTokens) ?? 0 };
}

/** `paid` is the sum by the table of the day; today's table says how it is divided, or takes its place where there was none. */
function pricedBy(model: string | null, spent: Spent | null, own: OwnFacts, paid: number | null) {
  const facts = factsOf(model, own);
  const isFree = facts.known && facts.input === 0 && facts.output === 0;
  if (spent === null) return { dollars: isFree ? { input: 0, output: 0 } : null, isFree };
  return { dollars: dividedBy(facts, spent, paid), isFree };
}

function dividedBy(facts: ModelFacts, spent: Spent, paid: number | null): UsedCall["dollars"] {
  if (!facts.known) return paid === null ? null : { input: paid, output: 0 };
  const today = dollarsOf(spent, facts);
  const whole = today.input + today.output;
  if (paid === null || whole === 0) return today;
  return { input: (paid * today.input) / whole, output: (paid * today.output) / whole };
}

function figure(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
