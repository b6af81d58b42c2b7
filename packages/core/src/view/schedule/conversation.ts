/**
 * The conversation at hand of a chat without tools. A call whose provider has nothing of the view in its cache pays for every
 * token anew, so what is older leaves there: it costs nothing then, and every later call is cheaper by it.
 *
 * 1. At hand are whole exchanges back to the last pause of four hours; at least 1,000 tokens, and as far as 8,000.
 * 2. Older ones leave on the first call of a turn: with a cold cache, or once what reading them has cost covers the rewriting.
 * 3. A chat of up to 8,000 tokens stays whole, and nothing leaves where `recall` can't open it.
 */
import { isFromModel } from "../../log/entry.js";
import type { Instant, Tokens } from "../../log/keys.js";
import { isOfLog } from "../../log/own-tools.js";
import { hasSchedule, type Policy } from "../../policy/policy.js";
import { leaveOut } from "../reduce/leave-out.js";
import { findUnitEnd, type WeighedUnit } from "../reduce/measure-units.js";
import { move, type ReductionProgress } from "../reduce/progress.js";
import { findLeaveBoundary } from "../reduce/reductions.js";
import type { Snapshot } from "../snapshot.js";
import { longPauseMs } from "../units/message-labels.js";
import type { CachePrices } from "./decide-clearing.js";
import { pickPrices } from "./schedule-view.js";

const [leastAtHand, mostAtHand]: readonly [Tokens, Tokens] = [1_000, 8_000];
/** Once something has left, so much more has to be older. */
const leastOlder: Tokens = 250;
/** The summary of what left for the conversation at hand; others have the room that the policy gives them. */
export const chatSummaryTokens: Tokens = 150;

const limit = `conversation=${mostAtHand}`;

export interface ChatSituation {
  readonly units: readonly WeighedUnit[];
  readonly policy: Policy;
  readonly seen: Pick<Snapshot, "turn" | "now" | "costs" | "entries">;
}

/** Whether older exchanges have left for the conversation at hand alone. */
export function isLeftForConversation({ limits }: ReductionProgress): boolean {
  return limits[leaveOut.name] === limit;
}

export function leaveConversations({ units, policy, seen }: ChatSituation, from: ReductionProgress): ReductionProgress {
  if (!hasSchedule(policy) || !isChatCall(seen)) return from;
  const left = findLeaveBoundary(from.through);
  const standing = units.filter((each) => !each.floor && !each.held && each.unit.place > left);
  if (standing.some(usesTools)) return from;
  const exchanges = listExchanges(standing);
  const kept = countAtHand(exchanges, seen.now);
  const older = exchanges.slice(0, exchanges.length - kept);
  const isSmall = left === 0 ? sumTokens(exchanges) <= mostAtHand : sumTokens(older) < leastOlder;
  if (isSmall || (seen.costs?.isCold !== true && !isPaid(exchanges, kept, pickPrices(seen.costs)))) return from;
  const first = Math.min(...exchanges.slice(older.length).map(({ place }) => place));
  // Messages that came in while an older exchange was answered stay with it.
  const held = older.findIndex(({ end }) => end >= first);
  const leaving = held < 0 ? older : older.slice(0, held);
  return move(from, leaveOut.name, Math.max(0, ...leaving.map(({ end }) => end)), limit);
}

/** The first call of a turn, in a lane whose requests have had a tool from the first on that opens what leaves. */
function isChatCall({ turn, costs, entries }: ChatSituation["seen"]): boolean {
  if (turn === null || costs === undefined) return false;
  if (!costs.opens || costs.bill?.opens === false) return false;
  return entries.findLast(isFromModel)?.turn !== turn.id;
}

/** Results and inputs of tools follow the schedule instead. */
function usesTools({ unit }: WeighedUnit): boolean {
  return unit.entries.some((entry) => entry.kind === "called" && !isOfLog(entry.tool));
}

/** A question with its answer, or a message that nobody answered. */
interface Exchange {
  readonly tokens: Tokens;
  readonly from: Instant;
  readonly until: Instant;
  readonly place: number;
  /** Where the boundary ends that takes it out. */
  readonly end: number;
  readonly isAnswered: boolean;
}

/** In the order of the view. Exchanges that overlap are one. */
function listExchanges(units: readonly WeighedUnit[]): readonly Exchange[] {
  const lastOf = new Map(units.map((each, place) => [each.unit.turn ?? each.unit.first, place]));
  const exchanges: Exchange[] = [];
  let open: { readonly units: WeighedUnit[]; last: number } = { units: [], last: -1 };
  for (const [place, each] of units.entries()) {
    open.units.push(each);
    open.last = Math.max(open.last, lastOf.get(each.unit.turn ?? each.unit.first) ?? place);
    if (place < open.last) continue;
    exchanges.push(makeExchange(open.units));
    open = { units: [], last: -1 };
  }
  return exchanges;
}

function makeExchange(units: readonly WeighedUnit[]): Exchange {
  const items = units.flatMap((each) => each.items);
  const times = items.map(({ entry }) => entry.at).filter(Number.isFinite);
  return {
    tokens: items.reduce((sum, item) => sum + item.tokens(item.base), 0),
    from: Math.min(...times),
    until: Math.max(...times),
    place: Math.min(...units.map(({ unit }) => unit.place)),
    end: Math.max(...units.map(findUnitEnd)),
    isAnswered: items.some(({ entry }) => isFromModel(entry)),
  };
}

/** How many of the newest exchanges are the conversation that the message goes on with. */
function countAtHand(exchanges: readonly Exchange[], now: Instant): number {
  let [tokens, kept, next] = [0, 0, now];
  for (const { tokens: own, from, until } of exchanges.toReversed()) {
    const isOver = tokens >= leastAtHand && next - until >= longPauseMs;
    if (kept > 0 && (isOver || tokens + own > mostAtHand)) break;
    tokens += own;
    kept += 1;
    // Once a pause has ended the conversation, nothing before it goes on.
    next = next - until >= longPauseMs ? Number.POSITIVE_INFINITY : from;
  }
  return kept;
}

/** Whether reading what is beyond the conversation at hand has cost as much by now as writing the rest anew will. */
function isPaid(exchanges: readonly Exchange[], kept: number, prices: CachePrices | null): boolean {
  if (prices === null) return false;
  let [tokens, rent] = [0, 0];
  for (const { tokens: own, isAnswered } of exchanges) {
    tokens += own;
    if (isAnswered) rent += prices.read * Math.max(0, tokens - mostAtHand);
  }
  const rewritten = sumTokens(exchanges.slice(exchanges.length - kept)) + chatSummaryTokens;
  return rent >= (prices.write - prices.read) * rewritten;
}

function sumTokens(exchanges: readonly Exchange[]): Tokens {
  return exchanges.reduce((sum, { tokens }) => sum + tokens, 0);
}
