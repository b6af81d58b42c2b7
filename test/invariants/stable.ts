import { type Entry, isFromModel } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Policy } from "@clewline/core/policy/policy.js";
import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { presets } from "@clewline/core/policy/presets/presets.js";
import { assemble, planCompaction } from "@clewline/core/view/assemble.js";
import { findLeaveBoundary, reductions } from "@clewline/core/view/reduce/reductions.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import type { View } from "@clewline/core/view/view.js";
import { finish } from "@clewline/text/steps.js";
import type { GeneratedCase } from "../cases/cases.js";
import { isMadeAnew, keepsPrefix } from "./past.js";
import { sortedJson } from "./request-reading.js";
import type { Check } from "./world.js";

/** A view that compacted is what the next call finds: reading again from its epoch gives the same bytes. */
export const settles: Check = ({ seen, given: { snapshot, policy, fns } }) =>
  seen.flatMap(({ view, budget }) => {
    if (!view.compacted) return [];
    const again = assemble(readAgain(snapshot, view, policy), policy, budget, fns);
    if (again.kind !== "fits")
      return [`after a compaction the view needs ${again.needed} of ${again.available} tokens`];
    if (again.view.compacted) return ["a compaction is followed by another one at once"];
    const [before, after] = [view.pieces.join(""), again.view.pieces.join("")];
    return before === after ? [] : [`after a compaction the bytes change ${firstDifference(before, after)}`];
  });

/**
 * Compacting again and again takes less each time and comes to an end, also where what was written for it is hostile:
 * each round moves a boundary over at least one entry.
 */
export const ends: Check = ({ given: { snapshot, policy, budget, fns } }) => {
  const most = snapshot.entries.length * reductions.length + 1;
  let [now, before]: [Snapshot, number] = [{ ...snapshot, refusals: 0, mustLeave: 0 }, Number.POSITIVE_INFINITY];
  for (let round = 0; round <= most; round++) {
    const planned = finish(planCompaction(now, { policy, budget, fns }));
    if (planned === null) return [];
    const { epoch, summary, estimate } = planned;
    if (estimate >= before) return [`round ${round} has ${estimate} tokens after ${before}`];
    [now, before] = [readAgain(now, { epoch, summary, asides: now.turn?.asides ?? [] }, policy), estimate];
  }
  return [`there is no end after ${most} rounds`];
};

/** What a store gives for an epoch: what its boundary leaves, and all of the turn to answer with what changed it. */
function readAgain(
  snapshot: Snapshot,
  { epoch, asides, summary }: Pick<View, "epoch" | "asides" | "summary">,
  policy: Policy,
): Snapshot {
  const { turn } = snapshot;
  const target = snapshot.entries.find(({ seq }) => !keepsPrefix(policy) && seq === snapshot.replyTarget?.seq);
  const isAround = (entry: Entry) => entry === target || (entry.turn !== null && entry.turn === target?.turn);
  const isOwn = (entry: Entry) => turn !== null && (entry.turn === turn.id || turn.messages.includes(entry.id));
  const isForced = (entry: Entry) => isOwn(entry) || isAround(entry);
  const forced = new Set<EntryId>();
  for (const entry of snapshot.entries) {
    const changes = (entry.kind === "revised" || entry.kind === "withdrawn") && forced.has(entry.target);
    if (isForced(entry) || changes) forced.add(entry.id);
  }
  const boundary = Math.max(findLeaveBoundary(epoch.through), snapshot.cleared);
  const isHeld = ({ seq }: Entry) => epoch.held.includes(seq);
  const entries = snapshot.entries.filter((entry) => entry.seq > boundary || forced.has(entry.id) || isHeld(entry));
  // Only the first call of a turn looks anything up.
  const now = { epoch, summary, candidate: null, mustLeave: 0, refusals: 0, retrieved: [] };
  return { ...snapshot, ...now, entries, turn: turn === null ? null : { ...turn, asides } };
}

/**
 * From turn to turn, without a compaction, everything before the volatile blocks of the earlier turn stays; or else the
 * head, where a preset promises no more.
 */
export const grows: Check = ({ given }) => {
  const preset = presets[given.policy.name.replace(", varied", "")] ?? balanced;
  const views = given.lane.turns.map((_turn, index) => viewFor(given, preset, index));
  return views.slice(1).flatMap((later, index) => {
    const earlier = views[index] ?? null;
    if (earlier === null || later === null || earlier.compacted || later.compacted) return [];
    if (keepsPrefix(preset) && isDisturbed(given, index)) return [];
    const prefix = !keepsPrefix(preset) ? headOf(earlier, preset) : bytesBeforeAsides(earlier);
    const bytes = later.pieces.join("");
    return bytes.startsWith(prefix)
      ? []
      : [`turn ${index + 1} changes what turn ${index} saw ${firstDifference(prefix, bytes)}`];
  });
};

