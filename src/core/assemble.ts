/**
 * From a snapshot to a view, purely.
 *
 * 1. The result fits the budget, or is `too-small` and says what is needed.
 * 2. Every entry of the lane has exactly one verdict; a reduction's verdict names its limit.
 * 3. Equal arguments give equal bytes.
 */
import { account } from "./account.js";
import { asideBlocks, asidesFor } from "./asides.js";
import { type Block, blockOf, ours } from "./block.js";
import { blocksOf, noticeAllowance } from "./blocks.js";
import { availableIn, type Budget } from "./budget.js";
import { type Collected, collect } from "./collect.js";
import { escapeText } from "./fence.js";
import { canonical } from "./json.js";
import type { Tokens } from "./keys.js";
import { type Ladder, ladderOver, messageFraming } from "./ladder/climb.js";
import { layOut, messageCount, requestOf } from "./layout.js";
import type { Policy } from "./policy.js";
import { isBlank, type Scribe, scribeFor, textPiece } from "./scribe.js";
import { type Epoch, entriesAfter, type Kit, type Snapshot } from "./snapshot.js";
import type { Aside } from "./turn.js";
import { verdictOn } from "./verdict.js";
import type { Assembled, Overhead, View } from "./view.js";

/** What providers put around every request. */
const requestFraming: Tokens = 3;

export function assemble(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit): Assembled {
  const plain = fit(snapshot, policy, budget, kit, false);
  if (plain.kind === "fits" && !missesReplyTarget(snapshot, policy, plain.view)) return plain;
  if (snapshot.replyTarget === null || snapshot.turn === null) return plain;
  return fit(snapshot, policy, budget, kit, true);
}

function missesReplyTarget({ replyTarget, turn, entries }: Snapshot, policy: Policy, view: View): boolean {
  if (replyTarget === null || turn === null || !policy.layers.includes("quote")) return false;
  if (view.asides.some((aside) => aside.layer === "quote")) return false;
  const target = entries.find((entry) => entry.seq === replyTarget.seq);
  const isKept = (seq: number) => verdictOn(view.verdicts, seq)?.kind === "kept";
  // Its newest words may stand in an edit further down.
  const versions = entries.filter((entry) => entry.kind === "revised" && entry.target === target?.id);
  return replyTarget.seq === null || ![replyTarget.seq, ...versions.map(({ seq }) => seq)].every(isKept);
}

/** As the last compaction left things, if that fits; else a new compaction; else too small. */
function fit(snapshot: Snapshot, policy: Policy, budget: Budget, kit: Kit, quoting: boolean): Assembled {
  const available = availableIn(budget);
  const standing = planFor(scribeFor(snapshot, policy, kit), quoting);
  const { through } = snapshot.epoch;
  const notices = isReduced(snapshot) ? standing.notices : 0;
  const { key, number } = snapshot.epoch;
  const next = (moved: Epoch["through"]): Epoch => ({
    key,
    number: number + 1,
    through: moved,
    foldedThrough: snapshot.last,
  });
  const fitsAs = (plan: Plan) => plan.around + plan.ladder.tokensAt(through) + notices <= available;
  if (fitsAs(standing) && !hasNewWithdrawal(snapshot)) {
    return { kind: "fits", view: viewOf(standing, snapshot.epoch, budget, false) };
  }
  const fresh = planFor(scribeFor(folded(snapshot), policy, kit), quoting);
  if (fitsAs(fresh)) return { kind: "fits", view: viewOf(fresh, next(through), budget, true) };
  const floor = fresh.around + fresh.ladder.floor + fresh.notices;
  if (floor > available) return { kind: "too-small", needed: floor, available };
  const moved = fresh.ladder.climb(through, (available - floor) * policy.compactTo);
  const epoch = next(moved);
  const settled = planFor(scribeFor(readFrom(snapshot, epoch), policy, kit), quoting);
  return { kind: "fits", view: viewOf(settled, epoch, budget, true) };
}

