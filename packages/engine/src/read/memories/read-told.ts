import { isChildLane } from "@clewline/core/log/child-lane.js";
import type { LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import { readChatKind } from "@clewline/core/log/memories/chat-kind.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import { type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import {
  explainWithheld,
  isInReach,
  listReach,
  type MemoryReader,
  type ReachedScope,
} from "@clewline/core/memory/reach.js";
import { makeToldIndex, type ToldIndex } from "@clewline/core/memory/told/told-index.js";
import { compareNewest, type ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { Engine } from "../../engine.js";
import type { MemoryLog } from "../../intake/memories/memory-log.js";

/** The memories that a reader of a chat may see, replaced ones included, and whether it is a group. */
export interface ReaderMemories {
  /** Newest first. */
  readonly told: readonly ToldMemory[];
  /** The same, for whoever asks for some of them: of use until something is awaited, for chats of one person share it. */
  index(): ToldIndex<ToldMemory>;
  /** Where they are kept. */
  readonly scopes: readonly MemoryScope[];
  readonly isGroup: boolean;
  /** Why memories of the person's other chats are left out, whether there are any or not; null where they are not. */
  readonly withheld: string | null;
}

const nothing: ReaderMemories = { told: [], index: makeToldIndex, scopes: [], isGroup: false, withheld: null };

/** A subagent is told its task and nothing else. */
export async function readReaderMemories(
  { memory, memories }: Pick<Engine, "memory" | "memories">,
  { session, lane }: { readonly session: SessionKey; readonly lane?: LaneKey },
  person: string | null,
): Promise<ReaderMemories> {
  if (!memory || (lane !== undefined && isChildLane(lane))) return nothing;
  const { lanes, ...about } = await readLanes(memories, { session, person });
  const told = resolveLanes(lanes);
  const scopes = lanes.map(({ reached }) => reached.scope);
  // Private chats of a person share an index, because they are shown nearly the same: a new chat costs the difference.
  const reader = scopes.some(({ kind }) => kind === "person") ? [person] : [session, person];
  const index = () => {
    const kept = memories.told(JSON.stringify(reader), makeToldIndex<ToldMemory>);
    kept.follow(told);
    return kept;
  };
  return { told, index, scopes, ...about };
}

/** A view asks twice, and what was folded of memories never changes: the newest answer is kept with the lane that changes most. */
function resolveLanes(lanes: readonly ReachedLane[]): readonly ToldMemory[] {
  const own = lanes.at(-1)?.lane.made;
  const before = own === undefined ? undefined : resolved.get(own);
  const isSame = ({ lane, reached: { since } }: ReachedLane, index: number) =>
    before?.lanes[index]?.lane.made === lane.made && before.lanes[index]?.reached.since === since;
  if (before?.lanes.length === lanes.length && lanes.every(isSame)) return before.told;
  const told = lanes.flatMap(listReached).toSorted(compareNewest);
  if (own !== undefined) resolved.set(own, { lanes, told });
  return told;
}

const resolved = new WeakMap<
  LaneMemories["made"],
  { readonly lanes: readonly ReachedLane[]; readonly told: readonly ToldMemory[] }
>();

interface ReachedLane {
  readonly lane: LaneMemories;
  readonly reached: ReachedScope;
}

function listReached({ lane, reached }: ReachedLane): readonly ToldMemory[] {
  const told = listTold(lane);
  return reached.since === null ? told : told.filter(({ memory }) => isInReach(memory, reached));
}

/** All that a reader may be told, whether it holds still or not, and whether something newer was said elsewhere. */
export async function readReach(
  memories: MemoryLog,
  reader: MemoryReader,
): Promise<Omit<ReaderMemories, "index" | "scopes">> {
  const { lanes, ...about } = await readLanes(memories, reader);
  return { told: lanes.flatMap(listReached), ...about };
}

async function readLanes(
  memories: MemoryLog,
  reader: MemoryReader,
): Promise<Omit<ReaderMemories, "told" | "index" | "scopes"> & { readonly lanes: readonly ReachedLane[] }> {
  const { session, person } = reader;
  const chat = session === null ? noMemories : await memories.read({ kind: "session", session });
  const own = person === null ? noMemories : await memories.read({ kind: "person", person });
  const lanes: ReachedLane[] = [];
  for (const reached of listReach(reader, chat, own.joined)) {
    lanes.push({ lane: await memories.read(reached.scope), reached });
  }
  const withheld = session === null || person === null ? null : explainWithheld(chat);
  return { lanes, isGroup: readChatKind(chat) === "group", withheld };
}

/** What a scope holds, with the entries that tell it. */
export function listTold(lane: LaneMemories): readonly ToldMemory[] {
  const known = listed.get(lane.made);
  if (known !== undefined) return known;
  const told: ToldMemory[] = [];
  const reworded = new Set([...lane.takenBack.values()].map(({ name }) => name));
  // An edit that was undone leaves the first words.
  const first = new Map<string, string>();
  for (const { name, after, by } of reworded.size === 0 ? [] : lane.changes)
    if (after !== null && !first.has(name)) first.set(name, by === "rule" || by === "model" ? after.text : "");
  for (const memory of lane.memories.values()) {
    const entry = lane.made.get(memory.name);
    const isOther = reworded.has(memory.name) && first.get(memory.name) !== memory.text;
    const words = isOther ? ({ isReworded: true } as const) : {};
    if (entry !== undefined) told.push({ memory, entry: entry.id, seq: entry.seq, ...words });
  }
  listed.set(lane.made, told);
  return told;
}

/** By what only a change of a memory makes anew: a view asks twice, and other notes come with each message. */
const listed = new WeakMap<LaneMemories["made"], readonly ToldMemory[]>();
