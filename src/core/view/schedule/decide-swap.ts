/**
 * Decides whether a view is worth rewriting: what leaves it is no longer read on every call, but everything behind the first
 * change is written anew.
 *
 * 1. A piece is idle when reading it on the next call costs more than what is lost with it, weighed by the chance that the
 *    call needs it. What is lost is a recall: another call that reads the view, and the page that is written.
 * 2. Idle pieces leave together, once the rent paid for them has reached what the rewriting costs, several times over: a
 *    rewriting that waits takes along what becomes idle meanwhile, and whoever rewrites at once pays again and again.
 * 3. After the cache's lifetime everything is written anyway, so that all of them leave at once.
 * 4. With a rewriting goes whatever would be idle before the next one. Finished steps of past turns may leave altogether.
 * It sees calls of the past alone, and no limit of the room: that has its own rules, and the last word.
 */
import type { Tokens } from "../../log/keys.js";
import { computeChance, computeIdleAge, countExpectedUses, type Use } from "./chances.js";

/** What a provider charges, as multiples of the plain input price. */
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
  /** Whether no call has sent it yet. */
  readonly isFresh: boolean;
  readonly use: Use;
  /** What it would take as a stub; null if it stays as it is. */
  readonly stub: Tokens | null;
  /** Whether it may leave altogether, with all pieces before it that may. */
  readonly mayLeave: boolean;
}

export interface SwapInput {
  readonly pieces: readonly Piece[];
  readonly prices: CachePrices;
  /** Whether nothing of the view is in the cache any more. */
  readonly isCold: boolean;
  /** Everything that a call sends. */
  readonly view: Tokens;
  /** Calls so far: as many are expected to come. */
  readonly calls: number;
  /** How many times its recall a missed value counts. */
  readonly missCost: number;
}

export interface SwapDecision {
  readonly kind: "nothing" | "wait" | "clear";
  /** Pieces to show as stubs, by their places in the list. */
  readonly stubbed: readonly number[];
  /** The last piece that leaves altogether; -1 if none does. */
  readonly leavesThrough: number;
  /** Tokens that the next call no longer sends. */
  readonly saved: Tokens;
  /** Tokens that are written anew for it. */
  readonly rewritten: Tokens;
  /** What was paid so far for reading what is idle, in tokens at the plain price. */
  readonly rent: Tokens;
}

/** How many times its cost a rewriting waits for in a lane that has long been going on. A young one may be over soon. */
const [patience, doubt] = [1.2, 30];
/** Calls until the next rewriting. */
const usualPause = 20;
/** A lane is expected to go on for so many calls at least. */
const leastCalls = 12;
/** The largest page of a recall. */
const page: Tokens = 2_000;
/** A stub has to save so much. */
const leastSaved: Tokens = 60;
/** A rewriting has to save what writing the page of a single recall costs: else one that nobody foresaw eats all of it. */
const leastSwap: Tokens = 2_500;

export function decideSwap(input: SwapInput): SwapDecision {
  const { pieces, isCold } = input;
  const offers = pieces.map((piece) => makeOffer(piece, input));
  const rent = sum(offers.map((offer) => offer?.rent ?? 0));
  const stays: SwapDecision = { ...nothing, kind: rent > 0 ? "wait" : "nothing", rent: Math.round(rent) };
  const cut = isCold ? 0 : findCut(input, offers);
  if (cut < 0) return stays;
  const shown = pieces.map(({ tokens }, place) => tokens - (place < cut ? 0 : (offers[place]?.saved ?? 0)));
  const leavesThrough = findLeaving(input, shown, cut);
  const isGone = (place: number) => place <= leavesThrough && mayLeave(pieces[place]);
  const rest = shown.map((tokens, place) => (isGone(place) ? 0 : tokens));
  const saved = sum(pieces.map(({ tokens }, place) => tokens - (rest[place] ?? 0)));
  if (saved < leastSwap) return stays;
  const first = pieces.findIndex(({ tokens }, place) => tokens > (rest[place] ?? 0));
  const rewritten = isCold ? 0 : sum(rest.filter((_tokens, place) => place >= first && !pieces[place]?.isFresh));
  const stubbed = pieces.flatMap(({ tokens }, place) =>
    !isGone(place) && tokens > (shown[place] ?? 0) ? [place] : [],
  );
  return { ...stays, kind: "clear", stubbed, leavesThrough, saved, rewritten };
}

