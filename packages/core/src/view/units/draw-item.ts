/** Draws one entry of a unit as an item, or gives the reason why it shows nothing. */
import type { CalledEntry, Entry, RevisedEntry } from "../../log/entry.js";
import type { EntryId } from "../../log/keys.js";
import { isBackgroundTurn, type TurnRecord } from "../../log/turn.js";
import type { Policy } from "../../policy/policy.js";
import type { Renderer } from "../renderer.js";
import type { Snapshot } from "../snapshot.js";
import type { Rule } from "../verdict.js";
import type { PastDetails } from "./draw-past.js";
import { drawApproval, drawCall, drawEdit, drawEnding, drawResult, type Item, makeItem } from "./item.js";
import { describeLook, keepItem } from "./kept-items.js";
import { makeMessageItem } from "./message-labels.js";
import { type Pairs, pairResults } from "./pairs.js";
import { findBackgroundTurn, isPast, makeBackgroundItem, makePastTextItem, pickPastStart } from "./past-item.js";
import { capStream, shapeStream } from "./shape-stream.js";
import { findAnsweringTurn, pickStartingRendition, scaleToAttachment } from "./starting-rendition.js";
import type { Unit } from "./unit.js";

export interface ItemSources {
  readonly renderer: Renderer;
  readonly policy: Policy;
  readonly seen: Pick<Snapshot, "turn" | "turns" | "replyTarget">;
  readonly byId: ReadonlyMap<EntryId, Entry>;
  /** The edit that replaces each message's text. */
  readonly edits: ReadonlyMap<EntryId, RevisedEntry>;
  /** Details of a past message or answer; null if past turns are shown with all their steps. */
  readonly detailsOf: ((entry: Extract<Entry, { kind: "said" }>) => PastDetails) | null;
}

export interface UnitItems {
  readonly items: readonly Item[];
  /** Entries that show nothing, with the reason. */
  readonly dropped: readonly (readonly [seq: number, rule: Rule])[];
}

export function drawItems(sources: ItemSources, unit: Unit, isNewest: boolean): UnitItems {
  if (!isSettled(sources, unit)) return drawAnew(sources, unit, isNewest);
  const look = describeLook(sources, unit.entries);
  const known = kept.get(unit);
  if (known?.look === look) return known.made;
  const made = drawAnew(sources, unit, isNewest);
  kept.set(unit, { look, made });
  return made;
}

/** Units that look the same on the next call. */
const kept = new WeakMap<Unit, { readonly look: string; readonly made: UnitItems }>();

/** Whether nothing but its own entries decides how a unit looks: a step whose calls have their results. */
function isSettled({ seen, edits, detailsOf }: ItemSources, unit: Unit): boolean {
  if (unit.kind !== "step" || edits.size > 0 || detailsOf !== null) return false;
  const own = unit.turn === null ? undefined : seen.turns.get(unit.turn);
  if (own !== undefined && isBackgroundTurn(own)) return false;
  const { resultOf } = pairResults(unit);
  return unit.entries.every(
    (entry) => entry.kind === "returned" || entry.kind === "said" || (entry.kind === "called" && resultOf.has(entry)),
  );
}

function drawAnew(sources: ItemSources, unit: Unit, isNewest: boolean): UnitItems {
  const pairs = pairResults(unit);
  const items: Item[] = [];
  const dropped: (readonly [number, Rule])[] = [];
  for (const entry of unit.entries) {
    const item = drawItem(sources, entry, { unit, pairs, isNewest });
    if (typeof item === "string") dropped.push([entry.seq, item]);
    else items.push(item);
  }
  return { items, dropped };
}

interface Place {
  readonly unit: Unit;
  readonly pairs: Pairs;
  /** Whether it is the newest step of the turn to answer. */
  readonly isNewest: boolean;
}

function drawItem(sources: ItemSources, logged: Entry, place: Place): Item | Rule {
  const { renderer, seen } = sources;
  switch (logged.kind) {
    case "said":
      return drawMessage(sources, logged);
    case "revised": {
      const original = sources.byId.get(logged.target);
      const draw = () => {
        const start = pickStartingRendition(renderer, logged, sources.policy, makeIdleContext(seen.turn));
        return makeItem(logged, start, drawEdit(renderer, logged, original), { other: original });
      };
      return keepItem(sources, [logged], `notice ${original?.id}`, draw);
    }
    case "called":
      return drawCalled(sources, logged, place);
    case "returned": {
      const call = place.pairs.callOf.get(logged);
      if (call === undefined) return "orphan";
      return keepItem(sources, [logged], `result ${call.seq}`, () => {
        const { streamBytes, runningTurn } = sources.policy;
        const shaped = shapeStream(renderer, logged, streamBytes);
        const [rendition, rule] = pickStartingRendition(renderer, shaped, sources.policy, makeIdleContext(seen.turn));
        // A spilled result shows its own beginning and end, and some policies leave the running turn's results alone.
        const isCapped = rule === "fits" && runningTurn !== "keep";
        const entry = (isCapped ? capStream(renderer, shaped, streamBytes) : shaped) as typeof logged;
        const isShaped = rule === "fits" && entry !== logged;
        return makeItem(entry, [rendition, isShaped ? "shape" : rule], drawResult(renderer, entry), { call: call.seq });
      });
    }
    case "noted":
      return drawNote(sources, logged, place);
    case "withdrawn":
      return "bookkeeping";
    default:
      return logged satisfies never;
  }
}

