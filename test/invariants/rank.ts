/** What may leave leaves by rank: each rung takes the oldest first, and spares the newest as far as its part goes. */

import type { Entry, Text } from "@clewline/core/log/entry.js";
import { weighedNames } from "@clewline/core/view/reduce/reductions.js";
import type { Snapshot } from "@clewline/core/view/snapshot.js";
import { findVerdict, type Verdict } from "@clewline/core/view/verdict.js";
import type { View } from "@clewline/core/view/view.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import { isHidden } from "./hidden.js";
import { placesIn } from "./places.js";
import type { Check, Seen, World } from "./world.js";

export const ranked: Check = (world) =>
  world.seen.flatMap((seen) => [
    ...leavesOldest(seen, world),
    ...reducesOldest(seen, world),
    ...sparesNewest(seen, world),
  ]);

/** The step of the turn to answer that the model took last, with all its results. */
export function newestStep(snapshot: Snapshot): readonly Entry[] {
  const { turn } = snapshot;
  const own = snapshot.entries.filter(
    (entry) => turn !== null && entry.turn === turn.id && isOfModel(entry) && !isHidden(snapshot, entry),
  );
  const ranks = ranksIn(snapshot);
  // A result alone makes no step: its call is elsewhere, or nowhere.
  const isAnswered = (call: Entry) =>
    own.some(
      (entry) =>
        entry.kind === "returned" &&
        call.kind === "called" &&
        entry.call === call.call &&
        ranks.get(entry) === ranks.get(call),
    );
  const steps = own.filter((entry) => entry.kind !== "returned" && !("hosted" in entry && !isAnswered(entry)));
  const newest = Math.max(0, ...steps.map((entry) => ranks.get(entry) ?? 0));
  return own.filter((entry) => ranks.get(entry) === newest);
}

function isOfModel(entry: Entry): boolean {
  return entry.kind === "called" || entry.kind === "returned" || (entry.kind === "said" && entry.by.role === "agent");
}

const known = new WeakMap<Snapshot, ReadonlyMap<Entry, number>>();

/** An entry's rank is the place of the first entry of its step, or its own; what waited leaves with what came next. */
function ranksIn(snapshot: Snapshot): ReadonlyMap<Entry, number> {
  const before = known.get(snapshot);
  if (before !== undefined) return before;
  const firsts = new Map<string, number>();
  const ranks = new Map<Entry, number>();
  const places = placesIn(snapshot);
  for (const entry of snapshot.entries) {
    if (isHidden(snapshot, entry)) continue;
    const place = Math.ceil(places.get(entry) ?? entry.seq);
    const key = isOfModel(entry) && entry.turn !== null ? `${entry.turn} ${entry.step}` : `${entry.seq}`;
    if (!firsts.has(key)) firsts.set(key, place);
    ranks.set(entry, firsts.get(key) ?? place);
  }
  known.set(snapshot, ranks);
  return ranks;
}

/** Messages and steps that may leave, oldest first, each by its first entries; loose steps have no number to go by. */
function mayLeave({ snapshot, policy }: World["given"]): readonly Entry[] {
  const floor = new Set(newestStep(snapshot));
  const isKept = (entry: Entry) =>
    policy.runningTurn === "keep" && isOfModel(entry) && entry.turn === snapshot.turn?.id;
  return snapshot.entries.filter(
    (entry) =>
      (entry.kind === "said" || entry.kind === "called") &&
      (entry.turn !== null || !isOfModel(entry)) &&
      !isHidden(snapshot, entry) &&
      !floor.has(entry) &&
      !isKept(entry) &&
      snapshot.turn?.messages.includes(entry.id) !== true,
  );
}

