/** A batch that is read twice, as after a crash before its note, takes nothing from under what it put in its place. */

import type { EntryId, LaneKey, SessionKey } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { noMemories } from "@clewline/core/memory/fold-changes.js";
import { makeBatch } from "@clewline/core/memory/model/batch.js";
import { planBatch } from "@clewline/core/memory/model/plan-batch.js";
import { readBatch } from "@clewline/core/memory/model/read-batch.js";
import { makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { beginPlanning } from "@clewline/core/memory/planning/planned-memories.js";
import { expect, test } from "vitest";

test("what stands in the place of another is not dropped", () => {
  const scope = { kind: "session", session: "chat:1" as SessionKey } as const;
  const source = (entry: string) => ({ session: scope.session, lane: "root:1" as LaneKey, entry: entry as EntryId });
  const text = "We handed the keys of the allotment back, by the way";
  const shared = { kind: "fact", scope, person: "ana" } as const;
  const old = { ...shared, name: "old", text: "My allotment is behind the station.", by: "rule", saidAt: 1 } as const;
  const memories: readonly Memory[] = [
    { ...old, sources: [source("e1")], replacedBy: "new" },
    { ...shared, name: "new", text, by: "model", saidAt: 2, sources: [source("e2")] },
  ];
  const now = { ...noMemories, memories: new Map(memories.map((memory) => [memory.name, memory])) };
  const index = makeMemoryIndex();
  index.follow(now);
  const told = { text, at: 2, zone: "UTC", person: "ana", source: source("e2") };
  const batch = makeBatch(now, index, [told], 3);
  const operations = readBatch(JSON.stringify({ op: "drop", note: "n1" }), batch) ?? [];
  expect(operations).toEqual([{ op: "drop", name: "new" }]);
  const planning = { scope, takenBack: now.takenBack, makeName: () => () => "next", clean: (words: string) => words };
  expect(planBatch(beginPlanning(now, index), operations, planning).flat()).toEqual([]);
});
