/** A view before anything is reduced: what it could show, what stands around that, and what it takes. */
import { account, isListed } from "./account.js";
import { asideBlocks, asidesFor } from "./asides.js";
import { type Block, blockOf, messageFraming, ours } from "./block.js";
import { blocksOf, historyNotes, noticeAllowance } from "./blocks.js";
import type { Budget } from "./budget.js";
import { type Collected, collect } from "./collect.js";
import { escapeText, fence } from "./fence.js";
import { canonical } from "./json.js";
import type { Tokens } from "./keys.js";
import { type Ladder, ladderOver } from "./ladder/climb.js";
import { layOut, messageCount, requestOf } from "./layout.js";
import { isBlank, type Scribe, textPiece } from "./scribe.js";
import { type Epoch, isTold } from "./snapshot.js";
import { summaryBlock } from "./summary/compile.js";
import type { Aside } from "./turn.js";
import type { Overhead, View } from "./view.js";

/** What providers put around every request. */
const requestFraming: Tokens = 3;

export interface Plan {
  readonly scribe: Scribe;
  readonly collected: Collected;
  readonly ladder: Ladder;
  readonly asides: readonly Aside[];
  readonly pinned: readonly Block[];
  readonly summary: readonly Block[];
  readonly overheads: readonly Overhead[];
  /** Tokens of everything that is neither a candidate nor the summary, notices apart. */
  readonly around: Tokens;
  readonly notices: Tokens;
}

export function planFor(scribe: Scribe, quoting: boolean, asides = asidesFor(scribe, quoting)): Plan {
  const collected = collect(scribe);
  const pinned = pinnedBlocks(scribe);
  const overheads = fixedOverheads(scribe);
  const around =
    sum(pinned) +
    sum(overheads) +
    sum(asideBlocks(scribe, asides)) +
    sum(historyNotes(scribe)) +
    sum(closingBlocks(scribe)) +
    messageFraming +
    openingAllowance;
  return {
    scribe,
    collected,
    ladder: ladderOver(scribe.policy.ladder, collected.candidates, scribe),
    asides,
    pinned,
    summary: summaryBlocks(scribe),
    overheads,
    around,
    notices: noticeAllowance(scribe, collected),
  };
}

/** The whole view with these boundaries. `allowance` is what a new summary may take, where one has to be made. */
export function takenBy(plan: Plan, through: Epoch["through"], allowance = Number.POSITIVE_INFINITY): Tokens {
  const { snapshot } = plan.scribe;
  const isSorted = [...plan.collected.settled.values()].some(isListed);
  const isCut = through["leave-out"] > 0 || snapshot.cleared > 0 || snapshot.entries.length < snapshot.last;
  const isReduced = isCut || isSorted;
  const tellsAll = through["leave-out"] <= (snapshot.summary?.to ?? 0) || allowance === Number.POSITIVE_INFINITY;
  const told = tellsAll ? Math.min(allowance, sum(plan.summary) + plan.summary.length * messageFraming) : allowance;
  const summary = snapshot.sorted?.room ?? told;
  return plan.around + plan.ladder.tokensAt(through) + (isReduced ? plan.notices : 0) + summary + reservedIn(plan);
}

/** What no compaction can do without. */
export function floorOf({ around, ladder, notices }: Plan): Tokens {
  return around + ladder.floor + notices;
}

/** Room that nothing but what was given up may take. */
export function reservedIn({ scribe }: Plan): Tokens {
  return scribe.snapshot.reserved ?? 0;
}

/** A summary may take a quarter of what is free, and never more than the policy says. */
export function summaryAllowance(plan: Plan, room: Tokens): Tokens {
  const { layers, summaryTokens } = plan.scribe.policy;
  if (!layers.includes("summary")) return 0;
  return Math.min(summaryTokens, Math.max(0, Math.floor((room - floorOf(plan) - reservedIn(plan)) / 4)));
}

/** A view that opens with the agent's words gets a mark before them. */
const openingAllowance: Tokens = 12;

export function viewOf(plan: Plan, epoch: Epoch, budget: Budget, compacted: boolean): View {
  const { collected, ladder, asides } = plan;
  const scribe = { ...plan.scribe, retrieved: new Set(asides.flatMap(({ seqs = [] }) => seqs)) };
  const settledAccount = account(scribe, collected, ladder, epoch.through, budget);
  const [first, before] = [asides.filter(isEarly(scribe)), asides.filter((aside) => !isEarly(scribe)(aside))];
  const recent = blocksOf(scribe, settledAccount, asideBlocks(scribe, before));
  const early = [...plan.pinned, ...plan.summary, ...asideBlocks(scribe, first)];
  const blocks = [...early, ...recent, ...closingBlocks(scribe)];
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
    summary: scribe.snapshot.summary,
    compacted,
    asides,
  };
}

/** A last word from us, behind everything. */
function closingBlocks(scribe: Scribe): readonly Block[] {
  const { closing } = scribe.snapshot;
  if (closing === undefined) return [];
  return [blockOf("now", "user", ours, [textPiece(scribe, fence("closing", {}, closing))], true)];
}

/** Most volatile blocks stand right before the message; a policy may want some before the recent messages. */
function isEarly({ policy: { layers } }: Scribe): (aside: Aside) => boolean {
  return ({ layer }) => layers.indexOf(layer) < layers.indexOf("recent");
}

function summaryBlocks(scribe: Scribe): readonly Block[] {
  const { summary, sorted } = scribe.snapshot;
  if (sorted !== undefined && sorted.digests.length > 0)
    return sorted.digests.map((each) => summaryBlock(scribe, each));
  if (summary === null || !isTold(scribe.snapshot, scribe.policy)) return [];
  return [summaryBlock(scribe, summary)];
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