const nothing: SwapDecision = { kind: "nothing", stubbed: [], leavesThrough: -1, saved: 0, rewritten: 0, rent: 0 };

interface Offer {
  readonly saved: Tokens;
  /** Whether it is not worth its place even on the next call. */
  readonly isIdle: boolean;
  /** What was paid for it since then. */
  readonly rent: Tokens;
  /** What it brings over all calls to come, less what is lost. */
  readonly gain: Tokens;
}

/** Null if it stays, even where the view is rewritten. */
function makeOffer(piece: Piece, input: SwapInput): Offer | null {
  const { prices, calls } = input;
  if (piece.stub === null || piece.isFresh || piece.tokens - piece.stub < leastSaved) return null;
  const saved = piece.tokens - piece.stub;
  const reading = prices.read * saved;
  const miss = computeMiss(piece, input);
  const isIdle = computeChance(piece.use) * miss < reading;
  const written = (prices.write - prices.read) * saved;
  const joins = usualPause * reading + written > countExpectedUses(piece.use, usualPause) * miss;
  if (!isIdle && !joins) return null;
  const since = piece.use.age - computeIdleAge(piece.use, reading / miss);
  const left = Math.max(leastCalls, calls);
  const gain = isIdle ? Math.max(0, left * reading - countExpectedUses(piece.use, left) * miss) : 0;
  return { saved, isIdle, rent: isIdle ? reading * Math.min(piece.use.age, Math.max(0, since)) : 0, gain };
}

function computeMiss({ use }: Piece, { view, prices, missCost }: SwapInput): Tokens {
  return missCost * (view * prices.read + Math.min(page, use.size) * prices.write);
}

/** The first piece to change, so that most is gained; -1 if the rent does not cover any rewriting yet. */
function findCut({ pieces, prices, calls }: SwapInput, offers: readonly (Offer | null)[]): number {
  let [behind, gain, rent, best, cut] = [0, 0, 0, 0, -1];
  for (let place = pieces.length - 1; place >= 0; place--) {
    const [piece, offer = null] = [pieces[place], offers[place]];
    if (piece === undefined || piece.isFresh) continue;
    if (offer?.isIdle === true) {
      gain += offer.gain;
      rent += offer.rent;
      const cost = (prices.write - prices.read) * (behind + piece.tokens - offer.saved);
      if (gain - cost > best && rent >= (patience + doubt / Math.max(1, calls)) * cost)
        [best, cut] = [gain - cost, place];
    }
    behind += piece.tokens - (offer?.saved ?? 0);
  }
  return cut;
}

/** Old steps leave along with a rewriting, as far as what they take is worth more than what is lost with them. */
function findLeaving(input: SwapInput, shown: readonly Tokens[], cut: number): number {
  const { pieces, prices, isCold } = input;
  const begin = pieces.findIndex(mayLeave);
  let [total, best, through, between] = [0, 0, -1, 0];
  for (const [place, piece] of pieces.entries()) {
    const tokens = shown[place] ?? 0;
    if (mayLeave(piece)) {
      const use = { ...piece.use, size: tokens };
      const lost = countExpectedUses(use, usualPause) * computeMiss({ ...piece, use }, input);
      total += usualPause * prices.read * tokens - lost;
    } else if (begin >= 0 && place > begin && place < cut && !isCold) between += tokens;
    // What stands between the first step that leaves and the cut is rewritten for its sake alone.
    const gain = total - (prices.write - prices.read) * between;
    if (mayLeave(piece) && gain > best) [best, through] = [gain, place];
  }
  return through;
}

function mayLeave(piece: Piece | undefined): boolean {
  return piece?.mayLeave === true && !piece.isFresh;
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0);
}
