/** Facts, outcomes and events of other chats that answer a question, and which messages they have outdated. */
import type { EntryId } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { makePointer } from "../../../core/log/pointer.js";
import { readLater } from "../../../core/memory/join-later.js";
import { isCurrent } from "../../../core/memory/memory-age.js";
import { makeScopeRef } from "../../../core/memory/memory-scope.js";
import type { ToldMemory } from "../../../core/memory/pick-standing.js";
import type { RetrievedEntry, Snapshot } from "../../../core/view/snapshot.js";
import type { Engine } from "../../engine.js";
import { rankMemories } from "../../read/memories/rank-memories.js";
import { readReaderMemories, readToldAlone } from "../../read/memories/read-told.js";

export interface LookedUpMemories {
  /** Best first. */
  readonly found: readonly RetrievedEntry[];
  /** Messages that say what holds no more, and what was said instead; null where that is not known, or not told here. */
  readonly outdated: ReadonlyMap<EntryId, string | null>;
}

/** More are seldom about the question. */
const mostFound = 5;

export async function lookUpMemories(
  engine: Engine,
  snapshot: Snapshot,
  question: string,
  person: string | null,
): Promise<LookedUpMemories> {
  const { told, isGroup } = await readReaderMemories(engine, snapshot.ref, person);
  const alone = isGroup ? await readToldAlone(engine.memories, snapshot.ref.session) : [];
  const { now, ref, standing } = snapshot;
  const shown = new Set(standing?.shown.map(({ name }) => name));
  // What the chat itself has is looked up in its own words, and in its other lanes only if the message refers to them.
  const isHere = ({ sources }: Memory) => sources.some(({ session }) => session === ref.session);
  const open = told.filter(({ memory }) => isCurrent(memory, now) && !shown.has(memory.name) && !isHere(memory));
  const standsFor = followReplaced(told);
  const byName = new Map(open.map((each) => [each.memory.name, each]));
  // "I moved to Marseille" has no word of "Where do I live?", but what it replaced has.
  const asked = told.flatMap(({ memory }) => (byName.has(standsFor(memory).name) ? [memory] : []));
  const ranked = rankMemories(question, asked, { person, people: engine.people, now });
  const names = new Set(ranked.map((memory) => standsFor(memory).name));
  const found = [...names].slice(0, mostFound).flatMap((name) => {
    const each = byName.get(name);
    return each === undefined ? [] : [makeRetrieved(engine, each)];
  });
  return { found, outdated: findOutdated([...told, ...alone], now, standsFor) };
}

/** What is in the place of a memory now: itself, if nothing is that the reader may be told. */
function followReplaced(told: readonly ToldMemory[]): (memory: Memory) => Memory {
  const byName = new Map(told.map(({ memory }) => [memory.name, memory]));
  return (memory) => {
    let last = memory;
    for (let steps = 0; steps < byName.size; steps += 1) {
      const next = byName.get(last.replacedBy ?? "");
      if (next === undefined) break;
      last = next;
    }
    return last;
  };
}

function makeRetrieved({ fns, owner }: Engine, { memory, entry, seq }: ToldMemory): RetrievedEntry {
  const { person, saidAt, text, scope } = memory;
  return {
    id: entry,
    seq: null,
    lane: null,
    pointer: makePointer("e", makeScopeRef(owner, scope), seq, fns.hash),
    by: { role: "user", ...(person === null ? {} : { address: person }) },
    at: saidAt,
    text,
    because: "remembered from another chat",
  };
}

/** What nothing that holds says too. A correction names the message that it corrects, and does not say what that says. */
function findOutdated(
  told: readonly ToldMemory[],
  now: number,
  standsFor: (memory: Memory) => Memory,
): ReadonlyMap<EntryId, string | null> {
  const made = new Set(told.flatMap(({ memory }) => (memory.by === "model" ? [memory.name] : [])));
  // What a model's memory stands in for is told in that one.
  const isOver = ({ by, replacedBy = "" }: Memory) => by === "model" || !made.has(replacedBy);
  const listSources = ({ sources }: Memory) => sources.map(({ entry }) => entry);
  const memories = told.map(({ memory }) => memory);
  const ended = memories.filter((memory) => !isCurrent(memory, now) && isOver(memory));
  const corrected = new Set(
    ended.flatMap((memory) => listSources(memory).map((entry) => `${memory.replacedBy ?? ""} ${entry}`)),
  );
  const standing = new Set(
    memories
      .filter((memory) => isCurrent(memory, now))
      .flatMap((memory) => listSources(memory).filter((entry) => !corrected.has(`${memory.name} ${entry}`))),
  );
  return new Map(
    ended.flatMap((memory) => {
      const later = standsFor(memory);
      const text = isCurrent(later, now) ? readLater(later.text) : null;
      return listSources(memory).flatMap((entry) => (standing.has(entry) ? [] : [[entry, text] as const]));
    }),
  );
}
