/** Asks the schedule what of a view leaves it, and moves the epoch accordingly. */

import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { Epoch } from "../../log/epoch.js";
import type { Tokens, TurnId } from "../../log/keys.js";
import { hasSchedule, type Policy } from "../../policy/policy.js";
import type { Ground } from "../reduce/ground.js";
import { listCuts } from "../reduce/item-savings.js";
import { showItems, type WeighedUnit } from "../reduce/measure-units.js";
import { describeBefore } from "../reduce/progress.js";
import { retire } from "../reduce/retire.js";
import { type CallCosts, isHeldByReasoning, isWithinTurn, type Snapshot } from "../snapshot.js";
import { type CachePrices, type ClearingDecision, decideClearing, leastIdle, type Piece } from "./decide-clearing.js";
import { findItemUses, type ItemUses } from "./item-uses.js";

/** The decision and the epoch that follows from it, not numbered yet. The epoch is the same if nothing leaves. */
export interface Scheduled {
  readonly decision: ClearingDecision;
  readonly epoch: Epoch;
}

/** The tokens of the current view, and the room for it. */
interface Taken {
  readonly view: Tokens;
  readonly room: Tokens;
}

/** From which part of the room on past turns are cleared, of what, and how much has to leave to be worth it. */
interface RoomLimits {
  readonly at: number;
  readonly unused: number;
  readonly least: Tokens;
}

/** If the cache is cold, clearing starts at this part of the room: it causes no extra cache write then. */
const cold = 0.5;
/** When a turn begins, within one, and within one that loses its reasoning with the text before it. */
const [begun, within, held] = [0.8, 0.9, 1];
/** A rewrite pays for everything that stays. It has to bring a full view below this part of the room. */
const worth = 0.5;
/** Past turns are cleared down to this part of the room. */
const cleared = 0.3;
/** A view that has to shrink is cleared down to this part of the room, its running turn included. */
const fitted = 0.65;

/**
 * Null where the policy has no schedule, reasoning holds what is before it while there is room, or nothing came since it was asked
 * last. What a person took back is not decided again until something else compacts.
 */
export function* scheduleView(
  standing: Ground,
  snapshot: Snapshot,
  policy: Policy,
  { view, room }: Taken,
): Steps<Scheduled | null> {
  const { costs, epoch, last, turn } = snapshot;
  const { beside = 0, bill = null } = costs ?? {};
  const isHeld = isHeldByReasoning(snapshot);
  if (!hasSchedule(policy) || (isHeld && view <= room)) return null;
  if (epoch.undone === true || last <= Math.max(epoch.retired?.through ?? 0, epoch.foldedThrough)) return null;
  const uses = yield* findItemUses(snapshot.entries);
  const fetched = makeFetchCounter(uses, new Set(epoch.retired?.seqs));
  const placed = yield* listPieces(standing, turn?.id ?? null, { uses, fetched });
  uses.keep();
  const hasFetched = placed.some(({ piece }) => piece.turn === "running" && piece.fetches > 0);
  const limits = pickRoomLimits(snapshot, { view, room });
  const { at } = limits;
  // Where a turn begins a compaction by weight makes the room instead: within one it would take what was just fetched.
  const isFull = isWithinTurn(snapshot) && view > room;
  const decision = decideClearing({
    pieces: placed.map(({ piece }) => piece),
    prices: hasFetched || isHeld ? null : pickPrices(costs),
    isCold: costs?.isCold === true,
    view: view + beside,
    excess: view > room * at ? view - room * cleared : 0,
    unused: limits.unused,
    lack: isFull ? view - room * fitted : 0,
    over: isFull ? view - room : 0,
    least: limits.least,
    missCost: policy.missCost,
    bill: bill === null ? null : { ...bill, size: bill.size + beside },
  });
  yield;
  if (decision.kind !== "clear") return { decision, epoch };
  const limit = decision.because === "room" ? `clearAt=${at}` : `missCost=${policy.missCost}`;
  const chosen = decision.stubbed.flatMap((place) => placed[place]?.seq ?? []);
  const seqs = [...new Set([...(epoch.retired?.seqs ?? []), ...chosen])].sort((a, b) => a - b);
  const retired = { seqs, through: last, swaps: (epoch.retired?.swaps ?? 0) + 1 };
  const reached = { ...epoch.limits, [retire.name]: limit };
  return { decision, epoch: { ...epoch, limits: reached, retired, before: describeBefore(snapshot) } };
}

/** Null where nothing leaves for its price: prices are unknown, or leaving would lose reasoning that is worth more. */
export function pickPrices(costs: CallCosts | undefined): CachePrices | null {
  if (costs === undefined || (costs.isBound && (costs.isLong || !costs.isCold))) return null;
  return costs.prices;
}

function pickRoomLimits(snapshot: Snapshot, { view, room }: Taken): RoomLimits {
  const { costs } = snapshot;
  const isHeld = isHeldByReasoning(snapshot);
  if (!isHeld && costs?.isCold === true && costs.prices !== null) return { at: cold, unused: leastIdle, least: 0 };
  const inTurn = isHeld ? held : within;
  return { at: isWithinTurn(snapshot) ? inTurn : begun, unused: 0, least: view - worth * room };
}

/** How often what an entry holds was fetched after it had left. */
function makeFetchCounter(uses: ItemUses, retired: ReadonlySet<number>) {
  const count = (seq: number): number => {
    const source = uses.sourceOf(seq);
    return source !== null && retired.has(source) ? 1 + count(source) : 0;
  };
  return count;
}

interface PlacedPiece {
  readonly piece: Piece;
  readonly seq: number;
}

interface Known {
  readonly uses: ItemUses;
  fetched(seq: number): number;
}

function* listPieces(
  { units, acting, epoch }: Ground,
  running: TurnId | null,
  { uses, fetched }: Known,
): Steps<readonly PlacedPiece[]> {
  const newest = units.findLast(({ floor }) => floor);
  const last = units.findLast(({ unit }) => unit.turn !== null && unit.turn !== running)?.unit.turn ?? null;
  const turnOf = ({ unit }: WeighedUnit) =>
    running !== null && unit.turn === running ? "running" : last !== null && unit.turn === last ? "last" : "past";
  const again = new Set(units.flatMap(({ items }) => items.map(({ entry }) => uses.sourceOf(entry.seq))));
  const placed: PlacedPiece[] = [];
  for (const [index, unit] of units.entries()) {
    if (endsStep(index)) yield;
    for (const [item, rendition] of showItems(unit, acting, epoch.through)) {
      if (rendition === "gone") continue;
      const { seq } = item.entry;
      const cut = unit.floor ? undefined : listCuts(item, acting.renderer).find(isRetiring);
      const isSpared = acting.retired.has(seq) || retire.spares(item, acting.spared);
      const piece: Piece = {
        tokens: item.tokens(rendition),
        stub: cut === undefined || isSpared ? null : cut.tokens,
        size: item.tokens("full"),
        age: uses.ageOf(seq),
        fetches: fetched(seq),
        hasLeft: acting.retired.has(seq) && !again.has(seq),
        isFresh: unit === newest,
        turn: turnOf(unit),
      };
      placed.push({ piece, seq });
    }
  }
  return placed;
}

function isRetiring({ reduction }: ReturnType<typeof listCuts>[number]): boolean {
  return reduction.name === retire.name;
}
