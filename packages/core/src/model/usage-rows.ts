/** Sums up the costs of calls by day, session, model, layer or role, and repeated costs by their cause. */

import type { Tokens } from "../log/keys.js";
import type { Receipt } from "../receipt/receipt.js";
import type { BilledCall } from "./billed-call.js";
import { countSentTokens, type SpentTokens, sumSpentTokens } from "./prices.js";

/** The key that costs are added up by. */
export type UsageKey = "day" | "session" | "model" | "layer" | "role" | "cause";

export const usageKeys: readonly UsageKey[] = ["day", "session", "model", "layer", "role", "cause"];

/** The cost of the calls of one day, session, model, layer or role, or the cost that one cause repeated. */
export interface UsageRow {
  /** The day, session, model, layer, role or cause. */
  readonly key: string;
  /** How many calls there were. */
  readonly calls: number;
  /** Their tokens. */
  readonly spent: SpentTokens;
  /** The part of the sent tokens that came from a cache. */
  readonly cacheShare: number;
  /** The sum over calls with a known price. */
  readonly dollars: number;
  /** Calls without a known price, and calls that cost nothing. */
  readonly unpriced: number;
  /** Calls of models whose tokens are free. */
  readonly free: number;
  /** How long they took together. */
  readonly durationMs: number;
  /** How long free models took until their first word. */
  readonly readingMs: number;
}

/** Reads from a receipt how its view is divided. */
export type LayerReader = (receipt: string) => Pick<Receipt, "layers" | "overheads"> | null;

export const unknownModelKey = "unknown model";
const unknownView = "view not known";
const answerKey = "answers";

/** Days come in order, other rows by falling cost. A layer takes its share of the call's input cost. */
export function makeUsageRows(
  calls: readonly BilledCall[],
  by: UsageKey,
  dayOf: (call: BilledCall) => string,
  layersOf: LayerReader,
): readonly UsageRow[] {
  const rows = new Map<string, Piece[]>();
  for (const call of calls) {
    for (const piece of splitCall(call, by, dayOf, layersOf)) {
      const known = rows.get(piece.key);
      if (known === undefined) rows.set(piece.key, [piece]);
      else known.push(piece);
    }
  }
  const summed = [...rows].map(([key, pieces]) => makeUsageRow(key, pieces));
  return by === "day" ? summed.sort((a, b) => (a.key < b.key ? -1 : 1)) : summed.sort(compareCost);
}

/** Sums the tokens that calls paid again. */
export function sumAgain(calls: readonly BilledCall[]): UsageRow {
  return makeUsageRow("total", calls.flatMap(listAgain));
}

export function sumUsage(calls: readonly BilledCall[]): UsageRow {
  return makeUsageRow(
    "total",
    calls.map((call) => makeWholePiece("total", call)),
  );
}

interface Piece {
  readonly key: string;
  readonly call: BilledCall;
  readonly spent: SpentTokens;
  readonly dollars: number;
  /** The piece's share of the call's time. */
  readonly part: number;
}

function splitCall(
  call: BilledCall,
  by: UsageKey,
  dayOf: (call: BilledCall) => string,
  layersOf: LayerReader,
): readonly Piece[] {
  switch (by) {
    case "day":
      return [makeWholePiece(dayOf(call), call)];
    case "session":
      return [makeWholePiece(call.session, call)];
    case "model":
      return [makeWholePiece(call.model ?? unknownModelKey, call)];
    case "role":
      return [makeWholePiece(call.role, call)];
    case "cause":
      return listAgain(call);
    case "layer":
      return splitCallLayers(call, layersOf);
    default:
      return by satisfies never;
  }
}

function makeWholePiece(key: string, call: BilledCall): Piece {
  const { spent, dollars } = call;
  return { key, call, spent, dollars: dollars === null ? 0 : dollars.input + dollars.output, part: 1 };
}

/** Tokens that a call paid again are among those that it wrote, or sent without a cache. */
function listAgain(call: BilledCall): readonly Piece[] {
  if (call.broke === null) return [];
  const { cause, tokens, dollars } = call.broke;
  const spent = { fresh: tokens, read: 0, written: 0, writtenLong: 0, output: 0 };
  return [{ key: cause, call, spent, dollars: dollars ?? 0, part: 0 }];
}

function splitCallLayers(call: BilledCall, layersOf: LayerReader): readonly Piece[] {
  const shown = call.receipt === null ? null : layersOf(call.receipt);
  const parts = shown === null ? [] : listLayerParts(shown);
  const whole = parts.reduce((sum, [, tokens]) => sum + tokens, 0);
  const shares =
    whole === 0 ? [[unknownView, 1] as const] : parts.map(([key, tokens]) => [key, tokens / whole] as const);
  const { fresh, read, written, writtenLong, output } = call.spent;
  const inputs = shares.map(([key, part]): Piece => {
    const spent = {
      fresh: fresh * part,
      read: read * part,
      written: written * part,
      writtenLong: writtenLong * part,
      output: 0,
    };
    return { key, call, spent, dollars: (call.dollars?.input ?? 0) * part, part };
  });
  const answer = { fresh: 0, read: 0, written: 0, writtenLong: 0, output };
  return [...inputs, { key: answerKey, call, spent: answer, dollars: call.dollars?.output ?? 0, part: 0 }];
}

function listLayerParts({
  layers,
  overheads,
}: Pick<Receipt, "layers" | "overheads">): readonly (readonly [string, Tokens])[] {
  return [
    ...Object.entries(layers).map(([layer, tokens]) => [layer, tokens ?? 0] as const),
    ...overheads.map(({ name, tokens }) => [name === "tools" ? "tools" : "framing", tokens] as const),
  ].filter(([, tokens]) => tokens > 0);
}

function makeUsageRow(key: string, pieces: readonly Piece[]): UsageRow {
  const spent = sumSpentTokens(pieces.map((piece) => piece.spent));
  const calls = new Set(pieces.map(({ call }) => call));
  const times = (some: Iterable<BilledCall>) => [...some].reduce((sum, call) => sum + call.calls, 0);
  const sent = countSentTokens(spent);
  const total = (figure: (piece: Piece) => number) => pieces.reduce((sum, piece) => sum + figure(piece), 0);
  return {
    key,
    calls: times(calls),
    spent,
    cacheShare: sent === 0 ? 0 : spent.read / sent,
    dollars: total(({ dollars }) => dollars),
    unpriced: times([...calls].filter(({ dollars }) => dollars === null)),
    free: times([...calls].filter(({ isFree }) => isFree)),
    durationMs: total(({ call, part }) => call.durationMs * part),
    readingMs: total(({ call, part }) => (call.isFree ? (call.firstMs ?? 0) * part : 0)),
  };
}

function compareCost(a: UsageRow, b: UsageRow): number {
  return b.dollars - a.dollars || countSentTokens(b.spent) - countSentTokens(a.spent) || (a.key < b.key ? -1 : 1);
}
