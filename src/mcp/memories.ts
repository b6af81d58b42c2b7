/** What a client may be told of memories, and what it does with them. */
import type { SessionKey } from "../core/log/keys.js";
import type { Memory } from "../core/log/memories/memory.js";
import { makeToldIndex, type ToldIndex } from "../core/memory/told/told-index.js";
import type { ToldMemory } from "../core/memory/told/told-memory.js";
import type { Engine } from "../engine/engine.js";
import { addMemory } from "../engine/intake/memories/edit-memories.js";
import { readAllMemories } from "../engine/intake/memories/find-memory.js";
import { forgetTold } from "../engine/read/memories/forget-told.js";
import { compareMemories } from "../engine/read/memories/memory-likeness.js";
import { findTold, writeMemoryLines } from "../engine/read/memories/memory-lines.js";
import { findPointedMemory } from "../engine/read/memories/open-memory.js";
import { listTold, readReaderMemories } from "../engine/read/memories/read-told.js";
import { makeMemoryFilter, type SearchFilter } from "../engine/read/search/search-filter.js";
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
  const index = await readReachable(engine, reach);
  const likeness = await compareMemories(engine, question, index.told);
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

/** Who alone speaks in the chat, and so is the one who asks; null for a group. */
async function findOnlyMember({ memories }: Engine, session: SessionKey): Promise<string | null> {
  const { members } = await memories.read({ kind: "session", session });
  const [only = null, ...others] = members.keys();
  return others.length === 0 ? only : null;
}

/** All of them, or those of the chat; of one thread only what nothing else has told. */
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
