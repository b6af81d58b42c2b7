/** What entries of past turns become where a view shows them otherwise than they were. */
import { type Actions, actionsOf } from "./actions.js";
import { type Entry, messageOf, type Part, type Revised, type Said } from "./entry.js";
import { type Item, itemOf } from "./item.js";
import type { EntryId } from "./keys.js";
import { drawBackground, drawPast, withoutReasoning } from "./past.js";
import { isCutBy, isLong, type Scribe } from "./scribe.js";
import { passagesOf } from "./selection/passages.js";
import { scaled, startingForm } from "./starting-form.js";
import { isBackgroundTurn } from "./turn.js";

/** Null where the entry is shown as it was. */
export function pastItem(
  scribe: Scribe,
  entry: Entry,
  edit: Revised | undefined,
  actions: Actions | null,
): Item | null {
  if (!isPast(scribe, entry)) return null;
  const turn = entry.turn === null ? undefined : scribe.snapshot.turns.get(entry.turn);
  if (entry.kind === "said" && turn !== undefined && isBackgroundTurn(turn)) {
    const long = entry.parts.some((part) => part.kind === "text" && isLong(scribe, part.text));
    const isWhole = !long && entry.parts.every((part) => part.kind === "text" && scribe.whole(part.text) !== null);
    return itemOf(
      entry,
      long ? "spilled" : "full",
      isWhole ? "fits" : "background",
      drawBackground(scribe, entry, turn.origin),
      edit,
    );
  }
  if (scribe.policy.history === "steps" || entry.kind !== "said") return null;
  const [form, rule] = pastForm(scribe, entry);
  return itemOf(entry, form, rule, drawPast(scaled(scribe, entry, rule), entry, actions), edit);
}

/** Where past turns are shown as text: the lines of what was done, by the answer that each stands behind. */
export function doneIn(scribe: Scribe, entries: readonly Entry[]): ReadonlyMap<EntryId, Actions> {
  if (scribe.policy.history === "steps") return new Map();
  return new Map(
    passagesOf(scribe, entries).flatMap((passage) => {
      const actions = actionsOf(passage.entries);
      const answer = passage.entries.findLast(
        (entry) => entry.kind === "said" && entry.by.role === "agent" && !isWork(entry),
      );
      return actions === null || answer === undefined ? [] : [[answer.id, actions] as const];
    }),
  );
}

/** Whether only the line of what was done tells of it. */
export function isOnlyNamed(scribe: Scribe, entry: Entry): boolean {
  return scribe.policy.history !== "steps" && isPast(scribe, entry) && isWork(entry);
}

/** Of another turn than the one that is being answered. */
function isPast({ snapshot: { turn } }: Scribe, entry: Entry): boolean {
  return turn === null || (entry.turn !== turn.id && !turn.messages.includes(messageOf(entry)));
}

/** Calls, what they brought, and what an agent only thought. */
function isWork(entry: Entry): boolean {
  if (entry.kind === "noted") return entry.note.kind === "approval";
  if (entry.kind !== "said") return entry.kind === "called" || entry.kind === "returned";
  return entry.by.role === "agent" && withoutReasoning(entry.parts).length === 0;
}

/** Answers may have a limit of their own; what the message replies to is shown whole. */
function pastForm(scribe: Scribe, entry: Said): ReturnType<typeof startingForm> {
  const { replyCharacters } = scribe.policy;
  const isLimited = replyCharacters > 0 && entry.by.role === "agent" && entry.seq !== scribe.snapshot.replyTarget?.seq;
  const isOver = entry.parts.some((part) => part.kind === "text" && isCutBy(scribe, part.text, "trimmed"));
  if (isLimited && isOver) return ["trimmed", "reply.over"];
  const [form, rule] = startingForm(scribe, entry);
  return [form, rule === "fits" && entry.parts.some((part) => isNoText(scribe, part)) ? "actions" : rule];
}

/** What an answer brought besides its words: thoughts, and files where only words are shown. */
function isNoText({ policy }: Scribe, part: Part): boolean {
  return part.kind === "reasoning" || (part.kind === "file" && policy.history === "tagged");
}