/** Instructions and persona, and a summary that stands until the next compaction. */
function headOf(view: View, preset: Policy): string {
  const blocks = isMadeAnew(preset) ? [] : view.blocks.filter(({ layer }) => layer === "summary");
  const last = blocks.at(-1)?.contents.map(sortedJson).join(",") ?? '],"messages":[';
  return view.pieces.slice(0, view.pieces.indexOf(last) + 1).join("");
}

function viewFor({ lane, snapshot, fns }: GeneratedCase, preset: Policy, index: number): View | null {
  const turn = lane.turns[index];
  if (turn === undefined) return null;
  const anew = keepsPrefix(preset) || isMadeAnew(preset);
  const entries = lane.entries.slice(0, endOf(lane.entries, lane.turns[index + 1] ?? null));
  const seen: Snapshot = {
    ...snapshot,
    turn: { ...turn, state: "running" },
    turns: new Map(
      lane.turns
        .slice(0, index + 1)
        .map((each) => [each.id, { ...each, state: each.id === turn.id ? "running" : "completed" }]),
    ),
    entries,
    last: entries.length,
    epoch: anew ? firstEpoch : snapshot.epoch,
    summary: anew ? null : snapshot.summary,
    candidate: null,
    cleared: 0,
    mustLeave: 0,
    refusals: 0,
    roomLimit: Number.POSITIVE_INFINITY,
    replyTarget: null,
    retrieved: [],
    now: turn.began,
  };
  const result = assemble(seen, preset, { window: 1e9, reply: 0 }, fns);
  return result.kind === "fits" ? result.view : null;
}

/** How many entries there are before a turn begins; one that waited begins with its place. */
function endOf(entries: readonly Entry[], next: TurnRecord | null): number {
  const first = entries.findIndex((entry) => next !== null && entry.turn === next.id);
  return next?.placed ?? (first < 0 ? entries.length : first);
}

/** A withdrawal takes something back, and a late result or answer completes an old step: both change the past. */
function isDisturbed({ lane }: GeneratedCase, index: number): boolean {
  const [own, next, after] = [lane.turns[index], lane.turns[index + 1], lane.turns[index + 2]];
  const from = endOf(lane.entries, next ?? null);
  const added = lane.entries.slice(from, endOf(lane.entries, after ?? null));
  const adopted = [own, next].some((turn) =>
    turn?.messages.some((id) => lane.entries.find((entry) => entry.id === id)?.turn !== turn.id),
  );
  const silent = own === undefined || own.messages.length === 0;
  // Another surface has a prefix of its own, because it may not see the same.
  const elsewhere = own?.surface !== next?.surface;
  return (
    silent ||
    elsewhere ||
    isUnasked(lane.entries, own) ||
    adopted ||
    isOvertaken(lane.entries.slice(0, from), own) ||
    (next !== undefined && isOvertaken(lane.entries.slice(0, from + added.length), next)) ||
    from === lane.entries.length ||
    // A withdrawal starts the view anew, and that shows every edit in its place.
    (added.some((entry) => entry.kind === "revised") && lane.entries.some((entry) => entry.kind === "withdrawn")) ||
    added.some(
      (entry) =>
        entry.kind === "withdrawn" ||
        (entry.turn !== next?.id && (entry.kind === "returned" || entry.kind === "noted")),
    )
  );
}

/** What a turn that nobody asked for did before its first message is not shown once it is past. */
function isUnasked(entries: readonly Entry[], { id, origin, messages }: TurnRecord): boolean {
  const first = entries.find((entry) => entry.turn === id || messages.includes(entry.id));
  return origin !== "interactive" && first !== undefined && !messages.includes(first.id);
}

/** Another turn's words came in after the message: it then stands behind them, as long as it is to be answered. */
function isOvertaken(entries: readonly Entry[], turn: TurnRecord): boolean {
  const message = turn.placed ?? entries.findIndex((entry) => turn.messages.includes(entry.id));
  return entries.slice(message).some((entry) => entry.turn !== turn.id && isFromModel(entry));
}

function bytesBeforeAsides(view: View): string {
  const own = view.blocks.findLastIndex((block, index) => block.volatile && !view.blocks[index - 1]?.volatile);
  const bytes: string[] = [];
  let next = 0;
  for (const piece of view.pieces) {
    const block = view.blocks[next];
    if (block !== undefined && piece === block.contents.map(sortedJson).join(",")) {
      if (next === own) break;
      next += 1;
    }
    bytes.push(piece);
  }
  // What joins the block to the one before it depends on the block.
  return bytes.slice(0, -1).join("");
}

function firstDifference(before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  return `from ${JSON.stringify(before.slice(Math.max(0, at - 30), at + 150))} to ${JSON.stringify(after.slice(Math.max(0, at - 30), at + 150))}`;
}
