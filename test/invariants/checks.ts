import { isDeepStrictEqual } from "node:util";
import type { Entry } from "@clewline/core/log/entry.js";
import { firstEpoch } from "@clewline/core/log/epoch.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { assemble } from "@clewline/core/view/assemble.js";
import type { PureFns, Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict, type VerdictKind } from "@clewline/core/view/verdict.js";
import type { AssemblyResult, View } from "@clewline/core/view/view.js";
import { removeLimits } from "../cases/case-policy.js";
import { hiddenShown } from "./hidden.js";
import { sortedRight } from "./past.js";
import { ranked } from "./rank.js";
import { recount } from "./recount.js";
import { sortedJson } from "./request-reading.js";
import { type Check, roomOf, type Seen, type World } from "./world.js";

export const fits: Check = (world) => [...world.seen.flatMap((seen) => fitsIn(seen, world)), ...tooSmall(world)];

function fitsIn({ view, available }: Seen, { given }: World): readonly string[] {
  const again = recount(view.request, given.snapshot, given.fns.calibration);
  return [
    ...(view.tokens <= available ? [] : [`the view has ${view.tokens} tokens of ${available}`]),
    ...(again <= available ? [] : [`counted again it has ${again} tokens of ${available}`]),
    ...(again <= view.tokens ? [] : [`counted again it has ${again} tokens, not ${view.tokens}`]),
  ];
}

function tooSmall({ result, budget, given: { snapshot, policy, fns } }: World): readonly string[] {
  if (result.kind === "fits") return [];
  const { needed, available } = result;
  const room = roomOf(budget, policy, snapshot);
  if (available !== room) return [`too small for ${available}, but ${room} were given`];
  if (needed <= available) return [`too small, but ${needed} of ${available} are needed`];
  if (needed > Math.min(policy.maxTokens, snapshot.roomLimit)) return [];
  const again = assemble(snapshot, policy, { window: needed, reply: 0 }, fns);
  return again.kind === "fits" ? [] : [`${needed} were said to be enough and then it was ${again.needed}`];
}

export const deterministic: Check = ({ given, budget, result, seen }) => {
  const { snapshot, policy, fns } = given;
  const again = assemble(structuredClone(snapshot), structuredClone(policy), budget, fns);
  return [
    ...(bytesOf(result) === bytesOf(again) ? [] : ["a second run, on a copy, differs"]),
    ...seen.flatMap(({ view }) => (saysItsBytes(view) ? [] : ["the request is not what its bytes say"])),
  ];
};

/** The order of keys counts too: whoever writes the request as JSON gets the bytes again. */
function saysItsBytes({ request, pieces }: View): boolean {
  return JSON.stringify(request) === JSON.stringify(JSON.parse(pieces.join("")));
}

function bytesOf(result: AssemblyResult): string {
  if (result.kind === "too-small") return JSON.stringify(result);
  const { pieces, verdicts, epoch, tokens, overheads, asides } = result.view;
  return JSON.stringify([pieces, verdicts, epoch, tokens, overheads, asides]);
}

/** All of its objects are frozen, so that a write throws; its maps can't be, and are compared. */
export const immutable: Check = ({ untouched, given: { snapshot } }) =>
  isDeepStrictEqual(snapshot, untouched) ? [] : ["the snapshot was changed"];

/** The rules that follow from what an entry is, and not from any limit. */
const natural = new Set(["withdrawn", "queued", "orphan", "private"]);
/** What no limit lifts: of a turn that nobody asked for only the last words are shown, and a reply to them is about them alone. */
const outOfScope = new Set([...natural, "background", "narrow"]);

export const identity: Check = (world) => [...keepsAll(world), ...named(world)];

/** The half of it that one view can tell. */
export const named: Check = ({ seen }) => seen.flatMap(({ view }) => namesLimits(view));

function keepsAll({ given: { lane, snapshot, policy, fns } }: World): readonly string[] {
  const free = <Turn extends { readonly attachOver: number } | null>(turn: Turn): Turn =>
    turn === null ? turn : { ...turn, attachOver: Number.POSITIVE_INFINITY };
  const whole: Snapshot = {
    ...snapshot,
    entries: lane.entries,
    blobs: lane.blobs,
    turn: free(snapshot.turn),
    turns: new Map(lane.turns.map((turn) => [turn.id, free(turn)])),
    epoch: firstEpoch,
    summary: null,
    cleared: 0,
    mustLeave: 0,
    refusals: 0,
    roomLimit: Number.POSITIVE_INFINITY,
  };
  const result = assemble(whole, removeLimits(policy), { window: 1e9, reply: 0 }, fns);
  if (result.kind === "too-small") return ["a billion tokens are too small"];
  return result.view.verdicts.flatMap(({ from, kind, rule }) => {
    if (kind === "kept" || (kind === "omitted" && outOfScope.has(rule)) || linksFile(lane.entries[from - 1])) return [];
    // Shown after all, and in its own place too if that is in scope.
    if (kind === "retrieved" || rule === "background") return [];
    return [`entry ${from} is ${kind} by ${rule} without any limit`];
  });
}

/** A result can't carry a file by its address: it becomes a stub, whatever the limits are. */
function linksFile(entry: Entry | undefined): boolean {
  if (entry?.kind !== "returned" || entry.output.kind !== "content") return false;
  return entry.output.parts.some((part) => part.kind === "file" && part.source.kind === "url");
}

