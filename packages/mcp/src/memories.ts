/** Finds the memories within a client's reach, and adds new ones. */
import type { SessionKey } from "@clewline/core/log/keys.js";
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { makeToldIndex, type ToldIndex } from "@clewline/core/memory/told/told-index.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import type { Engine } from "@clewline/engine/engine.js";
import { addMemory } from "@clewline/engine/intake/memories/edit-memories.js";
import { readAllMemories } from "@clewline/engine/intake/memories/find-memory.js";
import { forgetTold } from "@clewline/engine/read/memories/forget-told.js";
import { compareMemories, listScopes } from "@clewline/engine/read/memories/memory-likeness.js";
import { findTold, writeMemoryLines } from "@clewline/engine/read/memories/memory-lines.js";
import { findPointedMemory } from "@clewline/engine/read/memories/open-memory.js";
import { listTold, readReaderMemories } from "@clewline/engine/read/memories/read-told.js";
import { makeMemoryFilter, type SearchFilter } from "@clewline/engine/read/search/search-filter.js";
import { type Answer, makeAnswer } from "./answer.js";
import { isInReach, type Reach } from "./reach.js";

/** Those that answer it, of the person and the time that are asked for. */
export async function findMemoryLines(
  engine: Engine,
  reach: Reach,
  question: string,
  filter: SearchFilter,
): Promise<readonly string[]> {
  const isWanted = makeMemoryFilter(engine, filter);
  const { told } = await readReachable(engine, reach);
  const likeness = await compareMemories(engine, question, listScopes(told), told.length);
  const index = await readReachable(engine, reach);
  return writeMemoryLines(engine, findTold(engine, question, index, { person: null, isWanted, likeness }));
}

/** For everyone where a client reaches all chats, else for the chat. */
export async function rememberWithin(engine: Engine, reach: Reach, text: string): Promise<Answer> {
  const session = reach.kind === "all" ? null : reach.session;
  const { name } = await addMemory(engine, { text, kind: "fact", person: null, session, by: "agent" });
  return makeAnswer(`Kept as ${name}.`);
}

/** A memory by the pointer of its line; null for one out of reach too. */
export async function findReachableMemory(engine: Engine, reach: Reach, pointer: string): Promise<Memory | null> {
  const found = await findPointedMemory(engine, pointer);
  if (found === null) return null;
  const { told } = await readReachable(engine, reach);
  return told.some(({ memory }) => memory === found.memory) ? found.memory : null;
}

export async function forgetWithin(engine: Engine, reach: Reach, text: string): Promise<Answer> {
  return makeAnswer(await forgetTold(engine, await readReachable(engine, reach), text));
}

/** Returns the only person who speaks in the chat, and so is the one who asks; null for a group. */
async function findOnlyMember({ memories }: Engine, session: SessionKey): Promise<string | null> {
  const { members } = await memories.read({ kind: "session", session });
  const [only = null, ...others] = members.keys();
  return others.length === 0 ? only : null;
}

/** All memories, or those of the chat; of one thread, only those with every source in that thread. */
async function readReachable(engine: Engine, reach: Reach): Promise<ToldIndex<ToldMemory>> {
  if (reach.kind === "all") {
    const index = engine.memories.told("all", makeToldIndex<ToldMemory>);
    index.follow((await readAllMemories(engine)).flatMap(listTold));
    return index;
  }
  const person = await findOnlyMember(engine, reach.session);
  const { told, index } = await readReaderMemories(engine, { session: reach.session }, person);
  if (reach.kind === "session") return index();
  return makeToldIndex(told.filter(({ memory }) => memory.sources.every((source) => isInReach(reach, source))));
}
