/**
 * Branches off an earlier point of a conversation: answers a message again, or a new version of it. The write that
 * opens the new turn hides the messages that followed from every later view. They stay in the log.
 */

import { ClewError } from "@clewline/core/errors.js";
import type { Draft, Entry } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";
import { type ConversationMessage, readConversation } from "../intake/conversation.js";
import type { Incoming } from "../intake/incoming.js";
import { makeIngest } from "../intake/ingest.js";
import type { MessageStatus } from "../intake/message-status.js";
import { findMark } from "../intake/sync-mark.js";

/** Where a conversation turns off, by the ids that `readConversation` gives. */
export interface BranchPoint {
  readonly ref: LaneRef;
  /** A message of a person, or an answer, which refers to the message that it answers; null for the newest message. */
  readonly id: string | null;
  readonly surface: string | null;
  /** The text that replaces the message; null to answer it as it is. */
  readonly instead: Incoming | null;
}

export interface Branch {
  /** Takes back what followed. */
  readonly entries: readonly Draft[];
  readonly due: readonly MessageStatus[];
  /** The turns that are left behind. Those among them that answered the message don't count as its answer any more. */
  readonly left: readonly TurnRecord[];
  /** How the message was understood when it came. */
  readonly anchor: TurnRecord["anchor"];
}

/** Null if the conversation has no such message. */
export async function findBranch(engine: Engine, point: BranchPoint): Promise<Branch | null> {
  const { ref, id, surface, instead } = point;
  const messages = await readConversation(engine, ref, { limit: Number.POSITIVE_INFINITY, surface, at: null });
  const named = id === null ? messages.length - 1 : messages.findIndex((message) => message.id === id);
  const place = findAsked(messages, named);
  const message = messages[place];
  if (message === undefined) return null;
  if (instead !== null && place !== named) throw makeForeignError();
  const answers = await findAnswers(engine, message);
  const isEarlier = findEarlierTurns(messages, message, answers);
  const leaving = messages.filter((each, index) => {
    if (index <= place) return index === place && instead !== null;
    return !isEarlier(each) && (index >= named || each.role !== "user");
  });
  const left = listTurns(leaving, answers);
  const entries = await listWithdrawals(engine, ref, leaving, left);
  const [answer] = left.filter(({ messages: answered }) => answered.some((each) => hasEntry(message, each)));
  if (instead !== null) {
    const due = [{ message: await makeNewVersion(engine, instead), known: null, answer: null, isUnsure: false }];
    return { entries, due, left, anchor: undefined };
  }
  const together = messages.filter((each) => answer?.messages.some((one) => hasEntry(each, one)));
  const again = together.includes(message) ? together : [message];
  return { entries, due: again.map((each) => makeKnownStatus(ref, each, answer)), left, anchor: answer?.anchor };
}

/** Finds the named message, or the one that the named answer is of: others may have spoken in between. */
function findAsked(messages: readonly ConversationMessage[], named: number): number {
  const asked = new Set(messages[named]?.role === "agent" ? messages[named].turn?.messages : []);
  const isAsked = (each: ConversationMessage) => each.entries.some(({ entry }) => asked.has(entry.id));
  const place = messages.findLastIndex((each, index) => each.role === "user" && index <= named && isAsked(each));
  return place >= 0 ? place : messages.findLastIndex(({ role }, index) => role === "user" && index <= named);
}

/** Turns that began before the message came in are about something else, so their words stay wherever they are. */
function findEarlierTurns(
  messages: readonly ConversationMessage[],
  { entries: [first] }: ConversationMessage,
  answers: readonly TurnRecord[],
): (message: ConversationMessage) => boolean {
  const seqs = new Map(messages.flatMap(({ entries }) => entries.map(({ entry }) => [entry.id, entry.seq] as const)));
  const arrived = first?.entry.seq ?? 0;
  const begun = ({ placed, messages: asked }: TurnRecord) =>
    placed ?? Math.min(...asked.map((each) => seqs.get(each) ?? Number.POSITIVE_INFINITY));
  // A message that came in earlier but is listed later was answered again since.
  const isLater = ({ entries: [own] }: ConversationMessage) => (own?.entry.seq ?? 0) > arrived;
  const isOther = (turn: TurnRecord) => begun(turn) < arrived && !answers.some(({ id }) => id === turn.id);
  return (each) => each.turn !== null && isLater(each) && isOther(each.turn);
}