function namesLimits(view: View): readonly string[] {
  return view.verdicts.flatMap(({ from, kind, rule, limit, pointer }) => {
    const reduced = kind === "stubbed" || kind === "summarised" || (kind === "omitted" && !natural.has(rule));
    if (reduced && !/^[a-zA-Z]+=\S+$/.test(limit ?? ""))
      return [`entry ${from} is ${kind} by ${rule} and no limit is named`];
    if (kind !== "kept" && pointer === null) return [`entry ${from} is ${kind} without a pointer`];
    return !reduced && limit !== null ? [`entry ${from} is ${kind} by ${rule} and yet has the limit ${limit}`] : [];
  });
}

export const monotone: Check = (world) => [...neverLess(world), ...ranked(world)];

function neverLess({ scale, given: { snapshot } }: World): readonly string[] {
  return scale.slice(1).flatMap((more, index) => {
    const less = scale[index];
    if (less === undefined) return [];
    // A compaction shows an edit in its target's place: neither is the same thing before and after.
    const refolded = less.view.epoch.foldedThrough !== more.view.epoch.foldedThrough;
    const lost = snapshot.entries
      .filter((entry) => !(refolded && isEdited(entry, snapshot)))
      .filter((entry) => kindOf(less, entry) === "kept" && kindOf(more, entry) !== "kept");
    return lost.map((entry) => `entry ${entry.seq} is kept in ${less.available} and not in ${more.available} tokens`);
  });
}

function isEdited(entry: Entry, { entries }: Snapshot): boolean {
  return entry.kind === "revised" || entries.some((each) => each.kind === "revised" && each.target === entry.id);
}

function kindOf({ view }: Seen, entry: Entry): VerdictKind | undefined {
  return findVerdict(view.verdicts, entry.seq)?.kind;
}

export const accounted: Check = ({ seen, given: { snapshot, fns, policy } }) =>
  seen.flatMap(({ view }) => [
    ...partition(view, snapshot.last),
    ...sums(view),
    ...pieces(view),
    ...shownAsSaid(view, snapshot),
    ...pointed(view, snapshot, fns),
    ...hiddenShown(view, snapshot),
    ...sortedRight(view, { snapshot, policy }),
  ]);

/** A verdict of kept or stubbed is on an entry that stands in a block, and any other on one that does not. */
function shownAsSaid(view: View, snapshot: Snapshot): readonly string[] {
  const shown = new Set(view.blocks.flatMap((block) => block.seqs));
  const silent = new Set(["bookkeeping", "edited"]);
  return snapshot.entries.flatMap((entry) => {
    const verdict = findVerdict(view.verdicts, entry.seq);
    const claimed = (verdict?.kind === "kept" || verdict?.kind === "stubbed") && !silent.has(verdict.rule);
    // An edit to nothing has no words.
    const wordless = entry.kind === "revised" && entry.parts.length === 0;
    if (claimed === shown.has(entry.seq) || wordless) return [];
    return [`entry ${entry.seq} is ${verdict?.kind} by ${verdict?.rule} and ${claimed ? "not " : ""}shown`];
  });
}

const spans = new Set(["leave-out", "text-only", "summary", "cleared", "memory"]);

/** A pointer opens the entry itself, or a span at its first entry. */
function pointed({ verdicts }: View, { ref }: Snapshot, { hash }: PureFns): readonly string[] {
  return verdicts.flatMap(({ from, rule, pointer }) => {
    const wanted = makePointer(spans.has(rule) ? "s" : "e", ref, from, hash);
    return pointer === null || pointer === wanted ? [] : [`the verdict on ${from} points to ${pointer}`];
  });
}

function partition({ verdicts }: View, last: number): readonly string[] {
  let next = 1;
  for (const { from, to } of verdicts) {
    if (from !== next || to < from) return [`a verdict on ${from} to ${to} stands where ${next} comes next`];
    next = to + 1;
  }
  return next === last + 1 ? [] : [`the verdicts end at ${next - 1} of ${last}`];
}

function sums({ blocks, overheads, tokens, verdicts }: View): readonly string[] {
  const total = (lines: readonly { readonly tokens: number }[]) => lines.reduce((sum, line) => sum + line.tokens, 0);
  const ofEntries = total(blocks.filter((block) => block.seqs.length > 0));
  return [
    ...(total(blocks) + total(overheads) === tokens ? [] : [`${tokens} tokens are not the sum of the parts`]),
    ...(total(verdicts) === ofEntries ? [] : [`verdicts have ${total(verdicts)} tokens, their blocks ${ofEntries}`]),
  ];
}

function pieces(view: View): readonly string[] {
  const joined = view.pieces.join("");
  const known = new Set(view.pieces);
  const strange = view.blocks.filter((block) => !known.has(block.contents.map(sortedJson).join(",")));
  const spoken = view.blocks.filter((block) => block.role !== "system").flatMap((block) => block.contents);
  const said = view.request.messages.flatMap((message): readonly unknown[] => message.content);
  return [
    ...(sortedJson(JSON.parse(joined)) === sortedJson(view.request) ? [] : ["the pieces are another request"]),
    ...(sortedJson(spoken) === sortedJson(said) ? [] : ["the blocks are not what the request says"]),
    ...strange.map((block) => `block of ${block.seqs.join(",")} has no piece of its own`),
  ];
}
