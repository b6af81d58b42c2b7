/**
 * Plans how memories that older rules made change when today's rules read their messages (decision 0103).
 *
 * 1. A memory that anybody but a rule has changed stays as it is. So does one of which a message can't be read.
 * 2. A memory stays if a message of it says these words in a statement of today. It gets the kind and the times of that statement, and
 *    holds again if a rule had replaced it by a memory of which all this is true as well: whoever forgot or changed the newer one
 *    had both in mind.
 * 3. Any other memory ends, and the statements of its messages that are worth keeping by themselves take its place.
 * 4. Nothing returns in other words: no statement is added that shares a word with something that was forgotten, dropped or changed by
 *    hand of the same message.
 */

import { countShared, readContentStems } from "@clewline/text/content-words.js";
import { isSameJson } from "@clewline/text/json.js";
import type { EntryId } from "../log/keys.js";
import type { Memory, MemoryChange } from "../log/memories/memory.js";
import { type Applying, applyWanted, mostSources, readAnew } from "./apply-wanted.js";
import { sourceGone } from "./drop-source.js";
import type { LaneMemories } from "./fold-changes.js";
import type { LearnedStatement, Level, ToldMessage, WantedChange } from "./learned.js";
import { planLearning, saysSame } from "./plan-learning.js";
import { makeMemoryIndex } from "./planning/memory-index.js";
import { addPlanned, beginPlanning } from "./planning/planned-memories.js";
import { isToldNoMore } from "./touched-names.js";

/** A message as today's rules read it. */
export interface ReadMessage {
  readonly told: ToldMessage;
  readonly statements: readonly LearnedStatement[];
  /** The level from which a statement is kept. */
  readonly least: Level;
}

/** Those that nothing but a rule has made or changed, and that hold no place for another one. */
export function listRebuildable({ memories, changes }: LaneMemories): readonly Memory[] {
  const touched = new Set(changes.flatMap(({ name, by }) => (by === "rule" ? [] : [name])));
  const all = [...memories.values()];
  const held = new Set(all.flatMap(({ name, replacedBy = "" }) => (touched.has(name) ? [replacedBy] : [])));
  return all.filter(
    ({ name, by, sources, pinned }) =>
      by === "rule" && pinned !== true && sources.length > 0 && !touched.has(name) && !held.has(name),
  );
}

/** The changes of a scope. `read` lacks the messages that can't be read any more. */
export function planRebuild(
  now: LaneMemories,
  read: ReadonlyMap<EntryId, ReadMessage>,
  applying: Applying,
): readonly MemoryChange[] {
  const old = new Map(
    listRebuildable(now)
      .filter(({ sources }) => sources.every(({ entry }) => read.has(entry)))
      .map((memory) => [memory.name, memory]),
  );
  for (const { name } of old.values()) if (!isReplacedWithin(name, now, old)) old.delete(name);
  const kept = [...now.memories.values()].flatMap((memory) => (old.has(memory.name) ? keep(memory, read) : [memory]));
  const memories = new Map(kept.map((memory) => [memory.name, memory]));
  // No change of before is looked at: an older version may have written these very words over others of its own.
  const current = beginPlanning({ memories, changes: [] }, makeMemoryIndex());
  const settled = listSettled(now);
  const ended = [...old.values()].filter(({ name }) => !memories.has(name));
  const makeName: Applying["makeName"] = (text, taken) =>
    applying.makeName(text, { has: (name) => taken.has(name) || now.memories.has(name) });
  const mayConfirm = (name: string) =>
    (old.has(name) || !now.memories.has(name)) && (current.memories.get(name)?.sources.length ?? 0) < mostSources;
  const isFree = (change: WantedChange) => change.op === "add" || mayConfirm(change.name);
  for (const { told, statements, least } of listMessages(ended, read)) {
    const stems = settled.get(told.source.entry) ?? new Set();
    const news = statements.filter(
      ({ text, level, forgets }) =>
        forgets === undefined &&
        level >= least &&
        countShared(readContentStems(text), stems) === 0 &&
        !isToldNoMore(now, { text }),
    );
    const wanted = planLearning(current.index, news, told, least).filter(isFree);
    addPlanned(current, applyWanted(current, wanted, { ...applying, makeName }));
  }
  return [...new Set([...old.keys(), ...current.memories.keys()])].flatMap((name): readonly MemoryChange[] => {
    const [before, after] = [now.memories.get(name) ?? null, current.memories.get(name) ?? null];
    return isSameJson(before, after) ? [] : [{ name, before, after, by: "rule", because: readAnew }];
  });
}

/** Whether every memory that took its place, one after the other, is rebuilt too. */
function isReplacedWithin(name: string, { memories }: LaneMemories, old: ReadonlyMap<string, Memory>): boolean {
  const seen = new Set<string>();
  for (let next: string | undefined = name; next !== undefined && !seen.has(next); ) {
    if (!old.has(next)) return false;
    seen.add(next);
    next = memories.get(next)?.replacedBy;
  }
  return true;
}

/** None if no message of it says these words in a statement of today. */
function keep(memory: Memory, read: ReadonlyMap<EntryId, ReadMessage>): readonly Memory[] {
  const statements = memory.sources.flatMap(({ entry }) => read.get(entry)?.statements ?? []);
  const said = statements.find(({ text, forgets }) => forgets === undefined && saysSame(memory.text, text));
  if (said === undefined) return [];
  const { replacedBy: _by, subject: _of, from: _from, until: _until, ...rest } = memory;
  const { kind, from, until } = said;
  return [{ ...rest, kind, ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) }];
}

/** For each message the words of what somebody took back or worded anew. */
function listSettled({ changes }: LaneMemories): ReadonlyMap<EntryId, ReadonlySet<string>> {
  const isGone = ({ before, after, by, because }: MemoryChange) =>
    after === null ? because !== sourceGone && because !== readAnew : by !== "rule" && before?.text !== after.text;
  const settled = new Map<EntryId, Set<string>>();
  for (const { text, sources } of changes.filter(isGone).flatMap(({ before }) => before ?? [])) {
    for (const { entry } of sources) {
      const stems = settled.get(entry) ?? new Set<string>();
      settled.set(entry, stems);
      for (const stem of readContentStems(text)) stems.add(stem);
    }
  }
  return settled;
}

/** In the order in which they were said. */
function listMessages(ended: readonly Memory[], read: ReadonlyMap<EntryId, ReadMessage>): readonly ReadMessage[] {
  const entries = new Set(ended.flatMap(({ sources }) => sources.map(({ entry }) => entry)));
  return [...entries]
    .flatMap((entry) => read.get(entry) ?? [])
    .toSorted((a, b) => a.told.at - b.told.at || (a.told.source.entry < b.told.source.entry ? -1 : 1));
}
