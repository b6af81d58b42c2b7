import type { Actions } from "./actions.js";
import { asideBlocks, standing, withdrawnFor } from "./asides.js";
import { type Between, stepsBetween, withNotices } from "./between.js";
import type { Block } from "./block.js";
import type { Called, Entry, Revised } from "./entry.js";
import type { Form } from "./form.js";
import { drawApproval, drawCall, drawEdit, drawEnding, drawResult, drawSaid, type Item, itemOf } from "./item.js";
import type { EntryId, Tokens, TurnId } from "./keys.js";
import { shaped } from "./ladder/shape.js";
import { callNames, type Pairs, pairsOf } from "./pairs.js";
import { doneIn, isOnlyNamed, pastItem } from "./past-item.js";
import type { LayerName } from "./policy.js";
import type { Scribe } from "./scribe.js";
import { sortPast } from "./selection/sorted.js";
import { foldedEdits, isCut, olderEdits, settle, withdrawnIds } from "./settled.js";
import { scaled, startingForm } from "./starting-form.js";
import { type Unit, unitsOf } from "./unit.js";
import type { Rule } from "./verdict.js";

/** A unit with what it can show. */
export interface Candidate {
  readonly unit: Unit;
  readonly layer: LayerName;
  readonly items: readonly Item[];
  /** Always in the view: the message to answer, and the newest step of the turn that answers it. */
  readonly floor: boolean;
  /** Stays until the next compaction, although what stood around it has left. */
  readonly held: boolean;
  /** Shown as it is, whatever the ladder does. */
  readonly fixed: boolean;
  /** Of a past turn, and neither its message nor its answer: it may leave before they do. */
  readonly between: Between | null;
  /** What a notice in its place would take; nothing where the one before it would have brought it already. */
  readonly notice: Tokens;
  /** Volatile blocks of a past turn that stay before its message, because its steps were taken with them in sight. */
  readonly asides: readonly Block[];
}

/** Entries that no view shows, with the reason. */
type Settled = ReadonlyMap<number, Rule>;

export interface Collected {
  readonly candidates: readonly Candidate[];
  readonly settled: Settled;
}

/** The places of entries that stay in the view whatever leaves. */
export function stayingIn({ candidates }: Collected): ReadonlySet<number> {
  return new Set(candidates.flatMap(({ floor, unit }) => (floor ? unit.entries.map(({ seq }) => seq) : [])));
}

/** Everything that the recent and message layers could show, before any reduction. */
export function collect(scribe: Scribe): Collected {
  const settled = new Map<number, Rule>();
  const byId = new Map(scribe.snapshot.entries.map((entry) => [entry.id, entry]));
  const withdrawn = withdrawnIds(scribe.snapshot.entries);
  olderEdits(scribe, settled);
  const edits = foldedEdits(scribe, byId, withdrawn, settled);
  const names = callNames(scribe.snapshot.entries, (seq) => `call_${scribe.pointer("e", seq).slice(6)}`);
  stayOut(scribe, byId, settled);
  const showable = scribe.snapshot.entries.filter((entry) => !settle(scribe, entry, withdrawn, settled));
  const lines = doneIn(scribe, showable);
  const isNamed = (entry: Entry) => isOnlyNamed(scribe, asEdited(entry, edits));
  for (const entry of showable) if (isNamed(entry)) settled.set(entry.seq, "actions");
  const units = unitsOf(showable.filter(({ seq }) => !settled.has(seq)));
  const newestStep = newestStepOf(scribe, units);
  const asidesBefore = keptAsides(scribe, units);
  const betweenAt = stepsBetween(scribe, units);
  const candidates = units.map((unit): Candidate => {
    const items = itemsOf(scribe, unit, { names, edits, byId, settled, lines, newest: unit === newestStep });
    const message = isMessage(scribe, unit);
    const kept = isKeptWhole(scribe, unit);
    return {
      unit,
      layer: message ? "message" : "recent",
      items,
      floor: message || kept || unit === newestStep,
      fixed: message || kept,
      held: unit.entries.some(({ seq }) => scribe.snapshot.epoch.held.includes(seq)),
      between: betweenAt(unit),
      notice: 0,
      asides: asidesBefore(unit),
    };
  });
  const shown = candidates.filter((each) => each.items.length > 0);
  return { candidates: withNotices(scribe, inOrder(scribe, shown)), settled };
}

/** What of the past stays out: most views have only a few rules about that, and decide anew. */
function stayOut(scribe: Scribe, byId: Around["byId"], settled: Map<number, Rule>): void {
  const rules = scribe.snapshot.sorted?.rules ?? sortPast(scribe, true).rules;
  for (const entry of scribe.snapshot.entries) {
    const rule = rules.get(entry.seq);
    // An edit that stands in its message's place stays out with it.
    const isAlone = entry.kind === "revised" && !rules.has(byId.get(entry.target)?.seq ?? 0);
    if (rule !== undefined && !(settled.has(entry.seq) && isAlone)) settled.set(entry.seq, rule);
  }
}