interface Plan {
  readonly scribe: Scribe;
  readonly collected: Collected;
  readonly ladder: Ladder;
  readonly asides: readonly Aside[];
  readonly pinned: readonly Block[];
  readonly overheads: readonly Overhead[];
  /** Tokens of everything that is not a candidate, notices apart. */
  readonly around: Tokens;
  readonly notices: Tokens;
}

function planFor(scribe: Scribe, quoting: boolean): Plan {
  const collected = collect(scribe);
  const asides = asidesFor(scribe, quoting);
  const pinned = pinnedBlocks(scribe);
  const overheads = fixedOverheads(scribe);
  const around = sum(pinned) + sum(overheads) + sum(asideBlocks(scribe, asides)) + messageFraming + openingAllowance;
  return {
    scribe,
    collected,
    ladder: ladderOver(scribe.policy.ladder, collected.candidates, scribe),
    asides,
    pinned,
    overheads,
    around,
    notices: noticeAllowance(scribe, collected),
  };
}

/** A compaction shows every edit so far in its place. */
function folded(snapshot: Snapshot): Snapshot {
  return { ...snapshot, epoch: { ...snapshot.epoch, foldedThrough: snapshot.last } };
}

/** What the next call will read. A compaction is shown from there, so that not a byte moves after it. */
function readFrom(snapshot: Snapshot, epoch: Epoch): Snapshot {
  return { ...snapshot, epoch, entries: entriesAfter(snapshot.entries, epoch.through["leave-out"], snapshot.turn) };
}

/** What was withdrawn leaves the middle of the view, so the view starts anew. */
function hasNewWithdrawal({ entries, epoch }: Snapshot): boolean {
  return entries.some((entry) => entry.kind === "withdrawn" && entry.seq > epoch.foldedThrough);
}

function isReduced({ epoch, entries, last }: Snapshot): boolean {
  return epoch.through["leave-out"] > 0 || entries.length < last;
}

/** A view that opens with the agent's words gets a mark before them. */
const openingAllowance: Tokens = 12;

function viewOf(plan: Plan, epoch: Epoch, budget: Budget, compacted: boolean): View {
  const { scribe, collected, ladder, asides } = plan;
  const settledAccount = account(scribe, collected, ladder, epoch.through, budget);
  const blocks = [...plan.pinned, ...blocksOf(scribe, settledAccount, asideBlocks(scribe, asides))];
  const framing: Overhead = { name: "message framing", tokens: messageCount(blocks) * messageFraming };
  const overheads = [...plan.overheads, framing];
  const pieces = layOut(scribe.snapshot.tools, blocks);
  return {
    request: requestOf(pieces),
    pieces,
    blocks,
    overheads,
    tokens: sum(blocks) + sum(overheads),
    verdicts: settledAccount.verdicts,
    epoch,
    compacted,
    asides,
  };
}

/** The builder's own words are always whole: nobody wants half of an instruction. */
function pinnedBlocks(scribe: Scribe): readonly Block[] {
  const { instructions, persona } = scribe.snapshot;
  const texts = { instructions, persona };
  return scribe.policy.layers.flatMap((layer) => {
    if (layer !== "instructions" && layer !== "persona") return [];
    return isBlank(texts[layer]) ? [] : [blockOf(layer, "system", ours, [textPiece(scribe, escapeText(texts[layer]))])];
  });
}

function fixedOverheads(scribe: Scribe): readonly Overhead[] {
  const { tools } = scribe.snapshot;
  const counted = tools.reduce((total, tool) => total + scribe.count(canonical(tool)) + requestFraming, 0);
  return [
    { name: "tools", tokens: counted },
    { name: "request", tokens: requestFraming },
  ];
}

function sum(lines: readonly { readonly tokens: Tokens }[]): Tokens {
  return lines.reduce((total, line) => total + line.tokens, 0);
}
