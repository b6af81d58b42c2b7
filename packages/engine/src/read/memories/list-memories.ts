import type { Instant, SessionKey } from "@clewline/core/log/keys.js";
import type { Memory, MemoryKind } from "@clewline/core/log/memories/memory.js";
import { isCurrent } from "@clewline/core/memory/memory-age.js";
import type { MemoryReader } from "@clewline/core/memory/reach.js";
import type { Engine } from "../../engine.js";
import { readAllMemories } from "../../intake/memories/find-memory.js";
import { readReach } from "./read-told.js";

/** Whose memories: those that a reader is told, or with neither a person nor a session all of the owner. */
export interface WantedMemories {
  readonly person: string | null;
  readonly session: SessionKey | null;
  readonly kind: MemoryKind | null;
  /** Also those that have ended or were replaced. */
  readonly all: boolean;
}

/** What was said last comes first. */
export async function listMemories(engine: Engine, wanted: WantedMemories, now: Instant): Promise<readonly Memory[]> {
  const { person, session, kind, all } = wanted;
  const isOwner = person === null && session === null;
  const found = isOwner ? await readEverything(engine) : await readTold(engine, { person, session });
  const kept = found.filter((memory) => (all || isCurrent(memory, now)) && (kind === null || memory.kind === kind));
  return kept.toSorted((a, b) => b.saidAt - a.saidAt || (a.name < b.name ? -1 : 1));
}

async function readEverything(engine: Engine): Promise<readonly Memory[]> {
  return (await readAllMemories(engine)).flatMap(({ memories }) => [...memories.values()]);
}

async function readTold(engine: Engine, reader: MemoryReader): Promise<readonly Memory[]> {
  const { told } = await readReach(engine.memories, reader);
  return told.map(({ memory }) => memory);
}
