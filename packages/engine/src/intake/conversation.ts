/** Reads a lane as its people have seen it: message by message, each with everything that belongs to it. */
import { ClewError } from "@clewline/core/errors.js";
import type { Entry } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef, TurnId } from "@clewline/core/log/keys.js";
import { hasReader, isBackgroundTurn, type TurnRecord } from "@clewline/core/log/turn.js";
import { orderByPlace, placeEntries } from "@clewline/core/view/places.js";
import type { Engine } from "../engine.js";
import { applyChanges, type CurrentEntry } from "./current-entries.js";
import { findMark } from "./sync-mark.js";

export interface ConversationMessage {
  /** The host's own id; else that of the turn for an answer, and that of the entry for anything else. */
  readonly id: string;
  readonly role: "user" | "agent" | "system";
  /** Null for what no turn has. */
  readonly turn: TurnRecord | null;
  /** Oldest first: the messages, and for the agent its calls, their results and the answers to its approvals. */
  readonly entries: readonly CurrentEntry[];
}

export interface ConversationQuery {
  /** The newest messages, so many at most. */
  readonly limit: number;
  /** The surface that reads. */
  readonly surface: string | null;
  /** Reads the lane as it was at the end of this turn; null for its present state. */
  readonly at: TurnId | null;
}

export async function readConversation(
  engine: Engine,
  ref: LaneRef,
  query: ConversationQuery,
): Promise<readonly ConversationMessage[]> {
  const last = await findEnd(engine, ref, query.at);
  const entries = await readBack(engine, ref, last, query.limit);
  const changes = await engine.store.changesOf(
    ref,
    entries.map(({ id }) => id),
  );
  const turns = await readTurns(engine, ref, entries);
  const ordered = orderByPlace(entries, placeEntries(entries, turns, findWaiting(entries, turns)));
  const shown = ordered.filter((entry) => isShown(entry, turns, query.surface));
  const current = applyChanges(
    ref,
    shown,
    changes.filter(({ seq }) => seq <= last),
  );
  return groupMessages(current, turns, readHostIds(entries)).slice(-query.limit);
}

async function findEnd({ store }: Engine, ref: LaneRef, at: TurnId | null): Promise<number> {
  const { last, entries } = await store.read(ref, 0, at);
  if (at === null) return last;
  const own = entries.filter(({ turn }) => turn === at);
  if (own.length > 0) return Math.max(...own.map(({ seq }) => seq));
  throw new ClewError("turn/unknown", `There is no turn ${at} in this chat`, {
    hint: "The id of an answer is that of its turn; clew log shows the turns with their ids",
  });
}

/** Entries to read at a time; the store gives no more. */
const batch = 1_000;

/** Reads back until as many messages of people have been seen as were asked for in all. */
async function readBack({ store }: Engine, ref: LaneRef, last: number, most: number): Promise<readonly Entry[]> {
  const batches: (readonly Entry[])[] = [];
  let seen = 0;
  for (let to = last; to >= 1 && seen <= most; to -= batch) {
    const entries = await store.range(ref, Math.max(1, to - batch + 1), to);
    seen += entries.filter((entry) => entry.kind === "said" && entry.by.role === "user").length;
    batches.unshift(entries);
  }
  return batches.flat();
}

type Turns = ReadonlyMap<TurnId, TurnRecord>;

async function readTurns({ store }: Engine, ref: LaneRef, entries: readonly Entry[]): Promise<Turns> {
  const wanted = new Set(entries.flatMap(({ turn }) => turn ?? []));
  const known = new Map((await store.turns(ref, wanted.size)).map((turn) => [turn.id, turn]));
  // Of an older part of the lane the newest turns are not those that are asked for.
  for (const id of wanted) {
    const turn = known.has(id) ? null : await store.turn(ref, id);
    if (turn !== null) known.set(id, turn);
  }
  return known;
}