function leavesOldest({ view }: Seen, { given }: World): readonly string[] {
  const ranks = ranksIn(given.snapshot);
  const rank = (entry: Entry) => ranks.get(entry) ?? 0;
  const verdicts = mayLeave(given).map((entry) => [entry, findVerdict(view.verdicts, entry.seq)] as const);
  const hasLeft = (verdict: Verdict | undefined) => verdict?.rule === "leave-out" || verdict?.rule === "summary";
  const left = verdicts.flatMap(([entry, verdict]) => (hasLeft(verdict) ? [entry] : []));
  const shown = verdicts.flatMap(([entry, verdict]) => (isShown(verdict) ? [entry] : []));
  const newest = left.reduce<Entry | null>((best, each) => (best && rank(best) > rank(each) ? best : each), null);
  const older = newest === null ? undefined : shown.find((entry) => rank(entry) < rank(newest));
  return older === undefined ? [] : [`entry ${newest?.seq} was left out and the older ${older.seq} was not`];
}

function isShown(verdict: Verdict | undefined): boolean {
  return verdict?.kind === "kept" || verdict?.kind === "stubbed";
}

/** Far above what any stub takes. */
const wellAbove = 1_000;

function reducesOldest({ view }: Seen, { given }: World): readonly string[] {
  const { snapshot, policy, fns } = given;
  const places = placesIn(snapshot);
  const place = (entry: Entry | undefined) => (entry === undefined ? 0 : Math.ceil(places.get(entry) ?? entry.seq));
  const tokens = (text: Text) => (typeof text === "string" ? countTokens(text, fns.calibration) : text.tokens);
  return (["spill", "clear"] as const).flatMap((reduction) => {
    const taken = snapshot.entries.filter((entry) => findVerdict(view.verdicts, entry.seq)?.rule === reduction);
    const newest = taken.toSorted((a, b) => place(a) - place(b)).at(-1);
    const limit = reduction === "clear" ? wellAbove : policy.preview * 2 + wellAbove;
    const passed = snapshot.entries.filter(
      (entry) =>
        place(entry) < place(newest) &&
        findVerdict(view.verdicts, entry.seq)?.kind === "kept" &&
        snapshot.turn?.messages.includes(entry.id) !== true &&
        !(policy.runningTurn === "keep" && entry.turn === snapshot.turn?.id) &&
        !(reduction === "clear" && "tool" in entry && policy.neverClear.includes(entry.tool)) &&
        plainTexts(entry, reduction).some((text) => tokens(text) > limit) &&
        !editedAway(entry, snapshot),
    );
    return passed.map((entry) => `${reduction} took entry ${newest?.seq} and not the older ${entry.seq}`);
  });
}

/** Texts whose size in the view is what the log says. */
function plainTexts(entry: Entry, reduction: "spill" | "clear"): readonly Text[] {
  if (entry.kind === "called") return reduction === "clear" ? [entry.input] : [];
  if (entry.kind === "returned") return entry.output.kind === "text" ? [entry.output.text] : [];
  if (entry.kind !== "said" || reduction === "clear") return [];
  return entry.parts.flatMap((part) => (part.kind === "text" ? [part.text] : []));
}

function editedAway(entry: Entry, { entries }: Snapshot): boolean {
  return entries.some((each) => each.kind === "revised" && each.target === entry.id);
}

/**
 * Every rung has at least its weight's part of the room. So what is newest, as far as it costs no more than that in
 * full, is never reduced by it. What things cost in full is what they cost where there is plenty.
 */
