/** What is current, folded from the entries of one lane of the log of memories. */
import type { Entry } from "../log/entry.js";
import type { Instant, LaneKey, SessionKey } from "../log/keys.js";
import type { Audience } from "../log/memories/chat-kind.js";
import type { KeptChange, Memory, MemoryChange, MemoryMaker } from "../log/memories/memory.js";
import { layMap } from "./lay-map.js";
import { readMemoryKind } from "./memory-kind.js";
import { addStretch, type Stretch } from "./stretch.js";

/** What is current, and how it came to be. */
export interface CurrentMemories {
  /** By name. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** Every change, the first one first. */
  readonly changes: readonly MemoryChange[];
}

/** A lane of the log of memories. */
export interface LaneMemories extends CurrentMemories, Audience {
  /** The seq of the last entry that was folded. */
  readonly last: number;
  /** By name, the entry of the change that made a memory what it is. */
  readonly made: ReadonlyMap<string, Pick<Entry, "id" | "seq">>;
  readonly changes: readonly KeptChange[];
  /** What somebody forgot, undid or worded anew, as it was before; by name and words. */
  readonly takenBack: ReadonlyMap<string, Memory>;
  /** Where the person spoke, and since when. For the lane of a person. */
  readonly joined: ReadonlyMap<SessionKey, Instant>;
  /** The seq up to which each lane of the session was learned from. */
  readonly learned: ReadonlyMap<LaneKey, number>;
  /** The stretches of each lane of the session that a model was asked about. */
  readonly asked: ReadonlyMap<LaneKey, readonly Stretch[]>;
}

export const noMemories: LaneMemories = {
  last: 0,
  memories: new Map(),
  made: new Map(),
  changes: [],
  takenBack: new Map(),
  members: new Map(),
  groupWords: [],
  joined: new Map(),
  learned: new Map(),
  asked: new Map(),
};

/**
 * `entries` follow what was folded before. Entries that are no notes of this log are passed over, and what they don't change stays
 * the same object.
 */
export function foldChanges(before: LaneMemories, entries: readonly Entry[]): LaneMemories {
  if (entries.length === 0) return before;
  const last = entries.at(-1)?.seq ?? before.last;
  return { ...before, last, ...foldMemories(before, entries), ...foldAudience(before, entries) };
}

type Remembered = Pick<LaneMemories, "memories" | "made" | "changes" | "takenBack">;

function foldMemories(before: Remembered, entries: readonly Entry[]): Partial<Remembered> {
  let { memories: folded } = before;
  const memories = new Map<string, Memory | null>();
  const made = new Map<string, Pick<Entry, "id" | "seq">>();
  const changes: KeptChange[] = [];
  for (const { id, seq, at, ...entry } of entries) {
    if (entry.kind !== "noted" || entry.note.kind !== "memory") continue;
    const change = readChange(entry.note.change);
    if (change.after !== null && memories.get(change.name) === null) {
      // One that comes back stands behind all others, however many entries are folded at once.
      folded = layMap(folded, memories);
      memories.clear();
    }
    memories.set(change.name, change.after);
    made.set(change.name, { id, seq });
    changes.push({ ...change, id, at });
  }
  if (changes.length === 0) return {};
  return {
    memories: layMap(folded, memories),
    made: layMap(before.made, made),
    changes: [...before.changes, ...changes],
    takenBack: changes.reduce(noteTakenBack, before.takenBack),
  };
}

type Heard = Omit<LaneMemories, "last" | keyof Remembered>;

function foldAudience(before: Heard, entries: readonly Entry[]): Partial<Heard> {
  if (!entries.some((entry) => entry.kind === "noted" && entry.note.kind !== "memory")) return {};
  const members = new Map(before.members);
  const groupWords = [...before.groupWords];
  const joined = new Map(before.joined);
  const learned = new Map(before.learned);
  const asked = new Map(before.asked);
  for (const entry of entries) {
    if (entry.kind !== "noted") continue;
    if (entry.note.kind === "heard") {
      keepEarliest(members, entry.note.person, entry.at);
      keepEarliest(joined, entry.note.session, entry.at);
    } else if (entry.note.kind === "group") {
      groupWords.push({ group: entry.note.group, by: entry.note.by, at: entry.at });
    } else if (entry.note.kind === "learned") {
      const { lane, from = 1, through, by } = entry.note;
      if (by === "model") asked.set(lane, addStretch(asked.get(lane) ?? [], { from, through }));
      else learned.set(lane, Math.max(through, learned.get(lane) ?? 0));
    }
  }
  // A restored export brings older words behind newer ones.
  groupWords.sort((one, other) => one.at - other.at);
  return { members, groupWords, joined, learned, asked };
}

/** Not what a rule replaces: of two values for one thing a summary tells both, the newest last. */
function noteTakenBack(
  known: ReadonlyMap<string, Memory>,
  { name, before, after, by }: MemoryChange,
): ReadonlyMap<string, Memory> {
  const makeKey = ({ text }: Memory) => `${name} ${text}`;
  const isGone = before !== null && before.text !== after?.text && isAsked(by);
  const isBack = after !== null && known.has(makeKey(after));
  if (!isGone && !isBack) return known;
  const takenBack = new Map(known);
  if (isGone) takenBack.set(makeKey(before), before);
  if (after !== null) takenBack.delete(makeKey(after));
  return takenBack;
}

function isAsked(by: MemoryMaker): boolean {
  return by === "person" || by === "agent" || by === "file";
}

function keepEarliest<Key>(times: Map<Key, Instant>, key: Key, at: Instant): void {
  times.set(key, Math.min(at, times.get(key) ?? at));
}

/** A kind that a later version wrote is a fact here. */
function readChange<Change extends Pick<KeptChange, "before" | "after">>(change: Change): Change {
  const read = (memory: Memory | null) => {
    if (memory === null) return null;
    const kind = readMemoryKind(memory.kind);
    return kind === memory.kind ? memory : { ...memory, kind };
  };
  return { ...change, before: read(change.before), after: read(change.after) };
}
