/** Finds the lane of a list, so that a conversation goes on where it was and two that begin alike stay two. */
import type { Entry } from "@clewline/core/log/entry.js";
import { isFromModel, renderPlainText } from "@clewline/core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { TurnState } from "@clewline/core/log/turn.js";
import { compareList, type ListComparison } from "@clewline/engine/answer/list/compare-list.js";
import { findStoredPrefix, type LaneMarks } from "@clewline/engine/answer/list/stored-prefix.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { WireMessage } from "../wire/wire.js";

export interface LaneQuestion {
  readonly list: readonly WireMessage[];
  readonly marks: readonly string[];
  /** The lane of the first conversation of this kind, of the second, and so on. */
  readonly candidate: (number: number) => LaneRef;
  /** Whether the client named the conversation: then its list may turn off, or begin anew. */
  readonly isNamed: boolean;
  /** Whether a request of the lane is being answered. */
  readonly isBusy: (address: string) => Promise<boolean>;
}

/** More conversations than that with the same beginning share the last lane, where each list takes the place of the one before. */
export const mostAlike = 32;

/** The lane of a list, and how many of its messages are there. */
export interface ChosenLane extends Pick<ListComparison, "stored"> {
  readonly ref: LaneRef;
  /** Its marks, as far as they were looked up; left out where none were. */
  readonly look?: LaneMarks;
}

export async function chooseLane(engine: Engine, question: LaneQuestion): Promise<ChosenLane> {
  const close: ChosenLane[] = [];
  let again: ChosenLane | null = null;
  for (let number = 1; number < mostAlike; number++) {
    const ref = question.candidate(number);
    // Before the lane is read: what a client that left has heard is being kept.
    const isBusy = await question.isBusy(makeLaneAddress(ref));
    const found = await compareList(engine, ref, question.marks);
    const chosen = { ref, stored: found.stored, look: found.look };
    if (found.isNew) return again ?? (close.length === 1 && close[0] !== undefined ? close[0] : chosen);
    if (isExtended(found)) return chosen;
    // A second try of what one lane has may be the next step of another with the same words.
    if (!isBusy && (await goesOn(engine, ref, found, question))) again ??= chosen;
    if (isChangedReply(found, question)) close.push(chosen);
  }
  return again ?? { ref: question.candidate(mostAlike), stored: 0 };
}

/** Whether one of the lanes holds all of these messages, as the beginning of its list. */
export async function hasBeginning(
  engine: Engine,
  { candidate }: Pick<LaneQuestion, "candidate">,
  marks: readonly string[],
): Promise<boolean> {
  for (let number = 1; number <= mostAlike; number++) {
    const { isNew, stored } = await compareList(engine, candidate(number), marks);
    if (isNew) return false;
    if (stored === marks.length) return true;
  }
  return false;
}

/** All of the lane is in the list. */
function isExtended({ stored, beyond }: ListComparison): boolean {
  return beyond !== null && beyond.length === 0 && stored > 0;
}

async function goesOn(engine: Engine, ref: LaneRef, found: ListComparison, question: LaneQuestion): Promise<boolean> {
  const { stored } = found;
  if (question.isNamed) return !(await wasLeft(found, question));
  if (found.beyond === null || stored === 0) return false;
  const isSameAgain = stored === question.list.length;
  // The same question once more: of a conversation that has come further it is a second try, or the end was cut off.
  if (isSameAgain) return question.list.some(({ isReply }) => isReply) || wasCut(engine, ref);
  const beyond = await leaveCutAnswer(engine, ref, found.beyond);
  if (beyond.length === 0) return true;
  const rest = question.list.slice(stored);
  if (isVanished(beyond, rest[0]) || hasItsCalls(beyond, rest)) return true;
  // A gateway that was killed leaves its turn running.
  const isUnanswered = isQuestion(beyond) && question.list.slice(0, stored).some(({ isReply }) => isReply);
  return isUnanswered && (await readState(engine, ref)) !== "completed";
}

/** A lane that began anew holds another list than this one, which goes on all the same: two conversations have one name. */
async function wasLeft({ stored, look }: ListComparison, { list, marks }: LaneQuestion): Promise<boolean> {
  if (stored > 0) return false;
  const before = await findStoredPrefix(look, marks);
  return list.slice(0, before.stored).some(({ isReply }) => isReply);
}

/** Calls have ids that no other conversation has: some clients take notices back that stand in the middle of their list. */
function hasItsCalls(beyond: readonly Entry[], rest: readonly WireMessage[]): boolean {
  const newest = beyond.findLast((entry) => entry.kind === "called");
  if (newest?.kind !== "called") return false;
  return rest.some(({ items }) => {
    return items.some(({ item, isNameless }) => item.kind === "called" && !isNameless && item.call === newest.call);
  });
}

/** Some clients ask in other words after a failure: what they asked last was never answered, and leaves their list. */
function isQuestion(beyond: readonly Entry[]): boolean {
  return beyond.length === 1 && beyond.every((entry) => entry.kind === "said" && entry.by.role === "user");
}

/** Without the answer of a turn that broke off: few clients keep what they heard of it, or all of that. */
async function leaveCutAnswer(engine: Engine, ref: LaneRef, beyond: readonly Entry[]): Promise<readonly Entry[]> {
  const [newest] = await engine.store.turns(ref, 1);
  if (newest?.state !== "failed" && newest?.state !== "cancelled") return beyond;
  return beyond.filter((entry) => entry.turn !== newest.id || !isFromModel(entry));
}

/** Whether the last answer in the lane broke off, so that its request may come again. */
async function wasCut(engine: Engine, ref: LaneRef): Promise<boolean> {
  const state = await readState(engine, ref);
  return state === "failed" || state === "cancelled";
}

async function readState({ store }: Engine, ref: LaneRef): Promise<TurnState | null> {
  const [newest] = await store.turns(ref, 1);
  return newest?.state ?? null;
}

/** Some clients end each request with a message that they leave out in the next, where the answer to it follows. */
function isVanished(beyond: readonly Entry[], next: WireMessage | undefined): boolean {
  if (next === undefined || !next.isReply) return false;
  const reply = beyond.filter((entry) => entry.kind !== "said" || entry.by.role === "agent");
  const asked = beyond.length - reply.length;
  return asked === 1 && describeEntries(reply) === describeItems(next);
}

/** Clients may change an answer before they send it back. That is told only where no other conversation could be meant. */
function isChangedReply({ stored, beyond }: ListComparison, { list }: LaneQuestion): boolean {
  const next = list[stored];
  if (stored === 0 || beyond === null || next === undefined || !next.isReply) return false;
  return beyond.every((entry) => entry.kind === "called" || (entry.kind === "said" && entry.by.role === "agent"));
}

function describeEntries(entries: readonly Entry[]): string {
  const words = entries.flatMap((entry) =>
    entry.kind === "said"
      ? [renderPlainText(entry.parts.filter(({ kind }) => kind === "text")).trim()]
      : entry.kind === "called"
        ? [`${entry.tool} ${String(entry.input)}`]
        : [],
  );
  return words.filter((text) => text !== "").join("\n");
}

function describeItems({ items }: WireMessage): string {
  const words = items.flatMap(({ item }) => {
    if (item.kind === "called") return [`${item.tool} ${item.input}`];
    if (item.kind !== "said") return [];
    return [
      item.parts
        .flatMap((part) => (part.kind === "text" ? [part.text] : []))
        .join("\n")
        .trim(),
    ];
  });
  return words.filter((text) => text !== "").join("\n");
}
