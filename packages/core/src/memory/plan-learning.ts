/**
 * What becomes of the memories that there are when a message was understood (decision 0094).
 *
 * 1. The same words once more confirm; they make no second memory.
 * 2. Anything else is kept beside what there is, in its own words. No rule changes, joins or ends a memory.
 * 3. In chats with the agent, what says little by itself is kept if it shares a rare word with a memory of the same person, or follows one
 *    at once. What people say to each other shares words with all sorts of things.
 * 4. "Forget …" ends the memories of the same person that hold all of the words by which it names them.
 */

import { readContentStems } from "@clewline/text/content-words.js";
import type { Memory } from "../log/memories/memory.js";
import { cues } from "./learn/learn-cues.js";
import type { LearnedStatement, Level, ToldMessage, WantedChange } from "./learned.js";
import type { MemoryIndex } from "./planning/memory-index.js";
import { hasWords, isRespelt } from "./spell-words.js";

type NewMemory = Omit<Memory, "name" | "scope" | "by">;

interface Known {
  readonly memory: NewMemory;
  /** Null for one that this message adds. */
  readonly name: string | null;
  readonly isByHand?: boolean;
}

/** `least` is the level from which a statement is kept for what it says itself. */
export function planLearning(
  index: MemoryIndex,
  statements: readonly LearnedStatement[],
  told: ToldMessage,
  least: Level,
): readonly WantedChange[] {
  const changes: WantedChange[] = [];
  const added: NewMemory[] = [];
  const gone = new Set<string>();
  const isOwn = ({ memory, name }: Known) =>
    memory.person === told.person &&
    (memory.until === undefined || memory.until > told.at) &&
    (name === null || !gone.has(name));
  const forget = (names: readonly string[]) => {
    for (const name of names) {
      gone.add(name);
      changes.push({ op: "forget", name, because: "asked to be forgotten" });
    }
  };
  for (const statement of statements) {
    const { forgets } = statement;
    if (forgets !== undefined) {
      forget(forgets === true ? findLast(index, told, isOwn) : findNamed(index, forgets, isOwn));
      continue;
    }
    const near = [...listNear(index, statement.text), ...added.map((memory) => ({ memory, name: null }))].filter(isOwn);
    const twin = near.find(({ memory }) => isTwin(memory, statement));
    if (twin !== undefined) {
      if (twin.name !== null) changes.push({ op: "confirm", name: twin.name, source: told.source, saidAt: told.at });
    } else if (
      statement.level >= least ||
      (least <= 1 && ((statement.follows === true && added.length > 0) || isRelated(index, statement, told, isOwn)))
    ) {
      const memory = makeMemory(told, statement);
      added.push(memory);
      changes.push({ op: "add", memory });
    }
  }
  return changes;
}

/** Those that share the statement's rarest word: a twin has all of them. */
function listNear(index: MemoryIndex, text: string): readonly Known[] {
  const lists = [...readMatter(text)].map((stem) => index.byStem(stem));
  const [first = []] = lists.toSorted((a, b) => a.length - b.length);
  return first;
}

/** The same words in the same order but for marks, fillers and misspelt letters, and valid for the same time. */
function isTwin(memory: Pick<Memory, "text" | "until">, { text, until }: LearnedStatement): boolean {
  return memory.until === until && saysSame(memory.text, text);
}

export function saysSame(text: string, other: string): boolean {
  return isRespelt(cues.filler.blankedIn(text), cues.filler.blankedIn(other));
}

/** "By the way, …" says nothing more. */
function readMatter(text: string): ReadonlySet<string> {
  return readContentStems(cues.filler.blankedIn(text));
}

/** "The rent went up to 950" after "Our rent is 900 a month", and "No, Harbour Lane" a minute after "My gym is in Mill Road". */
function isRelated(
  index: MemoryIndex,
  { text, follows }: LearnedStatement,
  told: ToldMessage,
  isOwn: (known: Known) => boolean,
): boolean {
  for (const stem of readMatter(text)) {
    const holding = index.byStem(stem);
    if (holding.length > 0 && holding.length <= mostHolding && holding.some(isOwn)) return true;
  }
  return follows === true && findLast(index, told, isOwn, atOnceMs).length > 0;
}

/** A word is rare if so many memories have it. */
const mostHolding = 2;
const atOnceMs = 120_000;
const justSaidMs = 300_000;
/** What was said last came in among the last. */
const mostLooked = 64;

/** "Forget that": what the same person has just said in this chat. */
function findLast(
  index: MemoryIndex,
  { at, source }: ToldMessage,
  isOwn: (known: Known) => boolean,
  withinMs = justSaidMs,
): readonly string[] {
  let looked = 0;
  for (const known of index.newestFirst()) {
    looked += 1;
    if (looked > mostLooked) return [];
    const { saidAt, sources } = known.memory;
    if (!isOwn(known) || saidAt > at) continue;
    const isHere = sources.some(({ session, lane }) => session === source.session && lane === source.lane);
    if (at - saidAt > withinMs) return [];
    if (isHere) return [known.name];
  }
  return [];
}

/** Those that hold the very words, else those that hold all of their stems; one stem alone must name one memory, and none made by hand. */
function findNamed(index: MemoryIndex, named: string, isOwn: (known: Known) => boolean): readonly string[] {
  const stems = [...readContentStems(named)];
  if (stems.length === 0) return [];
  const [rarest = []] = stems.map((stem) => index.byStem(stem)).toSorted((a, b) => a.length - b.length);
  const meant = rarest.filter((known) => {
    const held = readContentStems(known.memory.text);
    return isOwn(known) && stems.every((stem) => held.has(stem)) && (stems.length > 1 || known.isByHand !== true);
  });
  const worded = meant.filter(({ memory }) => hasWords(memory.text, named));
  const chosen = worded.length > 0 ? worded : stems.length > 1 || meant.length === 1 ? meant : [];
  return chosen.flatMap(({ name }) => name ?? []);
}

function makeMemory({ person, at, source }: ToldMessage, statement: LearnedStatement): NewMemory {
  const { kind, text, from, until } = statement;
  const times = { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
  return { kind, text, person, saidAt: at, sources: [source], ...times };
}
