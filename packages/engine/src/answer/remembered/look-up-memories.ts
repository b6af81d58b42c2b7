/** Memories that the message needs, or that answer its question, beside those of the prefix. */
import { makeNamer } from "@clewline/core/conversation/speaker-name.js";
import type { Pointer } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import { isCurrent } from "@clewline/core/memory/memory-age.js";
import { makeScopeRef } from "@clewline/core/memory/memory-scope.js";
import { describe, mayStand } from "@clewline/core/memory/told/pick-standing.js";
import { type MemoryLikeness, rankTold } from "@clewline/core/memory/told/rank-told.js";
import type { ToldIndex } from "@clewline/core/memory/told/told-index.js";
import type { ToldMemory } from "@clewline/core/memory/told/told-memory.js";
import { findYear, writeKnownLine } from "@clewline/core/view/plan/standing.js";
import type { RetrievedEntry, Snapshot } from "@clewline/core/view/snapshot.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../../engine.js";
import { compareMemories } from "../../read/memories/memory-likeness.js";
import { rankMemories } from "../../read/memories/rank-memories.js";
import { readReaderMemories } from "../../read/memories/read-told.js";

/** More are seldom about the question. */
const mostFound = 5;

/** What is asked, and by whom. */
export interface MemoryQuestion {
  readonly question: string;
  readonly person: string | null;
  /** Whether it is a question. */
  readonly asks: boolean;
}

/** Those that the message needs best first, then those that answer its question. */
export async function lookUpMemories(
  engine: Engine,
  snapshot: Snapshot,
  { question, person, asks }: MemoryQuestion,
): Promise<readonly RetrievedEntry[]> {
  const reader = await readReaderMemories(engine, snapshot.ref, person);
  const { now, ref, standing } = snapshot;
  const inView = [...(standing?.shown ?? []), ...(standing?.waiting ?? []).map(({ memory }) => memory)];
  const shown = new Set(inView.map(({ name }) => name));
  const likeness = standing?.hasRest === true ? await compareMemories(engine, question, reader.scopes) : null;
  // Not before: another chat of the person may have followed it meanwhile.
  const index = reader.index();
  const needed = pickNeeded(engine, snapshot, { question, index, shown, likeness });
  // Only a question is answered with what shares its words alone: whoever tells something is not told of others.
  const found = asks ? rankMemories(question, index, { person, people: engine.people, now, isOpen }) : [];
  return [...new Set([...needed, ...found.slice(0, mostFound)])].map((each) => makeRetrieved(engine, each));

  // What the chat itself has is looked up in its own words, and in its other lanes only if the message refers to them.
  function isOpen({ memory }: ToldMemory): boolean {
    const isHere = memory.sources.some(({ session }) => session === ref.session);
    return isCurrent(memory, now) && !shown.has(memory.name) && !isHere;
  }
}

interface Needing {
  readonly question: string;
  readonly index: ToldIndex<ToldMemory>;
  readonly shown: ReadonlySet<string>;
  readonly likeness: MemoryLikeness | null;
}

/**
 * Of those that the prefix would tell if it had room: the ones that the message needs, then the newest, in what is left of the budget. Words
 * seldom lead to what a message needs.
 */
function pickNeeded(
  engine: Engine,
  { standing, now, zone }: Snapshot,
  { question, index, shown, likeness }: Needing,
): readonly ToldMemory[] {
  if (standing === undefined || !standing.hasRest) return [];
  const mayBe = ({ memory }: ToldMemory) => mayStand(memory, now) && !shown.has(memory.name);
  const writer = { name: makeNamer(engine.people), time: makeTimeFormatter(zone) };
  const year = findYear(
    writer,
    index.told.slice(0, 1).map(({ memory }) => memory),
  );
  const count = (told: ToldMemory) => {
    const line = writeKnownLine(
      writer,
      describe(told, (each) => pointTo(engine, each)),
      standing.person,
      year,
    );
    return countTokens(`${line}\n`, engine.fns.calibration);
  };
  const needed = new Set<ToldMemory>();
  let [left, misses] = [standing.left - frameTokens, 0];
  for (const each of listInOrder(rankTold(question, index, mayBe, likeness), index, mayBe)) {
    if (needed.has(each)) continue;
    const tokens = count(each);
    if (tokens > left) misses += 1;
    else {
      left -= tokens;
      misses = 0;
      needed.add(each);
    }
    if (left < leastLine || misses > mostMisses) break;
  }
  return [...needed];
}

/** Around the lines, which have none shorter; and how many in a row that find no room end the search for one. */
const [frameTokens, leastLine, mostMisses] = [30, 12, 10];

function* listInOrder(
  ranked: readonly ToldMemory[],
  { told }: ToldIndex<ToldMemory>,
  mayBe: (told: ToldMemory) => boolean,
): Generator<ToldMemory> {
  yield* ranked;
  for (const each of told) if (mayBe(each)) yield each;
}

function pointTo({ fns, owner }: Engine, { memory: { scope }, seq }: ToldMemory): Pointer {
  return makePointer("e", makeScopeRef(owner, scope), seq, fns.hash);
}

function makeRetrieved(engine: Engine, each: ToldMemory): RetrievedEntry {
  const { person, saidAt, text, by } = each.memory;
  return {
    id: each.entry,
    seq: null,
    lane: null,
    pointer: pointTo(engine, each),
    // The agent may have noted what a page told it.
    by: by === "agent" ? { role: "agent" } : { role: "user", ...(person === null ? {} : { address: person }) },
    at: saidAt,
    text,
    memory: describe(each, (told) => pointTo(engine, told)),
    because: "remembered from another chat",
  };
}