function makeIdleContext(turn: TurnRecord | null) {
  return { answering: undefined, current: turn?.id };
}

function drawMessage(sources: ItemSources, logged: Extract<Entry, { kind: "said" }>): Item {
  const { renderer, policy, seen, edits, detailsOf } = sources;
  const { turn, turns, replyTarget } = seen;
  const edit = edits.get(logged.id);
  const entry = applyEdit(logged, edits);
  const past = isPast(entry, turn);
  const background = past ? findBackgroundTurn(entry, turns) : undefined;
  if (background !== undefined) {
    const look = `background ${background.origin}`;
    return keepItem(sources, [logged, edit], look, () => makeBackgroundItem(renderer, entry, background, edit));
  }
  const answering = findAnsweringTurn(entry, turn, turns);
  const attaching = answering ?? null;
  const attached = `${answering?.attachOver ?? null} ${answering?.attachRoom ?? null}`;
  const isMessage = answering !== undefined && answering.id === turn?.id;
  const start = () => pickStartingRendition(renderer, entry, policy, { answering, current: turn?.id });
  if (!past || detailsOf === null) {
    return keepItem(sources, [logged, edit], `said ${attached} ${isMessage}`, () => {
      const [rendition, rule] = start();
      return makeMessageItem(scaleToAttachment(renderer, rule, attaching), entry, [rendition, rule], edit);
    });
  }
  const details = detailsOf(entry);
  const replyTo = replyTarget?.seq ?? null;
  const { actions, state, when } = details;
  const look = `past ${attached} ${replyTo === entry.seq} ${state} ${when} ${actions?.first} ${actions?.line}`;
  return keepItem(sources, [logged, edit], look, () =>
    makePastTextItem(renderer, entry, {
      start: pickPastStart(renderer, entry, start(), { history: policy.history, replyTo }),
      attaching,
      details,
      edit,
    }),
  );
}

/** An edited message with its new text, to which limits and reductions apply. */
export function applyEdit<Any extends Entry>(entry: Any, edits: ReadonlyMap<EntryId, RevisedEntry>): Any {
  const parts = entry.kind === "said" ? edits.get(entry.id)?.parts : undefined;
  return parts === undefined ? entry : { ...entry, parts };
}

function drawCalled(sources: ItemSources, entry: CalledEntry, { unit, pairs, isNewest }: Place): Item | Rule {
  const { renderer, policy, seen } = sources;
  const answered = pairs.resultOf.has(entry);
  // A provider-run call without its result can't be repaired from outside.
  if (entry.hosted && !answered) return "orphan";
  const own = unit.turn === null ? undefined : seen.turns.get(unit.turn);
  const waiting = own?.state === "waiting" || (own?.state === "running" && own.id !== seen.turn?.id);
  const open = !answered && isNewest && isResumable(seen.turn, entry, unit);
  const gap = answered ? "answered" : open ? "open" : waiting ? "waiting" : "lost";
  return keepItem(sources, [entry], `call ${gap}`, () => {
    const start = pickStartingRendition(renderer, entry, policy, makeIdleContext(seen.turn));
    return makeItem(entry, start, drawCall(renderer, entry, gap), { call: entry.seq });
  });
}

/** The SDK resumes from an answered approval in the newest step, and a waiting turn's client from its open calls. */
function isResumable(turn: TurnRecord | null, entry: CalledEntry, unit: Unit): boolean {
  if (turn?.state === "waiting") return true;
  return entry.approval !== undefined && findApprovalAnswer(unit, entry.approval) !== undefined;
}

function findApprovalAnswer(unit: Unit, approval: string): Entry | undefined {
  return unit.entries.find(
    (each) => each.kind === "noted" && each.note.kind === "approval" && each.note.approval === approval,
  );
}

function drawNote(
  { renderer, seen }: ItemSources,
  entry: Extract<Entry, { kind: "noted" }>,
  { unit, pairs, isNewest }: Place,
): Item | Rule {
  const { note } = entry;
  if (note.kind === "turn-ended") {
    if (note.state === "waiting" && hasContinued(entry, seen)) return "bookkeeping";
    return makeItem(entry, ["full", "fits"], drawEnding(renderer, note.state));
  }
  if (note.kind !== "approval") return "bookkeeping";
  const call = unit.entries.find(
    (each): each is CalledEntry => each.kind === "called" && each.approval === note.approval,
  );
  const open =
    call !== undefined && !call.hosted && !pairs.resultOf.has(call) && isNewest && isResumable(seen.turn, call, unit);
  // The first answer is the one that took effect.
  if (!open || findApprovalAnswer(unit, note.approval) !== entry) return "bookkeeping";
  const { approval, approved, reason } = note;
  return makeItem(entry, ["full", "fits"], drawApproval(renderer, approval, approved, reason));
}

/** Whether a waiting turn was answered since, or is being answered now. */
function hasContinued(entry: Entry, { turn, turns }: ItemSources["seen"]): boolean {
  const own = entry.turn === null ? undefined : turns.get(entry.turn);
  return own !== undefined && (own.state !== "waiting" || own.id === turn?.id);
}
