/** Facts, outcomes and events of other chats that answer a question, and which messages they have outdated. */
import type { EntryId } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { makePointer } from "../../../core/log/pointer.js";
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
  /** Messages that say what holds no more. */
  readonly outdated: ReadonlySet<EntryId>;
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
  const byName = new Map(open.map((each) => [each.memory.name, each]));
  const ranked = rankMemories(
    question,
    open.map(({ memory }) => memory),
    { person, people: engine.people, now },
  );
  const found = ranked.slice(0, mostFound).flatMap(({ name }) => {
    const each = byName.get(name);
    return each === undefined ? [] : [makeRetrieved(engine, each)];
  });
  return { found, outdated: listOutdated([...told, ...alone], now) };
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
function listOutdated(told: readonly ToldMemory[], now: number): ReadonlySet<EntryId> {
  const made = new Set(told.flatMap(({ memory }) => (memory.by === "model" ? [memory.name] : [])));
  // What a model's memory stands in for is told in that one.
  const isOver = ({ by, replacedBy = "" }: Memory) => by === "model" || !made.has(replacedBy);
  const ended = told.filter(({ memory }) => !isCurrent(memory, now) && isOver(memory));
  const listSources = ({ memory }: ToldMemory) => memory.sources.map(({ entry }) => entry);
  const former = new Map<string, Set<EntryId>>();
  for (const each of ended) {
    const { replacedBy } = each.memory;
    if (replacedBy !== undefined)
      former.set(replacedBy, new Set([...(former.get(replacedBy) ?? []), ...listSources(each)]));
  }
  const current = told.filter(({ memory }) => isCurrent(memory, now));
  const standing = new Set(
    current.flatMap((each) => listSources(each).filter((entry) => former.get(each.memory.name)?.has(entry) !== true)),
  );
  return new Set(ended.flatMap(listSources).filter((entry) => !standing.has(entry)));
}