function makeForeignError(): ClewError {
  return new ClewError("message/bad", "Only a message of a person can be edited", {
    hint: "Give the id of a message of the user, as clew.messages has it",
  });
}

function hasEntry({ entries }: ConversationMessage, id: EntryId): boolean {
  return entries.some(({ entry }) => entry.id === id);
}

async function findAnswers({ store }: Engine, { entries }: ConversationMessage): Promise<readonly TurnRecord[]> {
  const found = await Promise.all(entries.map(({ ref, entry }) => store.turnsAnswering(ref, entry.id)));
  return found.flat();
}

function listTurns(leaving: readonly ConversationMessage[], more: readonly TurnRecord[]): readonly TurnRecord[] {
  const turns = [...more, ...leaving.flatMap(({ turn }) => turn ?? [])];
  return [...new Map(turns.map((turn) => [turn.id, turn])).values()];
}

/** Also the notes about what leaves: how its turns ended, and where a list of a host stood. */
async function listWithdrawals(
  engine: Engine,
  ref: LaneRef,
  leaving: readonly ConversationMessage[],
  left: readonly TurnRecord[],
): Promise<readonly Draft[]> {
  const targets = leaving.flatMap(({ entries }) => entries.map(({ entry }) => entry));
  const first = Math.min(...targets.map(({ seq }) => seq));
  const turns = new Set<TurnId | null>(left.map(({ id }) => id));
  const isAbout = (entry: Entry) => findMark(entry) !== null || (isEnding(entry) && turns.has(entry.turn));
  const notes = Number.isFinite(first) ? (await readFrom(engine, ref, first)).filter(isAbout) : [];
  const ingest = makeIngest(engine);
  return [...targets, ...notes].map(({ id }) => ingest.withdrawn(id));
}

function isEnding(entry: Entry): boolean {
  return entry.kind === "noted" && entry.note.kind === "turn-ended";
}

async function readFrom({ store }: Engine, ref: LaneRef, first: number): Promise<readonly Entry[]> {
  const { last } = await store.read(ref, { limit: 0 });
  const found: Entry[] = [];
  for (let from = first; from <= last; from += 1_000) {
    found.push(...(await store.range(ref, from, Math.min(last, from + 999))));
  }
  return found;
}

/** The store knows versions of a message by their time. */
async function makeNewVersion({ store, owner, clock }: Engine, instead: Incoming): Promise<Incoming> {
  const { session, id } = instead;
  const known = id === null ? null : await store.bySource({ owner, session }, id);
  const source = known !== null && "source" in known.entry ? known.entry.source : null;
  return { ...instead, revision: Math.max(clock.now(), (source?.revision ?? 0) + 1) };
}

/** Without the channel's id, so that nothing of it is written again. */
function makeKnownStatus(
  ref: LaneRef,
  { entries }: ConversationMessage,
  answer: TurnRecord | undefined,
): MessageStatus {
  const [first] = entries;
  if (first === undefined || first.entry.kind !== "said") throw makeForeignError();
  const { entry } = first;
  const { surface = null, private: isPrivate = false } = answer ?? {};
  const message: Incoming = {
    session: ref.session,
    id: null,
    from: entry.by.address ?? null,
    topic: null,
    replyTo: entry.replyTo,
    at: entry.at,
    revision: 0,
    parts: [],
    surface,
    private: isPrivate,
  };
  return { message, known: { ref, entry, id: entry.id }, answer: null, isUnsure: false };
}

/** A turn that waits for a person would wait for good, and a reply that has left is not owed any more. */
export async function leaveTurns({ store, clock }: Engine, ref: LaneRef, left: readonly TurnRecord[]): Promise<void> {
  for (const turn of left) {
    if (turn.state === "waiting") {
      await store.write({ ref, turn: { ...turn, state: "cancelled", ended: clock.now() }, whileOpen: turn.id });
    }
    if (turn.unsent) await store.write({ ref, sent: turn.id });
  }
}
