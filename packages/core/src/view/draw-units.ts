/** The third stage: everything that the recent and message layers could show, before any reduction. */

import { defer } from "@clewline/text/defer.js";
import { finish, mapInSteps, type Steps } from "@clewline/text/steps.js";
import type { Entry, RevisedEntry } from "../log/entry.js";
import type { EntryId, Tokens, TurnId } from "../log/keys.js";
import { isKeeping } from "../log/own-tools.js";
import { isOfEpoch, isOpen, type TurnRecord } from "../log/turn.js";
import type { Block } from "./block.js";
import type { Past, Pose } from "./past/selected-past.js";
import { filterStandingPreambles, makePreambleBlocks } from "./preamble-blocks.js";
import type { Renderer } from "./renderer.js";
import { listReplacedEdits, type SettledLog } from "./settled-log.js";
import type { Snapshot } from "./snapshot.js";
import { applyEdit, drawItems, type ItemSources } from "./units/draw-item.js";
import type { AttachedDrawings, AttachmentLimits, Drawing, Drawings, DrawnUnit, Poses } from "./units/drawn-unit.js";
import type { Drawer } from "./units/kept-items.js";
import { pairResults } from "./units/pairs.js";
import { collectActionLines, isPast, isWork, makePastDetails } from "./units/past-item.js";
import { groupUnits, type Unit } from "./units/unit.js";
import type { Rule } from "./verdict.js";
import { collectWithdrawnIds } from "./withdrawn.js";

type DrawInput = Pick<
  Snapshot,
  "turn" | "turns" | "attachAt" | "replyTarget" | "goneElsewhere" | "toldEdits" | "zone" | "now" | "ranges" | "epoch"
>;

export function* drawUnits(log: SettledLog, past: Past, seen: DrawInput, drawer: Drawer): Steps<Drawings> {
  const { turn, turns, attachAt = Number.POSITIVE_INFINITY } = seen;
  const drawings = yield* drawPoses(log, past, seen, drawer);
  const { isCrowded } = past;
  const large = turn === null ? noTexts : findLargeTexts(log.entries, turn, attachAt, drawer.renderer);
  if (turn === null) return { ...drawings, isCrowded, attach: null, attachments: 0, shorten: null };
  const attach = function* (limits: AttachmentLimits): Steps<AttachedDrawings> {
    const decided = { ...turn, ...limits };
    const again = { ...seen, turn: decided, turns: new Map(turns).set(turn.id, decided) };
    return { drawings: yield* drawPoses(log, past, again, drawer), turn: decided };
  };
  const { texts } = large;
  return { ...drawings, isCrowded, attach: large.any ? attach : null, attachments: texts, shorten: attach };
}

const noTexts = { any: false, texts: 0 };

/** Texts of the turn's messages above a limit, and whether any text or file exceeds it. */
function findLargeTexts(
  entries: readonly Entry[],
  { messages }: TurnRecord,
  limit: Tokens,
  { tokens }: Renderer,
): { readonly any: boolean; readonly texts: number } {
  const own = entries.flatMap((entry) => (entry.kind === "said" && messages.includes(entry.id) ? [entry.parts] : []));
  const texts = own.flat().filter((part) => part.kind !== "file" && tokens(part.text) > limit).length;
  const hasFiles = own.some(
    (parts) => parts.reduce((sum, part) => sum + (part.kind === "file" ? part.tokens : 0), 0) > limit,
  );
  return { any: texts > 0 || hasFiles, texts };
}

function* drawPoses(
  log: SettledLog,
  { standing, compact, tiers }: Past,
  seen: DrawInput,
  drawer: Drawer,
): Steps<Poses> {
  const draw = (pose: Pose) => drawPose(log, pose, seen, drawer);
  const first = yield* draw(standing);
  const { sorted } = log;
  return {
    places: sorted?.places ?? log.places,
    late: sorted?.late ?? new Map(seen.epoch.late),
    standing: first,
    compact: compact === standing ? first : yield* drawPose({ ...log, ...sorted }, compact, seen, drawer),
    // The widest is the standing one, and few of the others are looked at.
    tiers: tiers.map((pose, index) => (index === 0 ? () => first : defer(() => finish(draw(pose()))))),
  };
}