function sparesNewest({ view, available }: Seen, world: World): readonly string[] {
  const { snapshot, policy } = world.given;
  const plenty = world.scale.at(-1)?.view;
  const hasLoose = snapshot.entries.some((entry) => entry.turn === null && isOfModel(entry));
  const { clear, "leave-out": leaving } = policy.reductions;
  const { most, tokens, hours } = leaving?.messages ?? {};
  const counts = [leaving?.maxTurns, most, tokens, hours].filter((each) => each !== undefined);
  const isByNeed =
    policy.makeRoom === "by weight" &&
    (clear?.ahead ?? null) === null &&
    policy.missCost === Number.POSITIVE_INFINITY &&
    counts.every((each) => each === Number.POSITIVE_INFINITY);
  const isCapped = Math.min(policy.maxTokens, snapshot.roomLimit) < Number.POSITIVE_INFINITY;
  const isForced = snapshot.mustLeave > 0 || snapshot.refusals > 0;
  if (!view.compacted || plenty === undefined || hasLoose || !isByNeed || isForced || isCapped) return [];
  const ladder = weighedNames.flatMap((reduction) => {
    const weight =
      reduction === "clear-last" && policy.neverClear.length === 0 ? undefined : policy.reductions[reduction];
    return weight === undefined ? [] : [{ reduction, ...weight }];
  });
  const weights = ladder.reduce((sum, { share, fresh }) => sum + share + fresh, 0);
  // A quarter may go to the summary, and the rest is filled from where the next compaction would come.
  const room = (available * policy.summariseAt - world.least) * 0.75 * policy.compactTo;
  const aside = plenty.blocks.reduce((sum, block) => sum + (block.volatile ? block.tokens : 0), 0);
  const costs = new Map<Entry, number>();
  const byId = new Map(snapshot.entries.map((entry) => [entry.id, entry]));
  for (const entry of snapshot.entries) {
    const cost = findVerdict(plenty.verdicts, entry.seq)?.tokens ?? 0;
    costs.set(entry, (costs.get(entry) ?? 0) + cost);
    const target = entry.kind === "revised" ? byId.get(entry.target) : undefined;
    if (target !== undefined) costs.set(target, (costs.get(target) ?? 0) + cost);
  }
  const [ranks, places] = [ranksIn(snapshot), placesIn(snapshot)];
  return ladder.flatMap(({ reduction, share, fresh }) => {
    const part = (room * Math.min(share, fresh)) / weights;
    const whole = reduction === "leave-out" || reduction === "text-only";
    const place = (entry: Entry) => (whole ? (ranks.get(entry) ?? entry.seq) : (places.get(entry) ?? entry.seq));
    const spared = sparedFrom([...costs], place, whole ? { part: part - aside, framing: 16 } : { part, framing: 0 });
    const from = Math.max(spared, (snapshot.epoch.through[reduction] ?? 0) + 1);
    const wrong = snapshot.entries.filter(
      (entry) => place(entry) >= from && takenBy(view, entry) === reduction && !hasLost(entry),
    );
    return wrong.map((entry) => `${reduction} took entry ${entry.seq}, and there was room for all from ${from} on`);
  });
}

function takenBy(view: View, entry: Entry): string | undefined {
  const rule = findVerdict(view.verdicts, entry.seq)?.rule;
  return rule === "summary" ? "leave-out" : rule;
}

/** A result or an edit whose counterpart left goes with it, however new it is. */
function hasLost(entry: Entry): boolean {
  return entry.kind === "returned" || entry.kind === "revised" || entry.kind === "noted";
}

/** The seqs of an answer that is the only step of its turn. */
function answerTo({ turn }: Entry, costs: readonly (readonly [Entry, number])[]): readonly number[] {
  const own = costs.flatMap(([each]) => (turn !== null && each.turn === turn && isOfModel(each) ? [each] : []));
  const steps = new Set(own.map(({ step }) => step));
  return steps.size === 1 ? own.flatMap(({ kind, seq }) => (kind === "returned" ? [] : [seq])) : [];
}

/** The place from which on everything together costs no more than the part. */
function sparedFrom(
  costs: readonly (readonly [Entry, number])[],
  place: (entry: Entry) => number,
  { part, framing }: { readonly part: number; readonly framing: number },
): number {
  let left = part;
  const newestFirst = costs.toSorted(([a], [b]) => place(b) - place(a));
  for (const [index, [entry, cost]] of newestFirst.entries()) {
    left -= cost + framing;
    if (left >= 0) continue;
    // A step that does not fit takes with it what stands between its first entry and its last.
    const rest = newestFirst
      .slice(index)
      .map(([each]) => (isOfModel(each) && each.kind !== "returned" ? each.seq : place(each)));
    // A message that does not fit takes its answer with it.
    const answers = newestFirst.slice(index).flatMap(([each]) => (isOfModel(each) ? [] : answerTo(each, costs)));
    return Math.max(place(entry), ...rest, ...answers) + 1;
  }
  return 1;
}
