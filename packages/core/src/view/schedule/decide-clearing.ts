/**
 * Decides which results and inputs leave a view as stubs. Enough comes before cheap:
 *
 * 1. Nothing of the running turn or of the one before it leaves for its price. A piece is idle once ten calls have quoted nothing
 *    of it, and keeping it since then has cost what fetching it again would; twice as much for each time that it was fetched. Where
 *    nothing of the view is in the cache, writing it once more counts too.
 * 2. Idle pieces leave together, as soon as what was paid for them since they fell idle covers the rewriting of what stands behind
 *    them; at once where nothing of the view is in the cache.
 * 3. After a fetch nothing more leaves for its price in that turn; and nothing does that makes the lane a tenth dearer so far than
 *    its full history, or could make it dearer than one and a half times that, if all that has left were fetched.
 * 4. Where the room fills, past turns are cleared, if that makes enough of it. Where a running turn's view exceeds it, so are its
 *    own pieces; and only as far as it does not fit without them those that were fetched in it. Of each rank those leave first that
 *    nothing quoted for longest.
 * It sees calls of the past alone. What leaves for its price does not depend on the room, so that more room never shows less.
 */
import type { Tokens } from "../../log/keys.js";

/** A provider's prices, as multiples of the plain input price. */
export interface CachePrices {
  /** For what it reads from its cache. */
  readonly read: number;
  /** For what it writes to it. */
  readonly write: number;
}

/** One piece of a view, in the order of the view. */
export interface Piece {
  /** As it is shown now. */
  readonly tokens: Tokens;
  /** Its tokens as a stub; null if it stays as it is. */
  readonly stub: Tokens | null;
  /** Its whole size. */
  readonly size: Tokens;
  /** Calls since it arrived, or since one quoted it. */
  readonly age: number;
  /** How often it was fetched after it had left. */
  readonly fetches: number;
  /** Whether it is shown as a stub, and what it held stands nowhere behind it. */
  readonly hasLeft: boolean;
  /** Whether no call has sent it yet. */
  readonly isFresh: boolean;
  /** Of which turn it is: the running one, the one before it, or an older one. */
  readonly turn: "running" | "last" | "past";
}

export interface ClearingInput {
  readonly pieces: readonly Piece[];
  /** Null where nothing may leave for its price. */
  readonly prices: CachePrices | null;
  /** Whether nothing of the view is in the cache any more. */
  readonly isCold: boolean;
  /** Everything that a call sends. */
  readonly view: Tokens;
  /** As much as the view has to lose for lack of room: of past turns only, and as far as they have it. */
  readonly excess: Tokens;
  /** From this age on past turns' pieces leave for lack of room. */
  readonly unused: number;
  /** As much as it has to lose of any turn because it does not fit; 0 while it does. */
  readonly lack: Tokens;
  /** As much of that as it has to lose even of what was fetched in the running turn, which stays as long as it fits. */
  readonly over: Tokens;
  /** As much as has to leave for lack of room, if anything does and nothing has to. */
  readonly least: Tokens;
  /** The part of its fetch that keeping a piece has to have cost. */
  readonly missCost: number;
  /** The cost of the calls so far, and of full history; null before the first. */
  readonly bill: { readonly paid: number; readonly full: number; readonly size: Tokens } | null;
}

export interface ClearingDecision {
  readonly kind: "nothing" | "wait" | "clear";
  /** Why it clears: for its price alone, or for lack of room too. */
  readonly because: "price" | "room";
  /** Pieces to show as stubs, by their places in the list. */
  readonly stubbed: readonly number[];
  /** Tokens that the next call no longer sends. */
  readonly saved: Tokens;
  /** Tokens that are written anew for it. */
  readonly rewritten: Tokens;
  /** The price paid so far for reading idle pieces, in tokens at the plain price. */
  readonly rent: Tokens;
  /** Tokens that no call has sent yet, and that were fetched. */
  readonly fetched: Tokens;
}

/** Calls that quote nothing of a piece, until it counts as idle. */
export const leastIdle = 10;
/** A fetch's own output, in tokens of input. */
const asking: Tokens = 500;
/** A stub has to save so much. */
const leastSaved: Tokens = 60;
/** One rewriting has to save so much. */
const leastCleared: Tokens = 2_500;
/** So many times the price of full history; the rest up to one and a half is for what the history grows by until then. */
const mostPaid = 1.4;
/** So many times the price of full history may have been paid right after a rewriting. */
const mostSoFar = 1.1;

export function decideClearing(input: ClearingInput): ClearingDecision {
  const { pieces, isCold } = input;
  const rents = pieces.map((piece) => computeRent(piece, input));
  const rent = Math.round(sum(rents.map((each) => each ?? 0)));
  const cut = isCold ? 0 : findCut(input, rents);
  const idle = rents.flatMap((each, place) => (each !== null && cut >= 0 && place >= cut ? [place] : []));
  const cheap = countSaved(pieces, idle) < leastCleared || !isCovered(input, idle) ? [] : idle;
  const stubbed = makeRoom(input, cheap);
  const because = stubbed.length > cheap.length ? "room" : "price";
  const fetched = sum(pieces.map(({ isFresh, fetches, tokens }) => (isFresh && fetches > 0 ? tokens : 0)));
  if (stubbed.length === 0)
    return { kind: rent > 0 ? "wait" : "nothing", because, stubbed, saved: 0, rewritten: 0, rent, fetched };
  const rewritten = countRewritten(input, stubbed);
  return { kind: "clear", because, stubbed, saved: countSaved(pieces, stubbed), rewritten, rent, fetched };
}

