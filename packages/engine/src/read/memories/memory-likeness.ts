/** How near memories are to a question in meaning. */
import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { Memory, MemoryScope } from "@clewline/core/log/memories/memory.js";
import { makeScopeLane, makeScopeRef, parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { MemoryLikeness } from "@clewline/core/memory/told/rank-told.js";
import { mostPlaces } from "@clewline/core/ports/index.js";
import { weighKnown } from "@clewline/core/retrieval/weigh-meaning.js";
import type { Engine } from "../../engine.js";

/** A question that takes longer is answered by words. */
const deadlineMs = 1_500;
/** The nearest ones that are looked at: a reader may not be told all of them, and some stand in the view. */
const mostNear = 300;

/** Null where nothing is compared by meaning. No memory is looked at but the nearest, however many there are. */
export async function compareMemories(
  engine: Engine,
  question: string,
  scopes: readonly MemoryScope[],
  most = mostNear,
): Promise<MemoryLikeness | null> {
  if (engine.meaning === null || scopes.length === 0) return null;
  const { owner, memories, clock, people } = engine;
  const { compareLanes, pickBest } = await import("../meaning/similar.js");
  const refs = scopes.map((scope) => makeScopeRef(owner, scope));
  const comparing = { question, names: async () => [...people.values()], lanes: () => refs };
  const compared = await compareLanes(engine, comparing, { until: clock.now() + deadlineMs });
  if (compared.kind !== "scored") return null;
  const byLane = new Map(compared.lanes.map((lane) => [lane.ref.lane, lane]));
  const best = pickBest(compared.lanes, Number.POSITIVE_INFINITY, most);
  return {
    weight: weighKnown(compared.known),
    nearest: await findMemories(engine, best),
    of({ name, scope }) {
      const seq = memories.recall(scope).made.get(name)?.seq;
      return seq === undefined ? null : (byLane.get(makeScopeLane(scope))?.get(seq) ?? null);
    },
  };
}

/** Those that are what these changes made them. */
async function findMemories(
  { store, memories }: Engine,
  best: readonly { readonly ref: LaneRef; readonly seq: number }[],
): Promise<readonly { readonly memory: Memory }[]> {
  const names = new Map<string, string>();
  for (const ref of new Map(best.map((each) => [makeLaneAddress(each.ref), each.ref])).values()) {
    const seqs = best.flatMap((each) => (each.ref.lane === ref.lane ? [each.seq] : [])).sort((a, b) => a - b);
    for (let from = 0; from < seqs.length; from += mostPlaces) {
      for (const entry of await store.at(ref, seqs.slice(from, from + mostPlaces)))
        if (entry.kind === "noted" && entry.note.kind === "memory")
          names.set(`${ref.lane} ${entry.seq}`, entry.note.change.name);
    }
  }
  return best.flatMap(({ ref, seq }) => {
    const scope = parseScopeLane(ref.lane);
    const name = names.get(`${ref.lane} ${seq}`) ?? "";
    const lane = scope === null ? undefined : memories.recall(scope);
    const memory = lane?.made.get(name)?.seq === seq ? lane.memories.get(name) : undefined;
    return memory === undefined ? [] : [{ memory }];
  });
}

/** Where these memories are kept, each scope once. */
export function listScopes(told: readonly { readonly memory: Memory }[]): readonly MemoryScope[] {
  return [...new Map(told.map(({ memory: { scope } }) => [makeScopeLane(scope), scope])).values()];
}
