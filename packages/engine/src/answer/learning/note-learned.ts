import type { Draft, Note } from "@clewline/core/log/entry.js";
import type { EntryId, LaneRef } from "@clewline/core/log/keys.js";
import type { MemoryScope } from "@clewline/core/log/memories/memory.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import type { Engine } from "../../engine.js";

type LearnedNote = Omit<Extract<Note, { kind: "learned" }>, "kind" | "lane">;

/** Notes how far a lane was learned from, so that the next process goes on there. */
export async function noteLearned(engine: Engine, ref: LaneRef, learned: LearnedNote): Promise<void> {
  const scope: MemoryScope = { kind: "session", session: ref.session };
  const at = engine.clock.now();
  const note: Draft = {
    id: engine.clock.id() as EntryId,
    kind: "noted",
    turn: null,
    step: null,
    at,
    arrived: at,
    note: { kind: "learned", lane: ref.lane, ...learned },
  };
  await engine.store.write({ ref: makeScopeRef(engine.owner, scope), entries: [note] });
  await engine.memories.read(scope);
}
