/** Items for entries of past turns that a view shows differently. */
import { type Entry, type Part, resolveMessageId, type SaidEntry } from "../../log/entry.js";
import type { EntryId, TurnId } from "../../log/keys.js";
import { makeAgoFormatter } from "../../log/relative-time.js";
import { isBackgroundTurn, isOpen, type TurnRecord } from "../../log/turn.js";
import type { HistoryPolicy } from "../../policy/past-policy.js";
import { groupPassages } from "../past/passages.js";
import { isLong, isShortened, type Renderer } from "../renderer.js";
import type { Snapshot } from "../snapshot.js";
import { type Actions, summariseActions } from "./actions.js";
import { drawBackground, drawPast, type PastDetails, stripReasoning } from "./draw-past.js";
import { type Item, makeItem } from "./item.js";
import { type StartingRendition, scaleToAttachment } from "./starting-rendition.js";

export function makeBackgroundItem(
  renderer: Renderer,
  entry: SaidEntry,
  { origin }: TurnRecord,
  edit: Entry | undefined,
): Item {
  const long = entry.parts.some((part) => part.kind === "text" && isLong(renderer, part.text));
  const isWhole = !long && entry.parts.every((part) => part.kind === "text" && renderer.whole(part.text) !== null);
  const start: StartingRendition = [long ? "spilled" : "full", isWhole ? "fits" : "background"];
  return makeItem(entry, start, drawBackground(renderer, entry, origin), { other: edit });
}

export function findBackgroundTurn(entry: Entry, turns: ReadonlyMap<TurnId, TurnRecord>): TurnRecord | undefined {
  const turn = entry.kind !== "said" || entry.turn === null ? undefined : turns.get(entry.turn);
  return turn !== undefined && isBackgroundTurn(turn) ? turn : undefined;
}

/** A message or an answer as text. `start` is its rendition before reductions. */
export function makePastTextItem(
  renderer: Renderer,
  entry: SaidEntry,
  { start, attaching, details, edit }: PastText,
): Item {
  const [, rule] = start;
  return makeItem(entry, start, drawPast(scaleToAttachment(renderer, rule, attaching), entry, details), {
    other: edit,
  });
}

interface PastText {
  readonly start: StartingRendition;
  readonly attaching: Pick<TurnRecord, "attachOver" | "attachRoom"> | null;
  readonly details: PastDetails;
  readonly edit: Entry | undefined;
}

/** Answers may have their own limit; the message that is replied to is shown whole. */
export function pickPastStart(
  renderer: Renderer,
  entry: SaidEntry,
  start: StartingRendition,
  { history, replyTo }: { readonly history: HistoryPolicy; readonly replyTo: number | null },
): StartingRendition {
  const isLimited = readReplyCharacters(history) > 0 && entry.by.role === "agent" && entry.seq !== replyTo;
  const isOver = () => entry.parts.some((part) => part.kind === "text" && isShortened(renderer, part.text, "trimmed"));
  if (isLimited && isOver()) return ["trimmed", "reply.over"];
  const [rendition, rule] = start;
  return [rendition, rule === "fits" && entry.parts.some((part) => isNoText(history.form, part)) ? "actions" : rule];
}

/** 0 if answers are shown whole. */
export function readReplyCharacters(history: HistoryPolicy): number {
  return history.form === "steps" ? 0 : history.replyCharacters;
}

/** Whether the text form leaves the part out: it drops reasoning, and tagged text drops files. */
function isNoText(form: HistoryPolicy["form"], part: Part): boolean {
  return part.kind === "reasoning" || (part.kind === "file" && form === "tagged");
}

export function makePastDetails(
  { zone, now, turns }: Pick<Snapshot, "zone" | "now" | "turns">,
  form: HistoryPolicy["form"],
  lines: ReadonlyMap<EntryId, Actions>,
): (entry: SaidEntry) => PastDetails {
  const ago = form === "tagged" ? makeAgoFormatter(zone, now) : null;
  return ({ id, at, turn, by }) => {
    const state = turn === null || by.role !== "user" ? undefined : turns.get(turn)?.state;
    return {
      actions: lines.get(id) ?? null,
      state: state !== undefined && isOpen(state) ? state : null,
      when: ago === null ? null : ago(at),
    };
  };
}

/** The lines on what was done, by the answer that each follows, for views that show past turns as text. */
export function collectActionLines(
  entries: readonly Entry[],
  turn: TurnRecord | null,
  turns: ReadonlyMap<TurnId, TurnRecord>,
): ReadonlyMap<EntryId, Actions> {
  return new Map(
    groupPassages(entries, turn, turns).flatMap((passage) => {
      const actions = summariseActions(passage.entries);
      const answer = passage.entries.findLast(
        (entry) => entry.kind === "said" && entry.by.role === "agent" && !isWork(entry),
      );
      return actions === null || answer === undefined ? [] : [[answer.id, actions] as const];
    }),
  );
}

/** Whether an entry is of another turn than the one to answer. */
export function isPast(entry: Entry, turn: TurnRecord | null): boolean {
  return turn === null || (entry.turn !== turn.id && !turn.messages.includes(resolveMessageId(entry)));
}

/** Calls, results, approvals and mere reasoning: only the line on what was done mentions them. */
export function isWork(entry: Entry): boolean {
  if (entry.kind === "noted") return entry.note.kind === "approval";
  if (entry.kind !== "said") return entry.kind === "called" || entry.kind === "returned";
  return entry.by.role === "agent" && stripReasoning(entry.parts).length === 0;
}
