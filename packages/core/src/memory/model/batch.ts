/** A fast model is asked about one of these at once: messages of one lane and one scope, and the notes that there are. */

import { readContentStems } from "@clewline/text/content-words.js";
import type { EntryId, Instant } from "../../log/keys.js";
import type { Memory } from "../../log/memories/memory.js";
import type { LaneMemories } from "../fold-changes.js";
import type { ToldMessage } from "../learned.js";
import { isCurrent } from "../memory-age.js";
import type { MemoryIndex } from "../planning/memory-index.js";
import { listTouched } from "../touched-names.js";

export interface BatchNote {
  /** As the model names it. */
  readonly id: string;
  readonly memory: Memory;
  /** A person pinned, wrote or changed it: the model may read it, and do nothing to it. */
  readonly isFixed: boolean;
}

export interface BatchMessage {
  readonly id: string;
  readonly told: ToldMessage;
}

export interface Batch {
  readonly notes: readonly BatchNote[];
  /** Oldest first. */
  readonly messages: readonly BatchMessage[];
}

const mostNotes = 40;
/** A word that more notes have says nothing of which are meant. */
const mostSharing = 20;

/** The notes of those who speak: what the messages brought, what shares words with them, and the newest. */
export function makeBatch(
  now: Pick<LaneMemories, "memories" | "changes">,
  index: MemoryIndex,
  told: readonly ToldMessage[],
  at: Instant,
): Batch {
  const people = new Set(told.map(({ person }) => person));
  const isWanted = (memory: Memory) => people.has(memory.person) && isCurrent(memory, at);
  const chosen = new Map<string, Memory>();
  const choose = (memory: Memory) => {
    if (chosen.size < mostNotes && isWanted(memory)) chosen.set(memory.name, memory);
  };
  const touched = listTouched(now.changes);
  const sources = new Set(told.map(({ source }) => source.entry));
  for (const { memory } of index.newestFirst()) if (hasNoOtherSource(memory, sources)) choose(memory);
  for (const memory of listSharing(index, told)) choose(memory);
  for (const { memory } of index.newestFirst()) {
    if (chosen.size === mostNotes) break;
    choose(memory);
  }
  return {
    notes: [...chosen.values()]
      .toSorted((a, b) => a.saidAt - b.saidAt || (a.name < b.name ? -1 : 1))
      .map((memory, place) => ({ id: `n${place + 1}`, memory, isFixed: isFixed(memory, touched) })),
    messages: told.map((each, place) => ({ id: `m${place + 1}`, told: each })),
  };
}

/** Those that share most words with the messages go first; a word counts for more where few have it. */
function listSharing(index: MemoryIndex, told: readonly ToldMessage[]): readonly Memory[] {
  const weights = new Map<Memory, number>();
  for (const stem of readContentStems(told.map(({ text }) => text).join("\n"))) {
    const sharing = index.byStem(stem);
    if (sharing.length > mostSharing) continue;
    for (const { memory } of sharing) weights.set(memory, (weights.get(memory) ?? 0) + 1 / sharing.length);
  }
  return [...weights].toSorted(([, a], [, b]) => b - a).map(([memory]) => memory);
}

/** The same batch as things stand now: a note that is gone or says something else can't be named, nor a message that is gone. */
export function renewBatch(
  { notes, messages }: Batch,
  now: Pick<LaneMemories, "memories" | "changes">,
  isStanding: (told: ToldMessage) => boolean,
): Batch {
  const touched = listTouched(now.changes);
  return {
    notes: notes.flatMap(({ id, memory: before }) => {
      const memory = now.memories.get(before.name);
      const isSame = memory !== undefined && memory.text === before.text && memory.replacedBy === undefined;
      return isSame ? [{ id, memory, isFixed: isFixed(memory, touched) }] : [];
    }),
    messages: messages.filter(({ told }) => isStanding(told)),
  };
}

function isFixed({ name, pinned, by }: Memory, touched: ReadonlySet<string>): boolean {
  return pinned === true || by === "person" || by === "file" || touched.has(name);
}

/** Whether nothing but these messages told it. */
export function hasNoOtherSource({ sources }: Memory, entries: ReadonlySet<EntryId>): boolean {
  return sources.length > 0 && sources.every(({ entry }) => entries.has(entry));
}
