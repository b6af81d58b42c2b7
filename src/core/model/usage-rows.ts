/** The costs of calls, added up by what somebody wants to know. */

import type { Tokens } from "../log/keys.js";
import type { Receipt } from "../receipt/receipt.js";
import type { BilledCall } from "./billed-call.js";
import { type SpentTokens, sentIn, together } from "./prices.js";

export type UsageKey = "day" | "session" | "model" | "layer" | "role";

export const usageKeys: readonly UsageKey[] = ["day", "session", "model", "layer", "role"];

export interface UsageRow {
  /** The day, the session, the model, the layer or the role. */
  readonly key: string;
  readonly calls: number;
  readonly spent: SpentTokens;
  /** The part of what was sent that came from a cache. */
  readonly cacheShare: number;
  /** Of the calls whose price is known. */
  readonly dollars: number;
  /** Calls without a known price, and calls of models for whose tokens nobody pays. */
  readonly unpriced: number;
  readonly free: number;
  readonly durationMs: number;
  /** How long free models read before their first word. */
  readonly readingMs: number;
}

/** What a receipt says about the parts of its view. */
export type LayersOf = (receipt: string) => Pick<Receipt, "layers" | "overheads"> | null;

export const unknownModelKey = "unknown model";
const unknownView = "view not known";
const answerKey = "answers";

/** In the order of the keys, days from the first. A layer takes its part of what the call's input cost. */
export function usageRows(
  calls: readonly BilledCall[],
  by: UsageKey,
  dayOf: (call: BilledCall) => string,
  layersOf: LayersOf,
): readonly UsageRow[] {
  const rows = new Map<string, Piece[]>();
  for (const call of calls) {
    for (const piece of piecesOf(call, by, dayOf, layersOf)) {
      const known = rows.get(piece.key);
      if (known === undefined) rows.set(piece.key, [piece]);
      else known.push(piece);
    }
  }
  const summed = [...rows].map(([key, pieces]) => rowOf(key, pieces));
  return by === "day" ? summed.sort((a, b) => (a.key < b.key ? -1 : 1)) : summed.sort(byCost);
}

export function usageTotal(calls: readonly BilledCall[]): UsageRow {
  return rowOf(
    "total",
    calls.map((call) => wholePiece("total", call)),
  );
}

/** A call, or a part of one. */
interface Piece {
  readonly key: string;
  readonly call: BilledCall;
  readonly spent: SpentTokens;
  readonly dollars: number;
  /** The part of the call's time that it stands for. */
  readonly part: number;
}

function piecesOf(
  call: BilledCall,
  by: UsageKey,
  dayOf: (call: BilledCall) => string,
  layersOf: LayersOf,
): readonly Piece[] {
  switch (by) {
    case "day":
      return [wholePiece(dayOf(call), call)];
    case "session":
      return [wholePiece(call.session, call)];
    case "model":
      return [wholePiece(call.model ?? unknownModelKey, call)];
    case "role":
      return [wholePiece(call.role, call)];
    case "layer":
      return layerPieces(call, layersOf);
    default:
      return by satisfies never;
  }
}

function wholePiece(key: string, call: BilledCall): Piece {
  const { spent, dollars } = call;
  return { key, call, spent, dollars: dollars === null ? 0 : dollars.input + dollars.output, part: 1 };
}

function layerPieces(call: BilledCall, layersOf: LayersOf): readonly Piece[] {
  const shown = call.receipt === null ? null : layersOf(call.receipt);
  const parts = shown === null ? [] : partsOf(shown);
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

function partsOf({ layers, overheads }: Pick<Receipt, "layers" | "overheads">): readonly (readonly [string, Tokens])[] {
  return [
    ...Object.entries(layers).map(([layer, tokens]) => [layer, tokens ?? 0] as const),
    ...overheads.map(({ name, tokens }) => [name === "tools" ? "tools" : "framing", tokens] as const),
  ].filter(([, tokens]) => tokens > 0);
}

function rowOf(key: string, pieces: readonly Piece[]): UsageRow {
  const spent = together(pieces.map((piece) => piece.spent));
  const calls = new Set(pieces.map(({ call }) => call));
  const times = (some: Iterable<BilledCall>) => [...some].reduce((sum, call) => sum + call.calls, 0);
  const sent = sentIn(spent);
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

function byCost(a: UsageRow, b: UsageRow): number {
  return b.dollars - a.dollars || sentIn(b.spent) - sentIn(a.spent) || (a.key < b.key ? -1 : 1);
}