function* drawPose(log: SettledLog, pose: Pose, seen: DrawInput, { renderer, policy }: Drawer): Steps<Drawing> {
  const { turn, turns } = seen;
  const { edits, rules } = placeEdits(log, pose, seen.toldEdits);
  const showable = log.entries.filter(({ seq }) => !rules.has(seq));
  const asText = policy.history.form !== "steps";
  const detailsFrom = (entries: readonly Entry[]) =>
    makePastDetails(seen, policy.history.form, collectActionLines(entries, turn, turns));
  const detailsOf = asText ? detailsFrom(showable) : null;
  const isNamed = (entry: Entry) => asText && isPast(entry, turn) && isWork(applyEdit(entry, edits));
  if (asText) for (const entry of showable) if (isNamed(entry)) rules.set(entry.seq, "actions");
  yield;
  const units = groupUnits(asText ? showable.filter(({ seq }) => !rules.has(seq)) : showable, log.places);
  yield;
  const newest = turn === null ? undefined : units.findLast((unit) => unit.turn === turn.id && isVisibleStep(unit));
  const asidesBefore = makePreambleFinder(units, seen, log.withdrawn, { renderer, asText });
  const { betweenAt, isInterrupted } = makeBetweenFinder(units, turn, turns);
  yield;
  const sources: ItemSources = { renderer, policy, seen, byId: log.byId, edits, detailsOf };
  const drawn = yield* mapInSteps(units, (unit): readonly DrawnUnit[] => {
    const { items, dropped } = drawItems(sources, unit, unit === newest);
    for (const [seq, rule] of dropped) rules.set(seq, rule);
    if (items.length === 0) return [];
    return [{ unit, role: pickRole(unit, newest, turn), items, between: betweenAt(unit), asides: asidesBefore(unit) }];
  });
  const hasAsides = [...turns.values()].some((each) => each.id !== turn?.id && hasOwnAsides(each));
  const redrawAsides = (left: readonly DrawnUnit[], entries: readonly Entry[]) => {
    const before = makePreambleFinder(
      left.map(({ unit }) => unit),
      seen,
      new Set([...collectWithdrawnIds(entries), ...(seen.ranges?.gone ?? [])]),
      { renderer, asText },
    );
    return left.map((each) => ({ ...each, asides: before(each.unit) }));
  };
  const redrawText = (left: readonly DrawnUnit[], entries: readonly Entry[]) => {
    const isShowable = ({ seq }: Entry) => !rules.has(seq) || rules.get(seq) === "actions";
    const again = { ...sources, detailsOf: detailsFrom(entries.filter(isShowable)) };
    return redrawAsides(left, entries).map((each) => ({
      ...each,
      items: drawItems(again, each.unit, each.role === "newest step").items,
    }));
  };
  const redrawBetween = (left: readonly DrawnUnit[], entries: readonly Entry[]) => {
    const read = new Set(entries);
    const rest = groupUnits(
      showable.filter((entry) => read.has(entry)),
      log.places,
    );
    const again = makeBetweenFinder(rest, turn, turns);
    const between = new Map(rest.map((unit) => [unit.first, again.betweenAt(unit)]));
    return left.map((each) => ({ ...each, between: between.get(each.unit.first) ?? null }));
  };
  const redraws = [
    ...(asText ? [redrawText] : hasAsides ? [redrawAsides] : []),
    ...(isInterrupted ? [redrawBetween] : []),
  ];
  const redraw: Drawing["redraw"] = (left, entries) =>
    redraws.reduce((drawn: readonly DrawnUnit[], again) => again(drawn, entries), left);
  return { pose, units: orderUnits(drawn.flat(), turn), rules, redraw: redraws.length === 0 ? null : redraw };
}

/** Finds the edits that replace their message's text, and the rule that hides each hidden entry. */
function placeEdits(
  { entries, byId, hidden, outdated, edits: live }: SettledLog,
  { foldedThrough, rules: kept }: Pose,
  told: ReadonlySet<number> | undefined,
): { readonly edits: ReadonlyMap<EntryId, RevisedEntry>; readonly rules: Map<number, Rule> } {
  const folded = live.filter(({ seq, target }) => seq <= foldedThrough && byId.has(target));
  const edits = new Map(folded.map((edit) => [edit.target, edit]));
  const replaced = told === undefined ? [] : listReplacedEdits(live, foldedThrough).filter((seq) => !told.has(seq));
  const placed = new Set([...outdated, ...folded.map(({ seq }) => seq), ...replaced]);
  const rules = new Map<number, Rule>();
  for (const entry of entries) {
    const { seq } = entry;
    const isPlaced = placed.has(seq);
    // An edit in its message's place stays out together with it.
    const isAlone = isPlaced && entry.kind === "revised" && !kept.has(byId.get(entry.target)?.seq ?? 0);
    const rule = (isAlone ? undefined : kept.get(seq)) ?? (isPlaced ? "edited" : hidden.get(seq));
    if (rule !== undefined) rules.set(seq, rule);
  }
  return { edits, rules };
}

function hasOwnAsides({ asides, reference }: TurnRecord): boolean {
  return asides.length > 0 || reference !== undefined;
}

function pickRole(unit: Unit, newest: Unit | undefined, turn: TurnRecord | null): DrawnUnit["role"] {
  const [entry] = unit.entries;
  if (entry?.kind === "said" && turn?.messages.includes(entry.id) === true) return "message";
  if (unit === newest) return "newest step";
  return turn !== null && unit.turn === turn.id && unit.kind === "step" ? "own step" : "past";
}

