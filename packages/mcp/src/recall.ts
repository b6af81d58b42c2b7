import type { Engine } from "@clewline/engine/engine.js";
import { writeMemory } from "@clewline/engine/read/memories/open-memory.js";
import { parseLineRange, type RecallInput, recall, recallPage } from "@clewline/engine/read/recall.js";
import { type QuestionQuery, recallQuestion } from "@clewline/engine/read/recall-question.js";
import { listSearched } from "@clewline/engine/read/sessions/archive.js";
import { type Answer, makeAnswer, makeRefusal } from "./answer.js";
import { refuseUnknownPointer } from "./conversation.js";
import { findMemoryLines, findReachableMemory } from "./memories.js";
import { findReachableEntry, isInReach, makeReachScope, noSurface, type Reach } from "./reach.js";

export interface SearchInput {
  readonly query: string;
  readonly person?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const entriesUnlessTold = 10;

export async function searchMemories(engine: Engine, reach: Reach, input: SearchInput): Promise<Answer> {
  const { query, limit: most = entriesUnlessTold, offset = 0, person, since, until } = input;
  // A caller that asks for a longer list may use more tokens.
  const limit = most > 2 * entriesUnlessTold ? 2 * recallPage : recallPage;
  const filter = { person, since, until };
  // Memories stand on the first page.
  const first = offset > 0 ? [] : await findMemoryLines(engine, reach, query, filter);
  const wanted = { limit, most, offset, surface: noSurface, filter, first, ...(await narrowToActive(engine, reach)) };
  return makeAnswer(await recallQuestion(engine, makeReachScope(engine, reach), query, wanted));
}

export async function recallWithin(engine: Engine, reach: Reach, input: RecallInput): Promise<Answer> {
  const { pointer, question, offset = 0 } = input;
  if (pointer !== undefined && question === undefined) return openPointer(engine, reach, pointer, input);
  if (question === undefined || pointer !== undefined)
    return makeRefusal(
      pointer === undefined ? "Give either a pointer or a question." : "Give either a pointer or a question, not both.",
    );
  if (input.find !== undefined || input.lines !== undefined)
    return makeRefusal("find and lines go with a pointer only.");
  const query = { limit: recallPage, offset, surface: noSurface, ...(await narrowToActive(engine, reach)) };
  return makeAnswer(await recallQuestion(engine, makeReachScope(engine, reach), question, query));
}

/** Archived sessions are out of a search of everything; whoever reaches one session finds what is there. */
async function narrowToActive(engine: Engine, reach: Reach): Promise<Pick<QuestionQuery, "mayRead">> {
  const searched = reach.kind === "all" ? await listSearched(engine) : null;
  return searched === null ? {} : { mayRead: (_entry, { session }) => searched.has(session) };
}

async function openPointer(engine: Engine, reach: Reach, pointer: string, input: RecallInput): Promise<Answer> {
  const found = await findReachableEntry(engine, reach, pointer);
  if (found === null) return openMemory(engine, reach, pointer);
  const { offset = 0, find = null, lines } = input;
  const part = { offset, find, lines: parseLineRange(lines), limit: recallPage };
  const query = { pointer, ...part, surface: noSurface, isCurrent: true };
  const page = await recall(engine, found.ref, query);
  if (page.kind === "nothing") return makeAnswer(page.text);
  const files = (page.files ?? []).map(({ mediaType, data }) => ({ mediaType, data, pointer }));
  if (page.text === "" && files.length === 0)
    return makeAnswer(lines === undefined ? "This entry has no text." : `Nothing stands on line ${lines}.`);
  if (page.next === null) return makeAnswer(page.text, files);
  return makeAnswer(`${page.text}\n[go on with offset ${page.next} of ${page.of}]`, files);
}

async function openMemory(engine: Engine, reach: Reach, pointer: string): Promise<Answer> {
  const memory = await findReachableMemory(engine, reach, pointer);
  if (memory === null) return refuseUnknownPointer(pointer);
  return makeAnswer(await writeMemory(engine, memory, (source) => isInReach(reach, source)));
}
