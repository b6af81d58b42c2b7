/** Memories that the message needs, or that answer its question, beside those of the prefix. */
import { makePointer } from "../../../core/log/pointer.js";
import { isCurrent } from "../../../core/memory/memory-age.js";
import { makeScopeRef } from "../../../core/memory/memory-scope.js";
import { mayStand } from "../../../core/memory/told/pick-standing.js";
import { type MemoryLikeness, rankTold } from "../../../core/memory/told/rank-told.js";
import type { ToldIndex } from "../../../core/memory/told/told-index.js";
import type { ToldMemory } from "../../../core/memory/told/told-memory.js";
import { countTokens } from "../../../core/text/tokens/count-tokens.js";
import type { RetrievedEntry, Snapshot } from "../../../core/view/snapshot.js";
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

/** Best first. */
export async function lookUpMemories(
  engine: Engine,
  snapshot: Snapshot,
  { question, person, asks }: MemoryQuestion,
): Promise<readonly RetrievedEntry[]> {
  const index = (await readReaderMemories(engine, snapshot.ref, person)).index();
  const { now, ref, standing } = snapshot;
  const inView = [...(standing?.shown ?? []), ...(standing?.waiting ?? []).map(({ memory }) => memory)];
  const shown = new Set(inView.map(({ name }) => name));
  const likeness = standing?.hasRest === true ? await compareMemories(engine, question, index.told) : null;
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

/** Of those that the prefix would tell if it had room, the ones that the message needs, in what is left of the budget. */
function pickNeeded(
  { fns }: Engine,
  { standing, now }: Snapshot,
  { question, index, shown, likeness }: Needing,
): readonly ToldMemory[] {
  if (standing === undefined || !standing.hasRest) return [];
  const mayBe = ({ memory }: ToldMemory) => mayStand(memory, now) && !shown.has(memory.name);
  const needed: ToldMemory[] = [];
  let { left } = standing;
  for (const each of rankTold(question, index, mayBe, likeness)) {
    left -= countTokens(each.memory.text, fns.calibration) + headingTokens;
    if (left < 0) break;
    needed.push(each);
  }
  return needed;
}

/** What stands around the words of one that was looked up: its time, and who said it. */
const headingTokens = 14;

function makeRetrieved({ fns, owner }: Engine, { memory, entry, seq }: ToldMemory): RetrievedEntry {
  const { person, saidAt, text, scope, by } = memory;
  return {
    id: entry,
    seq: null,
    lane: null,
    pointer: makePointer("e", makeScopeRef(owner, scope), seq, fns.hash),
    // The agent may have noted what a page told it.
    by: by === "agent" ? { role: "agent" } : { role: "user", ...(person === null ? {} : { address: person }) },
    at: saidAt,
    text,
    because: "remembered from another chat",
  };
}
