import { listParts, nameSpeaker, renderPlainText } from "@clewline/core/log/entry.js";
import type { Instant, Pointer } from "@clewline/core/log/keys.js";
import type { KeptChange, Memory, MemorySource } from "@clewline/core/log/memories/memory.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import type { Engine } from "../../engine.js";
import { findMemory } from "../../intake/memories/find-memory.js";

/** A message that told a memory, with its words. */
export interface MemoryQuote extends MemorySource {
  /** Opens it with `recall`; null if the message is gone. */
  readonly pointer: Pointer | null;
  /** When it was said. */
  readonly at: Instant | null;
  /** Who said it. */
  readonly by: string | null;
  /** Its words as they were then; null if the message is gone. */
  readonly text: string | null;
}

/** Why something is remembered. */
export interface MemoryReport {
  /** The memory as it is. */
  readonly memory: Memory;
  /** The messages that told it, the first one first. */
  readonly sources: readonly MemoryQuote[];
  /** What was done to it, the first change first. */
  readonly changes: readonly KeptChange[];
}

export async function explainMemory(engine: Engine, name: string): Promise<MemoryReport> {
  const memory = await findMemory(engine, name);
  const { changes } = await engine.memories.read(memory.scope);
  const sources = await Promise.all(memory.sources.map((source) => quoteSource(engine, source)));
  return { memory, sources, changes: changes.filter((change) => change.name === memory.name) };
}

export async function quoteSource({ store, owner, fns }: Engine, source: MemorySource): Promise<MemoryQuote> {
  const ref = { owner, session: source.session, lane: source.lane };
  const entry = await store.byId(ref, source.entry);
  if (entry === null) return { ...source, pointer: null, at: null, by: null, text: null };
  const by = entry.kind === "said" ? nameSpeaker(entry.by) : null;
  const pointer = makePointer("e", ref, entry.seq, fns.hash);
  return { ...source, pointer, at: entry.at, by, text: renderPlainText(listParts(entry)) };
}
