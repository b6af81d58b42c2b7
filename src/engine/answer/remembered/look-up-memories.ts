/** Facts, outcomes and events of other chats that answer a question, and which messages they have outdated. */
import type { EntryId } from "../../../core/log/keys.js";
import type { Memory } from "../../../core/log/memories/memory.js";
import { makePointer } from "../../../core/log/pointer.js";
import { readLater } from "../../../core/memory/join-later.js";
import { isCurrent } from "../../../core/memory/memory-age.js";
import { makeScopeRef } from "../../../core/memory/memory-scope.js";
import { mayStand, type ToldMemory } from "../../../core/memory/pick-standing.js";
import { rankTold } from "../../../core/memory/rank-told.js";
import { defer } from "../../../core/text/defer.js";
import { countTokens } from "../../../core/text/tokens/count-tokens.js";
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

/** What is asked, by whom, and the messages that were found for it in the chat itself. */
export interface MemoryQuestion {
  readonly question: string;
  readonly person: string | null;
  readonly messages: readonly EntryId[];
  /** Whether it is a question. */
  readonly asks: boolean;
}

export async function lookUpMemories(
  engine: Engine,
  snapshot: Snapshot,
  { question, person, messages, asks }: MemoryQuestion,
): Promise<LookedUpMemories> {
  const { told, isGroup } = await readReaderMemories(engine, snapshot.ref, person);
  const alone = isGroup ? await readToldAlone(engine.memories, snapshot.ref.session) : [];
  const { now, ref, standing } = snapshot;
  const inView = [...(standing?.shown ?? []), ...(standing?.waiting ?? []).map(({ memory }) => memory)];
  const shown = new Set(inView.map(({ name }) => name));
  // What the chat itself has is looked up in its own words, and in its other lanes only if the message refers to them.
  const isHere = ({ sources }: Memory) => sources.some(({ session }) => session === ref.session);
  const open = told.filter(({ memory }) => isCurrent(memory, now) && !shown.has(memory.name) && !isHere(memory));
  const standsFor = followReplaced(told);
  const needed = pickNeeded(engine, snapshot, { question, told, shown });
  // Only a question is answered with what shares its words alone: whoever tells something is not told of others.
  const ranked =
    !asks || open.length === 0 ? [] : rankOpen(engine, { told, open, standsFor }, { question, person, now });
  const best = [...new Set([...needed, ...ranked.slice(0, mostFound)])];
  const found = best.map((each) => makeRetrieved(engine, each));
  return { found, outdated: findOutdated([...told, ...alone], new Set(messages), { now, standsFor }) };
}

/** Of those that the prefix would tell if it had room, the ones that the message needs, in what is left of the budget. */
function pickNeeded(
  { fns }: Engine,
  { standing, now }: Snapshot,
  { question, told, shown }: { question: string; told: readonly ToldMemory[]; shown: ReadonlySet<string> },
): readonly ToldMemory[] {
  if (standing === undefined || standing.more === 0) return [];
  const rest = told.filter(({ memory }) => mayStand(memory, now) && !shown.has(memory.name));
  const needed: ToldMemory[] = [];
  let { left } = standing;
  for (const each of rankTold(question, rest)) {
    left -= countTokens(each.memory.text, fns.calibration) + headingTokens;
    if (left < 0) break;
    needed.push(each);
  }
  return needed;
}

/** What stands around the words of one that was looked up: its time, and who said it. */
const headingTokens = 14;

interface OpenMemories {
  readonly told: readonly ToldMemory[];
  readonly open: readonly ToldMemory[];
  standsFor(memory: Memory): Memory;
}

/** "I moved to Marseille" has no word of "Where do I live?", but what it replaced has. */
function rankOpen(
  { people }: Engine,
  { told, open, standsFor }: OpenMemories,
  { question, person, now }: Pick<MemoryQuestion, "question" | "person"> & { readonly now: number },
): readonly ToldMemory[] {
  const byName = new Map(open.map((each) => [each.memory.name, each]));
  const asked = told.flatMap(({ memory }) => (byName.has(standsFor(memory).name) ? [memory] : []));
  const ranked = rankMemories(question, asked, { person, people, now });
  return [...new Set(ranked.map((memory) => standsFor(memory).name))].flatMap((name) => byName.get(name) ?? []);
}

/** What is in the place of a memory now: itself, if nothing is that the reader may be told. */
function followReplaced(told: readonly ToldMemory[]): (memory: Memory) => Memory {
  const byName = defer(() => new Map(told.map(({ memory }) => [memory.name, memory])));
  return (memory) => {
    let last = memory;
    for (let steps = 0; last.replacedBy !== undefined && steps < told.length; steps += 1) {
      const next = byName().get(last.replacedBy);
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

/** As old as it was, and in its words: nothing says that it holds no more. */
function isToldIn({ text, saidAt }: Memory, later: Memory): boolean {
  return later.saidAt === saidAt && later.text !== text && later.text.startsWith(text);
}

/** Of these messages, what nothing that holds says too. A correction names the message that it corrects, and does not say what that says. */
function findOutdated(
  told: readonly ToldMemory[],
  messages: ReadonlySet<EntryId>,
  { now, standsFor }: Pick<OpenMemories, "standsFor"> & { readonly now: number },
): ReadonlyMap<EntryId, string | null> {
  const listSources = ({ sources }: Memory) => sources.flatMap(({ entry }) => (messages.has(entry) ? [entry] : []));
  const memories = told.flatMap(({ memory }) =>
    memory.sources.some(({ entry }) => messages.has(entry)) ? [memory] : [],
  );
  const replacing = new Set(memories.flatMap(({ replacedBy }) => replacedBy ?? []));
  const made = new Set(
    replacing.size === 0
      ? []
      : told.flatMap(({ memory: { by, name } }) => (by === "model" && replacing.has(name) ? [name] : [])),
  );
  // What a model's memory stands in for is told in that one, and so is what a later message was only told beside.
  const isOver = (memory: Memory) =>
    (memory.by === "model" || !made.has(memory.replacedBy ?? "")) && !isToldIn(memory, standsFor(memory));
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
