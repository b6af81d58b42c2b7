/** A lane of memories that learns by rule, with the core's own steps and without a store. */
import type { Entry } from "../../src/core/log/entry.js";
import { type EntryId, parseLaneKey, parseSessionKey } from "../../src/core/log/keys.js";
import type { Memory, MemoryChange } from "../../src/core/log/memories/memory.js";
import { applyWanted } from "../../src/core/memory/apply-wanted.js";
import { foldChanges, type LaneMemories } from "../../src/core/memory/fold-changes.js";
import { learnStatements } from "../../src/core/memory/learn/learn-statements.js";
import type { ToldMessage } from "../../src/core/memory/learned.js";
import { isCurrent } from "../../src/core/memory/memory-age.js";
import { planLearning } from "../../src/core/memory/plan-learning.js";
import { makeMemoryIndex } from "../../src/core/memory/planning/memory-index.js";
import { beginPlanning } from "../../src/core/memory/planning/planned-memories.js";

export interface HeardMessage {
  /** Unique among the messages of a lane. */
  readonly id: string;
  readonly text: string;
  readonly at: number;
  readonly person: string | null;
  readonly session: string;
}

export function learnByRule(now: LaneMemories, { id, text, at, person, session }: HeardMessage): LaneMemories {
  const source = { session: parseSessionKey(session), lane: parseLaneKey("root:1"), entry: id as EntryId };
  const told: ToldMessage = { text, at, zone: "UTC", person, source };
  const statements = learnStatements(told);
  const planned = beginPlanning(now, makeMemoryIndex());
  const wanted = planLearning(planned.index, statements, told, 1);
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
