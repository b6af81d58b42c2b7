/** A lane of memories that learns by rule, with the core's own steps and without a store. */
import type { Entry } from "@clewline/core/log/entry.js";
import { type EntryId, parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import type { Memory, MemoryChange } from "@clewline/core/log/memories/memory.js";
import { applyWanted } from "@clewline/core/memory/apply-wanted.js";
import { foldChanges, type LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { learnStatements } from "@clewline/core/memory/learn/learn-statements.js";
import type { ToldMessage } from "@clewline/core/memory/learned.js";
import { isCurrent } from "@clewline/core/memory/memory-age.js";
import { planLearning } from "@clewline/core/memory/plan-learning.js";
import { type MemoryIndex, makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { beginPlanning } from "@clewline/core/memory/planning/planned-memories.js";

export interface HeardMessage {
  /** Unique among the messages of a lane. */
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly person: string | null;
  readonly session: string;
}

/** `least` is 1 for what is said to an agent, 2 for what people say to each other; one `index` serves all messages of a chat. */
export function learnByRule(
  now: LaneMemories,
  { id, text, at, person, session }: HeardMessage,
  { least = 1, index = makeMemoryIndex() }: { readonly least?: 1 | 2; readonly index?: MemoryIndex } = {},
): LaneMemories {
  const source = { session: parseSessionKey(session), lane: parseLaneKey("root:1"), entry: id as EntryId };
  const told: ToldMessage = { text, at, zone: "UTC", person, source };
  const statements = learnStatements(told);
  const planned = beginPlanning(now, index);
  const wanted = planLearning(planned.index, statements, told, least);
  const changes = applyWanted(planned, wanted, {
    scope: { kind: "everyone" },
    by: "rule",
    makeName: (_text, taken) => findFree(now.last, taken),
  });
  return foldChanges(
    now,
    changes.map((change, index) => makeEntry(change, now.last + 1 + index, at)),
  );
}

function findFree(first: number, taken: { has(name: string): boolean }): string {
  let number = first;
  while (taken.has(`m${number}`)) number += 1;
  return `m${number}`;
}

function makeEntry(change: MemoryChange, seq: number, at: number): Entry {
  const id = `c${seq}` as EntryId;
  return { id, seq, turn: null, step: null, at, arrived: at, kind: "noted", note: { kind: "memory", change } };
}

export function listCurrent({ memories }: LaneMemories, at: number): readonly Memory[] {
  return [...memories.values()].filter((memory) => isCurrent(memory, at));
}
