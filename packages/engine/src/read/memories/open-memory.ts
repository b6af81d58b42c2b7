/** Opens the pointer of a memory's line: its text as it is now, and where it was said. */
import { type LaneRef, memorySession } from "@clewline/core/log/keys.js";
import type { Memory, MemorySource } from "@clewline/core/log/memories/memory.js";
import { parsePointer } from "@clewline/core/log/pointer.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { parseScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { Engine } from "../../engine.js";
import { quoteSource } from "./explain-memory.js";

/** A memory, and the lane that has it. */
export interface PointedMemory {
  readonly memory: Memory;
  readonly ref: LaneRef;
}

/** By the pointer of any of its changes; null where it is not one of a memory, or the memory is forgotten. */
export async function findPointedMemory(engine: Engine, pointer: string): Promise<PointedMemory | null> {
  const { store, owner, memories } = engine;
  const found = await store.byAddress({ owner, session: memorySession }, parsePointer(pointer).address);
  const scope = found === null ? null : parseScopeLane(found.ref.lane);
  if (found?.entry.kind !== "noted" || found.entry.note.kind !== "memory" || scope === null) return null;
  const memory = (await memories.read(scope)).memories.get(found.entry.note.change.name);
  return memory === undefined ? null : { memory, ref: found.ref };
}

/** Of its messages only those that whoever asks may be told of. */
export async function writeMemory(
  engine: Engine,
  { name, text, sources }: Memory,
  mayTell: (source: MemorySource) => boolean = () => true,
): Promise<string> {
  const time = makeTimeFormatter(engine.zone);
  const quotes = await Promise.all(sources.filter(mayTell).map((source) => quoteSource(engine, source)));
  const lines = quotes.map(({ session, pointer, at, by, text: words }) =>
    pointer === null || at === null
      ? `said in ${session}; the message is gone`
      : `said in ${session} ${pointer} ${time(at)}${by === null ? "" : ` ${by}`}: ${words}`,
  );
  return [`memory ${name}: ${text}`, ...lines].join("\n");
}