/** A result far from its call shows nothing by itself. */
function isVisibleStep(unit: Unit): boolean {
  if (unit.kind !== "step") return false;
  const { resultOf } = pairResults(unit);
  return unit.entries.some((entry) =>
    entry.kind === "called" ? !entry.hosted || resultOf.has(entry) : entry.kind === "said",
  );
}

interface BetweenFinder {
  betweenAt(unit: Unit): DrawnUnit["between"];
  /** Whether steps follow those of an open turn. Other steps count once the open turn's steps have left the view. */
  readonly isInterrupted: boolean;
}

/**
 * Finds the steps of past turns before their last one. Only those before everything of an open turn count: what is
 * decided about them now must remain valid when that turn is past.
 */
function makeBetweenFinder(
  units: readonly Unit[],
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): BetweenFinder {
  const isRunning = (id: TurnId | null) => {
    const own = id === null ? undefined : turns.get(id);
    return id !== null && (id === turn?.id || (own !== undefined && isOpen(own.state)));
  };
  const steps = units.filter((unit) => unit.kind === "step" && unit.turn !== null);
  const last = new Map(steps.map((unit) => [unit.turn, unit]));
  const open = steps.find((unit) => isRunning(unit.turn))?.first ?? Number.POSITIVE_INFINITY;
  return {
    betweenAt: (unit) => {
      const isBetween = unit.kind === "step" && unit.turn !== null && unit.first < open && last.get(unit.turn) !== unit;
      return isBetween && !unit.entries.some(isMemory) ? { before: open - 1 } : null;
    },
    isInterrupted: steps.some((unit) => unit.first > open && !isRunning(unit.turn)),
  };
}

/** A call of `remember` stays in the view until a summary contains it. */
function isMemory(entry: Entry): boolean {
  return entry.kind === "called" && isKeeping(entry);
}

/**
 * Finds the volatile blocks that past turns with calls left behind, and of others what their message replied to, by the unit
 * that they precede: the turn's first message, or its first step if it has none. They leave the view with that unit.
 */
function makePreambleFinder(
  units: readonly Unit[],
  { turn, turns, epoch, goneElsewhere = new Set() }: DrawInput,
  withdrawn: ReadonlySet<EntryId>,
  { renderer, asText }: { readonly renderer: Renderer; readonly asText: boolean },
): (unit: Unit) => readonly Block[] {
  const stepped = new Set<TurnId | null>();
  for (const unit of units) if (unit.entries.some(({ kind }) => kind === "called")) stepped.add(unit.turn);
  const byPlace = new Map<string, Block[]>();
  for (const past of turns.values()) {
    const { id, messages, asides: sent, reference, surface } = past;
    const hasSteps = stepped.has(id) && !asText;
    const asides =
      hasSteps && sent.length > 0 && isOfEpoch(past, epoch.key) ? sent : reference === undefined ? [] : [reference];
    if (id === turn?.id || asides.length === 0) continue;
    // They may contain words that are private to that surface.
    if (surface !== undefined && surface !== turn?.surface) continue;
    const place = messages[0] ?? makeFirstStepKey(id);
    const standing = filterStandingPreambles(asides, withdrawn, goneElsewhere);
    const blocks = makePreambleBlocks(renderer, standing).map((block) => ({ ...block, volatile: asides === sent }));
    byPlace.set(place, [...(byPlace.get(place) ?? []), ...blocks]);
  }
  if (byPlace.size === 0) return () => [];
  return ({ kind, turn: own, entries: [first] }) => {
    const before = first === undefined ? undefined : byPlace.get(first.id);
    const opening =
      kind === "step" && own !== null && first?.step === 0 ? byPlace.get(makeFirstStepKey(own)) : undefined;
    return [...(before ?? []), ...(opening ?? [])];
  };
}

function makeFirstStepKey(turn: TurnId): string {
  return `first step of ${turn}`;
}

/**
 * Moves the message to answer and the steps of its turn behind the last words of any other turn, if those come later: a
 * request must not end with an answer to something else, and an open call must be the last one.
 */
function orderUnits(units: readonly DrawnUnit[], turn: TurnRecord | null): readonly DrawnUnit[] {
  const isStep = ({ unit }: DrawnUnit) => unit.kind === "step";
  const isOwn = (each: DrawnUnit) => each.role === "message" || (isStep(each) && each.unit.turn === turn?.id);
  const speaks = (each: DrawnUnit) => isStep(each) || isEnding(each, turn?.id);
  const end = units.findLastIndex((each) => speaks(each) && !isOwn(each)) + 1;
  const before = units.slice(0, end);
  if (!before.some(isOwn)) return units;
  return [...before.filter((each) => !isOwn(each)), ...before.filter(isOwn), ...units.slice(end)];
}

/** A note on how another turn ended is about the messages before it, never about the one to answer. */
function isEnding({ unit }: DrawnUnit, turn: TurnId | undefined): boolean {
  const [entry] = unit.entries;
  return entry?.kind === "noted" && entry.note.kind === "turn-ended" && entry.turn !== turn;
}