/** A policy may leave the turn that is being answered alone, until there is an emergency. */
function isKeptWhole({ policy, snapshot: { turn, epoch } }: Scribe, unit: Unit): boolean {
  const isOwn = turn !== null && unit.turn === turn.id && unit.kind === "step";
  return policy.runningTurn === "keep" && isOwn && unit.first > epoch.through.emergency;
}

/**
 * By seq. But where another turn's words came in after the message to answer or a step of its turn, those stand behind
 * them: a request must not end with an answer to something else, and an open call must be the last one.
 */
function inOrder({ snapshot }: Scribe, candidates: readonly Candidate[]): readonly Candidate[] {
  const { turn } = snapshot;
  const isStep = ({ unit }: Candidate) => unit.kind === "step";
  const isOwn = (each: Candidate) => each.layer === "message" || (isStep(each) && each.unit.turn === turn?.id);
  const speaks = (each: Candidate) => isStep(each) || isEnding(each, turn?.id);
  const foreign = candidates.findLast((each) => speaks(each) && !isOwn(each))?.unit.first ?? 0;
  const before = candidates.filter(({ unit }) => unit.first <= foreign);
  return [
    ...before.filter((each) => !isOwn(each)),
    ...before.filter(isOwn),
    ...candidates.filter(({ unit }) => unit.first > foreign),
  ];
}

/** How another turn ended is about the messages before it, never about the one to answer. */
function isEnding({ unit }: Candidate, turn: TurnId | undefined): boolean {
  const [entry] = unit.entries;
  return entry?.kind === "noted" && entry.note.kind === "turn-ended" && entry.turn !== turn;
}

interface Around {
  readonly names: ReadonlyMap<number, string>;
  readonly edits: ReadonlyMap<EntryId, Revised>;
  readonly byId: ReadonlyMap<EntryId, Entry>;
  readonly settled: Map<number, Rule>;
  readonly lines: ReadonlyMap<EntryId, Actions>;
  readonly newest: boolean;
}

function isMessage({ snapshot }: Scribe, { entries: [entry] }: Unit): boolean {
  return entry?.kind === "said" && snapshot.turn?.messages.includes(entry.id) === true;
}

/** The newest step that shows anything: a result alone, far from its call, is none. */
function newestStepOf(scribe: Scribe, units: readonly Unit[]): Unit | undefined {
  const { turn } = scribe.snapshot;
  return turn === null ? undefined : units.findLast((unit) => unit.turn === turn.id && showsStep(unit));
}

function showsStep(unit: Unit): boolean {
  if (unit.kind !== "step") return false;
  const { resultOf } = pairsOf(unit);
  return unit.entries.some((entry) =>
    entry.kind === "called" ? !entry.hosted || resultOf.has(entry) : entry.kind === "said",
  );
}

function turnsWithCalls(units: readonly Unit[]): ReadonlySet<TurnId | null> {
  const stepped = units.filter((unit) => unit.entries.some((entry) => entry.kind === "called"));
  return new Set(stepped.map((unit) => unit.turn));
}

/**
 * The asides that past turns with calls left behind, by the unit that they stand before: the turn's first message, or its
 * first step if it has none. They leave the view with it.
 */
function keptAsides(scribe: Scribe, units: readonly Unit[]): AsidesBefore {
  const { turn, turns } = scribe.snapshot;
  if (scribe.policy.history !== "steps") return () => [];
  const withdrawn = withdrawnFor(scribe.snapshot);
  const stepped = turnsWithCalls(units);
  const byPlace = new Map<string, Block[]>();
  for (const { id, messages, asides, surface } of turns.values()) {
    if (id === turn?.id || !stepped.has(id)) continue;
    // They may hold what is private to that surface.
    if (surface !== undefined && surface !== turn?.surface) continue;
    const place = messages[0] ?? firstStepOf(id);
    byPlace.set(place, [...(byPlace.get(place) ?? []), ...asideBlocks(scribe, standing(asides, withdrawn))]);
  }
  return ({ kind, turn: own, entries: [first] }) => {
    const before = first === undefined ? undefined : byPlace.get(first.id);
    const opening = kind === "step" && own !== null && first?.step === 0 ? byPlace.get(firstStepOf(own)) : undefined;
    return [...(before ?? []), ...(opening ?? [])];
  };
}

type AsidesBefore = (unit: Unit) => readonly Block[];

function firstStepOf(turn: TurnId): string {
  return `first step of ${turn}`;
}

function itemsOf(scribe: Scribe, unit: Unit, around: Around): readonly Item[] {
  const pairs = pairsOf(unit);
  return unit.entries.flatMap((entry) => {
    const item = itemFor(scribe, entry, unit, pairs, around);
    return item === null ? [] : [item];
  });
}