function countRewritten({ pieces, isCold }: ClearingInput, stubbed: readonly number[]): Tokens {
  if (isCold) return 0;
  const isStub = new Set(stubbed);
  const first = Math.min(...stubbed);
  const behind = pieces.map(({ isFresh, tokens, stub }, place) => {
    if (isStub.has(place)) return stub ?? 0;
    return place < first || isFresh ? 0 : tokens;
  });
  return sum(behind);
}

/** The price paid for a piece since it fell idle; null if it is in use. */
function computeRent(piece: Piece, { prices, isCold, view, missCost }: ClearingInput): number | null {
  const saved = countSaving(piece);
  if (prices === null || piece.turn !== "past" || saved === 0) return null;
  const fetch = priceFetch(piece, view, prices);
  const reading = prices.read * saved;
  const writing = isCold ? prices.write * saved : 0;
  const idleFrom = Math.max(leastIdle, (missCost * 2 ** piece.fetches * fetch - writing) / reading);
  return piece.age >= idleFrom ? reading * (piece.age - idleFrom) : null;
}

function priceFetch({ size }: Piece, view: Tokens, { read, write }: CachePrices): number {
  return read * view + write * size + asking;
}

/** Whether the bill bears the rewriting now, and fetching everything that has left and these later, until all of the history is back. */
function isCovered(input: ClearingInput, leaving: readonly number[]): boolean {
  const { pieces, prices, bill } = input;
  if (prices === null || bill === null) return true;
  const isLeaving = new Set(leaving);
  const gone = pieces.filter(({ hasLeft }, place) => hasLeft || isLeaving.has(place));
  const fetching = sum(gone.map((piece) => priceFetch(piece, bill.size, prices)));
  const rewriting = (prices.write - prices.read) * countRewritten(input, leaving);
  const paid = bill.paid + rewriting;
  return paid <= mostSoFar * bill.full && paid + fetching <= mostPaid * bill.full;
}

/** 0 for what stays. */
function countSaving({ tokens, stub, isFresh }: Piece): Tokens {
  return stub === null || isFresh || tokens - stub < leastSaved ? 0 : tokens - stub;
}

/** The first piece to change, so that most of the rent is left behind the rewriting; -1 if it covers none yet. */
function findCut({ pieces, prices }: ClearingInput, rents: readonly (number | null)[]): number {
  if (prices === null) return -1;
  let [behind, paid, most, cut] = [0, 0, 0, -1];
  for (let place = pieces.length - 1; place >= 0; place--) {
    const [piece, rent = null] = [pieces[place], rents[place]];
    if (piece === undefined || piece.isFresh) continue;
    behind += rent === null ? piece.tokens : (piece.stub ?? 0);
    if (rent === null) continue;
    paid += rent;
    const left = paid - (prices.write - prices.read) * behind;
    if (left >= most) [most, cut] = [left, place];
  }
  return cut;
}

/** Adds what past turns have until there is room, and whatever else has to leave so that the view fits. */
function makeRoom(input: ClearingInput, chosen: readonly number[]): readonly number[] {
  const { pieces, excess, unused, lack, over, least } = input;
  const idle = addOldest(pieces, chosen, excess, ({ turn, age }) => turn !== "running" && age >= unused);
  if (lack === 0) {
    const more = countSaved(pieces, idle) - countSaved(pieces, chosen);
    return more < Math.max(leastCleared, least) ? chosen : idle;
  }
  const ranks = [({ turn }: Piece) => turn !== "running", ({ fetches }: Piece) => fetches === 0];
  const others = ranks.reduce((all, isNext) => addOldest(pieces, all, lack, isNext), idle);
  return addOldest(pieces, others, over, () => true);
}

/** Adds such pieces, those first that nothing quoted for longest, until all of them save so much. */
function addOldest(
  pieces: readonly Piece[],
  chosen: readonly number[],
  wanted: Tokens,
  isWanted: (piece: Piece) => boolean,
): readonly number[] {
  const isChosen = new Set(chosen);
  let left = wanted - countSaved(pieces, chosen);
  const byAge = [...pieces.entries()].sort(([, one], [, other]) => other.age - one.age);
  for (const [place, piece] of byAge) {
    if (left <= 0) break;
    if (isChosen.has(place) || countSaving(piece) === 0 || !isWanted(piece)) continue;
    isChosen.add(place);
    left -= countSaving(piece);
  }
  return [...isChosen].sort((a, b) => a - b);
}

function countSaved(pieces: readonly Piece[], places: readonly number[]): Tokens {
  return sum(places.map((place) => (pieces[place]?.tokens ?? 0) - (pieces[place]?.stub ?? 0)));
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
