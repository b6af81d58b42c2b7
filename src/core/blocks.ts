import { type Account, type Shown, unread } from "./account.js";
import { type Block, blockOf, ours, type Piece } from "./block.js";
import type { Candidate, Collected } from "./collect.js";
import { fence, mark } from "./fence.js";
import type { EntryId, Tokens } from "./keys.js";
import { longestNotice, noticeOf } from "./notice.js";
import { hasRung, startsAnew } from "./policy.js";
import type { Role } from "./request.js";
import { type Scribe, textPiece } from "./scribe.js";

/** The blocks of the recent and message layers, with notices where entries were left out. */
export function blocksOf(scribe: Scribe, account: Account, asides: readonly Block[]): readonly Block[] {
  const blocks: Block[] = [];
  const pending = startsAnew(scribe.policy) ? [] : [...account.gaps];
  const { turn } = scribe.snapshot;
  const anchor =
    account.shown.find(({ candidate }) => candidate.layer === "message") ??
    account.shown.find(({ candidate }) => candidate.unit.kind === "step" && candidate.unit.turn === turn?.id);
  const due = [...asides];
  for (const shown of account.shown) {
    const before = pending.filter((gap) => gap.from < shown.candidate.unit.first);
    pending.splice(0, before.length);
    if (before.length > 0) blocks.push(noticeOf(scribe, before));
    if (shown === anchor) blocks.push(...due.splice(0));
    blocks.push(...shown.candidate.asides, ...blocksFor(shown));
  }
  if (pending.length > 0) blocks.push(noticeOf(scribe, pending));
  return opened(scribe, [...inFront(scribe, account), ...blocks, ...due]);
}

/** Where every view chooses anew there are many gaps: one notice tells of all of them, before anything that is shown. */
function inFront(scribe: Scribe, { gaps, shown }: Account): readonly Block[] {
  const notice = startsAnew(scribe.policy) && gaps.length > 0 ? [noticeOf(scribe, gaps)] : [];
  const { turn } = scribe.snapshot;
  const isPast = shown.some(({ candidate: { layer, unit } }) => layer === "recent" && unit.turn !== turn?.id);
  return [...notice, ...(isPast ? historyNotes(scribe) : [])];
}

const pastWords = "This happened already, as its times say: it is for reference, not to be done or said again.";

/** What stands before a past that is shown as tagged text. */
export function historyNotes(scribe: Scribe): readonly Block[] {
  if (scribe.policy.history !== "tagged") return [];
  return [blockOf("recent", "user", ours, [textPiece(scribe, fence("history", {}, pastWords))])];
}

/** An upper bound for all notices of a view: one before each thing that can't leave, one for each hole, and one more. */
export function noticeAllowance(scribe: Scribe, collected: Collected): Tokens {
  const { epoch } = scribe.snapshot;
  const leaves = hasRung(scribe.policy, "leave-out");
  const stays = ({ floor, held, unit }: Candidate) =>
    floor || held || (!leaves && unit.first <= epoch.through["leave-out"]);
  const staying = collected.candidates.filter(stays).length;
  const holes = unread(scribe).filter((range) => range.from > 1 && range.to > epoch.through["leave-out"]).length;
  return (staying + holes + 1) * longestNotice(scribe);
}

function blocksFor({ candidate, items }: Shown): readonly Block[] {
  const blocks: Block[] = [];
  const roles: readonly Role[] = ["user", "assistant", "tool"];
  for (const role of roles) {
    const seqs: number[] = [];
    const sources: EntryId[] = [];
    const pieces: Piece[] = [];
    for (const [item, form] of items) {
      const own = item.pieces(form).filter((each) => each.role === role);
      if (own.length === 0) continue;
      seqs.push(item.entry.seq);
      sources.push(...item.sources);
      pieces.push(...own.flatMap((each) => each.pieces));
    }
    if (pieces.length > 0) blocks.push(blockOf(candidate.layer, role, { seqs, sources }, pieces));
  }
  return blocks;
}

/** Providers want the first word to be the user's. */
function opened(scribe: Scribe, blocks: readonly Block[]): readonly Block[] {
  const first = blocks[0];
  if (first === undefined || first.role === "user") return blocks;
  return [blockOf("recent", "user", ours, [textPiece(scribe, mark("start"))]), ...blocks];
}
