/** Asks the schedule what of a view is not worth its place, and moves the epoch accordingly. */
import type { Epoch } from "../../log/epoch.js";
import type { Tokens } from "../../log/keys.js";
import { hasSchedule, type Policy } from "../../policy/policy.js";
import type { Ground } from "../reduce/ground.js";
import { listCuts } from "../reduce/item-savings.js";
import { findUnitEnd, showItems, type WeighedUnit } from "../reduce/measure-units.js";
import { describeBefore, move } from "../reduce/progress.js";
import { retire } from "../reduce/retire.js";
import { textOnly } from "../reduce/text-only.js";
import { isHeldByReasoning, type Snapshot } from "../snapshot.js";
import type { Item } from "../units/item.js";
import { decideSwap, type Piece, type SwapDecision } from "./decide-swap.js";
import { findItemUses, type ItemUses } from "./item-uses.js";

/** What was decided, and the epoch that follows from it, which is not numbered yet; the same epoch where nothing leaves. */
export interface Scheduled {
  readonly decision: SwapDecision;
  readonly epoch: Epoch;
}

/**
 * Null where the policy has no schedule, nobody knows the prices, reasoning holds what is before it, or nothing came since it was
 * asked last. What a person
 * took back is not decided again until something else compacts.
 */
export function scheduleView(standing: Ground, snapshot: Snapshot, policy: Policy, view: Tokens): Scheduled | null {
  const { costs, epoch, last } = snapshot;
  if (!hasSchedule(policy) || costs === undefined || isHeldByReasoning(snapshot)) return null;
  if (epoch.undone === true || last <= Math.max(epoch.retired?.through ?? 0, epoch.foldedThrough)) return null;
  const uses = findItemUses(snapshot.entries);
  const placed = listPieces(standing, policy, uses);
  const decision = decideSwap({
    pieces: placed.map(({ piece }) => piece),
    ...costs,
    view: view + costs.beside,
    calls: uses.calls,
    missCost: policy.missCost,
  });
  if (decision.kind !== "clear") return { decision, epoch };
  const limit = `missCost=${policy.missCost}`;
  const chosen = decision.stubbed.flatMap((place) => placed[place]?.item.entry.seq ?? []);
  const seqs = [...new Set([...(epoch.retired?.seqs ?? []), ...chosen])].sort((a, b) => a - b);
  const leaving = placed[decision.leavesThrough]?.unit;
  const progress = leaving === undefined ? epoch : move(epoch, textOnly.name, findStepEnd(leaving), limit);
  const limits = { ...progress.limits, [retire.name]: limit };
  const retired = { seqs, through: last, swaps: (epoch.retired?.swaps ?? 0) + 1 };
  return { decision, epoch: { ...epoch, ...progress, limits, retired, before: describeBefore(snapshot) } };
}

interface PlacedPiece {
  readonly piece: Piece;
  readonly item: Item;
  readonly unit: WeighedUnit;
}

function listPieces({ units, acting, epoch }: Ground, policy: Policy, uses: ItemUses): readonly PlacedPiece[] {
  const leaves = policy.reductions[textOnly.name] !== undefined;
  const newest = units.findLast(({ floor }) => floor);
  const placed: PlacedPiece[] = [];
  for (const unit of units) {
    const mayLeave = leaves && unit.between !== null && !unit.floor && !unit.held;
    for (const [item, rendition] of showItems(unit, acting, epoch.through)) {
      if (rendition === "gone") continue;
      const tokens = item.tokens(rendition);
      const cut = unit.floor ? undefined : listCuts(item, acting.renderer).find(isRetiring);
      const isSpared = acting.retired.has(item.entry.seq) || retire.spares(item, acting.spared);
      const { age, uses: times, repeated } = uses.find(item.entry.seq);
      const use = { age, uses: times, repeated, size: item.tokens("full") };
      const stub = cut === undefined || isSpared ? null : cut.tokens;
      placed.push({ piece: { tokens, isFresh: unit === newest, use, stub, mayLeave }, item, unit });
    }
  }
  return placed;
}

function isRetiring({ reduction }: ReturnType<typeof listCuts>[number]): boolean {
  return reduction.name === retire.name;
}

/** As far as a boundary may go that takes out this step. */
function findStepEnd(unit: WeighedUnit): number {
  return Math.min(findUnitEnd(unit), unit.between?.before ?? Number.POSITIVE_INFINITY);
}