/**
 * Finds messages whose turn does not exist yet, or gave up, with nothing newer answered. They come last, even after the
 * messages of the turn that they waited for.
 */
function findWaiting(entries: readonly Entry[], turns: Turns): (entry: Entry) => boolean {
  const answered = new Set([...turns.values()].flatMap(({ messages }) => messages));
  const newest = entries.findLast(({ id }) => answered.has(id))?.seq ?? 0;
  return (entry) => entry.seq > newest && readRole(entry) === "user" && entry.turn !== null && !turns.has(entry.turn);
}

/** A background turn shows only the agent's words, and those only if its turn has a reader. */
function isShown(entry: Entry, turns: Turns, surface: string | null): boolean {
  if (entry.late !== undefined || (entry.private !== undefined && entry.private !== surface)) return false;
  const isTold = entry.kind !== "noted" || entry.note.kind === "approval";
  const turn = entry.turn === null ? undefined : turns.get(entry.turn);
  if (!isTold || turn === undefined || !isBackgroundTurn(turn)) return isTold;
  return hasReader(turn) && readRole(entry) === "agent";
}

function readRole(entry: Entry): ConversationMessage["role"] {
  return entry.kind === "said" ? entry.by.role : "agent";
}

interface Gathered extends Omit<ConversationMessage, "entries"> {
  readonly entries: CurrentEntry[];
}

/** All that the agent says in a turn is one message, unless a person speaks in the same turn. */
function groupMessages(
  current: readonly CurrentEntry[],
  turns: Turns,
  hostIds: ReadonlyMap<EntryId | TurnId, string>,
): readonly ConversationMessage[] {
  const messages: Gathered[] = [];
  const answers = new Map<TurnId, Gathered>();
  const taken = new Set<string>();
  for (const each of current) {
    const { entry } = each;
    const role = readRole(entry);
    const turn = entry.turn === null ? null : (turns.get(entry.turn) ?? null);
    const own = hostIds.get(entry.id);
    const answer = entry.turn === null ? undefined : answers.get(entry.turn);
    const isSame = role === "agent" && answer !== undefined && (own === undefined || own === answer.id);
    if (isSame) {
      answer.entries.push(each);
      continue;
    }
    const id = own ?? (role === "agent" ? nameAnswer(entry, hostIds, taken) : nameMessage(entry));
    taken.add(id);
    const message: Gathered = { id, role, turn, entries: [each] };
    messages.push(message);
    if (entry.turn === null) continue;
    if (role === "agent") answers.set(entry.turn, message);
    else answers.delete(entry.turn);
  }
  return messages;
}

function nameMessage(entry: Entry): string {
  return entry.kind === "said" && entry.source !== null ? entry.source.message : entry.id;
}

/** A turn that was spoken into has several answers, and each needs a name of its own. */
function nameAnswer(
  { id, turn }: Entry,
  hostIds: ReadonlyMap<EntryId | TurnId, string>,
  taken: ReadonlySet<string>,
): string {
  const name = turn === null ? id : (hostIds.get(turn) ?? turn);
  return taken.has(name) ? id : name;
}

/**
 * Maps entries and turns to the host's ids: entries for the messages of a list that a host keeps, whose note follows
 * them; turns for answers that were sent under an id.
 */
function readHostIds(entries: readonly Entry[]): ReadonlyMap<EntryId | TurnId, string> {
  const ids = new Map<EntryId | TurnId, string>();
  let listed: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind !== "noted" || entry.note.kind !== "sent") {
      listed.push(entry);
      continue;
    }
    const mark = findMark(entry);
    const [first] = entry.note.messages;
    if (mark !== null && mark.host !== null) {
      // A bot may write to the same lane, and its entries came at another time.
      for (const { id, arrived } of listed) if (arrived === entry.arrived) ids.set(id, mark.host);
    } else if (mark === null && entry.turn !== null && first !== undefined && !ids.has(entry.turn)) {
      ids.set(entry.turn, first);
    }
    listed = [];
  }
  return ids;
}
