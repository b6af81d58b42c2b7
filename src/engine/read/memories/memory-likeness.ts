/** How near memories are to a question in meaning. */
import type { Memory } from "../../../core/log/memories/memory.js";
import { makeScopeLane, makeScopeRef } from "../../../core/memory/memory-scope.js";
import type { MemoryLikeness } from "../../../core/memory/told/rank-told.js";
import { weighKnown } from "../../../core/retrieval/weigh-meaning.js";
import type { Engine } from "../../engine.js";

/** A question that takes longer is answered by words. */
const deadlineMs = 1_500;

/** Null where nothing is compared by meaning. */
export async function compareMemories(
  engine: Engine,
  question: string,
  told: readonly { readonly memory: Memory }[],
): Promise<MemoryLikeness | null> {
  if (engine.meaning === null || told.length === 0) return null;
  const { owner, memories, clock, people } = engine;
  const { compareLanes } = await import("../meaning/similar.js");
  const scopes = new Map(told.map(({ memory: { scope } }) => [makeScopeLane(scope), scope]));
  const refs = [...scopes.values()].map((scope) => makeScopeRef(owner, scope));
  const comparing = { question, names: async () => [...people.values()], lanes: () => refs };
  const compared = await compareLanes(engine, comparing, { until: clock.now() + deadlineMs });
  if (compared.kind !== "scored") return null;
  const byLane = new Map(compared.lanes.map((lane) => [lane.ref.lane, lane]));
  return {
    weight: weighKnown(compared.known),
    of({ name, scope }) {
      const seq = memories.recall(scope).made.get(name)?.seq;
      return seq === undefined ? null : (byLane.get(makeScopeLane(scope))?.get(seq) ?? null);
    },
  };
}
