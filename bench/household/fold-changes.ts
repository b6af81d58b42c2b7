import { type EntryId, parseLaneKey, parseSessionKey } from "../../src/core/log/keys.js";
import type { Memory } from "../../src/core/log/memories/memory.js";
import { learnStatements } from "../../src/core/memory/learn/learn-statements.js";
import type { ToldMessage, WantedChange } from "../../src/core/memory/learned.js";
import { planLearning } from "../../src/core/memory/plan-learning.js";

export interface HeardMessage {
  readonly text: string;
  readonly at: number;
  readonly person: string | null;
  readonly session: string;
}

/** Memories in the order in which they came, those that were replaced too. */
export function learnMessage(memories: readonly Memory[], heard: HeardMessage): readonly Memory[] {
  const { text, at, person, session } = heard;
  const source = {
    session: parseSessionKey(session),
    lane: parseLaneKey("root:1"),
    entry: `${session}@${at}` as EntryId,
  };
  const told: ToldMessage = { text, at, zone: "UTC", person, source };
  return planLearning(memories, learnStatements(told), told).reduce(foldChange, memories);
}

function foldChange(memories: readonly Memory[], change: WantedChange): readonly Memory[] {
  const name = `m${memories.length}`;
  const make = (memory: Omit<Memory, "name" | "scope" | "by">): Memory => ({
    ...memory,
    name,
    scope: { kind: "everyone" },
    by: "rule",
  });
  switch (change.op) {
    case "add":
      return [...memories, make(change.memory)];
    case "replace":
      return [
        ...memories.map((each) => (each.name === change.name ? { ...each, replacedBy: name } : each)),
        make(change.memory),
      ];
    case "confirm":
      return memories.map((each) =>
        each.name === change.name
          ? { ...each, saidAt: change.saidAt, sources: [...each.sources, change.source] }
          : each,
      );
    case "forget":
      return memories.map((each) => (each.name === change.name ? { ...each, replacedBy: "nothing" } : each));
    default:
      return change satisfies never;
  }
}

export function listCurrent(memories: readonly Memory[], at: number): readonly Memory[] {
  return memories.filter(({ replacedBy, until }) => replacedBy === undefined && (until === undefined || until > at));
}