function itemFor(scribe: Scribe, logged: Entry, unit: Unit, pairs: Pairs, around: Around): Item | null {
  const edited = asEdited(logged, around.edits);
  const past = pastItem(scribe, edited, around.edits.get(logged.id), around.lines.get(logged.id) ?? null);
  if (past !== null) return past;
  const entry = shaped(scribe, edited);
  const [base, limit] = startingForm(scribe, entry);
  const rule = limit === "fits" && entry !== edited ? "shape" : limit;
  switch (entry.kind) {
    case "said":
      return itemOf(entry, base, rule, drawSaid(scaled(scribe, entry, rule), entry), around.edits.get(entry.id));
    case "revised": {
      const original = around.byId.get(entry.target);
      return itemOf(entry, base, rule, drawEdit(scribe, entry, original), original);
    }
    case "called":
      return callItem(scribe, entry, unit, pairs, around, base, rule);
    case "returned": {
      const call = logged.kind === "returned" ? pairs.callOf.get(logged) : undefined;
      if (call === undefined) return dropped(entry, isCut(scribe) ? "leave-out" : "orphan", around);
      return itemOf(entry, base, rule, drawResult(scribe, entry, nameOf(call, around)));
    }
    case "noted":
      return noteItem(scribe, entry, unit, pairs, around);
    case "withdrawn":
      return dropped(entry, "bookkeeping", around);
    default:
      return entry satisfies never;
  }
}

/** An edited message in its new words, so that limits and rungs look at these. */
function asEdited(entry: Entry, edits: Around["edits"]): Entry {
  const parts = entry.kind === "said" ? edits.get(entry.id)?.parts : undefined;
  return entry.kind === "said" && parts !== undefined ? { ...entry, parts } : entry;
}

function callItem(
  scribe: Scribe,
  entry: Called,
  unit: Unit,
  pairs: Pairs,
  around: Around,
  base: Form,
  rule: Item["baseRule"],
): Item | null {
  const answered = pairs.resultOf.has(entry);
  // A provider-run call without its result can't be repaired from outside.
  if (entry.hosted && !answered) return dropped(entry, "orphan", around);
  const own = unit.turn === null ? undefined : scribe.snapshot.turns.get(unit.turn);
  const waiting = own?.state === "waiting" || (own?.state === "running" && own.id !== scribe.snapshot.turn?.id);
  const open = !answered && isResumable(scribe, entry, unit, around);
  const gap = answered ? "answered" : open ? "open" : waiting ? "waiting" : "lost";
  return itemOf(entry, base, rule, drawCall(scribe, entry, nameOf(entry, around), gap));
}

/** The SDK itself goes on from an answered approval in the newest step, and a waiting turn's client from its open calls. */
function isResumable(scribe: Scribe, entry: Called, unit: Unit, around: Around): boolean {
  if (!around.newest) return false;
  if (scribe.snapshot.turn?.state === "waiting") return true;
  return entry.approval !== undefined && answerIn(unit, entry.approval) !== undefined;
}

function answerIn(unit: Unit, approval: string): Entry | undefined {
  return unit.entries.find(
    (each) => each.kind === "noted" && each.note.kind === "approval" && each.note.approval === approval,
  );
}

function noteItem(
  scribe: Scribe,
  entry: Extract<Entry, { kind: "noted" }>,
  unit: Unit,
  pairs: Pairs,
  around: Around,
): Item | null {
  const { note } = entry;
  if (note.kind === "turn-ended") {
    if (note.state === "waiting" && hasGoneOn(scribe, entry)) return dropped(entry, "bookkeeping", around);
    return itemOf(entry, "full", "fits", drawEnding(scribe, note.state));
  }
  if (note.kind !== "approval") return dropped(entry, "bookkeeping", around);
  const call = unit.entries.find((each): each is Called => each.kind === "called" && each.approval === note.approval);
  const open =
    call !== undefined && !call.hosted && !pairs.resultOf.has(call) && isResumable(scribe, call, unit, around);
  // The first answer is the one that was acted on.
  if (!open || answerIn(unit, note.approval) !== entry) return dropped(entry, "bookkeeping", around);
  return itemOf(entry, "full", "fits", drawApproval(scribe, note.approval, note.approved, note.reason));
}

/** A turn that waited did not end there if it was answered since, or is now. */
function hasGoneOn({ snapshot: { turn, turns } }: Scribe, entry: Entry): boolean {
  const own = entry.turn === null ? undefined : turns.get(entry.turn);
  return own !== undefined && (own.state !== "waiting" || own.id === turn?.id);
}

function dropped(entry: Entry, rule: Rule, around: Around): null {
  around.settled.set(entry.seq, rule);
  return null;
}

function nameOf(call: Called, around: Around): string {
  return around.names.get(call.seq) ?? call.call;
}
